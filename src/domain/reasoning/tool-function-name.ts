import { wordHash } from '../../core/word-hash.ts';

const LEGAL = /^[A-Za-z0-9_-]+$/;
const MAX_NAME = 64;
const MAX_PREFIX = 20;
const SEPARATOR = '__';

/** What the functions of a server's tools begin with, so that the client's own can keep clear of them. */
export function toolPrefix(server: string): string {
  return `${server.slice(0, MAX_PREFIX)}${SEPARATOR}`;
}

/**
 * The name under which a model may call a tool of a server: the same for the same tool in every turn, another one for the tool of that
 * name on another server, and legal whatever the tool is called. Where the two names do not part clearly, or were changed, a hash of both
 * tells it from others.
 */
export function toolFunctionName(server: string, tool: string): string {
  const plain = `${toolPrefix(server)}${tool}`;
  const isClear = server.length <= MAX_PREFIX && !server.includes(SEPARATOR) && !server.endsWith('_') && !tool.startsWith('_');
  if (isClear && LEGAL.test(tool) && plain.length <= MAX_NAME) return plain;
  const suffix = [`${server}\n${tool}`, `${tool}\n${server}`].map((text) => `_${(wordHash(text) >>> 0).toString(36)}`).join('');
  return plain.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME - suffix.length) + suffix;
}
