import { ServiceError } from '../core/errors.ts';
import { MEMORY_HEADER } from '../core/memory-header.ts';

/** The spelling of the header's name in error messages. */
const WRITTEN = 'X-Parley-Memory';
/** Only plain words, since this value is forwarded unchecked. */
const MODE = /^[a-z-]{1,16}$/;

/** How a request may use the memory of whoever answers it, such as `off`, from its header. Throws `invalid_input`. */
export function memoryModeOf({ headers }: Request): { readonly memory?: string } {
  const memory = headers.get(MEMORY_HEADER)?.trim() ?? '';
  if (memory === '') return {};
  if (MODE.test(memory)) return { memory };
  throw new ServiceError('invalid_input', `${WRITTEN}: must be a word, such as off.`, { param: WRITTEN });
}
