import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSilenceWatch } from '../../src/voice/live/silence-watch.ts';
import { createManualClock } from '../fixtures/manual-system.ts';

describe('createSilenceWatch()', () => {
  it('tells of a silence by itself, without being asked to look again', async () => {
    const clock = createManualClock();
    const told = Promise.withResolvers<number>();
    let since: number | undefined = 0;
    const watch = createSilenceWatch({
      clock,
      timeoutMs: () => 20,
      waitedSince: () => since,
      onTimeout(milliseconds) {
        since = undefined;
        told.resolve(milliseconds);
      },
      signal: new AbortController().signal,
    });
    watch.look();
    clock.advance(20);
    assert.equal(await told.promise, 20);
  });

  it('tells of none once its signal has aborted', () => {
    const clock = createManualClock();
    const session = new AbortController();
    const onTimeout = (): void => assert.fail('the session is over');
    const watch = createSilenceWatch({ clock, timeoutMs: () => 20, waitedSince: () => 0, onTimeout, signal: session.signal });
    watch.look();
    session.abort();
    clock.advance(20);
    watch.restart();
  });
});
