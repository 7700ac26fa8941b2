/** One version of a policy as it was stored. `body` is the policy as JSON. */
export interface StoredPolicy {
  readonly id: string;
  /** From 1, without gaps. */
  readonly version: number;
  readonly body: string;
  readonly createdAt: Date;
  /** Name of the API key that stored it; empty while keys are off. */
  readonly author: string;
  /** When and by whom the policy was deleted while this was its latest version; absent if it was not, or if that is unknown. */
  readonly ended?: PolicyEnd;
}

/** The deletion of a policy. */
export interface PolicyEnd {
  readonly at: Date;
  /** Name of an API key, as in `author`. */
  readonly by: string;
}

/** Stores policies and all their versions. Methods reject with `unavailable` or `timeout`. */
export interface PolicyStore {
  /** How often all stored content was lost since the store was opened. */
  readonly losses: number;
  /** The latest version of every policy that is not deleted, by id. */
  latest(): Promise<readonly StoredPolicy[]>;
  /** Stores a version; false and no change if that version exists already. */
  put(policy: StoredPolicy): Promise<boolean>;
  /** Versions of one policy, newest first, deleted or not. */
  versions(id: string, limit: number): Promise<readonly StoredPolicy[]>;
  /** Deletes a policy but keeps its versions; with `ifVersion`, only if that is its latest version. Says whether it did. */
  delete(id: string, end: PolicyEnd, ifVersion?: number): Promise<boolean>;
}
