import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSessions } from '../../src/domain/speech/session.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';

function registry(options: { readonly maxSessions?: number; readonly idleSeconds?: number } = {}) {
  const clock = createManualClock();
  return {
    clock,
    sessions: createSessions({
      clock,
      ids: createCountingIds(),
      maxSessions: 3,
      idleSeconds: 60,
      conversation: { maxTurns: 2, maxCharacters: 100 },
      ...options,
    }),
  };
}

describe('createSessions()', () => {
  it('mints what it is not given', () => {
    const { sessions } = registry();
    const session = sessions.start({});
    assert.match(session.roomId, /^room-/);
    assert.match(session.participantId, /^participant-/);
    assert.match(session.id, /^session-/);
  });

  it('tells how long a session lasted when it ends', () => {
    const { clock, sessions } = registry();
    const { id } = sessions.start({ roomId: 'kitchen', participantId: 'ann' });
    clock.advance(12_345);
    const ended = sessions.end(id, 'closed');
    assert.equal(ended.durationInSeconds, 12.345);
    assert.equal(ended.endedAt.toISOString(), '2025-01-02T03:04:17.345Z');
    assert.deepEqual([ended.roomId, ended.participantId, ended.reason], ['kitchen', 'ann', 'closed']);
  });

  it('knows a session by its room and participant until it ends', () => {
    const { sessions } = registry();
    const session = sessions.start({ roomId: 'kitchen', participantId: 'ann' });
    assert.equal(sessions.find('kitchen', 'ann')?.id, session.id);
    assert.equal(sessions.find('kitchen', 'bob'), undefined);
    sessions.end(session.id, 'left');
    assert.equal(sessions.find('kitchen', 'ann'), undefined);
  });

  it('refuses one more than the limit as too_many_requests, and takes it once another has ended', () => {
    const { sessions } = registry({ maxSessions: 1 });
    const { id } = sessions.start({});
    assert.throws(() => sessions.start({}), { kind: 'too_many_requests' });
    sessions.end(id, 'closed');
    assert.notEqual(sessions.start({}).id, id);
  });

  it('answers not_found for a session that is unknown or has ended', () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    sessions.end(id, 'closed');
    for (const act of [
      () => sessions.get(id),
      () => sessions.end(id, 'closed'),
      () => sessions.beginTurn(id, 'alice'),
      () => sessions.get('other'),
    ]) {
      assert.throws(act, { kind: 'not_found' });
    }
  });

  it('expires sessions that were idle for longer than the limit, and only those', () => {
    const { clock, sessions } = registry({ idleSeconds: 10 });
    const old = sessions.start({});
    clock.advance(9000);
    const young = sessions.start({});
    assert.deepEqual(sessions.expire(), []);
    clock.advance(1001);
    assert.deepEqual(
      sessions.expire().map(({ id, reason }) => [id, reason]),
      [[old.id, 'idle']],
    );
    assert.deepEqual(
      sessions.list().map(({ id }) => id),
      [young.id],
    );
  });

  it('does not expire a session during a turn, and counts idleness from the end of the turn', () => {
    const { clock, sessions } = registry({ idleSeconds: 10 });
    const { id } = sessions.start({});
    {
      using _turn = sessions.beginTurn(id, 'alice');
      clock.advance(60_000);
      assert.deepEqual(sessions.expire(), []);
    }
    clock.advance(10_000);
    assert.deepEqual(sessions.expire(), []);
    clock.advance(1);
    assert.equal(sessions.expire().length, 1);
  });

  it('counts turns, and aborts the current one when the session ends', () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    sessions.beginTurn(id, 'alice')[Symbol.dispose]();
    using turn = sessions.beginTurn(id, 'alice');
    assert.equal(turn.session.turns, 2);
    assert.equal(turn.signal.aborted, false);
    assert.equal(sessions.end(id, 'closed').turns, 2);
    assert.equal(turn.signal.aborted, true);
  });

  it('keeps what was said in its last turns for the next one, until it ends', () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    const say = (transcript: string): readonly string[] => {
      using turn = sessions.beginTurn(id, 'alice');
      turn.keep({ transcript, spoken: `${transcript}!` });
      return turn.earlier.map(({ transcript: heard, spoken }) => `${heard} ${spoken}`);
    };
    assert.deepEqual(
      [say('one'), say('two'), say('three'), say('four')],
      [[], ['one one!'], ['one one!', 'two two!'], ['two two!', 'three three!']],
    );
    sessions.end(id, 'closed');
    assert.deepEqual(sessions.beginTurn(sessions.start({}).id, 'alice').earlier, []);
  });

  it('ends all sessions at once', () => {
    const { sessions } = registry();
    sessions.start({});
    sessions.start({});
    assert.deepEqual(
      sessions.endAll('shutdown').map(({ reason }) => reason),
      ['shutdown', 'shutdown'],
    );
    assert.deepEqual(sessions.list(), []);
  });
});
