import { spawnSync } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A recording and the words that are said in it. */
export interface Clip {
  readonly path: string;
  readonly words: string;
}

/** A way to read a sentence aloud, by a program of the host; gives a WAV file. */
export type Speaker = (text: string) => Uint8Array;

/** The reference synthesisers, by the name they have in the tables. */
export const SPEAKERS: Readonly<Record<string, Speaker>> = {
  'espeak-ng en-us': (text) => output('espeak-ng', ['-v', 'en-us', '-s', '165', '--stdout', '--stdin'], text),
  'espeak-ng en-gb+f4': (text) => output('espeak-ng', ['-v', 'en-gb+f4', '-s', '165', '--stdout', '--stdin'], text),
  'flite slt': (text) => flite('slt', text),
  'flite rms': (text) => flite('rms', text),
  'festival ked': (text) => output('text2wave', ['-eval', '(voice_ked_diphone)'], text),
};

/** Which of them trained the built-in recogniser. */
export const TRAINED_ON: ReadonlySet<string> = new Set(['espeak-ng en-us', 'flite slt']);

/** Through a pipe of the shell: flite opens /dev/stdout by name, which does not work for the socket it is given here. */
function flite(voice: string, text: string): Uint8Array {
  return output('sh', ['-c', 'flite -voice "$0" -t "$1" -o /dev/stdout | cat', voice, text]);
}

function output(program: string, args: readonly string[], input?: string): Uint8Array {
  const { stdout, status, error } = spawnSync(program, args, { maxBuffer: 2 ** 28, ...(input === undefined ? {} : { input }) });
  if (error !== undefined || status !== 0 || stdout.length <= 44) {
    throw new Error(`${program} ${args.join(' ')} failed: apt-get install espeak-ng flite festival festvox-kdlpc16k`, { cause: error });
  }
  const wave = new Uint8Array(stdout);
  // Written to a pipe, the header could not know the lengths.
  const view = new DataView(wave.buffer, wave.byteOffset, wave.byteLength);
  view.setUint32(4, wave.length - 8, true);
  view.setUint32(40, wave.length - 44, true);
  return wave;
}

/** Test sentences: the first lines of the corpus, which nothing was trained on. */
export async function testSentences(shared: string, count: number): Promise<string[]> {
  return (await readFile(join(shared, 'corpus/english.txt'), 'utf8')).split('\n').slice(0, Math.min(count, 1000));
}

/** Has a speaker read sentences into a folder. */
export async function readAloud(speaker: Speaker, sentences: readonly string[], folder: string, name: string): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const [index, words] of sentences.entries()) {
    const path = join(folder, `${name.replaceAll(/\W+/g, '-')}-${index}.wav`);
    await writeFile(path, speaker(words));
    clips.push({ path, words });
  }
  return clips;
}

/** Recordings of people: the development speakers of speech-train by source, and what the audio README transcribes. */
export async function people(shared: string, most: number): Promise<Map<string, Clip[]>> {
  const sets = new Map<string, Clip[]>();
  const speech = join(shared, 'speech-train');
  const kept = new Set((await rows(join(speech, 'dev-speakers.tsv'))).map(([source, speaker]) => `${source}/${speaker}`));
  for (const source of await readdir(speech)) {
    const table = await rows(join(speech, source, 'transcripts.tsv')).catch(() => []);
    const clips = table.filter(([, speaker]) => kept.has(`${source}/${speaker}`));
    const step = Math.max(1, Math.floor(clips.length / most));
    const chosen = clips.filter((_, index) => index % step === 0).slice(0, most);
    if (chosen.length === 0) continue;
    sets.set(
      `people ${source}`,
      chosen.map(([id = '', , words = '']) => ({ path: join(speech, source, `${id}.opus`), words })),
    );
  }
  const readme = await readFile(join(shared, 'audio/README.md'), 'utf8');
  for (const [, part = '', file = '', text = ''] of readme.matchAll(/^\| (english|turns)\/(\S+) \|.*TRANSCRIPT: ([^|(]+)/gm)) {
    const name = `recordings ${part}`;
    sets.set(name, [...(sets.get(name) ?? []), { path: join(shared, 'audio', part, file), words: text.replaceAll('/', ' ') }]);
  }
  return sets;
}

async function rows(path: string): Promise<string[][]> {
  const [, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}
