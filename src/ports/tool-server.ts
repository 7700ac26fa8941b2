import type { JsonObject } from '../core/json.ts';

/** A tool as its server describes it. Nothing in it is to be trusted. */
export interface RemoteTool {
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** What the server says of its behaviour, such as `readOnlyHint`. */
  readonly annotations?: JsonObject;
}

/** How a call ended: with an output, with the tool's own error, or with a fault of the protocol or the connection. */
export type RemoteResult =
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'tool_error'; readonly text: string }
  | { readonly type: 'protocol_error'; readonly code: number; readonly message: string }
  | { readonly type: 'http_error'; readonly code: number; readonly message: string };

/** Where a server is, and the headers that it gets, which may hold keys. */
export interface ToolServerAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that offers tools. It is connected to when it is first needed, and left when it is disposed. */
export interface ToolServer extends AsyncDisposable {
  /** Its tools. Throws `provider_unavailable` or `timeout`, and the signal's reason once it aborts. */
  tools(signal: AbortSignal): Promise<readonly RemoteTool[]>;
  /** Calls a tool. Throws only the signal's reason. */
  call(name: string, given: JsonObject, signal: AbortSignal): Promise<RemoteResult>;
}

/** Servers by their addresses. */
export type ToolServers = (address: ToolServerAddress) => ToolServer;
