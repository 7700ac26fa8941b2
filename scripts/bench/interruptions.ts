/**
 * What speech into an answer does, with recordings of people and with sounds of listeners in the voices of the synthesiser, spoken into
 * answers that are being played: how often it interrupts, and how long after its beginning, beside `interrupt_after_ms: 0`, with which any
 * speech does at once. `bun scripts/bench/interruptions.ts [--shared FOLDER]`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { table } from '../../src/main/table.ts';
import { sendsStream, startModelServer } from '../../tests/contract/model-server.ts';
import { startParley } from '../../tests/system/parley-process.ts';
import { milliseconds, percentile } from './guard-figures.ts';
import { openLive, RATE, sendSpoken, silenceOf, speak, withoutSilence } from './live-speech.ts';

const { values: options } = parseArgs({
  options: { shared: { type: 'string', default: fileURLToPath(new URL('../../../shared', import.meta.url)) } },
});
const RECORDINGS = [
  ...['book_a_room', 'mountain_view', 'two_people', 'today', 'half_an_hour', '230pm', 'hello_are_you_there'].map((name) => `turns/${name}`),
  ...['harvard_spk1_snt1', 'harvard_spk1_snt4', 'arctic_a0024', 'new-home-in-the-stars-16k', 'jfk'].map((name) => `english/${name}`),
];
const COMMANDS = ['Stop.', 'Wait.', 'No.', 'No, wait.', 'Hold on.', 'What?'];
const SOUNDS = ['Yeah.', 'Okay.', 'Right.', 'Yes.', 'Sure.', 'I see.', 'Of course.', 'Got it.', 'Great.', 'Oh, really?', 'Exactly.', 'Um.'];
const VOICES = ['ada', 'tom'];
/** How long speech is listened to before it is taken not to interrupt, in milliseconds. */
const PATIENCE_MS = 2000;

const SENTENCE = 'This is one of the many sentences of a long answer to which somebody listens. ';
const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const answer = `${Array.from({ length: 2 }, () => chunk({ content: SENTENCE }, null)).join('')}${chunk({}, 'stop')}data: [DONE]\n\n`;

await using model = await startModelServer(sendsStream(answer));
const env = { REASONER_MODEL: 'openai', REASONER_OPENAI_BASE_URL: model.baseUrl, REASONER_OPENAI_MODEL: 'm', PLATFORM_LOG_LEVEL: 'error' };
await using parley = await startParley({ env });

type Speech = Int16Array<ArrayBuffer>;

async function recorded(name: string): Promise<Speech> {
  const bytes = new Uint8Array(await readFile(join(options.shared, 'audio', `${name}.wav`)));
  const { samples } = await resample(await decodeWav(bytes, { maxSeconds: 60 }), RATE);
  return withoutSilence(samples);
}

async function spoken(texts: readonly string[]): Promise<Speech[]> {
  const all: Speech[] = [];
  for (const text of texts) for (const voice of VOICES) all.push((await speak(parley.voice, text, voice)).speech);
  return all;
}

/** Speaks into answers, each in a session of its own; resolves to the milliseconds after which each interrupted, or undefined. */
async function interrupt(all: readonly Speech[], interruptAfterMs: number | undefined): Promise<(number | undefined)[]> {
  const took: (number | undefined)[] = [];
  for (const speech of all) {
    const socket = await openLive(parley.voice);
    const send = (event: object): void => socket.send(JSON.stringify(event));
    const answered = Promise.withResolvers<void>();
    let [began, interrupted]: (number | undefined)[] = [];
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { type } = JSON.parse(data) as { readonly type: string };
      if (type === 'response.done') answered.resolve();
      if (type === 'input_audio_buffer.speech_started') interrupted ??= performance.now();
    });
    const detection = { type: 'server_vad', ...(interruptAfterMs === undefined ? {} : { interrupt_after_ms: interruptAfterMs }) };
    send({ type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection: detection } } } });
    send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Talk.' }] } });
    send({ type: 'response.create' });
    await answered.promise;
    await sendSpoken(socket, silenceOf(1000));
    began = performance.now();
    await sendSpoken(socket, speech.subarray(0, (RATE * PATIENCE_MS) / 1000), () => interrupted !== undefined);
    await sendSpoken(socket, silenceOf(PATIENCE_MS), () => interrupted !== undefined);
    socket.close();
    took.push(interrupted === undefined ? undefined : interrupted - began);
  }
  return took;
}

const rows = [['spoken into an answer', 'interrupts', 'after, p50 and p95', 'with interrupt_after_ms 0', 'after, p50 and p95']];
const sets: readonly (readonly [string, readonly Speech[]])[] = [
  ['turns and sentences of people', await Promise.all(RECORDINGS.map(recorded))],
  ['«stop», «wait», «no» and the like', await spoken(COMMANDS)],
  ['«yeah», «okay», «I see» and the like', await spoken(SOUNDS)],
];
for (const [name, all] of sets) {
  const row = [name];
  for (const after of [undefined, 0]) {
    const times = (await interrupt(all, after)).filter((time) => time !== undefined);
    row.push(`${times.length} of ${all.length}`);
    row.push(times.length === 0 ? '' : `${milliseconds(percentile(times, 0.5))}, ${milliseconds(percentile(times, 0.95))}`);
  }
  rows.push(row);
}
console.log(table(rows));
