import { ServiceError } from '../core/errors.ts';
import type { EndReason } from '../domain/speech/session.ts';
import type { VoiceParts } from './voice.ts';

/** Ends a session and publishes that it ended. It may have ended by itself; then that has been published already. */
export async function endSession(
  { sessions, events }: Pick<VoiceParts, 'sessions' | 'events'>,
  id: string,
  reason: EndReason,
  requestId: string,
): Promise<void> {
  try {
    events.sessionEnded(await sessions.end(id, reason), requestId);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}
