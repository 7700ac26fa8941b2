/** The sole right to something that several processes share, until it is released or lost. */
export interface Lease {
  /**
   * Aborts when the work has to end: `cancelled` with the reason of a recall, or `unavailable` if the store could not be told in time that
   * the lease is still used, so that another process may have it.
   */
  readonly signal: AbortSignal;
  /** Never throws: a lease that cannot be released ends by itself. A recall that came just before still aborts the signal. */
  release(): Promise<void>;
}

/** Leases on names, among the processes that share a store. Those of a process that dies end after a while. Methods throw the store's errors. */
export interface Leases {
  /** Takes a name unless it is held, for a purpose that others can ask for. */
  take(name: string, purpose: string): Promise<Lease | undefined>;
  /** What a name is held for; undefined if it is not. */
  purpose(name: string): Promise<string | undefined>;
  /** Tells whoever holds this name, any name for this purpose, or any name below another («a b» below «a») to end, and why. Whether somebody does. */
  recall(held: { readonly name: string } | { readonly purpose: string } | { readonly below: string }, reason: string): Promise<boolean>;
}
