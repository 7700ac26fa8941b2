import type { Database } from '../adapters/libsql/database.ts';
import { createLibsqlEndedSessions } from '../adapters/libsql/ended-sessions.ts';
import { abortable, deadline } from '../core/abort.ts';
import type { GuardDeps } from '../guard/guard.ts';
import type { Logger } from '../ports/system.ts';
import type { Foundation } from './foundation.ts';

/** How long the start waits for the database. */
const START_MS = 5000;

/** The sessions of the dashboard that were ended before this start, and where others are kept. */
export async function openGuardSessions(
  { clock }: Foundation,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): Promise<GuardDeps['sessions']> {
  const store = createLibsqlEndedSessions({ database, clock });
  const ended = await abortable(store.all(clock.now()), deadline(START_MS)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown';
    logger.warn('which sessions of the dashboard were ended is not known; one that was signed out may open it until its time is over', {
      reason,
    });
    return [];
  });
  return { store, ended };
}
