/** The reasoner's answer to an utterance. */
export interface BridgeReply {
  readonly text: string;
  /** The guard's decision from its header, if a guard answered. */
  readonly decision?: string;
}

export interface BridgeOptions {
  readonly requestId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** Sends a transcript to the reasoner and returns its answer. Throws `provider_unavailable` or `timeout`. */
export interface Bridge {
  readonly name: string;
  reply(text: string, options: BridgeOptions): Promise<BridgeReply>;
}
