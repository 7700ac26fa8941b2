import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { createRestorer, insideJson, isJsonPart, type Restorer, type Vault } from '../domain/guardrails/vault.ts';
import { replaceAt, type SitePath } from '../domain/guardrails/site.ts';
import type { OutputCheck } from '../ports/guard.ts';
import { choiceRest, chunkRest, deltaTexts, withoutCopies, type DeltaRest } from './delta-texts.ts';

/**
 * Lets the chunks of a streamed reply through a check: texts are delayed as long as they could become
 * part of a finding, redacted where they did, and everything else passes as it came.
 */
export interface ChunkFilter {
  /** UTF-16 code units of all texts so far. */
  readonly length: number;
  /** Indexes of the choices that have begun and not ended. */
  readonly unfinished: readonly number[];
  /** What may be sent for a chunk: none, itself, or more when a choice ends. Throws `provider_unavailable` for what is no chunk. */
  filter(chunk: JsonObject): Promise<JsonObject[]>;
  /** What was still held back when the stream ended without a finish reason. */
  flush(): Promise<JsonObject[]>;
}

/** A text of a choice that may still hold something back, and how it stands in a delta. */
interface OpenText {
  readonly id: string;
  readonly choice: number;
  readonly inDelta: (text: string) => JsonObject;
}

export interface ChunkFilterOptions {
  /** Hears what the check released of each text. */
  readonly onRelease?: (id: string, released: string) => void;
  /** Placeholders to put back in what was released. */
  readonly vault?: Vault;
}

export function createChunkFilter(check: OutputCheck, { onRelease, vault }: ChunkFilterOptions = {}): ChunkFilter {
  const texts = new Map<string, OpenText>();
  const restorers = new Map<string, Restorer>();
  const unfinished = new Set<number>();
  const ended = new Set<number>();
  let last: JsonObject = {};
  let length = 0;

  /** Puts what is not read into the record. */
  function note(rest: Iterable<DeltaRest>, place = ''): void {
    for (const found of rest) check.note({ id: place + found.place, role: 'assistant', reason: found.reason });
  }

  /** Passes one delta of a text through the check. */
  async function pass(text: OpenText, delta: string): Promise<string> {
    texts.set(text.id, text);
    length += delta.length;
    const released = await check.push({ id: text.id, role: 'assistant', channel: 'user' }, delta);
    onRelease?.(text.id, released);
    return restorerOf(text.id)?.push(released) ?? released;
  }

  /** What a text still holds back at its end. */
  async function finish(id: string): Promise<string> {
    const released = await check.end(id);
    onRelease?.(id, released);
    const restorer = restorerOf(id);
    restorers.delete(id);
    return restorer === undefined ? released : restorer.push(released) + restorer.end();
  }

  function restorerOf(id: string): Restorer | undefined {
    if (vault === undefined) return undefined;
    const restorer = restorers.get(id) ?? createRestorer(vault, isJsonPart(id) ? insideJson : undefined);
    restorers.set(id, restorer);
    return restorer;
  }

  /** A delta with what its texts may release; itself when all of them pass as they are. */
  async function filterDelta(delta: JsonObject, choice: number): Promise<JsonObject> {
    const message = `choices[${choice}].message`;
    const replaced: { path: SitePath; text: string }[] = [];
    for (const found of deltaTexts(delta)) {
      const id = message + found.place;
      if ('reason' in found) {
        check.note({ id, role: 'assistant', reason: found.reason });
        continue;
      }
      const text = await pass({ id, choice, inDelta: found.inDelta }, found.text);
      if (text !== found.text) replaced.push({ path: found.path, text });
    }
    return replaced.length === 0 ? delta : replaceAt(delta, replaced);
  }

  /** Chunks with what a choice, or every choice, still holds back. */
  async function release(choice?: number): Promise<JsonObject[]> {
    const chunks: JsonObject[] = [];
    for (const text of texts.values()) {
      if (choice !== undefined && text.choice !== choice) continue;
      texts.delete(text.id);
      const held = await finish(text.id);
      if (held === '') continue;
      chunks.push({ ...withoutUsage(last), choices: [{ index: text.choice, delta: text.inDelta(held), finish_reason: null }] });
    }
    return chunks;
  }

  return {
    get length() {
      return length;
    },
    get unfinished() {
      return [...unfinished];
    },
    async filter(chunk): Promise<JsonObject[]> {
      const { choices } = chunk;
      if (isJsonObject(chunk['error'])) throw new ServiceError('provider_unavailable', 'The upstream failed inside its answer.');
      if (!Array.isArray(choices)) throw notAChunk();
      last = chunk;
      note(chunkRest(chunk));
      const before: JsonObject[] = [];
      const kept: JsonValue[] = [];
      for (const [position, choice] of choices.entries()) {
        if (!isJsonObject(choice)) throw notAChunk();
        const index = typeof choice['index'] === 'number' ? choice['index'] : position;
        const delta = isJsonObject(choice['delta']) ? choice['delta'] : {};
        if (ended.has(index) && !saysNothing({ ...delta, role: null })) throw goesOn();
        if (!ended.has(index)) unfinished.add(index);
        note(choiceRest(choice), `choices[${index}]`);
        const filtered = await filterDelta(delta, index);
        const isEnd = typeof choice['finish_reason'] === 'string';
        const changed = filtered !== delta;
        if (changed && !isEnd && saysNothing(filtered)) continue;
        // Token probabilities spell the text out, so they pass only beside a text that passes as it is.
        const passed: JsonObject = { ...withoutCopies(choice), ...(isJsonObject(choice['delta']) ? { delta: filtered } : {}) };
        if (changed && 'logprobs' in choice) passed['logprobs'] = null;
        if (!isEnd) {
          kept.push(passed);
          continue;
        }
        unfinished.delete(index);
        ended.add(index);
        if (!saysNothing(filtered)) before.push({ ...withoutUsage(chunk), choices: [{ ...passed, finish_reason: null }] });
        before.push(...(await release(index)));
        kept.push({ ...passed, delta: {} });
      }
      const isEmpty = kept.length === 0 && choices.length > 0 && !isJsonObject(chunk['usage']);
      return isEmpty ? before : [...before, { ...chunk, choices: kept }];
    },
    flush: () => release(),
  };
}

/** Whether a delta holds neither a role nor text nor anything else. */
function saysNothing(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.every(saysNothing);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([field, item]) => field === 'index' || saysNothing(item));
}

function withoutUsage({ usage, ...rest }: JsonObject): JsonObject {
  return usage === undefined ? rest : { ...rest, usage: null };
}

/** Text behind the end of a choice would follow text that has been let go as complete. */
function goesOn(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream went on with a choice that it had ended.');
}

function notAChunk(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream sent something that is no chat completion chunk.');
}
