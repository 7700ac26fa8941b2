import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { ask, at, bodyOf, chunk, guardService, reply, textAt } from './guard-service.ts';

const usageOf = async (service: ReturnType<typeof guardService>, id: string) =>
  at(await bodyOf(await service.get(`/requests/${id}`)), 'usage');

describe('tokens in the record of a request', () => {
  it('are those the upstream counted', async () => {
    const service = guardService();
    await service.chat(ask('Hi'), { 'x-request-id': 'one' });
    assert.deepEqual(await usageOf(service, 'one'), { prompt_tokens: 3, completion_tokens: 2 });
  });

  it('are read from the last chunk of a stream that tells them', async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 };
    const chunks = [chunk({ role: 'assistant', content: 'Hello.' }), chunk({}, 'stop'), { ...chunk({}), choices: [], usage }];
    const service = guardService({ chunks });
    const body = ask('Hi', { stream: true, stream_options: { include_usage: true } });
    assert.match(await (await service.chat(body, { 'x-request-id': 'one' })).text(), /"prompt_tokens":11/);
    assert.deepEqual(await usageOf(service, 'one'), { prompt_tokens: 11, completion_tokens: 4 });
  });

  it('are null where the upstream does not say, or says nonsense', async () => {
    const silent = guardService({ reply: reply('Hi', { usage: null }) });
    await silent.chat(ask('Hi'), { 'x-request-id': 'one' });
    assert.equal(await usageOf(silent, 'one'), null);
    const absurd = guardService({ reply: reply('Hi', { usage: { prompt_tokens: -3, completion_tokens: 'many' } }) });
    await absurd.chat(ask('Hi'), { 'x-request-id': 'one' });
    assert.equal(await usageOf(absurd, 'one'), null);
  });

  it('are summed by GET /stats, which also counts what failed after the upstream had been asked', async () => {
    const service = guardService({ reply: () => answer() });
    let answer = async () => reply('Hi');
    await service.chat(ask('Hi'));
    await service.chat(ask('Hello'));
    answer = async () => {
      service.clock.advance(5);
      throw new ServiceError('provider_unavailable', 'down');
    };
    await service.chat(ask('Hello'));
    await service.chat({ messages: [] });
    service.clock.advance(1000);
    const stats = await bodyOf(await service.get('/stats?buckets=1'));
    assert.deepEqual(at(stats, 'buckets', 0, 'tokens'), { prompt: 6, completion: 4 });
    assert.deepEqual(at(stats, 'errors'), [
      { type: 'invalid_input', requests: 1, upstream: 0 },
      { type: 'provider_unavailable', requests: 1, upstream: 1 },
    ]);
  });
});

describe('the preview of a request', () => {
  it('is what was said last, and not the name of the user', async () => {
    const service = guardService({}, { settings: { captureInput: true } });
    await service.chat(ask('When is noon?', { user: 'participant-7' }), { 'x-request-id': 'one' });
    assert.equal(at(await bodyOf(await service.get('/requests/one')), 'preview'), 'When is noon?');
  });
});

describe('the record of a request with very many findings', () => {
  const text = Array.from({ length: 500 }, (_, index) => `p${index}@example.com`).join(' ');
  const open = (captureInput: boolean) => guardService({}, { settings: { recordFindingsMax: 20, captureInput } });

  it('names the first of them and says how many more there were; its events name fewer', async () => {
    const service = open(false);
    await service.chat(ask(`${text} 4111 1111 1111 1111`), { 'x-request-id': 'many' });
    const { decisions } = await bodyOf(await service.get('/requests/many/decision'));
    const input = at(decisions, 0);
    const findings = at(input, 'findings') as JsonObject[];
    assert.deepEqual(new Set(findings.map((finding) => finding['detector'])), new Set(['email_address', 'card_number']));
    assert.equal(findings.length, 20);
    assert.equal(at(input, 'findings_omitted'), 481);
    assert.equal(at(input, 'verdict'), 'redact');
    assert.equal(at(decisions, 1, 'findings_omitted'), 0);
    const debug = at(await bodyOf(await service.get('/requests/many/debug')), 'data') as JsonObject[];
    assert.equal(debug.find(({ name }) => name === 'verdict')?.['findings'], 501);
    const event = service.published.find(({ subject }) => subject.endsWith('input.checked'))?.payload;
    assert.equal((at(event, 'findings') as JsonObject[]).length, 100);
    assert.equal(at(event, 'findings_omitted'), 401);
    assert.deepEqual(
      service.asked.map(({ body }) => at(body, 'messages', 0, 'content')),
      [`${text} [CREDIT_CARD_1]`],
    );
  });

  it('has no captured request, which could not be shown redacted, and says why', async () => {
    const service = open(true);
    await service.chat(ask(text), { 'x-request-id': 'many' });
    await service.chat(ask('Hi'), { 'x-request-id': 'few' });
    const content = await bodyOf(await service.get('/requests/many/content'));
    assert.deepEqual([content['parts'], content['state']], [[], 'absent']);
    assert.match(textAt(content, 'reason'), /GUARD_RECORD_FINDINGS_MAX/);
    assert.equal((await bodyOf(await service.get('/requests/few/content')))['state'], 'stored');
  });
});
