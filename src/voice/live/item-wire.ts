import type { JsonObject } from '../../core/json.ts';
import type { LiveContent, LiveItem } from '../../domain/speech/live/live-conversation.ts';
import type { NewItem } from './client-events.ts';

/** Audio that a client put into an item: its part of the content, and its bytes in base64. */
export interface ItemAudio {
  readonly index: number;
  readonly audio: string;
}

/** An item as its client gave it, and what of its audio has no transcript yet. */
export function fromNewItem(
  item: NewItem,
  mintId: (prefix: string) => string,
): { readonly item: LiveItem; readonly audio: readonly ItemAudio[] } {
  const id = item.id ?? mintId('item_');
  const status = 'completed';
  if (item.type === 'function_call') {
    const { name, arguments: text, call_id: callId = mintId('call_') } = item;
    return { item: { id, status, type: 'function_call', callId, name, arguments: text }, audio: [] };
  }
  if (item.type === 'function_call_output') {
    return { item: { id, status, type: 'function_call_output', callId: item.call_id, output: item.output }, audio: [] };
  }
  const { role, content } = item;
  const audio = content.flatMap((part, index) =>
    'audio' in part && typeof part.audio === 'string' && !('transcript' in part) ? [{ index, audio: part.audio }] : [],
  );
  return { item: { id, status, type: 'message', role, content: content.map(toContent) }, audio };
}

function toContent(part: (NewItem & { readonly type: 'message' })['content'][number]): LiveContent {
  if ('image_url' in part && typeof part.image_url === 'string') {
    const { image_url: url, detail } = part as { readonly image_url: string; readonly detail?: 'auto' | 'low' | 'high' };
    return { type: 'image', image: { url, ...(detail === undefined ? {} : { detail }) } };
  }
  if ('text' in part && typeof part.text === 'string') return { type: 'text', text: part.text };
  const { transcript } = part as { readonly transcript?: string };
  return { type: 'audio', transcript };
}

/** An item as clients see it. Audio is not kept, so that it has its transcript only. */
export function toItem(item: LiveItem): JsonObject {
  const { id, status, type } = item;
  const common = { id, object: 'realtime.item', type, status };
  if (item.type === 'function_call') return { ...common, name: item.name, call_id: item.callId, arguments: item.arguments };
  if (item.type === 'function_call_output') return { ...common, call_id: item.callId, output: item.output };
  const by = item.role === 'assistant' ? 'output' : 'input';
  return {
    ...common,
    role: item.role,
    content: item.content.map((part) => {
      if (part.type === 'text') return { type: `${by}_text`, text: part.text };
      if (part.type === 'audio') return { type: `${by}_audio`, transcript: part.transcript ?? null };
      const { url, detail } = part.image;
      return { type: 'input_image', image_url: url, ...(detail === undefined ? {} : { detail }) };
    }),
  };
}
