import type { ChatPart, ChatRequest } from './language.ts';

/** The reasoner's answer to an utterance. */
export interface BridgeReply {
  readonly text: string;
  /** The guard's decision from its header, if a guard answered. */
  readonly decision?: string;
}

/** A message of a spoken conversation. */
export interface BridgeMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The API key with which a turn was asked for. */
export interface BridgeCaller {
  readonly name: string;
  /** Sent only to servers that share our API keys, and never logged. */
  readonly key: string;
}

export interface BridgeOptions {
  readonly requestId: string;
  /** The user that the client named, if any; without one nothing is remembered. */
  readonly userId?: string | undefined;
  /** How the turn may use memory, such as `off`; as the client said it. */
  readonly memory?: string | undefined;
  /** Whose turn it is: a user's memory belongs to the user under this key. Undefined while keys are off. */
  readonly caller?: BridgeCaller | undefined;
  readonly signal: AbortSignal;
}

/** Sends a conversation, which ends with what was said just now, to the reasoner and returns its answer. Throws `provider_unavailable` or `timeout`. */
export interface Bridge {
  readonly name: string;
  reply(messages: readonly BridgeMessage[], options: BridgeOptions): Promise<BridgeReply>;
  /** The same while the answer is being written, also with functions. Throws `invalid_input` for what the bridge cannot ask for. */
  stream(request: ChatRequest, options: BridgeOptions): AsyncIterable<ChatPart>;
}
