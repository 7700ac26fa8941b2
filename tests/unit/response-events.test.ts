import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMarkReader } from '../../src/reasoner/responses/citation-marks.ts';
import { composeResponse, type ResponseComposer, type ResponseEvent } from '../../src/reasoner/responses/compose-response.ts';
import { quotationsIn } from '../../src/reasoner/responses/quotations.ts';
import { readResponse } from '../../src/reasoner/responses/read-response.ts';
import { newBody } from '../../src/reasoner/responses/response-body.ts';
import type { SearchResult } from '../../src/reasoner/responses/response-items.ts';
import type { ResponseStep } from '../../src/reasoner/responses/response-step.ts';

const usage = { promptTokens: 1, completionTokens: 1 };
const FINISH: ResponseStep = { type: 'finish', reason: 'stop', usage, at: 5 };

function composer(asked: object = {}, withResults = false): ResponseComposer {
  const body = { model: 'm', input: 'x', ...asked };
  const { settings } = readResponse(body, { takes: {}, hasFileSearch: false, maxItems: 9, nextId: (prefix) => `${prefix}0` });
  const first = newBody(settings, { id: 'resp_1', createdAt: new Date(1000), model: 'm' });
  return composeResponse({ body: first, itemId: (index, prefix) => `${prefix}${index}`, withResults });
}

function eventsOf(steps: readonly ResponseStep[], asked?: object): ResponseEvent[] {
  const made = composer(asked);
  return [...made.begin(), ...steps.flatMap((step) => made.take(step))];
}

const short = (events: readonly ResponseEvent[]): string[] =>
  events.map(({ type, output_index: index }) => `${type.replace('response.', '')}${typeof index === 'number' ? ` ${index}` : ''}`);

const result = (text: string, id = 'f1'): SearchResult => ({ file_id: id, filename: `${id}.txt`, score: 1, attributes: {}, text });

describe('composeResponse()', () => {
  it('numbers events from 0 without a gap', () => {
    const events = eventsOf(['a', 'b', FINISH]);
    assert.deepEqual(
      events.map(({ sequence_number: number }) => number),
      [...events.keys()],
    );
  });

  it('opens and closes a message around its text', () => {
    assert.deepEqual(short(eventsOf(['a', FINISH])), [
      'created',
      'in_progress',
      'output_item.added 0',
      'content_part.added 0',
      'output_text.delta 0',
      'output_text.done 0',
      'content_part.done 0',
      'output_item.done 0',
      'completed',
    ]);
  });

  it('says that a response in the background was queued', () => {
    assert.deepEqual(short(eventsOf([], { background: true })), ['created', 'queued', 'in_progress']);
  });

  it('puts out an empty message when a model says nothing', () => {
    const made = composer();
    made.take(FINISH);
    assert.deepEqual(made.body().output, [
      {
        type: 'message',
        id: 'msg_0',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: '', annotations: [], logprobs: [] }],
      },
    ]);
  });

  it('closes one turn before a search begins, and goes on in a further message', () => {
    const steps: ResponseStep[] = ['a', { type: 'turn' }, { type: 'search', queries: ['q'] }, { type: 'found', results: [] }, 'b', FINISH];
    assert.deepEqual(
      short(eventsOf(steps)).filter((event) => event.includes('item') || event.includes('search')),
      [
        'output_item.added 0',
        'output_item.done 0',
        'output_item.added 1',
        'file_search_call.in_progress 1',
        'file_search_call.searching 1',
        'file_search_call.completed 1',
        'output_item.done 1',
        'output_item.added 2',
        'output_item.done 2',
      ],
    );
  });

  it('marks unfinished items as incomplete when a response is cancelled or fails', () => {
    for (const end of [{ type: 'cancelled' }, { type: 'failed', code: 'server_error', message: 'x', param: null }] as const) {
      const made = composer();
      made.take('a');
      made.take({ type: 'search', queries: ['q'] });
      const last = made.take(end).at(-1);
      assert.equal(last?.type, `response.${end.type}`);
      assert.deepEqual(
        made.body().output.map(({ status }) => status),
        ['incomplete', 'incomplete'],
      );
    }
  });

  it('gives the same events for the same steps', () => {
    const steps: ResponseStep[] = [
      { type: 'search', queries: ['q'] },
      { type: 'found', results: [result('The sky is blue today.')] },
      'The sky is blue',
      ' today.',
      { type: 'call', call: 0, id: 'c', name: 'f', arguments: '{}' },
      { ...FINISH, reason: 'tool_calls' },
    ];
    assert.deepEqual(eventsOf(steps), eventsOf(steps));
  });
});

describe('createMarkReader()', () => {
  const read = (...pieces: string[]): string => {
    const reader = createMarkReader();
    return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
      .map(({ text, marks }) => `${text}<${marks.join(',')}>`)
      .join('');
  };

  it('takes marks out wherever the pieces are cut', () => {
    for (const cut of Array.from({ length: 16 }, (_, index) => index)) {
      const text = 'It is【1】【12†source】 so.';
      assert.equal(read(text.slice(0, cut), text.slice(cut)).replaceAll('<>', '').replace('><', ','), 'It is<1,12> so.', `cut at ${cut}`);
    }
  });

  it('leaves other brackets alone, and what never becomes a mark', () => {
    assert.equal(read('a[1] 【x】 【').replaceAll('<>', ''), 'a[1] 【x】 【');
    assert.equal(read(`【1${'a'.repeat(60)}`, 'b').replaceAll('<>', ''), `【1${'a'.repeat(60)}b`);
  });
});

describe('quotationsIn()', () => {
  it('cites the end of each sentence that stands in a passage', () => {
    const text = 'The sky is blue today. I think so. Grass is\ngreen in spring!';
    const found = quotationsIn(text, [
      result('Grass is green in spring.', 'grass'),
      result('Look: the sky. The sky  is blue today.', 'sky'),
    ]);
    assert.deepEqual(
      found.map(({ index, file_id: id }) => [text.slice(0, index).slice(-6), id]),
      [
        ['today.', 'sky'],
        ['pring!', 'grass'],
      ],
    );
  });

  it('cites nothing for a few words that are in every text', () => {
    assert.deepEqual(quotationsIn('It is. Yes.', [result('It is. Yes. No.')]), []);
  });
});
