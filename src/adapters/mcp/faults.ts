import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { ServiceError } from '../../core/errors.ts';
import type { RemoteResult } from '../../ports/tool-server.ts';

/** Code of the protocol's library for a request that takes too long. */
export const TIMED_OUT = -32001;

/** What went wrong, without the words of errors that may hold keys or addresses. */
export function faultOf(error: unknown, timeoutMs: number): Exclude<RemoteResult, { readonly type: 'output' | 'tool_error' }> {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { type: 'protocol_error', code: TIMED_OUT, message: `The MCP server did not answer within ${timeoutMs} ms.` };
  }
  if (error instanceof McpError) return { type: 'protocol_error', code: error.code, message: error.message };
  const known = serviceErrorIn(error);
  if (known !== undefined) return { type: 'http_error', code: known.status, message: known.message };
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0) return httpFault(error.code);
  if (error instanceof StreamableHTTPError || error instanceof SyntaxError || isInvalid(error)) {
    return { type: 'http_error', code: 502, message: 'What the MCP server answered is no valid message of the protocol.' };
  }
  return { type: 'http_error', code: 502, message: 'The MCP server cannot be reached, or ended the connection.' };
}

function httpFault(code: number): RemoteResult & { readonly type: 'http_error' } {
  const advice =
    code === 401 || code === 403
      ? ': authorization or headers of the tool are missing or not accepted'
      : code >= 300 && code < 400
        ? ': redirects to other origins are not followed'
        : '';
  return { type: 'http_error', code, message: `The MCP server answered with status ${code}${advice}.` };
}

/** Our own error, which the library may have wrapped. */
function serviceErrorIn(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  return error instanceof Error && error.cause !== undefined ? serviceErrorIn(error.cause) : undefined;
}

/** Whether a message did not fit the protocol's schema. */
function isInvalid(error: unknown): boolean {
  return error instanceof Error && error.name.includes('ZodError');
}
