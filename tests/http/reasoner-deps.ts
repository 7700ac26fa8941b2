import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryConversationStore } from '../../src/adapters/in-memory/conversation-store.ts';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { readSettings } from '../../src/core/config.ts';
import { reasonerSettings, type ReasonerSettings } from '../../src/reasoner/config.ts';
import type { ReasonerDeps } from '../../src/reasoner/reasoner.ts';
import { createScriptedModel, createTestClock, createTestGuard, createTestLogger } from '../unit/reasoner-doubles.ts';

/** Everything a reasoner needs, over test doubles; what is given replaces a part of it. */
export function createReasonerDeps(
  given: Partial<Omit<ReasonerDeps, 'settings'>> & { readonly settings?: Partial<ReasonerSettings> } = {},
): ReasonerDeps {
  let minted = 0;
  const conversationStore = createInMemoryConversationStore();
  return {
    version: '1.2.3',
    model: createScriptedModel(['It ', 'is ', 'open.']),
    guard: createTestGuard(),
    bus: createInMemoryBus(),
    responseStore: createInMemoryResponseStore({ clock: createTestClock(), conversations: conversationStore }),
    conversationStore,
    database: { name: 'database', check: async () => undefined },
    clock: createTestClock(),
    ids: { next: (prefix = '') => `${prefix}id-${(minted += 1)}` },
    logger: createTestLogger(),
    apiKeys: [],
    corsOrigins: [],
    maxBodyBytes: 1024 * 1024,
    ...given,
    settings: { ...readSettings(reasonerSettings, {}), ...given.settings },
  };
}
