/**
 * What a prompt with the unusual words of a recording does for them, alone and among unusual words of other recordings:
 * `bun scripts/bench/names.ts [--shared FOLDER] [--clips 40]`.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpfulWords } from '../../src/adapters/onnx/expected-words.ts';
import { readWordLanguageModel } from '../../src/adapters/onnx/word-language-model.ts';
import { lettersOf } from '../../src/adapters/onnx/written-words.ts';
import { table } from '../../src/main/table.ts';
import { startParley } from '../../tests/system/parley-process.ts';
import { wordErrors } from '../../tests/system/word-error-rate.ts';
import { people, type Clip } from './speech-sets.ts';

const { values: options } = parseArgs({
  options: {
    shared: { type: 'string', default: fileURLToPath(new URL('../../../shared', import.meta.url)) },
    clips: { type: 'string', default: '40' },
  },
});
const WORDS = new URL('../../models/stt-en/words.lm', import.meta.url);
/** Unusual words of other recordings in a prompt; undefined for no prompt. */
const OTHERS = [undefined, 0, 20, 99];
const SHORTEST = 4;

interface Recording extends Clip {
  readonly unusual: readonly string[];
}

const language = readWordLanguageModel(new Uint8Array(await readFile(WORDS)));
const sets = await people(options.shared, Number(options.clips));
const recordings = [...sets.values()].flat().map((clip): Recording => {
  const unusual = helpfulWords([...new Set(clip.words.split(' '))], language).map(({ text }) => text);
  return { ...clip, unusual: unusual.filter(({ length }) => length >= SHORTEST) };
});
const known = [...new Set(recordings.flatMap(({ unusual }) => unusual))];

/** Unusual words of others, evenly from all of them, beginning elsewhere for each recording. */
function otherWords({ unusual }: Recording, index: number, count: number): string[] {
  const step = Math.max(1, Math.floor(known.length / Math.max(1, count)));
  const chosen = Array.from({ length: count }, (_, at) => known[(index * 7 + at * step) % known.length] ?? '');
  return [...new Set(chosen)].filter((word) => !unusual.includes(word));
}

async function transcribe(url: string, { path }: Clip, prompt: readonly string[]): Promise<string> {
  const form = new FormData();
  form.set('file', new File([await readFile(path)], basename(path), { type: path.endsWith('.opus') ? 'audio/ogg' : 'audio/wav' }));
  if (prompt.length > 0) form.set('prompt', prompt.join(', '));
  const response = await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body: form });
  const { text } = (await response.json()) as { text?: string };
  if (text === undefined) throw new Error(`the voice service answered ${response.status} to ${path}`);
  return text;
}

/** How often each word is in a text. */
function counts(text: string): Map<string, number> {
  const all = new Map<string, number>();
  for (const word of text.split(/\s+/).map(lettersOf)) all.set(word, (all.get(word) ?? 0) + 1);
  return all;
}

await using parley = await startParley({ env: { VOICE_MAX_PROMPT_WORDS: '1000' } });
const rows = [['prompt', 'unusual words right', 'word error rate', 'words wrongly from the prompt', 'milliseconds a recording']];
for (const count of OTHERS) {
  const sum = { right: 0, said: 0, errors: 0, words: 0, wrong: 0 };
  const started = performance.now();
  for (const [index, recording] of recordings.entries()) {
    const { unusual, words } = recording;
    const prompt = count === undefined ? [] : [...unusual, ...otherWords(recording, index, count)];
    const text = await transcribe(parley.voice, recording, prompt);
    const [said, heard] = [counts(words), counts(text)];
    for (const word of unusual) {
      sum.said += said.get(word) ?? 0;
      sum.right += Math.min(said.get(word) ?? 0, heard.get(word) ?? 0);
    }
    for (const word of prompt) sum.wrong += Math.max(0, (heard.get(word) ?? 0) - (said.get(word) ?? 0));
    const { errors, words: total } = wordErrors(words, text);
    sum.errors += errors;
    sum.words += total;
  }
  rows.push([
    count === undefined ? 'none' : count === 0 ? 'its unusual words' : `the same among ${count} others`,
    `${sum.right} of ${sum.said}, ${((100 * sum.right) / sum.said).toFixed(0)} %`,
    `${((100 * sum.errors) / sum.words).toFixed(1)} %`,
    `${sum.wrong} of ${sum.words}`,
    ((performance.now() - started) / recordings.length).toFixed(0),
  ]);
}
console.log(`${recordings.length} recordings of people\n\n${table(rows)}`);
