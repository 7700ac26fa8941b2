import type { EventBody } from './open-message.ts';
import type { CustomToolCallItem, FunctionCallItem, ItemStatus } from './response-items.ts';

/** A call of one of the client's tools that is being written: pieces in, events out. */
export interface OpenCall {
  item(): FunctionCallItem | CustomToolCallItem;
  /** The event that announces the call, to be sent once. */
  added(): EventBody;
  push(piece: string): EventBody[];
  close(status: ItemStatus): EventBody[];
}

export interface OpenCallPlace {
  readonly id: string;
  readonly outputIndex: number;
  readonly callId: string;
  readonly name: string;
  readonly isCustom: boolean;
}

/** Writes one call of a function, with its arguments, or of a custom tool, with its input. */
export function openCall({ id, outputIndex, callId, name, isCustom }: OpenCallPlace): OpenCall {
  const place = { item_id: id, output_index: outputIndex };
  const event = isCustom ? 'response.custom_tool_call_input' : 'response.function_call_arguments';
  let written = '';
  let status: ItemStatus = 'in_progress';

  function item(): FunctionCallItem | CustomToolCallItem {
    const called = { id, call_id: callId, name };
    return isCustom
      ? { type: 'custom_tool_call', ...called, input: written, status }
      : { type: 'function_call', ...called, arguments: written, status };
  }

  return {
    item,
    added: () => ({ type: 'response.output_item.added', output_index: outputIndex, item: item() }),
    push(piece) {
      if (piece === '') return [];
      written += piece;
      return [{ type: `${event}.delta`, ...place, delta: piece }];
    },
    close(end) {
      status = end;
      const whole = isCustom ? { input: written } : { name, arguments: written };
      return [
        { type: `${event}.done`, ...place, ...whole },
        { type: 'response.output_item.done', output_index: outputIndex, item: item() },
      ];
    },
  };
}
