/** How far a response is; the first two are unfinished. */
export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** One response with what it was made from. Texts are JSON that the service wrote and only it reads. */
export interface StoredResponse {
  readonly id: string;
  /** Name of the API key that made it; empty where there are no keys. */
  readonly owner: string;
  readonly status: ResponseStatus;
  readonly createdAt: Date;
  /** The response whose conversation it goes on with. */
  readonly previous?: string;
  /** Until when whoever works on an unfinished response is taken to be alive. */
  readonly aliveUntil?: Date;
  /** The response object. */
  readonly body: string;
  /** Its own input items, without those of earlier responses. */
  readonly input: string;
  /** Ids of its input and output items. */
  readonly itemIds: readonly string[];
  /** What happened, step by step, so that its stream can be given again; absent where it cannot. */
  readonly steps?: string;
}

/** What changes in an unfinished response. */
export type ResponseUpdate = Pick<StoredResponse, 'id' | 'status' | 'body' | 'itemIds' | 'steps'>;

/**
 * Where responses are kept, up to a number for each owner and up to an age; what is over is forgotten, oldest first.
 * An owner never sees another's. What has resolved is stored. Failures are the store's (`unavailable`, `timeout`).
 */
export interface ResponseStore {
  create(response: StoredResponse): Promise<void>;
  /** Changes an unfinished response; false, without a change, when it is finished or gone. */
  update(change: ResponseUpdate): Promise<boolean>;
  /** Says that unfinished responses are still worked on. Resolves with those that are still unfinished. */
  keepAlive(ids: readonly string[], until: Date): Promise<readonly string[]>;
  get(owner: string, id: string): Promise<StoredResponse | undefined>;
  /** A response with those it goes on from, at most `limit`, oldest first; without `steps`. */
  chain(owner: string, id: string, limit: number): Promise<readonly StoredResponse[]>;
  /** A response that has the item among its input or output. */
  withItem(owner: string, itemId: string): Promise<StoredResponse | undefined>;
  /** Whether there was such a response. */
  delete(owner: string, id: string): Promise<boolean>;
}
