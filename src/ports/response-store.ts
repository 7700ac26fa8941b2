import type { ConversationAddition } from './conversation-store.ts';

/** The status of a response; the first two are unfinished. */
export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** One response with its inputs. Texts are JSON that only the service writes and reads. */
export interface StoredResponse {
  readonly id: string;
  /** Name of the API key that created it; empty if there are no keys. */
  readonly owner: string;
  readonly status: ResponseStatus;
  readonly createdAt: Date;
  /** The response that it continues. */
  readonly previous?: string;
  /** The conversation that it continues, and the position of the last item that the model got of it. */
  readonly conversation?: { readonly id: string; readonly end: number };
  /** Until when the process of an unfinished response is assumed to be alive. */
  readonly aliveUntil?: Date;
  /** The response object. */
  readonly body: string;
  /** Its own input items, without those of earlier responses. */
  readonly input: string;
  /** Ids of its input and output items. */
  readonly itemIds: readonly string[];
  /** Its steps, so that its stream can be replayed; absent if it cannot be. */
  readonly steps?: string;
}

/** The fields of an unfinished response that change. */
export type ResponseUpdate = Pick<StoredResponse, 'id' | 'status' | 'body' | 'itemIds' | 'steps'>;

/**
 * Stores responses, up to a number per owner, besides those that are being generated, and up to an age; the oldest are deleted. Owners never see those of others. Resolved calls
 * are durable. Errors are the store's (`unavailable`, `timeout`).
 */
export interface ResponseStore {
  /** Stores a response, and in the same transaction what it adds to its conversation. */
  create(response: StoredResponse, addition?: ConversationAddition): Promise<void>;
  /** Updates an unfinished response, and adds to its conversation; false, without a change, if it is finished or deleted. */
  update(change: ResponseUpdate, addition?: ConversationAddition): Promise<boolean>;
  /** Sends a heartbeat for unfinished responses. Resolves with those that are still unfinished. */
  keepAlive(ids: readonly string[], until: Date): Promise<readonly string[]>;
  get(owner: string, id: string): Promise<StoredResponse | undefined>;
  /** A response with those that it continues, at most `limit`, oldest first; without `steps`. */
  chain(owner: string, id: string, limit: number): Promise<readonly StoredResponse[]>;
  /** A response with the item in its input or output. */
  withItem(owner: string, itemId: string): Promise<StoredResponse | undefined>;
  /** Whether the response existed. */
  delete(owner: string, id: string): Promise<boolean>;
}
