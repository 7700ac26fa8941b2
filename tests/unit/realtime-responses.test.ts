import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../../src/core/config.ts';
import { createLiveConversation } from '../../src/domain/speech/live/live-conversation.ts';
import type { SessionTurn } from '../../src/domain/speech/session.ts';
import { voiceSettings } from '../../src/voice/config.ts';
import { liveDefaults } from '../../src/voice/live/live-settings.ts';
import { createResponses } from '../../src/voice/live/responses.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { createScriptedEngines } from '../fixtures/scripted-engines.ts';

describe('createResponses()', () => {
  it('begins one of two that wait for the end of one that was cut off, and refuses the other', async () => {
    const ids = createCountingIds();
    const turn = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const types: string[] = [];
    const signal = new AbortController().signal;
    const session = { id: 's', roomId: 'r', participantId: 'p', isNamed: false, startedAt: new Date(0), turns: 1 };
    const limits = readSettings(voiceSettings, {});
    const settings = liveDefaults(limits);
    const responses = createResponses({
      deps: { ...createScriptedEngines(), clock: createManualClock(), limits },
      conversation: createLiveConversation({ items: 10, characters: 1000 }),
      conversationId: 'conv',
      turns: {
        spoken: () => undefined,
        timed: (work) => work,
        heard: () => undefined,
        dropped: () => undefined,
        unheard: () => undefined,
        answered: () => undefined,
      },
      settings: () => settings,
      pending: () => [],
      asker: { userId: undefined, caller: undefined, memory: 'on' },
      async beginTurn(): Promise<SessionTurn> {
        await turn.promise;
        return { session, signal, earlier: [], keep: () => undefined, [Symbol.dispose]: () => undefined };
      },
      emit: (type) => void types.push(type),
      mintId: (prefix) => ids.next(prefix),
      onAudio: () => undefined,
      onFailure: (error) => assert.fail(String(error)),
      onIdle: () => (types.filter((type) => type === 'response.done').length === 2 ? ended.resolve() : undefined),
      signal,
    });
    await responses.begin({});
    responses.cut('turn_detected');
    const waiting = Promise.allSettled([responses.begin({}), responses.begin({})]);
    turn.resolve();
    assert.deepEqual(
      (await waiting).map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'begun')),
      ['begun', 'conversation_already_has_active_response'],
    );
    await ended.promise;
    assert.deepEqual(
      types.filter((type) => type === 'response.created' || type === 'response.done'),
      ['response.created', 'response.done', 'response.created', 'response.done'],
    );
  });
});
