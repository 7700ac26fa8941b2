/**
 * Where live turns end: sentences with a pause at any word, spoken at once in a session with `server_vad` and in one of each eagerness of
 * `semantic_vad`. `bun scripts/bench/turns.ts --sentences FILE [--count 24] [--pause 1500]`; FILE has a sentence a line, of which the
 * first 1,000 are read, since the table of the words was not counted on them.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { table } from '../../src/main/table.ts';
import { startParley } from '../../tests/system/parley-process.ts';
import { milliseconds, percentile } from './guard-figures.ts';
import { openLive, RATE, sendSpoken, silenceOf, speak } from './live-speech.ts';

const KEPT_OUT = 1000;
/** Words of a sentence, and those before and behind its pause. */
const WORDS = { fewest: 8, most: 16, before: 3, behind: 2 };
/** Longer than any turn waits. */
const LONGEST_MS = 9000;
const MODES = [
  ['server_vad', { type: 'server_vad' }],
  ['semantic_vad, high', { type: 'semantic_vad', eagerness: 'high' }],
  ['semantic_vad, medium', { type: 'semantic_vad', eagerness: 'medium' }],
  ['semantic_vad, low', { type: 'semantic_vad', eagerness: 'low' }],
] as const;

const { values: options } = parseArgs({
  options: { sentences: { type: 'string' }, count: { type: 'string', default: '24' }, pause: { type: 'string', default: '1500' } },
});
if (options.sentences === undefined) throw new TypeError('--sentences: the file of the sentences is missing');
const [count, pauseMs] = [Number(options.count), Number(options.pause)];

/** Whole sentences without signs that are spoken as a pause, spread over those that were kept out. */
const sentences = (await readFile(options.sentences, 'utf8'))
  .split('\n')
  .slice(0, KEPT_OUT)
  .map((line) => line.split(' '))
  .filter((words) => words.length >= WORDS.fewest && words.length <= WORDS.most && /^[A-Z][^"“”—();:_*]*$/.test(words.join(' ')));
const step = Math.max(1, Math.floor(sentences.length / count));
const cut = sentences
  .filter((_, index) => index % step === 0)
  .slice(0, count)
  .map((words, index) => {
    const at = WORDS.before + ((index * 7) % (words.length - WORDS.before - WORDS.behind + 1));
    return [words.slice(0, at).join(' ').replace(/\W+$/, ''), words.slice(at).join(' ')] as const;
  });

await using parley = await startParley({ env: { PLATFORM_LOG_LEVEL: 'error' } });
const clips: (readonly [Int16Array<ArrayBuffer>, Int16Array<ArrayBuffer>])[] = [];
for (const [index, [first, second]] of cut.entries()) {
  const voice = index % 2 === 0 ? 'ada' : 'tom';
  clips.push([(await speak(parley.voice, first, voice)).speech, (await speak(parley.voice, second, voice)).speech]);
}

/** How many sentences a session cuts off in their pause, and how long behind the last word it ends the turns, in milliseconds. */
async function listen(detection: object): Promise<{ readonly cutOff: number; readonly delays: number[] }> {
  const socket = await openLive(parley.voice);
  let stops: number[] = [];
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as { readonly type: string; readonly audio_end_ms?: number };
    if (event.type === 'error') throw new Error(data);
    if (event.type === 'input_audio_buffer.speech_stopped') stops.push(event.audio_end_ms ?? 0);
  });
  const input = { turn_detection: { ...detection, create_response: false } };
  socket.send(JSON.stringify({ type: 'session.update', session: { type: 'realtime', audio: { input } } }));
  let sent = await sendSpoken(socket, silenceOf(500));
  let cutOff = 0;
  const delays: number[] = [];
  for (const [first, second] of clips) {
    stops = [];
    sent += await sendSpoken(socket, first);
    sent += await sendSpoken(socket, silenceOf(pauseMs));
    const before = stops.length;
    if (before > 0) cutOff += 1;
    sent += await sendSpoken(socket, second);
    const endMs = (sent * 1000) / RATE;
    sent += await sendSpoken(socket, silenceOf(LONGEST_MS), () => stops.length > before);
    delays.push((stops[before] ?? Infinity) - endMs);
    sent += await sendSpoken(socket, silenceOf(300));
  }
  socket.close();
  return { cutOff, delays };
}

const heard = await Promise.all(MODES.map(async ([name, detection]) => ({ name, ...(await listen(detection)) })));
const rows = heard.map(({ name, cutOff, delays }) => [
  name,
  `${cutOff} of ${clips.length}`,
  `${milliseconds(percentile(delays, 0.5))}, ${milliseconds(percentile(delays, 0.95))}`,
]);
console.log(table([['turns', `cut off in a pause of ${pauseMs} ms`, 'ended behind the last word, p50 and p95'], ...rows]));
