import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kill } from 'node:process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { startModelServer } from '../contract/model-server.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { startParley, type ParleyProcess } from '../system/parley-process.ts';
import { converse } from '../system/realtime.ts';
import { denoProgram } from './deno-program.ts';
import { answerByMcp } from './mcp-answer.ts';

await allowSlowHooks();

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = [denoProgram(), 'run', '--no-check', '--allow-all', join(ROOT, 'src/main/deno.ts')] as const;

const THREE_SPEAKERS = new URL('../fixtures/audio/three-speakers.ogg', import.meta.url);

describe('the same handlers under Deno', () => {
  let parley: ParleyProcess;
  before(
    async () => {
      parley = await startParley({ command: COMMAND });
    },
    { timeout: 120_000 },
  );
  after(() => parley[Symbol.asyncDispose]());

  it('answer /health at all three services', async () => {
    for (const service of ['voice', 'reasoner', 'guard'] as const) {
      const response = await fetch(`${parley[service]}/health`);
      assert.equal(response.status, 200, service);
      assert.equal(((await response.json()) as { status: string }).status, 'ok');
    }
  });

  it('transcribe and synthesise', async () => {
    const form = new FormData();
    form.set('file', new File([await speak('hello')], 'hello.wav', { type: 'audio/wav' }));
    const transcript = await fetch(`${parley.voice}/v1/audio/transcriptions`, { method: 'POST', body: form });
    assert.equal(transcript.status, 200, await transcript.clone().text());
    assert.notEqual(((await transcript.json()) as { text: string }).text, '');
    const speech = await fetch(`${parley.voice}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'default', input: 'Hello.' }),
    });
    assert.equal(speech.status, 200);
    assert.ok((await speech.arrayBuffer()).byteLength > 1000);
  });

  it('tell speakers apart', async () => {
    const form = new FormData();
    form.set('file', new File([await readFile(THREE_SPEAKERS)], 'talk.ogg', { type: 'audio/ogg' }));
    form.set('response_format', 'diarized_json');
    const answer = await fetch(`${parley.voice}/v1/audio/transcriptions`, { method: 'POST', body: form });
    assert.equal(answer.status, 200, await answer.clone().text());
    const { segments } = (await answer.json()) as { segments: { speaker: string }[] };
    assert.deepEqual(
      segments.map(({ speaker }) => speaker),
      ['A', 'B', 'C'],
    );
  });

  it('hold a spoken conversation over a WebSocket', async () => {
    const client = new OpenAI({ apiKey: 'none', baseURL: `${parley.voice}/v1` });
    const question = await decodeWav(await speak('What can you do?'), { maxSeconds: 60 });
    const { events, spoken } = await converse(client, question);
    assert.ok(events.some(({ type }) => type === 'conversation.item.input_audio_transcription.completed'));
    assert.ok(spoken.length > 24_000, 'more than a second is spoken');
  });

  it('let a live answer end before they stop, and take no more requests meanwhile', async () => {
    const goOn = Promise.withResolvers<void>();
    const chunk = (content: string): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
    await using model = await startModelServer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk('It is '));
      await goOn.promise;
      response.end(`${chunk('noon.')}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`);
    });
    await using stopping = await startParley({ command: COMMAND, env: { VOICE_BRIDGE_URL: model.baseUrl } });
    const socket = new WebSocket(`${stopping.voice.replace('http', 'ws')}/v1/realtime`);
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
    const begun = Promise.withResolvers<void>();
    const events: string[] = [];
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      events.push(data);
      if (data.includes('"response.output_text.delta"')) begun.resolve();
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send(JSON.stringify({ type: 'response.create', response: { output_modalities: ['text'] } }));
    await begun.promise;
    kill(stopping.pid, 'SIGTERM');
    while ((await fetch(`${stopping.voice}/health`)).status !== 503) continue;
    goOn.resolve();
    const { code, reason } = await closed;
    assert.deepEqual([code, reason], [4001, 'shutdown']);
    assert.match(events.at(-1) ?? '', /"response\.done".*"status":"completed"/);
  });

  it('keep a conversation, which needs no body', async () => {
    const made = await fetch(`${parley.reasoner}/v1/conversations`, { method: 'POST' });
    assert.equal(made.status, 200, await made.clone().text());
    const { id } = (await made.json()) as { id: string };
    const asked = await fetch(`${parley.reasoner}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'parley', input: 'Hello.', conversation: id }),
    });
    assert.equal(asked.status, 200, await asked.text());
    const { data } = (await (await fetch(`${parley.reasoner}/v1/conversations/${id}/items`)).json()) as { data: unknown[] };
    assert.equal(data.length, 2);
  });

  it('call the tools of an MCP server', async () => {
    const { types, said } = await answerByMcp({ command: COMMAND });
    assert.deepEqual(types, ['mcp_list_tools', 'mcp_call', 'message']);
    assert.equal(said, 'The tool says: The page news is empty.');
  });

  it('chat and stream through the guard, and keep the decision', async () => {
    const body = { model: 'parley', messages: [{ role: 'user', content: 'The cat is on the roof. Where is the cat?' }] };
    const post = (more: object): Promise<Response> =>
      fetch(`${parley.guard}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, ...more }),
      });
    const whole = await post({});
    assert.equal(whole.status, 200);
    assert.match(await whole.text(), /roof/);
    const streamed = await (await post({ stream: true })).text();
    assert.match(streamed, /^data: \{/);
    assert.match(streamed, /data: \[DONE\]\n\n$/);
    const record = await fetch(`${parley.guard}/requests/${whole.headers.get('x-request-id')}/decision`);
    assert.equal(record.status, 200);
  });

  it('answer bad input with the documented body', async () => {
    const response = await fetch(`${parley.guard}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { error_type: string }).error_type, 'invalid_input');
  });
});
