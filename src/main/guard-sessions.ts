import type { Database } from '../adapters/libsql/database.ts';
import { createLibsqlEndedSessions } from '../adapters/libsql/ended-sessions.ts';
import type { GuardSettings } from '../guard/config.ts';
import type { GuardDeps } from '../guard/guard.ts';
import type { Logger } from '../ports/system.ts';
import { readAtStart } from './database.ts';
import type { Foundation } from './foundation.ts';

/** The sessions of the dashboard that were ended before this start, and where others are kept. */
export async function openGuardSessions(
  { clock }: Foundation,
  {
    database,
    settings,
    logger,
  }: { readonly database: Database; readonly settings: Pick<GuardSettings, 'databaseTimeoutMs'>; readonly logger: Logger },
): Promise<GuardDeps['sessions']> {
  const store = createLibsqlEndedSessions({ database, clock });
  const ended = await readAtStart(store.all(clock.now()), {
    logger,
    withinMs: settings.databaseTimeoutMs,
    warning: 'which sessions of the dashboard were ended is not known; one that was signed out may open it until its time is over',
    otherwise: [],
  });
  return { store, ended };
}
