import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { SpokenSentence } from '../../ports/spoken-text.ts';
import { openLexicon, type Lexicon } from './lexicon.ts';
import { toPhoneRows, type PhoneRow, type SaidToken } from './phones.ts';
import { letterName, pronounceWord, readPronunciation, weakForm } from './pronounce.ts';
import type { Tensor } from './protocol.ts';
import type { LoadReport } from './runtime.ts';
import { openSession, type Session } from './session.ts';
import type { SpeakRequest, SpeakResult, SpeakSessionRequest } from './speak-protocol.ts';
import { createSpellingReader } from './spelling-reader.ts';

interface Loaded {
  readonly voice: Session;
  readonly spelling: Session;
  readonly lexicon: Lexicon;
  readonly phones: ReadonlyMap<string, number>;
}

let loaded: Loaded | undefined;

lowerPriority(platform, setPriority);
servePool<SpeakSessionRequest, SpeakRequest, never, SpeakResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const lexicon = openLexicon(await readFile(request.lexiconPath));
    const spelling = await openSession({ modelPath: request.spellingModelPath, runtime: request.runtime });
    const voice = await openSession(request);
    loaded = { voice, spelling, lexicon, phones: new Map(request.phones.map((name, index) => [name, index])) };
    // The first run of a session is slow, because it allocates its memory.
    await speak(loaded, { sentence: { tokens: [{ kind: 'word', text: 'warm' }] }, voice: 0, pace: 1 });
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

async function speak(engine: Loaded, { sentence, voice, pace }: SpeakRequest): Promise<Float32Array<ArrayBuffer>> {
  const rows = toPhoneRows(await pronounced(engine, sentence));
  // Pauses alone need no synthesis.
  if (rows.length < 3) return new Float32Array(0);
  const { waveform } = await engine.voice.run({
    phones: integers(rows.map(({ phone }) => phoneIndex(engine, phone))),
    stress: integers(rows.map((row) => row.stress)),
    place: integers(rows.map((row) => row.place)),
    ending: integers(rows.map((row) => row.ending)),
    voice: { data: BigInt64Array.of(BigInt(voice)), dims: [1] },
    pace: { data: Float32Array.of(pace), dims: [1] },
  });
  if (waveform === undefined) throw new Error('the voice model gave no waveform');
  return waveform.data;
}

/** Gives every word its sounds, from the last to the first, because weak forms depend on the following word. */
async function pronounced({ lexicon, spelling }: Loaded, { tokens }: SpokenSentence): Promise<SaidToken[]> {
  const readSpelling = createSpellingReader(spelling);
  const said: SaidToken[] = [];
  let next: readonly string[] | undefined;
  for (const token of tokens.toReversed()) {
    if (token.kind === 'break') {
      said.unshift(token);
      next = undefined;
      continue;
    }
    const given = token.kind === 'word' && token.pronunciation !== undefined ? readPronunciation(token.pronunciation) : undefined;
    const sounds =
      token.kind === 'letter'
        ? letterName(token.text)
        : (given ?? weakForm(token.text, next) ?? (await pronounceWord(token.text, lexicon, readSpelling)));
    if (sounds.length === 0) continue;
    said.unshift({ kind: 'word', text: token.text, sounds });
    next = sounds;
  }
  return said;
}

function phoneIndex({ phones }: Loaded, phone: PhoneRow['phone']): number {
  const index = phones.get(phone);
  if (index === undefined) throw new Error(`the voice model has no phone ${phone}`);
  return index;
}

function integers(values: readonly number[]): Tensor<BigInt64Array<ArrayBuffer>> {
  return { data: BigInt64Array.from(values, BigInt), dims: [1, values.length] };
}
