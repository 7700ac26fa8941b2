import type { JsonObject } from '../../core/json.ts';
import { createMcpWriter } from './mcp/compose-mcp.ts';
import { openCall, type OpenCall } from './open-call.ts';
import { openMessage, type EventBody, type OpenMessage } from './open-message.ts';
import { openReasoning, type OpenReasoning } from './open-reasoning.ts';
import { endedBody, responseUsage, shownBody, type ResponseBody } from './response-body.ts';
import { shownItem, type FileSearchCallItem, type ItemStatus, type OutputItem, type SearchResult } from './response-items.ts';
import type { ResponseStep } from './response-step.ts';

/** One event of a streamed response; its number rises by one from 0. */
export type ResponseEvent = EventBody & { readonly sequence_number: number };

export interface ComposerOptions {
  /** The response as it begins. */
  readonly body: ResponseBody;
  /** The id of the output item at an index, so that a replayed stream has the same ids. */
  readonly itemId: (index: number, prefix: string) => string;
  /** Whether events include search results. */
  readonly withResults: boolean;
}

/** Turns steps into events, in OpenAI's order, and the response object. */
export interface ResponseComposer {
  begin(): readonly ResponseEvent[];
  take(step: ResponseStep): readonly ResponseEvent[];
  /** The response so far, with search results. */
  body(): ResponseBody;
}

/** Composes one response (https://platform.openai.com/docs/api-reference/responses-streaming). The same steps give the same events. */
export function composeResponse({ body: first, itemId, withResults }: ComposerOptions): ResponseComposer {
  let body = first;
  let sequence = 0;
  const output: OutputItem[] = [];
  let passages: SearchResult[] = [];
  let message: { readonly index: number; readonly writer: OpenMessage } | undefined;
  let reasoning: { readonly index: number; readonly writer: OpenReasoning } | undefined;
  const calls = new Map<number, { readonly index: number; readonly writer: OpenCall }>();
  let search: { readonly index: number; readonly item: FileSearchCallItem } | undefined;
  /** Indexes of items; a message takes its index before it has content. */
  let places = 0;

  const mcp = createMcpWriter({
    take(prefix) {
      const index = places++;
      return { index, id: itemId(index, prefix) };
    },
    put: (index, item) => void (output[index] = item),
  });

  const numbered = (events: readonly EventBody[]): ResponseEvent[] => events.map((event) => ({ ...event, sequence_number: sequence++ }));
  const snapshot = (): ResponseBody => ({ ...body, output: output.filter((item) => item !== undefined) });
  const whole = (type: string): EventBody => ({ type, response: shownBody(snapshot(), withResults) });

  function think(text: string): EventBody[] {
    const events = reasoning === undefined ? closeMessage('completed', false) : [];
    if (reasoning === undefined) {
      const index = places++;
      reasoning = { index, writer: openReasoning({ id: itemId(index, 'rs_'), outputIndex: index }) };
    }
    const { index, writer } = reasoning;
    events.push(...writer.push(text));
    output[index] = writer.item();
    return events;
  }

  function closeReasoning(status: ItemStatus): EventBody[] {
    if (reasoning === undefined) return [];
    const { index, writer } = reasoning;
    reasoning = undefined;
    const events = writer.close(status);
    output[index] = writer.item();
    return events;
  }

  function write(text: string, kind: 'push' | 'decline' = 'push', logprobs: readonly JsonObject[] = []): EventBody[] {
    const events = closeReasoning('completed');
    if (message === undefined) {
      const index = places++;
      message = { index, writer: openMessage({ id: itemId(index, 'msg_'), outputIndex: index, passages }) };
    }
    events.push(...message.writer[kind](text, logprobs));
    const item = message.writer.item();
    if (item !== undefined) output[message.index] = item;
    return events;
  }

  /** What comes before a call. A message without content yet would leave a gap in the output. */
  function beforeCall(): EventBody[] {
    const events = closeReasoning('completed');
    if (message !== undefined && message.writer.item() === undefined) events.push(...closeMessage('completed', false));
    return events;
  }

  function call(step: Extract<ResponseStep, { readonly type: 'call' }>): EventBody[] {
    const events = beforeCall();
    let open = calls.get(step.call);
    if (open === undefined) {
      const index = places++;
      const { isCustom = false, name = '' } = step;
      const id = itemId(index, isCustom ? 'ctc_' : 'fc_');
      open = { index, writer: openCall({ id, outputIndex: index, callId: step.id ?? id, name, isCustom }) };
      calls.set(step.call, open);
      events.push(open.writer.added());
    }
    events.push(...open.writer.push(step.arguments));
    output[open.index] = open.writer.item();
    return events;
  }

  function closeMessage(status: ItemStatus, isBlocked: boolean): EventBody[] {
    if (message === undefined) return [];
    const { index, writer } = message;
    message = undefined;
    const events = writer.close({ status, isBlocked });
    const item = writer.item();
    if (item !== undefined) output[index] = item;
    return events;
  }

  function closeCall(call: number, status: ItemStatus): EventBody[] {
    const open = calls.get(call);
    if (open === undefined) return [];
    calls.delete(call);
    const events = open.writer.close(status);
    output[open.index] = open.writer.item();
    return events;
  }

  function closeTurn(status: ItemStatus, isBlocked = false): EventBody[] {
    const events = [...closeReasoning(status), ...closeMessage(status, isBlocked)];
    for (const call of calls.keys()) events.push(...closeCall(call, status));
    return events;
  }

  function searching(queries: readonly string[]): EventBody[] {
    const index = places++;
    const item: FileSearchCallItem = {
      type: 'file_search_call',
      id: itemId(index, 'fs_'),
      status: 'in_progress',
      queries,
      results: null,
    };
    search = { index, item: { ...item, status: 'searching' } };
    output[index] = search.item;
    const place = { output_index: index, item_id: item.id };
    return [
      { type: 'response.output_item.added', output_index: index, item },
      { type: 'response.file_search_call.in_progress', ...place },
      { type: 'response.file_search_call.searching', ...place },
    ];
  }

  function found(results: readonly SearchResult[]): EventBody[] {
    if (search === undefined) return [];
    const { index } = search;
    const item: FileSearchCallItem = { ...search.item, status: 'completed', results };
    search = undefined;
    passages = [...passages, ...results];
    output[index] = item;
    return [
      { type: 'response.file_search_call.completed', output_index: index, item_id: item.id },
      { type: 'response.output_item.done', output_index: index, item: shownItem(item, withResults) },
    ];
  }

  function finish({ reason, usage, at }: Extract<ResponseStep, { readonly type: 'finish' }>): EventBody[] {
    const cut = reason === 'length' ? 'max_output_tokens' : reason === 'content_filter' ? 'content_filter' : undefined;
    // An empty answer still gives a message.
    if (places === 0) write('');
    const events = [...closeTurn(cut === undefined ? 'completed' : 'incomplete', reason === 'content_filter'), ...mcp.left()];
    const status = cut === undefined ? 'completed' : 'incomplete';
    body = {
      ...body,
      status,
      completed_at: cut === undefined ? at : null,
      incomplete_details: cut === undefined ? null : { reason: cut },
      usage: responseUsage(usage),
    };
    return [...events, whole(`response.${status}`)];
  }

  function eventsOf(step: ResponseStep): EventBody[] {
    if (typeof step === 'string') return write(step);
    switch (step.type) {
      case 'text':
        return write(step.text, 'push', step.logprobs);
      case 'reasoning':
        return think(step.text);
      case 'call':
        return call(step);
      case 'call-ended':
        return closeCall(step.call, 'completed');
      case 'refusal':
        return write(step.text, 'decline');
      case 'turn':
        return [...closeTurn('completed'), ...mcp.turn()];
      case 'search':
        return searching(step.queries);
      case 'found':
        return found(step.results);
      case 'listing':
        return mcp.listing(step);
      case 'listed':
        return mcp.listed(step);
      case 'mcp':
        return [...beforeCall(), ...mcp.call(step)];
      case 'mcp-ended':
        return mcp.ended(step);
      case 'approval':
        return mcp.asked(step);
      case 'finish':
        return finish(step);
      case 'failed': {
        const { code, message: text, param } = step;
        settle({ status: 'failed', code, message: text });
        const said = { code, message: text, param };
        // As documented, and as OpenAI's own server sends it: many clients only take the latter for a failure.
        return [{ type: 'error', ...said, error: { type: code, ...said } }, whole('response.failed')];
      }
      case 'cancelled':
        settle({ status: 'cancelled' });
        return [whole('response.cancelled')];
      default:
        return [];
    }
  }

  /** Marks unfinished items as incomplete at an end without an answer. */
  function settle(end: Parameters<typeof endedBody>[1]): void {
    mcp.stop();
    body = endedBody(snapshot(), end);
    output.splice(0, output.length, ...body.output);
  }

  return {
    begin() {
      const created = [whole('response.created')];
      if (first.background) created.push(whole('response.queued'));
      body = { ...body, status: 'in_progress' };
      return numbered([...created, whole('response.in_progress')]);
    },
    take: (step) => numbered(eventsOf(step)),
    body: snapshot,
  };
}
