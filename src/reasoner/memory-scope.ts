import { isJsonObject, type JsonObject } from '../core/json.ts';
import { MEMORY_HEADER } from '../core/memory-header.ts';
import { checkUserName, isUserName } from '../core/user-name.ts';
import { memoryOwner } from '../domain/memory/owner.ts';
import { authenticate, type ApiKey } from '../http/auth.ts';
import type { MemoryScope } from '../ports/memory.ts';
import { fault, optionalFlag, optionalText } from './fields.ts';

/** How a request uses memory: recalls and remembers, only recalls, or neither. */
const MODES = ['on', 'read-only', 'off'] as const;
const MAX_THREAD = 128;

/** A conversation's name. Throws `invalid_input`. */
export function checkThread(thread: string, param: string): string {
  if (thread.length <= MAX_THREAD && thread.isWellFormed() && !/\p{Cc}/u.test(thread)) return thread;
  throw fault(param, `must be at most ${MAX_THREAD} characters without control characters`);
}

/** The user of a request and how it uses memory, from its fields and headers. */
export interface MemoryAsked {
  readonly user: string;
  readonly thread: string;
  readonly isRemembered: boolean;
}

/**
 * Parses `safety_identifier` or `user`, `store`, `metadata.memory` and `metadata.thread_id` of a request, and the header. Undefined for
 * a request that names no user or opts out of memory: anonymous requests share no memory. `fallback` is the thread if none is named,
 * `userParam` the field that names the user. Throws `invalid_input` naming the field.
 */
function readMemoryAsked(
  body: unknown,
  headers: Headers,
  { fallback, userParam = 'user' }: { readonly fallback: string; readonly userParam?: 'user' | 'user_id' },
): MemoryAsked | undefined {
  const object: JsonObject = isJsonObject(body) ? body : {};
  const param = (object.safety_identifier ?? undefined) === undefined ? userParam : 'safety_identifier';
  const user = optionalText(object, param) ?? '';
  const metadata = object.metadata ?? {};
  if (!isJsonObject(metadata)) throw fault('metadata', 'must be an object');
  const mode =
    readMode(metadata.memory ?? undefined, 'metadata.memory') ?? readMode(headers.get(MEMORY_HEADER) ?? undefined, MEMORY_HEADER) ?? 'on';
  const thread = metadata.thread_id ?? fallback;
  if (typeof thread !== 'string') throw fault('metadata.thread_id', 'must be a string');
  const isStored = optionalFlag(object, 'store') !== false;
  if (user === '' || mode === 'off') return undefined;
  return {
    user: checkUserName(user, param),
    thread: checkThread(thread, 'metadata.thread_id'),
    isRemembered: mode === 'on' && isStored,
  };
}

/** The memory that a request uses: that of its user, under its API key. */
export async function memoryScope(
  body: unknown,
  request: Request,
  apiKeys: readonly ApiKey[],
  where: Parameters<typeof readMemoryAsked>[2],
): Promise<MemoryScope | undefined> {
  const asked = readMemoryAsked(body, request.headers, where);
  if (asked === undefined) return undefined;
  const key = await authenticate(request.headers, apiKeys);
  return { owner: memoryOwner(key?.name ?? '', asked.user), thread: asked.thread, isRemembered: asked.isRemembered };
}

/** The memory of a request from the bus, if it names a valid user. The bus has no API keys. */
export function memoryOfBusRequest({
  requestId,
  userId,
}: {
  readonly requestId: string;
  readonly userId: string;
}): MemoryScope | undefined {
  if (!isUserName(userId)) return undefined;
  return { owner: memoryOwner('', userId), thread: requestId, isRemembered: true };
}

function readMode(value: unknown, param: string): (typeof MODES)[number] | undefined {
  if (value === undefined) return undefined;
  const mode = MODES.find((name) => name === value);
  if (mode === undefined) throw fault(param, `must be one of ${MODES.join(', ')}`);
  return mode;
}
