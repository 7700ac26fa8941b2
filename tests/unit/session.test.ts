import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceError } from '../../src/core/errors.ts';
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

  it('tells how long a session lasted when it ends', async () => {
    const { clock, sessions } = registry();
    const { id } = sessions.start({ roomId: 'kitchen', participantId: 'ann' });
    clock.advance(12_345);
    const ended = await sessions.end(id, 'closed');
    assert.equal(ended.durationInSeconds, 12.345);
    assert.equal(ended.endedAt.toISOString(), '2025-01-02T03:04:17.345Z');
    assert.deepEqual([ended.roomId, ended.participantId, ended.reason], ['kitchen', 'ann', 'closed']);
  });

  it('knows a session by its room and participant until it ends', async () => {
    const { sessions } = registry();
    const session = sessions.start({ roomId: 'kitchen', participantId: 'ann' });
    assert.equal(sessions.find('kitchen', 'ann')?.id, session.id);
    assert.equal(sessions.find('kitchen', 'bob'), undefined);
    await sessions.end(session.id, 'left');
    assert.equal(sessions.find('kitchen', 'ann'), undefined);
  });

  it('refuses one more than the limit as too_many_requests, and takes it once another has ended', async () => {
    const { sessions } = registry({ maxSessions: 1 });
    const { id } = sessions.start({});
    assert.throws(() => sessions.start({}), { kind: 'too_many_requests' });
    await sessions.end(id, 'closed');
    assert.notEqual(sessions.start({}).id, id);
  });

  it('answers not_found for a session that is unknown or has ended', async () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    await sessions.end(id, 'closed');
    for (const act of [
      async () => sessions.get(id),
      () => sessions.end(id, 'closed'),
      () => sessions.beginTurn(id, 'alice'),
      async () => sessions.get('other'),
    ]) {
      await assert.rejects(act, { kind: 'not_found' });
    }
  });

  it('expires sessions that were idle for longer than the limit, and only those', async () => {
    const { clock, sessions } = registry({ idleSeconds: 10 });
    const old = sessions.start({});
    clock.advance(9000);
    const young = sessions.start({});
    assert.deepEqual(sessions.expire(), []);
    clock.advance(1001);
    assert.deepEqual(
      (await Promise.all(sessions.expire())).map(({ id, reason }) => [id, reason]),
      [[old.id, 'idle']],
    );
    assert.deepEqual(
      sessions.list().map(({ id }) => id),
      [young.id],
    );
  });

  it('does not expire a session during a turn, and counts idleness from the end of the turn', async () => {
    const { clock, sessions } = registry({ idleSeconds: 10 });
    const { id } = sessions.start({});
    {
      using _turn = await sessions.beginTurn(id, 'alice');
      clock.advance(60_000);
      assert.deepEqual(sessions.expire(), []);
    }
    clock.advance(10_000);
    assert.deepEqual(sessions.expire(), []);
    clock.advance(1);
    assert.equal(sessions.expire().length, 1);
  });

  it('counts turns, and aborts the current one when the session ends', async () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    (await sessions.beginTurn(id, 'alice'))[Symbol.dispose]();
    const turn = await sessions.beginTurn(id, 'alice');
    assert.equal(turn.session.turns, 2);
    assert.equal(turn.signal.aborted, false);
    const ending = sessions.end(id, 'closed');
    assert.equal((turn.signal.reason as ServiceError).kind, 'conflict');
    turn[Symbol.dispose]();
    assert.equal((await ending).turns, 2);
  });

  it('interrupts the current turn when a newer one begins, which waits until it has ended', async () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    const order: string[] = [];
    const first = await sessions.beginTurn(id, 'alice');
    const second = sessions.beginTurn(id, 'alice').then((turn) => (order.push('second began'), turn));
    const third = sessions.beginTurn(id, 'alice').then((turn) => (order.push('third began'), turn));
    assert.equal((first.signal.reason as ServiceError).kind, 'conflict');
    await Promise.resolve();
    first.keep({ transcript: 'one', spoken: '' });
    order.push('first ended');
    first[Symbol.dispose]();
    const interrupted = await second;
    assert.equal(interrupted.signal.aborted, true);
    interrupted[Symbol.dispose]();
    using turn = await third;
    assert.deepEqual(order, ['first ended', 'second began', 'third began']);
    assert.deepEqual([turn.signal.aborted, turn.session.turns, turn.earlier], [false, 3, [{ transcript: 'one', spoken: '' }]]);
  });

  it('keeps what was said in its last turns for the next one, until it ends', async () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    const say = async (transcript: string): Promise<readonly string[]> => {
      using turn = await sessions.beginTurn(id, 'alice');
      turn.keep({ transcript, spoken: `${transcript}!` });
      return turn.earlier.map(({ transcript: heard, spoken }) => `${heard} ${spoken}`);
    };
    assert.deepEqual(
      [await say('one'), await say('two'), await say('three'), await say('four')],
      [[], ['one one!'], ['one one!', 'two two!'], ['two two!', 'three three!']],
    );
    await sessions.end(id, 'closed');
    assert.deepEqual((await sessions.beginTurn(sessions.start({}).id, 'alice')).earlier, []);
  });

  it('ends all sessions and their turns when the service stops, and opens no further ones', async () => {
    const { sessions } = registry();
    const { id } = sessions.start({});
    sessions.start({});
    const turn = await sessions.beginTurn(id, 'alice');
    const ending = sessions.stop();
    assert.equal((turn.signal.reason as ServiceError).kind, 'unavailable');
    turn[Symbol.dispose]();
    assert.deepEqual(
      (await Promise.all(ending)).map(({ reason }) => reason),
      ['shutdown', 'shutdown'],
    );
    assert.deepEqual(sessions.list(), []);
    assert.throws(() => sessions.start({}), { kind: 'unavailable' });
  });
});
