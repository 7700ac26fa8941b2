/**
 * How well speakers are told apart, beside two floors, in one run: diarization error rate with a collar of 0.25 s, and how often the number
 * of speakers is right. Conversations are put together of recordings whose speakers no threshold was chosen on.
 * `bun scripts/bench/diarization.ts [--shared FOLDER] [--conversations 48] [--half "kept out"|"chosen on"]`
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import { createOnnxSpeakerEncoder } from '../../src/adapters/onnx/speaker-encoder.ts';
import { createOnnxVoiceActivity } from '../../src/adapters/onnx/voice-activity.ts';
import { createDiarizer } from '../../src/domain/speech/diarization/diarizer.ts';
import { joinTurns } from '../../src/domain/speech/diarization/join-turns.ts';
import type { SpeakerTurn } from '../../src/domain/speech/diarization/speaker-names.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { SHORTEST_PAUSE_SECONDS } from '../../src/main/speech-engines.ts';
import { table } from '../../src/main/table.ts';
import { diarizationErrors, errorRate, type DiarizationErrors } from './diarization-measures.ts';
import {
  chance,
  conversationOf,
  inNoise,
  overTelephone,
  shortened,
  speakersOf,
  type Conversation,
  type Style,
} from './diarization-sets.ts';

const { values: options } = parseArgs({
  options: {
    shared: { type: 'string', default: fileURLToPath(new URL('../../../shared', import.meta.url)) },
    conversations: { type: 'string', default: '48' },
    half: { type: 'string', default: 'kept out' },
  },
});
const count = Number(options.conversations);
const half = options.half === 'chosen on' ? 'chosen on' : 'kept out';

const MOST_SECONDS = 600;
const model = (path: string): string => fileURLToPath(new URL(`../../models/${path}/model.onnx`, import.meta.url));
const engine = { runtime: { provider: 'native', wasmPath: '' }, workers: 1, queueLimit: 64, timeoutMs: 60_000 } as const;
await using voiceActivity = createOnnxVoiceActivity({
  ...engine,
  model: 'vad',
  modelPath: model('vad'),
  resample,
  stretches: { minSilenceSeconds: SHORTEST_PAUSE_SECONDS },
});
await using speakerEncoder = createOnnxSpeakerEncoder({ ...engine, model: 'speaker', modelPath: model('speaker') });
await using decoder = createAudioDecoder({
  maxSeconds: MOST_SECONDS,
  maxDecodedBytes: 2 ** 30,
  workers: 1,
  queueLimit: 8,
  timeoutMs: 60_000,
  ffmpeg: 'ffmpeg',
});
const diarizer = createDiarizer({ voiceActivity, speakerEncoder });

type Way = (conversation: Conversation) => Promise<readonly SpeakerTurn[]>;

/** Pauses at which the second floor takes somebody else to speak. */
const FLOOR_PAUSE_SECONDS = 0.3;

const WAYS: Readonly<Record<string, Way>> = {
  parley: async ({ audio }) => joinTurns(await diarizer.diarize(audio)),
  'one speaker': async ({ audio }) => joinTurns((await voiceActivity.detect(audio)).map((stretch) => ({ ...stretch, speaker: 'A' }))),
  'a new speaker at each pause': async ({ audio }) => {
    let [speaker, last] = [0, 0];
    return (await voiceActivity.detect(audio)).map(({ start, end }) => {
      if (start - last >= FLOOR_PAUSE_SECONDS) speaker += 1;
      last = end;
      return { start, end, speaker: String(speaker) };
    });
  },
};

const speakersIn = (turns: readonly SpeakerTurn[]): number => new Set(turns.map(({ speaker }) => speaker)).size;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const random = chance(half === 'chosen on' ? 1 : 2);
const talkative = await speakersOf(options.shared, half, 4);
const patient = await speakersOf(options.shared, half, 14);
const conversations = (style: Omit<Style, 'speakers'>, many: number, speakers = talkative): Promise<Conversation[]> =>
  inTurn(many, (index) => conversationOf(speakers, { ...style, speakers: 2 + (index % 3) }, random, decoder));
const calm = await conversations({ turns: 10, pauses: [0.3, 1.5], lengths: [1.5, 8] }, count);
const quick = await conversations({ turns: 12, pauses: [0, 0.3], lengths: [1, 5] }, count);
const long = await conversations({ turns: 30, pauses: [0.1, 1.5], lengths: [1, 12] }, Math.ceil(count / 3), patient);
const alone = await inTurn(count / 2, async () =>
  shortened(await conversationOf(patient, { speakers: 1, turns: 40, pauses: [0.3, 1.5], lengths: [3, 15] }, random, decoder), 180),
);
const sets = new Map<string, readonly Conversation[]>([
  ['2 to 4 speakers, pauses of 0.3 to 1.5 s', calm],
  ['the same in noise, 15 dB', calm.map((one) => inNoise(one, 15, random))],
  ['the same over a telephone', await inTurn(calm.length, (index) => overTelephone(calm[index] as Conversation))],
  ['2 to 4 speakers, pauses of 0 to 0.3 s', quick],
  ['2 to 4 speakers, 30 turns', long],
  ['one speaker, up to 3 minutes', alone],
]);

const rows = [['recordings', 'speech', ...Object.keys(WAYS).flatMap((name) => [`${name}: error rate`, 'confused', 'right number'])]];
let [spent, heard] = [0, 0];
for (const [name, recordings] of sets) {
  const cells: string[] = [];
  let speech = 0;
  for (const [way, tell] of Object.entries(WAYS)) {
    const errors: DiarizationErrors[] = [];
    let right = 0;
    for (const recording of recordings) {
      const seconds = recording.audio.samples.length / recording.audio.sampleRate;
      const started = performance.now();
      const turns = await tell(recording);
      if (way === 'parley') [spent, heard] = [spent + (performance.now() - started) / 1000, heard + seconds];
      errors.push(diarizationErrors(recording.turns, turns, seconds));
      right += Number(speakersIn(turns) === speakersIn(recording.turns));
    }
    speech = errors.reduce((sum, one) => sum + one.speech, 0);
    cells.push(
      percent(errorRate(errors)),
      percent(errors.reduce((sum, one) => sum + one.confused, 0) / speech),
      `${right} of ${recordings.length}`,
    );
  }
  rows.push([`${name} (${recordings.length})`, `${Math.round(speech)} s`, ...cells]);
}
console.log(table(rows));
console.log(`\nSpeakers ${half}: ${talkative.length}. Real-time factor, one worker: ${(spent / heard).toFixed(3)}`);

/** One after the other, since chance must fall the same way in every run. */
async function inTurn<T>(many: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < many; index += 1) made.push(await make(index));
  return made;
}
