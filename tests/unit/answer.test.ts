import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { createOutputCheck } from '../../src/domain/guardrails/output-check.ts';
import { answerGraph, createAnswerer, type AnswerOutcome } from '../../src/domain/reasoning/answer.ts';
import { checkGraph } from '../../src/domain/reasoning/graph.ts';
import { REFUSAL_TEXT } from '../../src/domain/reasoning/refusal.ts';
import type { GuardPipeline } from '../../src/ports/guard.ts';
import type { ChatMessage, FinishReason, LanguageModel, TokenUsage } from '../../src/ports/language.ts';
import { createScriptedModel, createTestClock, createTestGuard, decision, stuck, WORDS } from './reasoner-doubles.ts';

interface Answered {
  readonly pieces: string[];
  readonly reason: FinishReason | undefined;
  readonly usage: TokenUsage | undefined;
  readonly outcome: AnswerOutcome | undefined;
}

const hello: readonly ChatMessage[] = [{ role: 'user', content: 'hello' }];

async function answer(
  model: LanguageModel,
  guard: GuardPipeline = createTestGuard(),
  messages = hello,
  signal = new AbortController().signal,
): Promise<Answered> {
  const pieces: string[] = [];
  let reason: FinishReason | undefined;
  let usage: TokenUsage | undefined;
  let outcome: AnswerOutcome | undefined;
  const answerer = createAnswerer({ model, guard, clock: createTestClock() });
  for await (const part of answerer.answer({ messages }, { signal, requestId: 'r1' })) {
    if (part.type === 'text-delta') pieces.push(part.text);
    else if (part.type === 'finish') ({ reason, usage } = part);
    else if (part.type === 'outcome') ({ outcome } = part);
  }
  return { pieces, reason, usage, outcome };
}

describe('the answer graph', () => {
  it('is sound: screen, generate and inspect, with ways to the end', () => {
    const graph = answerGraph({ model: createScriptedModel([]), guard: createTestGuard() });
    checkGraph(graph);
    assert.deepEqual(
      graph.nodes.map((node) => node.name),
      ['screen', 'generate', 'inspect'],
    );
  });

  it('streams what the model streams when the guard allows it, with its finish reason and usage', async () => {
    const { pieces, reason, usage, outcome } = await answer(createScriptedModel(['It ', 'is ', 'open.']));
    assert.equal(pieces.join(''), 'It is open.');
    assert.equal(pieces.length, 3);
    assert.equal(reason, 'stop');
    assert.deepEqual(usage, { promptTokens: 7, completionTokens: 3 });
    assert.equal(outcome?.screened?.verdict, 'allow');
    assert.deepEqual(Object.keys(outcome?.durations ?? {}).toSorted(), ['generate', 'inspect', 'screen']);
  });

  it('fails with provider_unavailable when a model stops without a finish part', async () => {
    const model: LanguageModel = {
      model: 'broken',
      async *stream() {
        yield { type: 'text-delta', text: 'half' };
      },
    };
    await assert.rejects(answer(model), (error) => error instanceof ServiceError && error.kind === 'provider_unavailable');
  });
});

describe('screen', () => {
  it('shows the guard what users and tools wrote, and not the system message or earlier answers', async () => {
    const guard = createTestGuard();
    await answer(createScriptedModel(['ok']), guard, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'reply' },
      { role: 'tool', content: 'page' },
      { role: 'user', content: 'second' },
    ]);
    assert.deepEqual(guard.inputs[0]?.parts, [
      { id: 'messages[1].content', role: 'user', channel: 'user', text: 'first', isEarlier: true },
      { id: 'messages[3].content', role: 'tool', channel: 'tool', text: 'page' },
      { id: 'messages[4].content', role: 'user', channel: 'user', text: 'second' },
    ]);
    assert.equal(guard.inputs[0]?.direction, 'input');
    assert.equal(guard.inputs[0]?.requestId, 'r1');
  });

  it('answers blocked input with a refusal and content_filter, and never asks the model', async () => {
    const model = createScriptedModel(['never']);
    const { pieces, reason, usage, outcome } = await answer(model, createTestGuard(), [{ role: 'user', content: `a ${WORDS.block} b` }]);
    assert.equal(pieces.join(''), REFUSAL_TEXT);
    assert.equal(reason, 'content_filter');
    assert.deepEqual(usage, { promptTokens: 0, completionTokens: 0 });
    assert.equal(model.requests.length, 0);
    assert.equal(outcome?.screened?.verdict, 'block');
    assert.equal(outcome?.inspected, undefined);
  });

  it('gives the model redacted input in its rewritten form, and the rest unchanged', async () => {
    const model = createScriptedModel(['ok']);
    await answer(model, createTestGuard(), [
      { role: 'system', content: `keep ${WORDS.redact}` },
      { role: 'user', content: `my ${WORDS.redact} is here` },
    ]);
    assert.deepEqual(model.requests[0]?.messages, [
      { role: 'system', content: `keep ${WORDS.redact}` },
      { role: 'user', content: 'my [WORD_REDACT] is here' },
    ]);
  });

  it('lets flagged input pass', async () => {
    const { pieces } = await answer(createScriptedModel(['ok']), createTestGuard(), [{ role: 'user', content: WORDS.flag }]);
    assert.deepEqual(pieces, ['ok']);
  });

  it('fails closed: when the guard fails, the model is not asked', async () => {
    const model = createScriptedModel(['never']);
    const guard: GuardPipeline = { ...createTestGuard(), evaluate: () => Promise.reject(new ServiceError('timeout', 'guard too slow')) };
    await assert.rejects(answer(model, guard), /guard too slow/);
    assert.equal(model.requests.length, 0);
  });
});

describe('inspect', () => {
  it('releases nothing of a blocked span, even when the model streams it letter by letter', async () => {
    const model = createScriptedModel(['this is ', ...'FORBIDDEN text'.split(''), ' and more']);
    const { pieces, reason, outcome, usage } = await answer(model);
    assert.equal(pieces.join(''), 'this is ');
    assert.equal(reason, 'content_filter');
    assert.equal(outcome?.inspected?.verdict, 'block');
    assert.equal(usage?.completionTokens, 3);
    assert.ok(model.signal()?.aborted, 'the model is stopped');
    assert.ok(model.given() < 15, 'and asked for no more');
  });

  it('gives the refusal when a block comes before anything was released', async () => {
    const { pieces, reason } = await answer(createScriptedModel(['FORBIDDEN']));
    assert.deepEqual(pieces, [REFUSAL_TEXT]);
    assert.equal(reason, 'content_filter');
  });

  it('rewrites redacted spans that are split over pieces', async () => {
    const { pieces, reason, outcome } = await answer(createScriptedModel(['a SE', 'CR', 'ET b SECRET', ' c']));
    assert.equal(pieces.join(''), 'a [WORD_REDACT] b [WORD_REDACT] c');
    assert.equal(reason, 'stop');
    assert.equal(outcome?.inspected?.verdict, 'redact');
  });

  it('releases at the end what was held back in case it became a finding', async () => {
    const { pieces } = await answer(createScriptedModel(['all SECR']));
    assert.deepEqual(pieces, ['all ', 'SECR']);
  });

  it('blocks at the end a text that only its last piece made a finding', async () => {
    const { pieces, reason } = await answer(createScriptedModel(['fine FORBIDD', 'EN']));
    assert.equal(pieces.join(''), 'fine ');
    assert.equal(reason, 'content_filter');
  });

  it('stops with content_filter when the guard would change text that was already released', async () => {
    const evaluate: GuardPipeline['evaluate'] = async (input) => {
      const [part] = input.parts;
      const end = part?.text.indexOf('two') ?? -1;
      if (part === undefined || input.direction === 'input' || end < 0) {
        return decision(input, { verdict: 'allow', findings: [], rewrites: [] });
      }
      const finding = { detector: 'late', category: 'late', part: part.id, start: 0, end: end + 3, score: 1, threshold: 0.5 };
      return decision(input, { verdict: 'redact', findings: [{ ...finding, action: 'redact' }], rewrites: [] });
    };
    const guard: GuardPipeline = {
      evaluate,
      openOutput: (requestId) => createOutputCheck({ evaluate, releasable: (text) => text.length, requestId }),
    };
    const { pieces, reason } = await answer(createScriptedModel(['one ', 'two']), guard);
    assert.equal(pieces.join(''), 'one ');
    assert.equal(reason, 'content_filter');
  });

  it('judges a long output in windows, so that its cost grows with its length and not with its square', async () => {
    const guard = createTestGuard();
    const words = Array.from({ length: 4000 }, (_, index) => `word${index} `);
    const { pieces } = await answer(createScriptedModel([...words, 'SECRET']), guard);
    assert.equal(pieces.join(''), `${words.join('')}[WORD_REDACT]`);
    const longest = Math.max(...guard.inputs.map((input) => input.parts[0]?.text.length ?? 0));
    assert.ok(longest < 4300, `${longest} characters at once`);
  });

  it('ends with the reason of an aborted signal although the model is stuck', async () => {
    const controller = new AbortController();
    const model = createScriptedModel([
      'one ',
      async () => {
        controller.abort(new Error('left'));
        await stuck();
      },
    ]);
    await assert.rejects(answer(model, createTestGuard(), hello, controller.signal), /left/);
    assert.ok(model.signal()?.aborted);
  });
});
