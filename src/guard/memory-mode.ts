import { ServiceError } from '../core/errors.ts';
import type { UpstreamOptions } from '../ports/upstream.ts';

const MEMORY_HEADER = 'X-Parley-Memory';
/** Words alone: what is passed on without a check must hold nothing to check. */
const MODE = /^[a-z-]{1,16}$/;

/** How a request may use the upstream's memory, to be passed on: who says no to being remembered says it there. Throws `invalid_input`. */
export function memoryModeOf({ headers }: Request): Pick<UpstreamOptions, 'memory'> {
  const memory = headers.get(MEMORY_HEADER)?.trim() ?? '';
  if (memory === '') return {};
  if (MODE.test(memory)) return { memory };
  throw new ServiceError('invalid_input', `${MEMORY_HEADER}: must be a word, such as off.`, { param: MEMORY_HEADER });
}
