/** One version of a policy as it was stored. `body` is the policy as JSON. */
export interface StoredPolicy {
  readonly id: string;
  /** From 1, without gaps. */
  readonly version: number;
  readonly body: string;
  readonly createdAt: Date;
  /** Name of the API key that stored it; empty while keys are off. */
  readonly author: string;
  /** When and by whom the policy was ended while this version was its last; absent where it was not, or nobody noted it. */
  readonly ended?: PolicyEnd;
}

/** The end of a policy. */
export interface PolicyEnd {
  readonly at: Date;
  /** As `author`. */
  readonly by: string;
}

/** Where policies and all their versions are kept. Failures are the store's (`unavailable`, `timeout`). */
export interface PolicyStore {
  /** How often all that was stored was lost since it was opened. */
  readonly losses: number;
  /** The latest version of every policy that is not deleted, by id. */
  latest(): Promise<readonly StoredPolicy[]>;
  /** Stores a version; false, without a change, when there is such a version already. */
  put(policy: StoredPolicy): Promise<boolean>;
  /** Versions of one policy, newest first, deleted or not. */
  versions(id: string, limit: number): Promise<readonly StoredPolicy[]>;
  /** Ends a policy, with `ifVersion` only while that is its last version; its versions stay. Whether there was one to end. */
  delete(id: string, end: PolicyEnd, ifVersion?: number): Promise<boolean>;
}
