import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { joinedSamples } from '../../core/joined-samples.ts';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { SpokenSentence } from '../../ports/spoken-text.ts';
import { openLexicon, type Lexicon } from './lexicon.ts';
import { toPhonemes, type SaidToken } from './phonemes.ts';
import { letterName, pronounceWord, readPronunciation } from './pronounce.ts';
import type { Tensor } from './protocol.ts';
import type { LoadReport } from './runtime.ts';
import { asksWithoutWord } from './sentence-parts.ts';
import { openSession, type Session } from './session.ts';
import type { SpeakRequest, SpeakResult, SpeakSessionRequest } from './speak-protocol.ts';
import { createSpellingReader } from './spelling-reader.ts';

interface Loaded {
  readonly voice: Session;
  readonly spelling: Session;
  readonly lexicon: Lexicon;
  readonly phonemes: SpeakSessionRequest['phonemes'];
}

/** The model was trained on sentences, and its memory grows with the square of their length: a longer one is made part by part. */
const LONGEST_PHONEMES = 250;

let loaded: Loaded | undefined;

lowerPriority(platform, setPriority);
servePool<SpeakSessionRequest, SpeakRequest, never, SpeakResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const { runtime, phonemes } = request;
    const lexicon = openLexicon(await readFile(request.lexiconPath));
    const spelling = await openSession({ modelPath: request.spellingModelPath, runtime });
    // Without an arena it is as fast, and every sentence has another length.
    const voice = await openSession({ ...request, arena: false });
    loaded = { voice, spelling, lexicon, phonemes };
    // The first run of a session is slow, because it allocates its memory.
    await speak(loaded, { sentence: { tokens: [{ kind: 'word', text: 'warm' }] }, pitch: 1, formants: 1, pace: 1 });
    return { ...voice.report, milliseconds: performance.now() - started };
  },
  async run(request) {
    if (loaded === undefined) throw new Error('no model is loaded');
    const samples = await speak(loaded, request);
    return { value: { samples }, transfer: [samples.buffer] };
  },
  async unload() {
    await loaded?.voice.release();
    await loaded?.spelling.release();
  },
});

async function speak(engine: Loaded, request: SpeakRequest): Promise<Float32Array<ArrayBuffer>> {
  const texts = inParts(toPhonemes(await pronounced(engine, request.sentence)));
  const rises = asksWithoutWord(request.sentence);
  const parts: Float32Array[] = [];
  for (const [index, text] of texts.entries()) parts.push(await sound(engine, text, rises && index === texts.length - 1, request));
  return joinedSamples(parts);
}

/** Phonemes of no more than `LONGEST_PHONEMES`, parted at the last pause, or else between words, or of one word anywhere. */
function inParts(phonemes: string): string[] {
  const parts: string[] = [];
  let rest = phonemes;
  while (rest.length > LONGEST_PHONEMES) {
    const head = rest.slice(0, LONGEST_PHONEMES);
    const pause = head.search(/[,;:\u2014] [^,;:\u2014]*$/);
    const cut = pause === -1 ? head.lastIndexOf(' ') : pause + 1;
    const part = cut === -1 ? head : head.slice(0, cut);
    parts.push(part);
    rest = rest.slice(part.length).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

async function sound({ voice, phonemes }: Loaded, text: string, rises: boolean, request: SpeakRequest): Promise<Float32Array> {
  const ids = Array.from(text, (phoneme) => {
    const id = phonemes[phoneme];
    if (id === undefined) throw new Error(`the voice model has no phoneme ${phoneme}`);
    return BigInt(id);
  });
  const { pitch, pace, formants } = request;
  const { waveform } = await voice.run({
    ids: { data: BigInt64Array.from([0n, ...ids, 0n]), dims: [1, ids.length + 2] },
    // What the network says faster than it was trained on has no rhythm: only slower speech is its own.
    speed: factor(Math.min(1, pace)),
    pace: factor(Math.max(1, pace) / formants),
    pitch: factor(pitch),
    rise: factor(rises ? 1 : 0),
  });
  if (waveform === undefined) throw new Error('the voice model gave no waveform');
  return waveform.data;
}

function factor(value: number): Tensor {
  return { data: Float32Array.of(value), dims: [1] };
}

/** Gives every word its sounds. */
async function pronounced({ lexicon, spelling }: Loaded, { tokens }: SpokenSentence): Promise<SaidToken[]> {
  const readSpelling = createSpellingReader(spelling);
  const said: SaidToken[] = [];
  for (const token of tokens) {
    if (token.kind === 'break') {
      said.push(token);
      continue;
    }
    const given = token.kind === 'word' && token.pronunciation !== undefined ? readPronunciation(token.pronunciation) : undefined;
    const sounds = token.kind === 'letter' ? letterName(token.text) : (given ?? (await pronounceWord(token.text, lexicon, readSpelling)));
    if (sounds.length > 0) said.push({ kind: token.kind, text: token.text, sounds });
  }
  return said;
}
