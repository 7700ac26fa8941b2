import assert from 'node:assert/strict';
import type { ResponseClient } from './response-client.ts';

/** An item of a conversation as a client reads it. */
export interface SeenItem {
  readonly id: string;
  readonly type: string;
  readonly content?: readonly { readonly text?: string }[];
  readonly [field: string]: unknown;
}

/** Reads the JSON of an answer that must be 200. */
export async function okOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Creates a conversation, and gives its id. */
export async function conversationIn(client: ResponseClient, body: object = {}): Promise<string> {
  return String((await okOf(await client.send('POST', '/v1/conversations', body)))['id']);
}

/** The items of a conversation, oldest first. */
export async function itemsIn(client: ResponseClient, id: string, query = ''): Promise<SeenItem[]> {
  const page = await okOf(await client.send('GET', `/v1/conversations/${id}/items?order=asc&limit=100${query}`));
  return page['data'] as SeenItem[];
}

/** The texts of the messages of a conversation, and the types of its other items, oldest first. */
export async function textsIn(client: ResponseClient, id: string): Promise<string[]> {
  return (await itemsIn(client, id)).map(({ type, content }) => (type === 'message' ? (content?.[0]?.text ?? '') : type));
}
