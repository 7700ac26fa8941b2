import { decodeJson, encodeJson, isJsonObject } from '../../core/json.ts';
import type { CompactionItem } from './response-items.ts';

/** A summary as an item. Its content is opaque to clients, but not encrypted: they know the conversation. */
export function compactionItem(id: string, summary: string): CompactionItem {
  return { type: 'compaction', id, encrypted_content: encodeJson({ summary }).toBase64() };
}

/** The summary in the content of an item; undefined if a compaction of this service did not make it. */
export function summaryIn(content: string): string | undefined {
  try {
    const decoded = decodeJson(Uint8Array.fromBase64(content));
    return isJsonObject(decoded) && typeof decoded.summary === 'string' ? decoded.summary : undefined;
  } catch {
    return undefined;
  }
}
