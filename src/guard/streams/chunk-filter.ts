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
  valueTexts,
  withoutCopies,
  type DeltaName,
  type DeltaRest,
  type DeltaValue,
} from './delta-texts.ts';
import { createHeldValues, inPlaceOf } from './held-values.ts';
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

/** A text of a choice with possibly held-back content, and the delta in which to send the rest. */
interface OpenText {
  readonly id: string;
  readonly choice: number;
  readonly inDelta: (text: string) => JsonObject;
}

/** Filters the chunks of one reply. */
export function createChunkFilter(check: OutputCheck, options: StreamTextsOptions = {}): ChunkFilter {
  /** The texts that may still have content held back. */
  const open = new Map<string, OpenText>();
  const texts = createStreamTexts(check, options);
  const values = createHeldValues(texts);
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

  /** A delta with the releasable part of its texts (the same object if nothing changes), and deltas held until now. */
  async function filterDelta(delta: JsonObject, choice: number): Promise<{ readonly filtered: JsonObject; readonly before: JsonObject[] }> {
    const message = `choices[${choice}].message`;
    const before: JsonObject[] = [];
    const replaced: Replacement[] = [];
    for (const found of deltaTexts(delta, (call, position) => callIndexes(choice, call, position))) {
      if ('reason' in found) texts.note({ place: message + found.place, reason: found.reason });
      else if ('name' in found) replaced.push(...(await readName(found, message)));
      else if (isGone(found.path, replaced)) continue;
      else if ('value' in found) {
        const { now, before: others } = await values.take(found, choice, message);
        before.push(...others);
        if (now !== found.value) replaced.push({ path: found.path, put: now });
      } else {
        const id = texts.named(message + found.place);
        open.set(id, { id, choice, inDelta: found.inDelta });
        const text = await texts.push(id, found.isPart === true ? await texts.alone(id, found.text) : found.text);
        if (text !== found.text) replaced.push({ path: found.path, put: text });
      }
    }
    const filtered = replaced.length === 0 ? delta : withReplaced(delta, replaced);
    return { filtered: isJsonObject(filtered) ? filtered : {}, before };
  }

  /** A new chunk for a delta that was held. */
  function chunkOf(index: number, delta: JsonObject): JsonObject {
    return { ...envelopeOf(last), choices: [{ index, delta, finish_reason: null }] };
  }

  /** Chunks with everything still held back for one choice, or for all choices. */
  async function release(choice?: number): Promise<JsonObject[]> {
    const chunks: JsonObject[] = [];
    for (const index of choice === undefined ? unfinished : [choice]) {
      for (const delta of await values.end(index)) chunks.push(chunkOf(index, delta));
    }
    for (const text of open.values()) {
      if (choice !== undefined && text.choice !== choice) continue;
      open.delete(text.id);
      const held = await texts.finish(text.id);
      if (held === '') continue;
      chunks.push(chunkOf(text.choice, text.inDelta(held)));
    }
    return chunks;
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
        const { filtered, before: waited } = await filterDelta(delta, index);
        for (const earlier of waited) before.push(chunkOf(index, earlier));
        const isEnd = endsChoice(choice);
        const changed = filtered !== delta;
        if (changed && !isEnd && saysNothing(filtered)) continue;
        const passed: JsonObject = { ...withoutCopies(choice), ...(isJsonObject(choice['delta']) ? { delta: filtered } : {}) };
        // Token probabilities spell the text out, so they pass only if the text passes unchanged.
        const { logprobs } = choice;
        if (logprobs !== undefined && logprobs !== null) {
          texts.note({ place: `choices[${index}].logprobs`, reason: TOKENS_STREAMED });
          if (changed || !repeatsText(logprobs, delta)) passed['logprobs'] = null;
        }
        if (!isEnd) {
          kept.push(passed);
          continue;
        }
        unfinished.delete(index);
        ended.add(index);
        if (!saysNothing(filtered)) before.push({ ...envelopeOf(chunk), choices: [{ ...passed, finish_reason: null }] });
        before.push(...(await release(index)));
        kept.push({ ...passed, delta: {} });
      }
      const isEmpty = kept.length === 0 && choices.length > 0 && !isJsonObject(chunk['usage']);
      return isEmpty ? before : [...before, { ...chunk, choices: kept }];
    },
    flush: () => release(),
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
