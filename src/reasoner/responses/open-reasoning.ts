import type { EventBody } from './open-message.ts';
import type { ItemStatus, ReasoningItem } from './response-items.ts';

/** The reasoning of a model being written: text in, events out. */
export interface OpenReasoning {
  /** The item so far. */
  item(): ReasoningItem;
  push(text: string): EventBody[];
  close(status: ItemStatus): EventBody[];
}

/** Writes one reasoning item of a response, with all that the model lets see of its reasoning as the one part of its summary. */
export function openReasoning({ id, outputIndex }: { readonly id: string; readonly outputIndex: number }): OpenReasoning {
  const inPart = { item_id: id, output_index: outputIndex, summary_index: 0 };
  let text: string | undefined;
  let status: ItemStatus = 'in_progress';
  const part = () => ({ type: 'summary_text', text: text ?? '' }) as const;
  const item = (): ReasoningItem => ({ type: 'reasoning', id, status, summary: text === undefined ? [] : [part()] });

  return {
    item,
    push(delta) {
      const events: EventBody[] = [];
      if (text === undefined) {
        events.push({ type: 'response.output_item.added', output_index: outputIndex, item: item() });
        text = '';
        events.push({ type: 'response.reasoning_summary_part.added', ...inPart, part: part() });
      }
      text += delta;
      return [...events, { type: 'response.reasoning_summary_text.delta', ...inPart, delta }];
    },
    close(end) {
      status = end;
      return [
        { type: 'response.reasoning_summary_text.done', ...inPart, text: part().text },
        { type: 'response.reasoning_summary_part.done', ...inPart, part: part() },
        { type: 'response.output_item.done', output_index: outputIndex, item: item() },
      ];
    },
  };
}
