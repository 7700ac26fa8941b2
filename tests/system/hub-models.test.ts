import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { denoProgram } from '../runtime/deno-program.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from './espeak.ts';
import { startModelHub } from './model-hub.ts';
import { FROM_SOURCE, runParley, startParley, type Command, type ParleyProcess } from './parley-process.ts';

await allowSlowHooks();

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TINY_MODELS = fileURLToPath(new URL('../fixtures/hub-models', import.meta.url));
const RUNTIMES: Readonly<Record<string, () => Command>> = {
  Bun: () => FROM_SOURCE,
  Deno: () => [denoProgram(), 'run', '--no-check', '--allow-all', join(ROOT, 'src/main/deno.ts')],
};
const CHOSEN = {
  VOICE_STT_MODEL: 'tiny/whisper',
  VOICE_STT_DTYPE: 'fp32',
  VOICE_TTS_MODEL: 'tiny/vits',
  VOICE_TTS_DTYPE: 'fp32',
  REASONER_MODEL: 'local',
  REASONER_LOCAL_MODEL: 'tiny/llama',
  REASONER_LOCAL_DTYPE: 'fp32',
  GUARD_CLASSIFIER_MODEL: 'tiny/bert-classifier',
  GUARD_CLASSIFIER_DTYPE: 'fp32',
  GUARD_CLASSIFIER_LABELS: 'label_0,label_1',
  GUARD_NER_MODEL: 'tiny/bert-tagger',
  GUARD_NER_DTYPE: 'fp32',
};

async function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function componentsOf(guard: string): Promise<Record<string, { readonly status: string; readonly reason?: string }>> {
  const body = (await (await fetch(`${guard}/health/deep`)).json()) as {
    components: Record<string, { readonly status: string; readonly reason?: string }>;
  };
  return body.components;
}

async function transcribe(voice: string, route = 'transcriptions'): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([await speak('hello there')], 'a.wav', { type: 'audio/wav' }));
  form.set('response_format', 'verbose_json');
  form.set('prompt', 'Siobhán, Hetzner');
  return fetch(`${voice}/v1/audio/${route}`, { method: 'POST', body: form });
}

for (const [runtime, commandOf] of Object.entries(RUNTIMES)) {
  describe(`hub models chosen by configuration alone, under ${runtime}`, () => {
    let directory = '';
    let parley: ParleyProcess | undefined;
    const running = (): ParleyProcess => {
      assert.ok(parley);
      return parley;
    };

    before(
      async () => {
        directory = await mkdtemp(join(tmpdir(), 'parley-hub-'));
        const hub = await startModelHub(TINY_MODELS);
        try {
          for (const id of ['tiny/whisper', 'tiny/vits', 'tiny/llama', 'tiny/bert-classifier', 'tiny/bert-tagger']) {
            const pulled = await runParley(['models', 'pull', id, '--dtype', 'fp32'], {
              command: commandOf(),
              directory,
              env: { PLATFORM_MODEL_HUB: hub.url },
            });
            assert.equal(pulled.code, 0, pulled.errors);
          }
        } finally {
          await hub[Symbol.asyncDispose]();
        }
        parley = await startParley({ command: commandOf(), directory, env: CHOSEN });
      },
      { timeout: 300_000 },
    );
    after(async () => {
      await parley?.[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    });

    it('transcribes with language and times', async () => {
      const response = await transcribe(running().voice);
      assert.equal(response.status, 200, await response.clone().text());
      const { language, segments } = (await response.json()) as { language: string; segments: { start: number; end: number }[] };
      assert.match(language, /^[a-z]{2,3}$/);
      assert.ok(segments.every(({ start, end }) => start >= 0 && end >= start));
    });

    it('translates into English with times', async () => {
      const response = await transcribe(running().voice, 'translations');
      assert.equal(response.status, 200, await response.clone().text());
      const { task, language, segments } = (await response.json()) as { task: string; language: string; segments: unknown[] };
      assert.deepEqual([task, language, Array.isArray(segments)], ['translate', 'english', true]);
    });

    it('speaks', async () => {
      const response = await post(`${running().voice}/v1/audio/speech`, { model: 'any', input: 'Hello there.' });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('x-sample-rate'), '16000');
      assert.ok(Number(response.headers.get('x-duration-seconds')) > 0);
    });

    it('answers with JSON and calls of functions to the official client, held to their schemas', async () => {
      const openai = new OpenAI({ baseURL: `${running().reasoner}/v1`, apiKey: 'none', maxRetries: 0 });
      const schema = { type: 'object', properties: { on: { type: 'boolean' } }, required: ['on'], additionalProperties: false };
      const asked = { model: 'default', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] } as const;
      const json = await openai.chat.completions.create({
        ...asked,
        messages: [...asked.messages],
        response_format: { type: 'json_schema', json_schema: { name: 'light', schema, strict: true } },
      });
      const said = JSON.parse(json.choices[0]?.message.content ?? '') as { on: unknown };
      assert.equal(typeof said.on, 'boolean');
      const stream = openai.chat.completions.stream({
        ...asked,
        messages: [...asked.messages],
        tools: [{ type: 'function', function: { name: 'heat', parameters: schema } }],
        tool_choice: 'required',
        parallel_tool_calls: false,
      });
      const { choices, usage } = await stream.finalChatCompletion();
      const [call] = choices[0]?.message.tool_calls ?? [];
      assert.ok(call?.type === 'function');
      assert.deepEqual([call.function.name, choices[0]?.finish_reason, usage], ['heat', 'tool_calls', undefined]);
      assert.match(call.function.arguments, /^\{"on":(true|false)\}$/);
    });

    it('answers, whole and streamed alike', async () => {
      const request = { model: 'default', max_tokens: 8, temperature: 0, messages: [{ role: 'user', content: 'hello' }] };
      const whole = (await (await post(`${running().reasoner}/v1/chat/completions`, request)).json()) as {
        model: string;
        choices: [{ message: { content: string } }];
      };
      assert.equal(whole.model, 'tiny/llama');
      const events = (await (await post(`${running().reasoner}/v1/chat/completions`, { ...request, stream: true })).text()).split('\n\n');
      const streamed = events
        .flatMap((event) =>
          event.startsWith('data: {') ? [JSON.parse(event.slice(6)) as { choices: [{ delta: { content?: string } }] }] : [],
        )
        .map(({ choices }) => choices[0].delta.content ?? '')
        .join('');
      assert.equal(streamed, whole.choices[0].message.content);
    });

    it('has the guard ask the classifier, and say so in the record', async () => {
      const { guard } = running();
      const answer = await post(`${guard}/v1/chat/completions`, {
        model: 'default',
        max_tokens: 4,
        messages: [{ role: 'user', content: 'hello' }],
      });
      const record = await (await fetch(`${guard}/requests/${answer.headers.get('x-request-id')}/debug`)).text();
      assert.match(record, /"name":"classifier","part":"messages\[0\]\.content","outcome":"scanned"/);
      assert.match(record, /"name":"named_entities","part":"messages\[0\]\.content","outcome":"scanned"/);
      assert.equal((await componentsOf(guard))['models']?.status, 'ok');
    });

    it('counts the models in /metrics', async () => {
      const metrics = await (await fetch(`${running().voice}/metrics`)).text();
      for (const model of ['tiny/whisper', 'tiny/vits', 'tiny/llama', 'tiny/bert-classifier']) {
        assert.match(metrics, new RegExp(`^parley_engine_completed_total\\{model="${model}",provider="native"\\} [1-9]`, 'm'));
      }
    });
  });
}

describe('a hub model that was not pulled', () => {
  it('leaves the guard degraded, and its record says why the check did not run', async () => {
    await using parley = await startParley({ env: { GUARD_NER_MODEL: 'tiny/bert-tagger', PLATFORM_OFFLINE: 'true' } });
    const { guard } = parley;
    const { status, reason } = (await componentsOf(guard))['models'] ?? {};
    assert.equal(status, 'degraded');
    assert.match(reason ?? '', /tiny\/bert-tagger is not on this host; run: parley models pull tiny\/bert-tagger/);
    const answer = await post(`${guard}/v1/chat/completions`, { model: 'default', messages: [{ role: 'user', content: 'I am Ann.' }] });
    const record = await (await fetch(`${guard}/requests/${answer.headers.get('x-request-id')}/decision`)).text();
    assert.match(record, /"not_scanned","reason":"the check failed: The model tiny\/bert-tagger is not on this host/);
  });

  it('is provider_unavailable, and the error says which command to run', async () => {
    await using parley = await startParley({ env: { VOICE_STT_MODEL: 'tiny/whisper', PLATFORM_OFFLINE: 'true' } });
    const response = await transcribe(parley.voice);
    assert.equal(response.status, 502);
    const { error_type: type, message } = (await response.json()) as { error_type: string; message: string };
    assert.equal(type, 'provider_unavailable');
    assert.match(message, /parley models pull tiny\/whisper/);
    assert.equal((await fetch(`${parley.voice}/health`)).status, 200);
  });
});
