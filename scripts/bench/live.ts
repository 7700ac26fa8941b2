/**
 * Live conversations beside the same turns over HTTP, in one run: how long after the end of speech the answer begins, and what a session
 * costs. Audio is sent as fast as it is spoken. `bun scripts/bench/live.ts [SESSIONS …]`, by default 1, 8 and 24 at once.
 */
import { readFileSync } from 'node:fs';
import { startParley } from '../../tests/system/parley-process.ts';
import { milliseconds, percentile } from './guard-figures.ts';
import { openLive, sendSpoken, silenceOf, speak } from './live-speech.ts';

const TURNS = 5;
/** What turn detection waits for by default, in milliseconds. */
const SILENCE_MS = 500;
const QUESTION = 'The guard listens on port eighty eight. Where does the guard listen?';
const TICKS_A_SECOND = 100;
/** About how long a turn takes; people do not all speak at the same moment. */
const TURN_MS = 6000;

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 8, 24];
await using parley = await startParley({ env: { PLATFORM_LOG_LEVEL: 'error' } });

const { wav, speech } = await speak(parley.voice, QUESTION);

/** Seconds of computing of the services so far. */
function computed(): number {
  const fields = readFileSync(`/proc/${parley.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Takes turns in a session, the first one after a while; resolves to the milliseconds from the end of speech to the first audio of each answer. */
async function converse(afterMs: number): Promise<number[]> {
  await Bun.sleep(afterMs);
  const socket = await openLive(parley.voice);
  let said = 0;
  let isFirst = true;
  let done: () => void = () => undefined;
  const took: number[] = [];
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as { readonly type: string };
    if (event.type === 'error') throw new Error(data);
    if (event.type === 'response.output_audio.delta' && isFirst) {
      isFirst = false;
      took.push(performance.now() - said);
    }
    if (event.type === 'response.done') done();
  });
  await sendSpoken(socket, silenceOf(1000));
  for (let turn = 0; turn < TURNS; turn += 1) {
    isFirst = true;
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    let isAnswered = false;
    done = () => {
      isAnswered = true;
      resolve();
    };
    await sendSpoken(socket, speech);
    said = performance.now();
    await sendSpoken(socket, silenceOf(10_000), () => isAnswered);
    await answered;
  }
  socket.close();
  return took;
}

/** The same turns over HTTP, where a whole recording is answered by a whole one. */
async function recorded(): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const form = new FormData();
    form.set('file', new File([wav], 'question.wav', { type: 'audio/wav' }));
    const began = performance.now();
    const answer = await fetch(`${parley.voice}/v1/voice/turns`, { method: 'POST', body: form });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the turn was answered ${answer.status}`);
    took.push(performance.now() - began);
  }
  return took;
}

await recorded();
const floor = percentile(await recorded(), 0.5);
console.log(`one recorded turn over HTTP, whole                ${milliseconds(floor)}`);
for (const count of counts) {
  const [began, before] = [performance.now(), computed()];
  const took = (await Promise.all(Array.from({ length: count }, (_, index) => converse((index * TURN_MS) / count)))).flat();
  const seconds = (performance.now() - began) / 1000;
  const cores = (computed() - before) / seconds;
  const [half, most] = [percentile(took, 0.5), percentile(took, 0.95)];
  console.log(
    `${String(count).padStart(3)} live at once, from the end of speech to audio  p50 ${milliseconds(half)}, p95 ${milliseconds(most)}; behind the silence of ${SILENCE_MS} ms ${((half - SILENCE_MS) / floor).toFixed(2)} of the recorded turn; ${((100 * cores) / count).toFixed(1)} % of a core a session`,
  );
}
