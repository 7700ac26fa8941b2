import type { ToolServer, ToolServers } from '../../ports/tool-server.ts';
import type { McpToolServerOptions } from './connection.ts';

/** MCP servers. The protocol's library, which takes up 28 MB, is loaded with the first server that is asked. */
export function createMcpToolServers(options: McpToolServerOptions): ToolServers {
  return (address) => {
    let loaded: Promise<ToolServer> | undefined;
    const server = (): Promise<ToolServer> =>
      (loaded ??= import('./tool-server.ts').then(({ createMcpToolServer }) => createMcpToolServer(address, options)));
    return {
      tools: async (signal) => (await server()).tools(signal),
      call: async (name, given, signal) => (await server()).call(name, given, signal),
      async [Symbol.asyncDispose]() {
        await (await loaded)?.[Symbol.asyncDispose]();
      },
    };
  };
}
