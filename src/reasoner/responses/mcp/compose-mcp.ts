import type { EventBody } from '../open-message.ts';
import type { ResponseStep } from '../response-step.ts';
import type { McpCallItem, McpListToolsItem, McpOutputItem } from './mcp-items.ts';

/** Where items go: `take` gives the next index with an id for it, and `put` sets the item there. */
export interface McpPlaces {
  take(prefix: string): { readonly index: number; readonly id: string };
  put(index: number, item: McpOutputItem): void;
}

type Step<T extends string> = Extract<ResponseStep, { readonly type: T }>;

interface Open<Item> {
  readonly index: number;
  readonly item: Item;
}

/** Turns the steps of MCP servers into items and events, in OpenAI's order. */
export function createMcpWriter({ take, put }: McpPlaces) {
  let listing: Open<McpListToolsItem> | undefined;
  const calls = new Map<number, Open<McpCallItem>>();

  const placeOf = ({ index, item }: Open<McpOutputItem>) => ({ output_index: index, item_id: item.id });
  const added = ({ index, item }: Open<McpOutputItem>): EventBody => ({ type: 'response.output_item.added', output_index: index, item });
  const done = ({ index, item }: Open<McpOutputItem>): EventBody => ({ type: 'response.output_item.done', output_index: index, item });

  function set<Item extends McpOutputItem>(index: number, item: Item): Open<Item> {
    put(index, item);
    return { index, item };
  }

  return {
    listing({ server }: Step<'listing'>): EventBody[] {
      const { index, id } = take('mcpl_');
      listing = set(index, { type: 'mcp_list_tools', id, server_label: server, tools: [], error: null });
      return [added(listing), { type: 'response.mcp_list_tools.in_progress', ...placeOf(listing) }];
    },
    listed({ tools, error }: Step<'listed'>): EventBody[] {
      if (listing === undefined) return [];
      const ended = set(listing.index, { ...listing.item, tools, error });
      listing = undefined;
      const how = tools.length === 0 && error !== null ? 'failed' : 'completed';
      return [{ type: `response.mcp_list_tools.${how}`, ...placeOf(ended) }, done(ended)];
    },
    call({ call, server = '', name = '', approval, arguments: piece }: Step<'mcp'>): EventBody[] {
      const events: EventBody[] = [];
      let open = calls.get(call);
      if (open === undefined) {
        const { index, id } = take('mcp_');
        const named = { server_label: server, name, arguments: '', approval_request_id: approval ?? null };
        open = { index, item: { type: 'mcp_call', id, ...named, output: null, error: null, status: 'in_progress' } };
        events.push(added(open), { type: 'response.mcp_call.in_progress', ...placeOf(open) });
      }
      open = set(open.index, { ...open.item, arguments: open.item.arguments + piece });
      calls.set(call, open);
      return piece === '' ? events : [...events, { type: 'response.mcp_call_arguments.delta', ...placeOf(open), delta: piece }];
    },
    /** The calls of a turn are complete, and will be made. */
    turn(): EventBody[] {
      return [...calls.values()].map((open) => ({
        type: 'response.mcp_call_arguments.done',
        ...placeOf(open),
        arguments: open.item.arguments,
      }));
    },
    ended({ call, output, error }: Step<'mcp-ended'>): EventBody[] {
      const open = calls.get(call);
      if (open === undefined) return [];
      calls.delete(call);
      const status = error === null ? 'completed' : 'failed';
      const ended = set(open.index, { ...open.item, output, error, status });
      return [{ type: `response.mcp_call.${status}`, ...placeOf(ended) }, done(ended)];
    },
    asked({ server, name, arguments: given }: Step<'approval'>): EventBody[] {
      const { index, id } = take('mcpr_');
      const asked = set(index, { type: 'mcp_approval_request', id, server_label: server, name, arguments: given });
      return [added(asked), done(asked)];
    },
    /** Calls that will not be made, as the answer ends before. */
    left(): EventBody[] {
      const events = [...calls.values()].map(({ index, item }) => done(set(index, { ...item, status: 'incomplete' })));
      calls.clear();
      return events;
    },
    /** A list that will not come, as the response ends before. */
    stop(): void {
      if (listing !== undefined) put(listing.index, { ...listing.item, error: 'The response ended before the tools were listed.' });
    },
  };
}
