import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isEnvelope } from '../../domain/guardrails/payload/envelope-fields.ts';
import { isNothing } from '../../domain/guardrails/payload/message-sites.ts';
import { isIndex } from '../../domain/guardrails/payload/plain-words.ts';
import { replaceAt, withReplaced, type Replacement, type SitePath } from '../../domain/guardrails/payload/site.ts';
import { repeatsText, TOKENS_STREAMED } from '../../domain/guardrails/payload/token-probabilities.ts';
import type { OutputCheck } from '../../ports/guard.ts';
import { goesOn, notAChunk } from '../reply-faults.ts';
import { createCallIndexes } from './call-indexes.ts';
import {
  choiceValues,
  chunkValues,
  deltaTexts,
  endsChoice,
  inPlaceOf,
  valueTexts,
  withoutCopies,
  type DeltaName,
  type DeltaRest,
  type DeltaValue,
} from './delta-texts.ts';
import { createHeldDeltas, type HeldDeltas, type SentDelta, type TextPiece } from './held-deltas.ts';
import { createStreamTexts, type StreamTextsOptions } from './stream-texts.ts';

/**
 * Filters the chunks of a streamed reply through a check: text that could still become part of a finding is held back, findings are
 * redacted, and everything else passes unchanged.
 */
export interface ChunkFilter {
  /** Length of all texts so far, in UTF-16 code units. */
  readonly length: number;
  /** Indexes of the unfinished choices. */
  readonly unfinished: readonly number[];
  /**
   * The chunks to send for a chunk: none, itself, or more when a choice ends. Rejects with `provider_unavailable` if it is not a chunk or
   * the reply is too long.
   */
  filter(chunk: JsonObject): Promise<JsonObject[]>;
  /** The chunks still held back when the stream ends without a finish reason. */
  flush(): Promise<JsonObject[]>;
}

/** Filters the chunks of one reply. */
export function createChunkFilter(check: OutputCheck, options: StreamTextsOptions = {}): ChunkFilter {
  const texts = createStreamTexts(check, options);
  const held = new Map<number, HeldDeltas>();
  const callIndexes = createCallIndexes();
  const unfinished = new Set<number>();
  const ended = new Set<number>();
  let last: JsonObject = {};

  /** Checks the texts of a value that arrives whole, and returns the value with findings redacted. */
  async function readValue(given: DeltaValue, place: string): Promise<JsonValue> {
    const replaced: Replacement[] = [];
    for (const found of valueTexts(given)) {
      const id = place + found.place;
      if ('reason' in found) texts.note({ place: id, reason: found.reason });
      else {
        const left = await texts.read(id, found.text);
        if (left !== found.text) replaced.push(inPlaceOf(found, left));
      }
    }
    return withReplaced(given.value, replaced);
  }

  /** Checks the values of a chunk or choice besides its delta, and returns it with findings redacted. */
  async function readBeside(given: JsonObject, beside: Iterable<DeltaValue | DeltaRest | DeltaName>, place = ''): Promise<JsonObject> {
    const replaced: Replacement[] = [];
    for (const value of beside) {
      if ('reason' in value) texts.note({ place: place + value.place, reason: value.reason });
      else if ('name' in value) replaced.push(...(await readName(value, place)));
      else if (!isGone(value.path, replaced)) {
        const left = await readValue(value, place);
        if (left !== value.value) replaced.push({ path: value.path, put: left });
      }
    }
    return replaced.length === 0 ? given : replaceAt(given, replaced);
  }

  /** Removes a field whose name would be redacted, since a redacted name means nothing. */
  async function readName({ path, place: own, name }: DeltaName, place: string): Promise<Replacement[]> {
    return (await texts.read(place + own, name)) === name ? [] : [{ path, put: undefined }];
  }

  /** The texts in a delta that may go on in the next one, and replacements for all others. */
  async function readDelta(delta: JsonObject, choice: number): Promise<{ readonly pieces: TextPiece[]; readonly replaced: Replacement[] }> {
    const message = `choices[${choice}].message`;
    const pieces: TextPiece[] = [];
    const replaced: Replacement[] = [];
    for (const found of deltaTexts(delta, (call, position) => callIndexes(choice, call, position))) {
      if ('reason' in found) texts.note({ place: message + found.place, reason: found.reason });
      else if ('name' in found) replaced.push(...(await readName(found, message)));
      else if (isGone(found.path, replaced)) continue;
      else if ('text' in found) pieces.push({ ...found, id: texts.named(message + found.place) });
      else {
        for (const own of valueTexts(found)) {
          const place = message + own.place;
          const path = 'path' in own ? [...found.path, ...own.path] : [];
          if ('reason' in own) texts.note({ place, reason: own.reason });
          else if (!own.isWhole) pieces.push({ id: texts.named(place), path, text: own.text });
          else {
            const left = await texts.read(place, own.text);
            if (left !== own.text) replaced.push(inPlaceOf({ ...own, path }, left));
          }
        }
      }
    }
    return { pieces, replaced };
  }

  function heldOf(index: number): HeldDeltas {
    const known = held.get(index) ?? createHeldDeltas(texts);
    held.set(index, known);
    return known;
  }

  /** The choices to send for deltas; none for those of which nothing is left. */
  function choicesOf(sent: readonly SentDelta[], index: number): JsonObject[] {
    return sent.flatMap(({ choice, delta, isUnchanged }) => {
      if (choice === undefined) return [{ index, delta, finish_reason: null }];
      if (isUnchanged) return [choice];
      // Token probabilities spell the text out, so they pass only beside a text that passes as it is.
      return saysNothing(delta) ? [] : [{ ...choice, delta, ...('logprobs' in choice ? { logprobs: null } : {}) }];
    });
  }

  /** A chunk of its own for each choice. */
  function chunksOf(choices: readonly JsonObject[]): JsonObject[] {
    return choices.map((choice) => ({ ...envelopeOf(last), choices: [choice] }));
  }

  /** Chunks with everything that is held back for a choice. */
  async function release(index: number): Promise<JsonObject[]> {
    const sent = (await held.get(index)?.end()) ?? [];
    held.delete(index);
    return chunksOf(choicesOf(sent, index));
  }

  return {
    get length() {
      return texts.length;
    },
    get unfinished() {
      return [...unfinished];
    },
    async filter(given): Promise<JsonObject[]> {
      texts.beginChunk();
      if (isJsonObject(given['error'])) throw new ServiceError('provider_unavailable', 'The upstream failed inside its answer.');
      // Some servers send token counts in a chunk without choices.
      const choices = given['choices'] ?? (isJsonObject(given['usage']) ? [] : null);
      if (!Array.isArray(choices)) throw notAChunk();
      last = given;
      const chunk = await readBeside(given, chunkValues(given));
      const before: JsonObject[] = [];
      const kept: JsonValue[] = [];
      for (const [position, written] of choices.entries()) {
        if (!isJsonObject(written)) throw notAChunk();
        const index = written['index'] ?? position;
        if (!isIndex(index)) throw notAChunk();
        const delta = isJsonObject(written['delta']) ? written['delta'] : {};
        if (!isNothing(written['delta']) && delta !== written['delta']) throw notAChunk();
        if (ended.has(index) && !saysNothing({ ...delta, role: null })) throw goesOn();
        if (!ended.has(index)) unfinished.add(index);
        const choice = await readBeside(written, choiceValues(written), `choices[${index}]`);
        const isEnd = endsChoice(choice);
        const { logprobs = null } = choice;
        if (logprobs !== null) texts.note({ place: `choices[${index}].logprobs`, reason: TOKENS_STREAMED });
        const spellsMore = logprobs !== null && !repeatsText(logprobs, delta);
        const passed = spellsMore ? { ...withoutCopies(choice), logprobs: null } : withoutCopies(choice);
        const own = isEnd ? { ...passed, finish_reason: null } : passed;
        const { pieces, replaced } = await readDelta(delta, index);
        const isEmpty = saysNothing({ ...delta, role: null }) && pieces.every(({ text }) => text === '');
        const { earlier, latest } = await heldOf(index).take({ choice: own, delta, isEmpty, pieces, replaced });
        before.push(...chunksOf(choicesOf(earlier, index)));
        if (!isEnd) {
          kept.push(...choicesOf(latest, index));
          continue;
        }
        unfinished.delete(index);
        ended.add(index);
        if (!saysNothing(delta)) before.push(...chunksOf(choicesOf(latest, index)));
        before.push(...(await release(index)));
        kept.push({ ...passed, delta: {}, ...(saysNothing(delta) || logprobs === null ? {} : { logprobs: null }) });
      }
      const saysNoMore = kept.length === 0 && choices.length > 0 && !isJsonObject(chunk['usage']);
      return saysNoMore ? before : [...before, { ...chunk, choices: kept }];
    },
    async flush(): Promise<JsonObject[]> {
      const chunks: JsonObject[] = [];
      for (const index of unfinished) chunks.push(...(await release(index)));
      return chunks;
    },
  };
}

/** Whether a path lies inside something that was removed. */
function isGone(place: SitePath, replaced: readonly Replacement[]): boolean {
  return replaced.some((one) => {
    return one.name === undefined && one.put === undefined && one.path.every((step, depth) => place[depth] === step);
  });
}

/** Whether a delta has no content at all. */
function saysNothing(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.every(saysNothing);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([field, item]) => field === 'index' || saysNothing(item));
}

/** The fields that every chunk of a reply repeats; no texts, and no token counts, which are sent once. */
export function envelopeOf(chunk: JsonObject): JsonObject {
  const envelope = Object.fromEntries(Object.entries(chunk).filter(([field, value]) => isEnvelope(field, value) && field !== 'choices'));
  return envelope['usage'] === undefined ? envelope : { ...envelope, usage: null };
}
