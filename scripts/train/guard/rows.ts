import { readFileSync } from 'node:fs';
import { scanFeatures } from '../../../src/domain/guardrails/attack/attack-features.ts';
import { phraseFeature } from '../../../src/domain/guardrails/attack/attack-model.ts';
import { PHRASES, WORD_LISTS } from '../../../src/domain/guardrails/detectors/injection-phrases.ts';
import { createInjectionDetector } from '../../../src/domain/guardrails/detectors/injection.ts';
import { createPhraseMatcher } from '../../../src/domain/guardrails/detectors/phrase-pattern.ts';
import { openGlossary } from '../../../src/domain/guardrails/normalisation/gloss.ts';
import { readText } from '../../../src/domain/guardrails/normalisation/reading.ts';
import type { Channel } from '../../../src/ports/guard.ts';
import { packGlossary } from './glossary.ts';

/** One labelled text of the data: what it is, where it came from. */
export interface Row {
  readonly id: string;
  readonly text: string;
  readonly label: 'injection' | 'jailbreak' | 'harmful' | 'benign' | 'benign-hard';
  readonly channel: Channel;
  readonly source: string;
  readonly family: string;
  readonly fold: number;
  readonly tier?: string;
  readonly lang?: string;
  /** Made by `generate.ts`: learned from, and in no figure. */
  readonly generated?: boolean;
  /** A harmless text of the data that stands in another channel, made by `generate.ts`: it also places the heads for other languages. */
  readonly moved?: boolean;
  /** What it counts where the first stage learns, if not 1; from rows of 0 the encoder alone learns. */
  readonly weight?: number;
  /** Says nothing of the other side's texts: what a user may order a page may not. */
  readonly apart?: boolean;
}

/** The features of a row as buckets of the weight table; `ends[t]` is the index behind the last feature of token t. */
export interface Sample {
  readonly row: Row;
  readonly attack: boolean;
  /** What it counts in training. */
  readonly weight: number;
  readonly data: boolean;
  /** It is in another language, of which a gloss is read. */
  readonly isForeign: boolean;
  /** What the phrases that were found say together, 0..1. */
  readonly phraseScore: number;
  readonly features: Uint32Array;
  readonly ends: Uint32Array;
  /** The tokens at which known phrases begin. */
  readonly phrases: readonly number[];
}

/** The rows of `prompts.jsonl` are a fold of their own, behind the eight of `train.jsonl`. */
export const PROMPTS_FOLD = 8;

/** More of a row is not learned from. */
export const MAX_LEARNED = 5000;

/** The rows of a JSON lines file. */
export function readRows(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as Omit<Row, 'family' | 'fold'> & Partial<Row>;
      return { ...row, family: row.family ?? row.source, fold: row.fold ?? PROMPTS_FOLD };
    });
}

/** Turns rows into samples over a table of so many buckets, of each row so many characters. */
export function createSampler(buckets: number, longest = MAX_LEARNED): (row: Row) => Sample {
  const detector = createInjectionDetector();
  const matcher = createPhraseMatcher(PHRASES, WORD_LISTS);
  const places = new Map(PHRASES.map((phrase, index) => [phrase, index]));
  const gloss = openGlossary(packGlossary());
  const mask = buckets - 1;
  let features = new Uint32Array(1 << 20);
  return (row) => {
    const { text, isForeign } = readText(row.text.slice(0, longest), { gloss });
    const matches = matcher.matchText(text).toSorted((a, b) => a.start - b.start);
    let count = 0;
    let next = 0;
    const ends: number[] = [];
    const phrases: number[] = [];
    scanFeatures(text, {
      feature(hash) {
        if (count === features.length) {
          const more = new Uint32Array(count * 2);
          more.set(features);
          features = more;
        }
        features[count] = hash & mask;
        count += 1;
      },
      token(_start, end) {
        for (; next < matches.length && (matches[next]?.start ?? 0) < end; next += 1) {
          const match = matches[next];
          if (match === undefined) continue;
          this.feature(phraseFeature(places.get(match.phrase) ?? 0));
          phrases.push(ends.length);
        }
        ends.push(count);
      },
    });
    return {
      row,
      attack: row.label !== 'benign' && row.label !== 'benign-hard',
      weight: row.weight ?? (row.label === 'harmful' ? 0.5 : 1),
      data: row.channel !== 'user',
      isForeign,
      phraseScore: Math.max(0, ...detector.inspect({ ...row, role: 'user', text: row.text.slice(0, longest) }).map(({ score }) => score)),
      features: features.slice(0, count),
      ends: Uint32Array.from(ends),
      phrases,
    };
  };
}
