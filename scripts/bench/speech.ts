/**
 * The built-in recogniser and voices beside their peers, in one run: word error rates and real-time factors.
 * `bun scripts/bench/speech.ts [--shared FOLDER] [--sentences 100] [--clips 40]`. Needs espeak-ng, flite and
 * festival; PocketSphinx is installed into a Python environment of its own below ~/.cache/parley-bench.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../../src/main/table.ts';
import { startParley } from '../../tests/system/parley-process.ts';
import { wordErrors } from '../../tests/system/word-error-rate.ts';
import { people, readAloud, SPEAKERS, testSentences, TRAINED_ON, type Clip } from './speech-sets.ts';

const { values: options } = parseArgs({
  options: {
    shared: { type: 'string', default: fileURLToPath(new URL('../../../shared', import.meta.url)) },
    sentences: { type: 'string', default: '100' },
    clips: { type: 'string', default: '40' },
  },
});
const PEER_SCRIPT = fileURLToPath(new URL('hear-pocketsphinx.py', import.meta.url));
const VOICES = ['female', 'male'];

/** What a recogniser made of a clip, in how many seconds. */
interface Heard {
  readonly text: string;
  readonly spent: number;
}

type Recogniser = (clips: readonly Clip[]) => Promise<Heard[]>;

/** Word errors, words, seconds spent and seconds heard, added up. */
interface Figures {
  errors: number;
  words: number;
  spent: number;
  audio: number;
}

function python(): string {
  const environment = join(homedir(), '.cache/parley-bench/python');
  const program = join(environment, 'bin/python');
  if (!existsSync(program)) {
    run('python3', ['-m', 'venv', environment]);
    run(program, ['-m', 'pip', 'install', '-q', 'pocketsphinx==5.0.4', 'soundfile==0.13.1', 'numpy==2.2.6']);
  }
  return program;
}

function run(program: string, args: readonly string[]): void {
  if (spawnSync(program, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}

/** One answer a path, from the peer script. */
async function ask<T>(args: readonly string[], paths: readonly string[]): Promise<T[]> {
  const child = spawn(python(), [PEER_SCRIPT, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(paths.map((path) => `${path}\n`).join(''));
  const answers: T[] = [];
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line) as T);
  if (answers.length !== paths.length) throw new Error(`the peer answered ${answers.length} of ${paths.length} files`);
  return answers;
}

const pocketsphinx: Recogniser = (clips) =>
  ask<Heard>(
    [],
    clips.map(({ path }) => path),
  );

/** A voice service's recogniser, one clip after the other. */
function parleyAt(url: string): Recogniser {
  return async (clips) => {
    const heard: Heard[] = [];
    for (const { path } of clips) {
      const form = new FormData();
      form.set('file', new File([await readFile(path)], 'clip.wav', { type: 'audio/wav' }));
      const started = performance.now();
      const response = await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body: form });
      const body = (await response.json()) as { text?: string };
      if (body.text === undefined) throw new Error(`the voice service answered ${response.status} to ${path}`);
      heard.push({ text: body.text, spent: (performance.now() - started) / 1000 });
    }
    return heard;
  };
}

/** Seconds of a plain 16-bit mono WAV file. */
async function secondsOf(path: string): Promise<number> {
  const bytes = await readFile(path);
  return (bytes.length - 44) / 2 / bytes.readUInt32LE(24);
}

async function score(clips: readonly Clip[], recogniser: Recogniser): Promise<Figures> {
  const heard = await recogniser(clips);
  const figures: Figures = { errors: 0, words: 0, spent: 0, audio: 0 };
  for (const [index, { path, words }] of clips.entries()) {
    const result = wordErrors(words, heard[index]?.text ?? '');
    figures.errors += result.errors;
    figures.words += result.words;
    figures.spent += heard[index]?.spent ?? 0;
    figures.audio += await secondsOf(path);
  }
  return figures;
}

const percent = ({ errors, words }: Figures): string => `${((100 * errors) / words).toFixed(1)} %`;
const factor = (spent: number, audio: number): string => (spent / audio).toFixed(3);

function print(title: string, rows: readonly (readonly string[])[]): void {
  console.log(`\n${title}\n\n${table(rows)}`);
}

async function recognisers(sets: ReadonlyMap<string, readonly Clip[]>, columns: Readonly<Record<string, Recogniser>>): Promise<void> {
  const total = Object.fromEntries(Object.keys(columns).map((name) => [name, { spent: 0, audio: 0 }]));
  const rows = [['word error rate', 'clips', ...Object.keys(columns)]];
  for (const [set, clips] of sets) {
    const cells: string[] = [];
    for (const [name, recogniser] of Object.entries(columns)) {
      const figures = await score(clips, recogniser);
      const sum = total[name];
      if (sum !== undefined) Object.assign(sum, { spent: sum.spent + figures.spent, audio: sum.audio + figures.audio });
      cells.push(percent(figures));
    }
    rows.push([set, String(clips.length), ...cells]);
  }
  rows.push(['real-time factor', '', ...Object.values(total).map(({ spent, audio }) => factor(spent, audio))]);
  print('Recognisers', rows);
}

/** Reads sentences with a voice of the service; gives the clips, the time it took and until the first audio of a paragraph. */
async function synthesise(
  url: string,
  voice: string,
  sentences: readonly string[],
  folder: string,
): Promise<{ clips: Clip[]; spent: number }> {
  const clips: Clip[] = [];
  let spent = 0;
  for (const [index, words] of sentences.entries()) {
    const started = performance.now();
    const response = await speak(url, voice, words, 'wav');
    const audio = new Uint8Array(await response.arrayBuffer());
    spent += (performance.now() - started) / 1000;
    const path = join(folder, `parley-${voice}-${index}.wav`);
    await writeFile(path, audio);
    clips.push({ path, words });
  }
  return { clips, spent };
}

async function speak(url: string, voice: string, input: string, format: string): Promise<Response> {
  const response = await fetch(`${url}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-en', input, voice, response_format: format }),
  });
  if (!response.ok) throw new Error(`the voice service answered ${response.status}: ${await response.text()}`);
  return response;
}

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
const wavs = join(folder, 'wav');
await mkdir(wavs);
try {
  const sentences = await testSentences(options.shared, Number(options.sentences));
  const sets = new Map<string, readonly Clip[]>();
  for (const [name, speaker] of Object.entries(SPEAKERS)) {
    const trained = TRAINED_ON.has(name) ? 'known' : 'kept out';
    sets.set(`${name} (${trained})`, await readAloud(speaker, sentences, folder, name));
  }
  for (const [name, clips] of await people(options.shared, Number(options.clips))) {
    const into = join(wavs, name.replaceAll(/\W+/g, '-'));
    await mkdir(into);
    const paths = await ask<string>(
      ['--wav', into],
      clips.map(({ path }) => path),
    );
    sets.set(
      name,
      clips.map(({ words }, index) => ({ path: paths[index] ?? '', words })),
    );
  }
  await using native = await startParley({ env: { VOICE_STT_PROVIDER: 'native', VOICE_TTS_PROVIDER: 'native' } });
  await using wasm = await startParley({ env: { VOICE_STT_PROVIDER: 'wasm', VOICE_TTS_PROVIDER: 'wasm' } });
  const hear = parleyAt(native.voice);
  await recognisers(sets, { 'parley, native': hear, 'parley, WASM': parleyAt(wasm.voice), pocketsphinx });

  const rows = [['voice', 'lost, heard by pocketsphinx', 'lost, heard by parley', 'real-time factor', 'the same in WASM']];
  for (const voice of VOICES) {
    const { clips, spent } = await synthesise(native.voice, voice, sentences, folder);
    const inWasm = await synthesise(wasm.voice, voice, sentences.slice(0, 20), folder);
    const [peer, own] = [await score(clips, pocketsphinx), await score(clips, hear)];
    const wasmAudio = (await Promise.all(inWasm.clips.map(({ path }) => secondsOf(path)))).reduce((sum, value) => sum + value, 0);
    rows.push([`parley ${voice}`, percent(peer), percent(own), factor(spent, peer.audio), factor(inWasm.spent, wasmAudio)]);
  }
  for (const [name, speaker] of Object.entries(SPEAKERS)) {
    const started = performance.now();
    const clips = await readAloud(speaker, sentences, folder, `again-${name}`);
    const spent = (performance.now() - started) / 1000;
    const [peer, own] = [await score(clips, pocketsphinx), await score(clips, hear)];
    rows.push([name, percent(peer), percent(own), factor(spent, peer.audio), '']);
  }
  print(`Voices, ${sentences.length} sentences`, rows);

  const paragraph =
    'When the ship came in at last, everybody in the village went down to the harbour, because nobody had seen a sail for a month, and the children ran ahead, laughing and shouting.';
  const waits: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const started = performance.now();
    const response = await speak(native.voice, VOICES[0] ?? '', paragraph, 'pcm');
    await response.body?.getReader().read();
    waits.push(performance.now() - started);
  }
  console.log(
    `\nFirst audio of a paragraph of ${paragraph.split(' ').length} words: median ${waits.toSorted((a, b) => a - b)[4]?.toFixed(0)} ms of 9`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
