import { exactNumber } from '../../core/exact-numbers.ts';
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts';
import { createValueWriter } from '../../domain/guardrails/redaction/value-writer.ts';
import type { ReplacedValues } from '../../domain/guardrails/redaction/vault.ts';
import type { StreamedCalls } from '../../ports/guard.ts';
import { unreadableCall } from '../reply-faults.ts';
import { createCallIndexes } from './call-indexes.ts';
import { envelopeOf, type ChunkFilter } from './chunk-filter.ts';
import { endsChoice } from './delta-texts.ts';

/** A tool call in progress. */
interface OpenCall {
  readonly choice: number;
  /** Undefined for the single call of the legacy `function_call`. */
  readonly index: number | undefined;
  readonly id: string | undefined;
  /** The joined pieces received but not yet forwarded, and their length in UTF-16 code units. */
  held: JsonObject;
  heldLength: number;
  kind: 'function' | 'custom';
  /** Whether a piece has stated the kind; until then `kind` is a guess. */
  isKnown: boolean;
  name: string;
  written: string;
  /** Its arguments came as one value instead of a text, so nothing may follow them. */
  isWhole: boolean;
  /** `naming` until its arguments begin, since the name may arrive in pieces; then what the rules require. */
  state: 'naming' | 'pass' | 'watch' | 'hold';
}

/**
 * Holds back the tool calls of a streamed reply until they are complete and the rules have checked them. Calls without a rule and
 * everything else pass at once, except that calls keep their order, on which clients rely. A call is complete when its choice ends. A
 * released call goes to the `inner` filter as one delta.
 */
export function createToolCallHold(inner: ChunkFilter, { calls, vault }: { calls: StreamedCalls; vault: ReplacedValues }): ChunkFilter {
  /** The calls of each unfinished choice, in order. */
  const open = new Map<number, OpenCall[]>();
  const choices = new Set<number>();
  const callIndexes = createCallIndexes();
  let last: JsonObject = {};
  let held = 0;

  function letGo(call: OpenCall): JsonObject[] {
    const { held: delta, index } = call;
    if (Object.keys(delta).length === 0) return [];
    held -= call.heldLength;
    [call.held, call.heldLength] = [{}, 0];
    return [index === undefined ? { function_call: delta } : { tool_calls: [delta] }];
  }

  /** Releases everything before the first call that is held. */
  function ready(choice: number): JsonObject[] {
    const own = open.get(choice) ?? [];
    const first = own.findIndex(({ state }) => state === 'naming' || state === 'hold');
    return own.slice(0, first < 0 ? own.length : first).flatMap(letGo);
  }

  /** Checks the calls of a choice that has ended, and releases them if all are allowed. */
  function end(choice: number): JsonObject[] {
    const own = open.get(choice) ?? [];
    open.delete(choice);
    const allowed = own.map(isAllowed);
    return allowed.every(Boolean) ? own.flatMap(letGo) : [];
  }

  function isAllowed(call: OpenCall): boolean {
    const tool = call.name.trim();
    if (call.state === 'naming') call.state = calls.treatment(tool);
    if (call.state === 'pass') return true;
    const isJson = call.kind === 'function';
    const place = call.index === undefined ? 'function_call' : `tool_calls[${call.index}].${call.kind}`;
    const part = `choices[${call.choice}].message.${place}.${isJson ? 'arguments' : 'input'}`;
    // Rules apply to what the client will receive, so to the call with its values restored.
    return calls.complete({ part, tool, arguments: vault.restore(call.written, createValueWriter(part)), isJson });
  }

  /**
   * The call that a piece continues or starts. Clients join pieces by index, but some servers send the same index for every call: a piece
   * with another id and a name starts a call there, once the arguments before it are complete and joined ones could not be read.
   */
  function callAt(choice: number, index: number | undefined, piece: JsonObject): OpenCall {
    const id = textOf(piece['id']) || undefined;
    const own = open.get(choice) ?? [];
    open.set(choice, own);
    const known = own.findLast((call) => call.index === index);
    if (known !== undefined && (id === undefined || known.id === undefined || id === known.id)) return known;
    if (known !== undefined) {
      if (own.some((call) => call.index === index && call.id === id)) throw unreadableCall();
      if (!isNamed(piece)) return known;
      if (!isCompleteObject(known.written)) throw unreadableCall();
    }
    const call: OpenCall = {
      choice,
      index,
      id,
      held: {},
      heldLength: 0,
      kind: 'function',
      isKnown: false,
      name: '',
      written: '',
      isWhole: false,
      state: 'naming',
    };
    own.push(call);
    return call;
  }

  function take(piece: JsonObject, choice: number, index: number | undefined): void {
    const call = callAt(choice, index, piece);
    for (const kind of KINDS) {
      if (!isJsonObject(piece[kind])) continue;
      // Clients differ in which kind they use if a call has both.
      if (call.isKnown && call.kind !== kind) throw unreadableCall();
      [call.kind, call.isKnown] = [kind, true];
    }
    if (index !== undefined && isNamedOtherwise(piece)) throw unreadableCall();
    const made = index === undefined ? piece : piece[call.kind];
    const [name, given] = isJsonObject(made) ? [textOf(made['name']), made[fieldOf(call)] ?? ''] : ['', ''];
    // Some servers send arguments as an object.
    const written = typeof given === 'string' ? given : JSON.stringify(given);
    // Some servers repeat the name in every chunk.
    if (name !== '' && name !== call.name) {
      if (call.state !== 'naming') throw unreadableCall();
      call.name += name;
    }
    if (written !== '' && (call.isWhole || (typeof given !== 'string' && call.written !== ''))) throw unreadableCall();
    call.isWhole ||= typeof given !== 'string';
    call.written += written;
    held += written.length;
    call.heldLength += written.length;
    call.held = withName(joined(call.held, piece), call);
    if (call.state === 'naming' && written !== '') call.state = calls.treatment(call.name.trim());
  }

  /** Takes the calls out of a delta, and returns the rest. */
  function takeCalls(delta: JsonObject, choice: number): { readonly rest: JsonObject; readonly hasCalls: boolean } {
    const { tool_calls: given, function_call: legacy, ...rest } = delta;
    // Some clients accept a single call instead of an array, so that is checked too.
    const pieces = isJsonObject(given) ? [given] : given;
    if (Array.isArray(pieces)) {
      for (const [position, piece] of pieces.entries()) {
        if (!isJsonObject(piece)) throw unreadableCall();
        take(piece, choice, callIndexes(choice, piece, position));
      }
    } else if (pieces !== undefined) rest['tool_calls'] = pieces;
    if (isJsonObject(legacy)) take(legacy, choice, undefined);
    else if (legacy !== undefined) rest['function_call'] = legacy;
    return { rest, hasCalls: Array.isArray(pieces) || isJsonObject(legacy) };
  }

  async function passOn(deltas: readonly JsonObject[], choice: number): Promise<JsonObject[]> {
    const chunks: JsonObject[] = [];
    const envelope = envelopeOf(last);
    for (const delta of deltas) {
      chunks.push(...(await inner.filter({ ...envelope, choices: [{ index: choice, delta, finish_reason: null }] })));
    }
    return chunks;
  }

  return {
    get length() {
      return inner.length + held;
    },
    get unfinished() {
      return [...choices];
    },
    async filter(chunk): Promise<JsonObject[]> {
      const { choices: written } = chunk;
      if (!Array.isArray(written) || !written.every(isJsonObject) || isJsonObject(chunk['error'])) return inner.filter(chunk);
      last = chunk;
      const released: JsonObject[] = [];
      const kept: JsonObject[] = [];
      let isChanged = false;
      for (const [position, choice] of written.entries()) {
        const index = typeof choice['index'] === 'number' ? choice['index'] : position;
        const isEnd = endsChoice(choice);
        choices.add(index);
        const { rest, hasCalls } = takeCalls(isJsonObject(choice['delta']) ? choice['delta'] : {}, index);
        released.push(...(await passOn(isEnd ? end(index) : ready(index), index)));
        if (isEnd) choices.delete(index);
        isChanged ||= hasCalls;
        if (!hasCalls) kept.push(choice);
        // Token probabilities spell a call out.
        else if (isEnd || saysMore(rest)) kept.push({ ...choice, delta: rest, ...('logprobs' in choice ? { logprobs: null } : {}) });
      }
      if (!isChanged) return [...released, ...(await inner.filter(chunk))];
      if (kept.length === 0 && !isJsonObject(chunk['usage'])) return released;
      const others = await inner.filter({ ...chunk, choices: kept });
      // The role must precede a message's calls, and the finish reason must follow them.
      return kept.some(endsChoice) ? [...released, ...others] : [...others, ...released];
    },
    async flush(): Promise<JsonObject[]> {
      const released: JsonObject[] = [];
      for (const choice of open.keys()) released.push(...(await passOn(end(choice), choice)));
      return [...released, ...(await inner.flush())];
    },
  };
}

function saysMore(delta: JsonObject): boolean {
  return Object.values(delta).some((value) => value !== null && value !== '');
}

const KINDS = ['function', 'custom'] as const;

/** Whether a piece of a call names its tool. */
function isNamed(piece: JsonObject): boolean {
  return KINDS.some((kind) => {
    const made = piece[kind];
    return isJsonObject(made) && textOf(made['name']) !== '';
  });
}

/** Whether a text is a JSON object, behind which nothing can be joined that leaves it one. */
function isCompleteObject(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text) as JsonValue);
  } catch {
    return false;
  }
}

/** Whether a piece of a call has the tool's name in an unexpected field. */
function isNamedOtherwise(piece: JsonObject): boolean {
  if (KINDS.some((kind) => isJsonObject(piece[kind]))) return false;
  return textOf(piece['name']) !== '' || Object.values(piece).some((value) => isJsonObject(value) && textOf(value['name']) !== '');
}

const GROWING: ReadonlySet<string> = new Set(['arguments', 'input']);

/** Joins two pieces of a call: arguments are concatenated, all other fields keep their first value. */
function joined(before: JsonObject, piece: JsonObject): JsonObject {
  const whole = new Map(Object.entries(before));
  for (const [field, value] of Object.entries(piece)) {
    const known = whole.get(field);
    if (isJsonObject(value) && isJsonObject(known) && exactNumber(known) === undefined) whole.set(field, joined(known, value));
    else if (typeof value === 'string' && typeof known === 'string' && GROWING.has(field)) whole.set(field, known + value);
    else if (known === undefined || known === null) whole.set(field, value);
  }
  return Object.fromEntries(whole);
}

/** The held delta of a call with its whole name, which may have arrived in pieces. */
function withName(held: JsonObject, { state, name, kind, index }: OpenCall): JsonObject {
  if (state !== 'naming' || name === '') return held;
  if (index === undefined) return { ...held, name };
  return { ...held, [kind]: { ...(isJsonObject(held[kind]) ? held[kind] : {}), name } };
}

function fieldOf({ kind }: OpenCall): string {
  return kind === 'custom' ? 'input' : 'arguments';
}
