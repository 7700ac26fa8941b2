import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryMemoryStore } from '../../src/adapters/in-memory/memory-store.ts';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createModelExtractor } from '../../src/domain/memory/model-extractor.ts';
import { memoryOwner, memoryStoreId } from '../../src/domain/memory/owner.ts';
import { createRuleExtractor } from '../../src/domain/memory/rule-extractor.ts';
import type { Exchange, FactExtractor, Memory, MemoryStore } from '../../src/ports/memory.ts';
import { createTestMemory, wordEmbedder } from '../fixtures/test-memory.ts';
import { until } from '../system/until.ts';
import { createScriptedModel, stuck } from './reasoner-doubles.ts';

const ANN = memoryOwner('', 'ann');
const BOB = memoryOwner('', 'bob');
let requests = 0;

const exchange = (said: string, given: Partial<Exchange> = {}): Exchange => ({
  owner: ANN,
  thread: 't1',
  requestId: `request-${(requests += 1)}`,
  said,
  reply: 'I see.',
  ...given,
});

async function tell(memory: Memory, said: string, given: Partial<Exchange> = {}): Promise<void> {
  memory.remember(exchange(said, given));
  await memory.flush();
}

const factsOf = async (store: MemoryStore, owner = ANN, superseded = false) =>
  (await store.listFacts({ owner, limit: 100, superseded })).items.map(({ fact }) => fact.text);
const signal = (): AbortSignal => new AbortController().signal;

describe('memory', () => {
  it('recalls a fact with the turn that supports it: its words, thread and time', async () => {
    const { memory, clock } = createTestMemory();
    await tell(memory, 'By the way, I live in Lisbon. What is the weather like?', { thread: 't7' });
    const said = clock.now();
    clock.advance(86_400_000);
    const [found] = await memory.recall(ANN, 'in which city do I live', { limit: 5 });
    assert.equal(found?.fact?.text, 'By the way, I live in Lisbon.');
    assert.deepEqual(
      found?.evidence.map(({ text, thread, saidAt }) => [text, thread, saidAt]),
      [['By the way, I live in Lisbon. What is the weather like?', 't7', said]],
    );
  });

  it('finds what was said even where no fact was made of it', async () => {
    const { memory } = createTestMemory();
    await tell(memory, 'The new bridge opens in spring.');
    const [found] = await memory.recall(ANN, 'when does the bridge open', { limit: 5 });
    assert.equal(found?.fact, undefined);
    assert.equal(found?.evidence[0]?.text, 'The new bridge opens in spring.');
    assert.deepEqual(await memory.recall(ANN, 'bridge', { limit: 5, among: 'facts' }), []);
  });

  it('forgets what was said long ago beyond the limit, but never what a fact stands on', async () => {
    const { memory, store } = createTestMemory({ options: { maxTurns: 2 } });
    await tell(memory, 'I live in Lisbon.');
    for (const season of ['spring', 'summer', 'autumn', 'winter']) await tell(memory, `The new bridge opens in ${season}.`);
    const kept = (await store.listTurns({ owner: ANN, limit: 10 })).items.map(({ text }) => text);
    assert.deepEqual(kept, ['I live in Lisbon.', 'The new bridge opens in autumn.', 'The new bridge opens in winter.']);
    const found = await memory.recall(ANN, 'bridge spring', { limit: 5, among: 'turns' });
    assert.equal(
      found.some(({ evidence }) => evidence.some(({ text }) => text.includes('spring'))),
      false,
    );
  });

  it('gives no result twice: a fact stands for a turn that says nothing more', async () => {
    const { memory } = createTestMemory();
    await tell(memory, 'I live in Lisbon.');
    assert.equal((await memory.recall(ANN, 'Lisbon', { limit: 5 })).length, 1);
  });

  it('keeps one fact of what is said twice, with both turns as evidence', async () => {
    const { memory, store } = createTestMemory();
    await tell(memory, 'I live in Lisbon.');
    await tell(memory, 'I live in Lisbon!');
    const { items } = await store.listFacts({ owner: ANN, limit: 10, superseded: true });
    assert.equal(items.length, 1);
    assert.equal(items[0]?.turnIds.length, 2);
    assert.equal(items[0]?.fact.timesSaid, 2);
  });

  it('recalls what holds now, and keeps what it took the place of', async () => {
    const { memory, store, clock } = createTestMemory();
    await tell(memory, 'I live in Lisbon.');
    clock.advance(1000);
    await tell(memory, 'I moved to Porto.');
    const found = await memory.recall(ANN, 'where do I live, in Lisbon?', { limit: 5, among: 'facts' });
    assert.deepEqual(
      found.map(({ fact }) => fact?.text),
      ['I moved to Porto.'],
    );
    assert.deepEqual(await factsOf(store, ANN, true), ['I moved to Porto.', 'I live in Lisbon.']);
  });

  it('keeps what a sentence says besides what changes', async () => {
    const { memory, store, clock } = createTestMemory();
    await tell(memory, 'I live in Lisbon and work as a nurse.');
    clock.advance(1000);
    await tell(memory, 'I moved to Porto.');
    assert.deepEqual(await factsOf(store, ANN), ['I moved to Porto.', 'I work as a nurse.']);
  });

  it('leaves out a turn that says nothing but what was superseded, and finds it still among what was said', async () => {
    const { memory } = createTestMemory();
    await tell(memory, 'I live in Lisbon.');
    await tell(memory, 'I live in Porto now.');
    const found = await memory.recall(ANN, 'where do I live, in Lisbon?', { limit: 5 });
    assert.deepEqual(
      found.map(({ fact, evidence }) => fact?.text ?? evidence[0]?.text),
      ['I live in Porto now.'],
    );
    const turns = await memory.recall(ANN, 'Lisbon', { limit: 1, among: 'turns' });
    assert.deepEqual(
      turns.map(({ evidence, superseded = [] }) => [evidence[0]?.text, superseded.map(({ text }) => text)]),
      [['I live in Lisbon.', ['I live in Lisbon.']]],
    );
  });

  it('gives what is left of a turn when a part of it was superseded', async () => {
    for (const [said, left] of [
      ['I live in Lisbon. The bridge there is red.', 'The bridge there is red.'],
      ['By the way, I live in Lisbon and the red bridge is near. I have two keys.', 'I have two keys.'],
      ['I live in Lisbon and my bridge is red.', 'My bridge is red.'],
      ['My bridge is red and I live in Lisbon.', 'My bridge is red.'],
      ['Remember that I live in Lisbon.\nThe bridge there is red.', 'The bridge there is red.'],
    ] as const) {
      const { memory } = createTestMemory();
      await tell(memory, said);
      await tell(memory, 'I moved to Porto.');
      const notes = await memory.notes(ANN, 'Do I live in Lisbon, with the bridge and the keys?', { signal: signal() });
      assert.doesNotMatch(notes, /Lisbon/, said);
      assert.ok(notes.includes(JSON.stringify(left)), `${notes} should have ${left}`);
      assert.match(notes, /Porto/);
    }
  });

  it('never recalls what another user said, or the same user under another key', async () => {
    const { memory, store } = createTestMemory();
    await tell(memory, 'My name is Ann and I live in Lisbon.');
    for (const owner of [BOB, memoryOwner('key', 'ann'), memoryOwner('', ''), memoryOwner('', ':ann')]) {
      assert.deepEqual(await memory.recall(owner, 'Where does Ann live? Lisbon', { limit: 10 }), []);
      assert.equal(await memory.notes(owner, 'Where does Ann live?', { signal: signal() }), '');
      assert.deepEqual(await factsOf(store, owner, true), []);
    }
  });

  it('remembers a turn once, however often it is handed over', async () => {
    const { memory, store } = createTestMemory();
    const same = exchange('I live in Lisbon.');
    memory.remember(same);
    memory.remember(same);
    await memory.flush();
    assert.equal((await store.listTurns({ owner: ANN, limit: 10 })).items.length, 1);
    assert.equal((await store.listFacts({ owner: ANN, limit: 10, superseded: true })).items[0]?.fact.timesSaid, 1);
  });

  it('makes notes for a prompt, without what the conversation holds already', async () => {
    const { memory } = createTestMemory();
    await tell(memory, 'I live in Lisbon.');
    const notes = await memory.notes(ANN, 'Where do I live?', { signal: signal() });
    assert.match(notes, /^Notes on this user .*\n- 2026-11-21 user: "I live in Lisbon\."$/);
    assert.equal(await memory.notes(ANN, 'Where do I live?', { signal: signal(), heard: ['I live in Lisbon.'] }), '');
  });

  it('makes notes of what was said just before: it waits until that is processed', async () => {
    const held = Promise.withResolvers<void>();
    const rules = createRuleExtractor({ maxFacts: 12 });
    const extractor: FactExtractor = {
      wantsKnown: false,
      async extract(turn, context) {
        if (turn.text.includes('Porto')) await held.promise;
        return rules.extract(turn, context);
      },
    };
    const { memory } = createTestMemory({ extractor, options: { recallTimeoutMs: 60_000 } });
    await tell(memory, 'I live in Lisbon.');
    memory.remember(exchange('I moved to Porto.'));
    const notes = memory.notes(ANN, 'Where do I live?', { signal: signal() });
    assert.equal(await memory.notes(BOB, 'Where do I live?', { signal: signal() }), '', 'nobody waits for others');
    held.resolve();
    assert.match(await notes, /Porto/);
    assert.doesNotMatch(await notes, /Lisbon/);
  });

  it('quotes what was said just before if processing that takes long, and no request to forget', async () => {
    const extractor: FactExtractor = { wantsKnown: false, extract: () => stuck() as Promise<never> };
    const { memory } = createTestMemory({ extractor, options: { recallTimeoutMs: 400, readTimeoutMs: 60_000, drainMs: 10 } });
    memory.remember(exchange('I moved to Porto.'));
    memory.remember(exchange('Forget my locker code.'));
    const notes = await memory.notes(ANN, 'Where do I live?', { signal: signal() });
    assert.match(notes, /^Notes on this user .*\n- 2026-11-21 user: "I moved to Porto\."$/);
  });

  it('leaves out questions from notes: they tell nothing', async () => {
    const { memory } = createTestMemory();
    await tell(memory, 'Where do I live?');
    assert.equal(await memory.notes(ANN, 'Where do I live?', { signal: signal() }), '');
  });

  it('lets an answer go on without notes when memory fails or is slow', async () => {
    const failing = createTestMemory({ search: async () => Promise.reject(new ServiceError('unavailable', 'The database is locked.')) });
    assert.equal(await failing.memory.notes(ANN, 'hello', { signal: signal() }), '');
    assert.equal(failing.logger.lines[0]?.level, 'warn');
    const slow = createTestMemory({ search: () => stuck() as Promise<never>, options: { recallTimeoutMs: 10 } });
    assert.equal(await slow.memory.notes(ANN, 'hello', { signal: signal() }), '');
  });

  it('never makes an answer wait: remembering returns while the turn is read', async () => {
    const extractor: FactExtractor = { wantsKnown: false, extract: () => stuck() as Promise<never> };
    const { memory, store } = createTestMemory({ extractor, options: { readTimeoutMs: 60_000, drainMs: 10 } });
    memory.remember(exchange('I live in Lisbon.'));
    await until('the turn is stored', async () => (await store.listTurns({ owner: ANN, limit: 1 })).items.length === 1);
    assert.deepEqual(await factsOf(store), []);
  });

  it('says so in the log when it cannot take in more', async () => {
    const extractor: FactExtractor = {
      wantsKnown: false,
      extract: async (_turn, { signal: stop }) =>
        new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason as Error))),
    };
    const { memory, logger } = createTestMemory({ extractor, options: { maxQueued: 2, drainMs: 1 } });
    for (let count = 0; count < 4; count += 1) memory.remember(exchange(`I like tea ${count}.`));
    assert.equal(logger.lines.filter(({ message }) => message === 'a turn is not remembered').length, 2);
    assert.ok(!JSON.stringify(logger.lines).includes('tea'), 'no content in the log');
    await memory[Symbol.asyncDispose]();
  });

  it('loses nothing that was taken in when it is closed: what is not read is read at the next start', async () => {
    const store = createInMemoryMemoryStore();
    const index = createInMemoryVectorIndex({ dimensions: wordEmbedder.dimensions });
    const extractor: FactExtractor = {
      wantsKnown: false,
      extract: async (_turn, { signal: stop }) =>
        new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason as Error))),
    };
    const first = createTestMemory({ store, index, extractor, options: { drainMs: 1 } });
    first.memory.remember(exchange('I live in Lisbon.'));
    first.memory.remember(exchange('My name is Ann.'));
    await first.memory[Symbol.asyncDispose]();
    const { memory } = createTestMemory({ store, index });
    assert.equal(await memory.resume(), 2);
    await memory.flush();
    assert.deepEqual(await factsOf(store), ['My name is Ann.', 'I live in Lisbon.']);
    assert.equal((await memory.recall(ANN, 'Lisbon', { limit: 5 }))[0]?.fact?.text, 'I live in Lisbon.');
    assert.equal(await memory.resume(), 0);
  });

  for (const step of ['applyFacts', 'upsert', 'setIndexed'] as const) {
    it(`reads a turn to its end after a failure at ${step}, without doing anything twice`, async () => {
      const store = createInMemoryMemoryStore();
      const index = createInMemoryVectorIndex({ dimensions: wordEmbedder.dimensions });
      let isDown = true;
      const failing = <T extends object>(part: T): T =>
        new Proxy(part, {
          get(target, name) {
            if (name === step && isDown) return async () => Promise.reject(new ServiceError('unavailable', 'The disk is gone.'));
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
      const { memory } = createTestMemory({ store: failing(store), index: failing(index) });
      await tell(memory, 'I live in Lisbon.');
      assert.equal((await store.unfinishedTurns(10)).length, 1);
      isDown = false;
      await memory.resume();
      await memory.flush();
      assert.equal((await store.unfinishedTurns(10)).length, 0);
      const { items } = await store.listFacts({ owner: ANN, limit: 10, superseded: true });
      assert.deepEqual(
        items.map(({ fact }) => [fact.text, fact.timesSaid]),
        [['I live in Lisbon.', 1]],
      );
      assert.equal((await memory.recall(ANN, 'Lisbon', { limit: 5 })).length, 1);
      assert.equal((await index.count()).passages, 2);
    });
  }
});

describe('forgetting', () => {
  it('removes a fact with what it took the place of and what supports it, from records and index alike', async () => {
    const { memory, store, index } = createTestMemory();
    await tell(memory, 'I live in Lisbon.');
    await tell(memory, 'I moved to Porto.');
    await tell(memory, 'I like tea.');
    const { items } = await store.listFacts({ owner: ANN, limit: 10, superseded: false });
    const porto = items.find(({ fact }) => fact.text.includes('Porto'))?.fact.id ?? '';
    assert.equal(await memory.forget(BOB, porto), false);
    assert.equal(await memory.forget(ANN, porto), true);
    assert.equal(await memory.forget(ANN, porto), false);
    assert.deepEqual(await factsOf(store, ANN, true), ['I like tea.']);
    assert.deepEqual(
      (await store.listTurns({ owner: ANN, limit: 10 })).items.map(({ text }) => text),
      ['I like tea.'],
    );
    assert.equal((await index.count([memoryStoreId(ANN)])).passages, 2);
    assert.deepEqual(await index.matching([memoryStoreId(ANN)], 'Lisbon Porto', { limit: 10 }), []);
  });

  it('removes everything of one user and nothing of another, also what was just being read', async () => {
    let isStuck = true;
    const rules = createRuleExtractor({ maxFacts: 12 });
    const extractor: FactExtractor = {
      wantsKnown: false,
      extract: (turn, context) =>
        isStuck && turn.owner === ANN
          ? new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason as Error)))
          : rules.extract(turn, context),
    };
    const { memory, store, index } = createTestMemory({ extractor, options: { readTimeoutMs: 60_000 } });
    await tell(memory, 'I live in Faro.', { owner: BOB });
    memory.remember(exchange('I live in Lisbon.'));
    memory.remember(exchange('My name is Ann.'));
    await until('both turns are stored', async () => (await store.listTurns({ owner: ANN, limit: 10 })).items.length === 2);
    assert.deepEqual(await memory.forgetAll(ANN), { facts: 0, turns: 2 });
    isStuck = false;
    await memory.flush();
    assert.deepEqual((await store.listTurns({ owner: ANN, limit: 10 })).items, []);
    assert.deepEqual(await factsOf(store, ANN, true), []);
    assert.equal((await index.count([memoryStoreId(ANN)])).passages, 0);
    assert.deepEqual(await factsOf(store, BOB), ['I live in Faro.']);
  });
});

describe('adding by hand', () => {
  it('stores a fact with itself as evidence, and confirms one that is known', async () => {
    const { memory } = createTestMemory();
    const first = await memory.add(ANN, { text: 'I live in Lisbon.', thread: 't' });
    assert.equal(first.isNew, true);
    assert.equal(first.supported.fact.slot, 'home');
    const again = await memory.add(ANN, { text: 'I live in Lisbon.', thread: 't' });
    assert.equal(again.isNew, false);
    assert.equal(again.supported.fact.id, first.supported.fact.id);
    const other = await memory.add(ANN, { text: 'Keys are under the mat', thread: '', kind: 'other', importance: 0.2, date: '2026' });
    const { kind, importance, date } = other.supported.fact;
    assert.deepEqual({ kind, importance, date }, { kind: 'other', importance: 0.2, date: '2026' });
  });
});

describe('createModelExtractor()', () => {
  const answer = (facts: unknown): string => `Here they are: ${JSON.stringify({ facts })}`;
  const open = (script: string) => {
    const model = createScriptedModel([script]);
    const extractor = createModelExtractor({ model, maxFacts: 5, timeoutMs: 1000 });
    return { model, ...createTestMemory({ extractor, spare: createRuleExtractor({ maxFacts: 12 }) }) };
  };

  it('takes the facts that the model reads, and what they replace', async () => {
    const { memory, store, model } = open(
      answer([{ text: 'Ann is married to Tom.', kind: 'relation', importance: 0.9, date: '2026-11-01', replaces: [0] }]),
    );
    await memory.add(ANN, { text: 'Ann is engaged to Tom, they told me.', thread: '' });
    await tell(memory, 'Tom and I got married!');
    assert.deepEqual(await factsOf(store), ['Ann is married to Tom.']);
    assert.equal((await store.listFacts({ owner: ANN, limit: 1, superseded: false })).items[0]?.fact.date, '2026-11-01');
    const prompt = JSON.parse(model.requests[0]?.messages[1]?.content ?? '') as Record<string, unknown>;
    assert.equal(prompt.message, 'Tom and I got married!');
    assert.deepEqual(prompt.known_facts, [{ number: 0, text: 'Ann is engaged to Tom, they told me.' }]);
  });

  it('marks what is no longer true in a turn whose words the model did not keep', async () => {
    const script = [answer([{ text: 'The user has a flat in Lisbon.', kind: 'place' }])];
    const extractor = createModelExtractor({ model: createScriptedModel(script), maxFacts: 5, timeoutMs: 1000 });
    const { memory } = createTestMemory({ extractor });
    const said = 'Home is Lisbon, on the hill above the river, where the old tram goes by every day and it is loud.';
    await tell(memory, said);
    script[0] = answer([{ text: 'The user has a flat in Porto.', kind: 'place', replaces: [0] }]);
    await tell(memory, 'The flat is now in Porto, and the user has been there since May, which is a good month for it.');
    const notes = await memory.notes(ANN, 'Lisbon tram', { signal: signal() });
    assert.ok(notes.includes(`${JSON.stringify(said)} (no longer true: "The user has a flat in Lisbon.")`), notes);
  });

  it('checks what the model says like any input', async () => {
    const { memory, store } = open(
      answer([{ text: 'I live in Faro.', kind: 'nonsense', importance: 7, date: 'soon', replaces: [99, 'x'] }, { text: '  ' }, 'x', null]),
    );
    await tell(memory, 'Faro is where I live.');
    const { items } = await store.listFacts({ owner: ANN, limit: 10, superseded: true });
    assert.deepEqual(
      items.map(({ fact }) => [fact.text, fact.kind, fact.importance, fact.date]),
      [['I live in Faro.', 'place', 0.9, undefined]],
    );
  });

  it('leaves it to the rules when the model’s answer cannot be read', async () => {
    const { memory, store, logger } = open('I would rather not.');
    await tell(memory, 'I live in Lisbon.');
    assert.deepEqual(await factsOf(store), ['I live in Lisbon.']);
    assert.equal(logger.lines[0]?.message, 'facts are extracted by rules');
  });
});
