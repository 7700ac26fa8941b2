import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { APIError, AuthenticationError, OpenAI, toFile } from 'openai';
import { allowSlowHooks } from '../slow.ts';
import { speak } from './espeak.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { wordErrors } from './word-error-rate.ts';

await allowSlowHooks();

const KEY = 'sdk-test-key-0123456789';
const QUESTION = 'The meeting is on Thursday at noon. The room has a blue door. When is the meeting?';

describe('the official openai SDK', () => {
  let parley: ParleyProcess;
  const client = (url: string, apiKey = KEY): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

  before(
    async () => {
      parley = await startParley({ env: { PLATFORM_API_KEYS: `tests:${KEY}` } });
    },
    { timeout: 120_000 },
  );
  after(() => parley[Symbol.asyncDispose]());

  it('embeds texts at the reasoner, near ones near', async () => {
    const input = ['The cat sat on the mat.', 'A cat is lying on a rug.', 'Interest rates rose again.'];
    const { data, model } = await client(parley.reasoner).embeddings.create({ model: 'bge-small-en', input });
    const [first, second, third] = data.map(({ embedding }) => embedding);
    assert.equal(model, 'bge-small-en');
    assert.equal(first?.length, 384);
    const near = (a: readonly number[] = [], b: readonly number[] = []): number =>
      a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
    assert.ok(near(first, second) > near(first, third) + 0.2);
  });

  for (const service of ['guard', 'reasoner'] as const) {
    it(`completes a chat at the ${service}`, async () => {
      const answer = await client(parley[service]).chat.completions.create({
        model: 'parley',
        messages: [{ role: 'user', content: QUESTION }],
      });
      assert.equal(answer.object, 'chat.completion');
      assert.equal(answer.choices[0]?.finish_reason, 'stop');
      assert.match(answer.choices[0]?.message.content ?? '', /Thursday at noon/);
      assert.equal(answer.usage?.total_tokens, (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0));
    });

    it(`streams a chat from the ${service}`, async () => {
      const stream = await client(parley[service]).chat.completions.create({
        model: 'parley',
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: 'user', content: QUESTION }],
      });
      let text = '';
      const reasons: string[] = [];
      let tokens = 0;
      let chunks = 0;
      for await (const chunk of stream) {
        assert.equal(chunk.object, 'chat.completion.chunk');
        chunks += 1;
        text += chunk.choices[0]?.delta.content ?? '';
        if (chunk.choices[0]?.finish_reason) reasons.push(chunk.choices[0].finish_reason);
        tokens += chunk.usage?.completion_tokens ?? 0;
      }
      assert.match(text, /Thursday at noon/);
      assert.deepEqual(reasons, ['stop']);
      assert.ok(chunks > 3, 'a stream comes in more than one piece');
      assert.ok(tokens > 0);
    });

    it(`lists the models of the ${service}`, async () => {
      const { data } = await client(parley[service]).models.list();
      assert.equal(data.length, 1);
      assert.equal(data[0]?.object, 'model');
      assert.equal(typeof data[0]?.created, 'number');
    });

    it(`shows our message in its error from the ${service}`, async () => {
      const request = client(parley[service]).chat.completions.create({ model: 'parley', messages: [] });
      await assert.rejects(request, (error) => {
        assert.ok(error instanceof APIError);
        assert.equal(error.status, 400);
        assert.equal(error.param, 'messages');
        assert.match(error.message, /messages/);
        return true;
      });
    });

    it(`gets an AuthenticationError from the ${service} for an unknown key`, async () => {
      await assert.rejects(client(parley[service], 'wrong-key-0000').models.list(), AuthenticationError);
    });
  }

  for (const [format, type] of [
    ['wav', 'audio/wav'],
    ['mp3', 'audio/mpeg'],
    ['opus', 'audio/ogg'],
    ['aac', 'audio/aac'],
    ['flac', 'audio/flac'],
  ] as const) {
    it(`synthesises ${format} at the voice service and transcribes what it said`, async () => {
      const voice = client(parley.voice);
      const said = 'what does it say on the clock';
      const speech = await voice.audio.speech.create({ model: 'default', voice: 'default', input: said, response_format: format });
      assert.equal(speech.headers.get('content-type'), type);
      const file = await toFile(await speech.blob(), `speech.${format}`, { type });
      const transcript = await voice.audio.transcriptions.create({ model: 'whisper-1', file });
      const { errors, words } = wordErrors(said, transcript.text);
      assert.ok(errors / words <= 0.5, `heard "${transcript.text}"`);
    });
  }

  it('shows our message in its error from the voice service', async () => {
    const request = client(parley.voice).audio.speech.create({ model: 'default', voice: 'default', input: '' });
    await assert.rejects(request, (error) => {
      assert.ok(error instanceof APIError);
      assert.equal(error.status, 400);
      assert.equal(error.type, 'invalid_input');
      assert.match(error.message, /input/);
      return true;
    });
  });

  for (const [name, type] of [
    ['question.mp3', 'audio/mpeg'],
    ['question.amr', 'audio/amr'],
    ['question.aiff', 'audio/aiff'],
    ['question-adpcm.wav', 'audio/wav'],
  ] as const) {
    it(`transcribes ${name}`, async () => {
      const file = await toFile(await readFile(new URL(`../fixtures/audio/${name}`, import.meta.url)), name, { type });
      const { text } = await client(parley.voice).audio.transcriptions.create({ model: 'whisper-1', file });
      const { errors, words } = wordErrors('what does it say on the clock', text);
      assert.ok(errors / words <= 0.5, `heard "${text}"`);
    });
  }

  it('translates a recording into English, with the times of its segments', async () => {
    const bytes = await readFile(new URL('../fixtures/audio/question.mp3', import.meta.url));
    const file = () => toFile(bytes, 'question.mp3', { type: 'audio/mpeg' });
    const { transcriptions, translations } = client(parley.voice).audio;
    const { text } = await transcriptions.create({ model: 'whisper-1', file: await file() });
    assert.equal((await translations.create({ model: 'whisper-1', file: await file() })).text, text);
    const asked = { model: 'whisper-1', file: await file(), response_format: 'verbose_json', prompt: 'clock' } as const;
    const verbose = (await translations.create(asked)) as OpenAI.Audio.TranslationVerbose;
    assert.deepEqual([verbose.text, verbose.language], [text, 'english']);
    assert.equal(verbose.segments?.map((segment) => segment.text).join(' '), text);
    assert.ok(verbose.segments?.every(({ start, end }) => start < end && end <= verbose.duration));
    const srt: unknown = await translations.create({ model: 'whisper-1', file: await file(), response_format: 'srt' });
    assert.match(String(srt), /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
  });

  it('streams a transcript', async () => {
    const bytes = await readFile(new URL('../fixtures/audio/question.mp3', import.meta.url));
    const ask = async () => ({ model: 'gpt-4o-transcribe', file: await toFile(bytes, 'question.mp3', { type: 'audio/mpeg' }) });
    const { transcriptions } = client(parley.voice).audio;
    const { text } = await transcriptions.create(await ask());
    let told = '';
    let done: string | undefined;
    for await (const event of await transcriptions.create({ ...(await ask()), stream: true })) {
      if (event.type === 'transcript.text.delta') told += event.delta;
      if (event.type === 'transcript.text.done') done = event.text;
    }
    assert.deepEqual([told, done], [text, text]);
  });

  it('transcribes a recording made elsewhere', async () => {
    const file = await toFile(await speak('the weather is nice today'), 'weather.wav', { type: 'audio/wav' });
    const { text } = await client(parley.voice).audio.transcriptions.create({ model: 'whisper-1', file });
    assert.notEqual(text, '');
  });
});
