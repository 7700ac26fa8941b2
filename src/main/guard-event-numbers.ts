import type { Database } from '../adapters/libsql/database.ts';
import { createLibsqlNumberBlocks } from '../adapters/libsql/number-blocks.ts';
import { abortable, deadline } from '../core/abort.ts';
import { openEventNumbers, type EventNumbers } from '../guard/event-numbers.ts';
import type { Logger } from '../ports/system.ts';
import type { Foundation } from './foundation.ts';

/** How long the start waits for the database. */
const START_MS = 5000;

/** The numbers of the guard's lifecycle events; undefined where the database does not say which are taken. */
export async function openGuardEventNumbers(
  { clock }: Foundation,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): Promise<EventNumbers | undefined> {
  const blocks = createLibsqlNumberBlocks({ database, clock });
  return abortable(openEventNumbers({ blocks, clock, logger }), deadline(START_MS)).catch((error: unknown) => {
    logger.warn('where the lifecycle events ended is not known; a clock that was set back may give their ids again', {
      reason: error instanceof Error ? error.message : 'unknown',
    });
    return undefined;
  });
}
