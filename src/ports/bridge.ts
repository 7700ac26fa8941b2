/** What the reasoning side answered to an utterance. */
export interface BridgeReply {
  readonly text: string;
  /** The guard's decision as its header gave it, when a guard answered. */
  readonly decision?: string;
}

export interface BridgeOptions {
  readonly requestId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** Carries a transcript to whatever reasons and brings its answer back. Throws `provider_unavailable` or `timeout`. */
export interface Bridge {
  readonly name: string;
  reply(text: string, options: BridgeOptions): Promise<BridgeReply>;
}
