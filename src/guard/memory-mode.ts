import { ServiceError } from '../core/errors.ts';
import { MEMORY_HEADER } from '../core/memory-header.ts';
import type { UpstreamOptions } from '../ports/upstream.ts';

/** As it is written in what is said of it. */
const WRITTEN = 'X-Parley-Memory';
/** Words alone: what is passed on without a check must hold nothing to check. */
const MODE = /^[a-z-]{1,16}$/;

/** How a request may use the upstream's memory, to be passed on: who says no to being remembered says it there. Throws `invalid_input`. */
export function memoryModeOf({ headers }: Request): Pick<UpstreamOptions, 'memory'> {
  const memory = headers.get(MEMORY_HEADER)?.trim() ?? '';
  if (memory === '') return {};
  if (MODE.test(memory)) return { memory };
  throw new ServiceError('invalid_input', `${WRITTEN}: must be a word, such as off.`, { param: WRITTEN });
}
