import type { JsonObject, JsonValue } from '../../core/json.ts';

/** An event without its sequence number. */
export type EventBody = JsonObject & { readonly type: string };

/** The final status of an item. */
export type ItemEnd = 'completed' | 'incomplete';

/** An output item in progress. */
export interface OpenItem {
  /** The item as written so far. */
  item(): JsonObject;
  /** Ends the item, and returns its closing events. */
  close(end: ItemEnd): EventBody[];
}

export interface ItemPlace {
  readonly id: string;
  readonly index: number;
}

/** The kinds of text, each with its item's type and id prefix, the field of its part and the name of its events. */
export const TEXT_KINDS = {
  output_text: { item: 'message', prefix: 'msg_', field: 'text', event: 'response.output_text' },
  refusal: { item: 'message', prefix: 'msg_', field: 'refusal', event: 'response.refusal' },
  reasoning_text: { item: 'reasoning', prefix: 'rs_', field: 'text', event: 'response.reasoning_text' },
} as const;

export type TextKind = keyof typeof TEXT_KINDS;

/** A message or a reasoning item. */
export interface OpenText extends OpenItem {
  readonly type: 'message' | 'reasoning';
  write(
    kind: TextKind,
    delta: string,
    more?: { readonly logprobs?: JsonValue[]; readonly annotations?: readonly JsonObject[] },
  ): EventBody[];
}

/** Opens a message or a reasoning item; text of another kind opens a part of its own. */
export function openText(type: OpenText['type'], { id, index }: ItemPlace): OpenText {
  const done: JsonObject[] = [];
  let part: { readonly kind: TextKind; text: string; readonly logprobs: JsonValue[]; readonly annotations: JsonObject[] } | undefined;
  let status = 'in_progress';
  let isAdded = false;

  function partOf({ kind, text, logprobs, annotations }: NonNullable<typeof part>): JsonObject {
    const { field } = TEXT_KINDS[kind];
    const more = kind === 'output_text' ? { annotations: [...annotations], logprobs: [...logprobs] } : {};
    return { type: kind, [field]: text, ...more };
  }

  function item(): JsonObject {
    const content = part === undefined ? [...done] : [...done, partOf(part)];
    return type === 'message' ? { type, id, status, role: 'assistant', content } : { type, id, status, summary: [], content };
  }

  function closePart(): EventBody[] {
    if (part === undefined) return [];
    const { kind, text, logprobs } = part;
    const { field, event } = TEXT_KINDS[kind];
    const place = { item_id: id, output_index: index, content_index: done.length };
    const whole = partOf(part);
    part = undefined;
    done.push(whole);
    return [
      { type: `${event}.done`, ...place, [field]: text, ...(kind === 'output_text' ? { logprobs } : {}) },
      { type: 'response.content_part.done', ...place, part: whole },
    ];
  }

  return {
    type,
    item,
    write(kind, delta, { logprobs = [], annotations = [] } = {}) {
      const events: EventBody[] = [];
      if (!isAdded) events.push({ type: 'response.output_item.added', output_index: index, item: item() });
      isAdded = true;
      if (part?.kind !== kind) {
        events.push(...closePart());
        part = { kind, text: '', logprobs: [], annotations: [] };
        const place = { item_id: id, output_index: index, content_index: done.length };
        events.push({ type: 'response.content_part.added', ...place, part: partOf(part) });
      }
      const place = { item_id: id, output_index: index, content_index: done.length };
      part.text += delta;
      for (const logprob of logprobs) part.logprobs.push(logprob);
      const { event } = TEXT_KINDS[kind];
      if (delta !== '') events.push({ type: `${event}.delta`, ...place, delta, ...(kind === 'output_text' ? { logprobs } : {}) });
      for (const annotation of annotations) {
        events.push({ type: 'response.output_text.annotation.added', ...place, annotation_index: part.annotations.length, annotation });
        part.annotations.push(annotation);
      }
      return events;
    },
    close(end) {
      const events = closePart();
      status = end;
      return [...events, { type: 'response.output_item.done', output_index: index, item: item() }];
    },
  };
}

const CALL_KINDS = {
  function: { item: 'function_call', field: 'arguments', event: 'response.function_call_arguments' },
  custom: { item: 'custom_tool_call', field: 'input', event: 'response.custom_tool_call_input' },
} as const;

export type CallKind = keyof typeof CALL_KINDS;

/** A call of one of the client's tools. */
export interface OpenCall extends OpenItem {
  write(piece: { readonly name: string; readonly delta: string }): EventBody[];
}

/** Opens a call. It is announced once its name is complete, that is, when its arguments begin or it ends. */
export function openCall(kind: CallKind, { id, index, callId }: ItemPlace & { readonly callId: string }): OpenCall {
  const { item: type, field, event } = CALL_KINDS[kind];
  const place = { item_id: id, output_index: index };
  let name = '';
  let written = '';
  let status = 'in_progress';
  let isAdded = false;

  const item = (): JsonObject => ({ type, id, status, call_id: callId, name, [field]: written });
  function added(): EventBody[] {
    if (isAdded) return [];
    isAdded = true;
    return [{ type: 'response.output_item.added', output_index: index, item: item() }];
  }

  return {
    item,
    write(piece) {
      // Some servers repeat the name in every chunk.
      if (!isAdded && piece.name !== name) name += piece.name;
      if (piece.delta === '') return [];
      const events = added();
      written += piece.delta;
      return [...events, { type: `${event}.delta`, ...place, delta: piece.delta }];
    },
    close(end) {
      const events = added();
      status = end;
      const named = kind === 'function' ? { name } : {};
      return [
        ...events,
        { type: `${event}.done`, ...place, ...named, [field]: written },
        { type: 'response.output_item.done', output_index: index, item: item() },
      ];
    },
  };
}
