import type { Database } from '../adapters/libsql/database.ts';
import { createLibsqlNumberBlocks } from '../adapters/libsql/number-blocks.ts';
import type { GuardSettings } from '../guard/config.ts';
import { openEventNumbers, type EventNumbers } from '../guard/events/event-numbers.ts';
import type { Logger } from '../ports/system.ts';
import { readAtStart } from './database.ts';
import type { Foundation } from './foundation.ts';

/** The numbers of the guard's lifecycle events; undefined if the database does not say which are taken. */
export function openGuardEventNumbers(
  foundation: Pick<Foundation, 'clock' | 'resources'>,
  {
    database,
    settings,
    logger,
  }: { readonly database: Database; readonly settings: Pick<GuardSettings, 'databaseTimeoutMs'>; readonly logger: Logger },
): Promise<EventNumbers | undefined> {
  const { clock } = foundation;
  const blocks = createLibsqlNumberBlocks({ database, clock });
  return readAtStart(foundation, openEventNumbers({ blocks, clock, logger }), {
    logger,
    withinMs: settings.databaseTimeoutMs,
    warning: 'where the lifecycle events ended is not known; a clock that was set back may give their ids again',
    otherwise: undefined,
  });
}
