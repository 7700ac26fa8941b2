import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { ask, at, bodyOf, chunk, guardService, reply } from './guard-service.ts';

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
