import type { JsonObject } from '../../core/json.ts';
import { REFUSAL_TEXT } from '../../domain/reasoning/refusal.ts';
import { createMarkReader, type UnmarkedPiece } from './citation-marks.ts';
import { citation, quotationsIn } from './quotations.ts';
import type { FileCitation, ItemStatus, MessageItem, OutputContent, SearchResult } from './response-items.ts';

/** An event before it has its sequence number. */
export type EventBody = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A message being written: text in, events out. */
export interface OpenMessage {
  /** The item so far; undefined while the kind of its content is not clear. */
  item(): MessageItem | undefined;
  push(text: string, logprobs?: readonly JsonObject[]): EventBody[];
  /** Takes what the model says instead of an answer, which becomes refusal content. A message has one kind of content, that of its beginning. */
  decline(text: string): EventBody[];
  close(end: { readonly status: ItemStatus; readonly isBlocked: boolean }): EventBody[];
}

/**
 * Writes one message of a response. Citation marks in the text become `file_citation` annotations at their places; an answer without any
 * is searched for sentences of the passages. A refusal of the guard becomes refusal content. As that is only known at the end of the
 * answer, text that may be the refusal is held back until then. Log probabilities are left out where the text has citation marks, as the
 * tokens have them too.
 */
export function openMessage(place: {
  readonly id: string;
  readonly outputIndex: number;
  readonly passages: readonly SearchResult[];
}): OpenMessage {
  const { id, outputIndex, passages } = place;
  const marks = passages.length === 0 ? undefined : createMarkReader();
  const inItem = { item_id: id, output_index: outputIndex };
  const inPart = { ...inItem, content_index: 0 };
  let held: string | undefined = '';
  let content: OutputContent | undefined;
  let text = '';
  let annotations: FileCitation[] = [];
  const logprobs: JsonObject[] = [];
  /** Those of text that is not written yet. */
  const unwritten: JsonObject[] = [];
  let status: ItemStatus = 'in_progress';

  const item = (): MessageItem => ({ type: 'message', id, status, role: 'assistant', content: content === undefined ? [] : [content] });
  const textPart = (): OutputContent => ({ type: 'output_text', text, annotations, logprobs: [...logprobs] });

  function opened(part: OutputContent): EventBody[] {
    const added = { type: 'response.output_item.added', output_index: outputIndex, item: item() };
    content = part;
    return [added, { type: 'response.content_part.added', ...inPart, part }];
  }

  function annotated(annotation: FileCitation): EventBody {
    annotations = [...annotations, annotation];
    return { type: 'response.output_text.annotation.added', ...inPart, annotation_index: annotations.length - 1, annotation };
  }

  function write(pieces: readonly UnmarkedPiece[]): EventBody[] {
    const events: EventBody[] = [];
    for (const { text: delta, marks: numbers } of pieces) {
      if (delta !== '') {
        if (content === undefined) events.push(...opened(textPart()));
        text += delta;
        const tokens = unwritten.splice(0);
        logprobs.push(...tokens);
        events.push({ type: 'response.output_text.delta', ...inPart, delta, logprobs: tokens });
      }
      const sources = numbers.flatMap((number) => passages[number - 1] ?? []);
      if (content !== undefined) events.push(...sources.map((source) => annotated(citation(source, text.length))));
    }
    if (content !== undefined) content = textPart();
    return events;
  }

  const read = (given: string): EventBody[] => write(marks === undefined ? [{ text: given, marks: [] }] : marks.push(given));

  function declined(delta: string): EventBody[] {
    const events = content === undefined ? opened({ type: 'refusal', refusal: '' }) : [];
    const refusal = content?.type === 'refusal' ? content.refusal + delta : delta;
    content = { type: 'refusal', refusal };
    return [...events, { type: 'response.refusal.delta', ...inPart, delta }];
  }

  function ended(): EventBody[] {
    if (content?.type === 'refusal') return [{ type: 'response.refusal.done', ...inPart, refusal: content.refusal }];
    const events = held === undefined ? [] : read(held);
    if (marks !== undefined) events.push(...write(marks.end()));
    // An empty answer is a message too.
    if (content === undefined) events.push(...opened(textPart()));
    if (annotations.length === 0) events.push(...quotationsIn(text, passages).map(annotated));
    content = textPart();
    return [...events, { type: 'response.output_text.done', ...inPart, text, logprobs: [...logprobs] }];
  }

  function push(given: string, tokens: readonly JsonObject[] = []): EventBody[] {
    if (marks === undefined) unwritten.push(...tokens);
    if (content?.type === 'refusal') return declined(given);
    if (held === undefined) return read(given);
    held += given;
    if (REFUSAL_TEXT.startsWith(held)) return [];
    const ready = held;
    held = undefined;
    return read(ready);
  }

  return {
    item: () => (content === undefined ? undefined : item()),
    push,
    decline(given) {
      if (content?.type !== 'refusal' && held !== '') return push(given);
      return declined(given);
    },
    close({ status: end, isBlocked }) {
      const events = isBlocked && held === REFUSAL_TEXT ? declined(held) : [];
      events.push(...ended());
      status = end;
      return [
        ...events,
        { type: 'response.content_part.done', ...inPart, part: content },
        { type: 'response.output_item.done', output_index: outputIndex, item: item() },
      ];
    },
  };
}
