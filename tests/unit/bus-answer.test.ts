import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeJson, type JsonObject } from '../../src/core/json.ts';
import { createBusAnswers } from '../../src/reasoner/bus-answer.ts';
import { SUBJECTS } from '../../src/reasoner/events.ts';
import { readRequest } from '../../src/reasoner/read-request.ts';
import { until } from '../system/until.ts';
import { createTestLogger } from './reasoner-doubles.ts';

describe('an answer over the bus', () => {
  it('has one end marker, also if its result cannot be published after it', async () => {
    const bus = createInMemoryBus();
    const stop = new AbortController();
    const heard: JsonObject[] = [];
    const listening = (async () => {
      for await (const { data } of bus.subscribe('platform.reasoner.>', { signal: stop.signal }))
        heard.push(decodeJson(data) as JsonObject);
    })();
    const answers = createBusAnswers({ bus, clock: systemClock, logger: createTestLogger(), flushTimeoutMs: 1000 });
    const data = new TextEncoder().encode('{"request_id":"r-1","user_id":"ada","text":"Is it open?"}');
    const { request } = readRequest(data, SUBJECTS.request, { maxMessages: 8, maxCharacters: 100 });
    assert.ok(request !== undefined);
    const telling = answers.open(request);
    await telling.end();
    telling.giveUp(new ServiceError('payload_too_large', 'The message is too large.'));
    await until('the error is heard', () => heard.some((event) => event['error_type'] === 'payload_too_large'));
    stop.abort();
    await listening;
    assert.equal(heard.filter(({ done }) => done === true).length, 1);
  });
});
