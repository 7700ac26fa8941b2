import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { policyToBody, readPolicy } from '../../src/guard/policies/policy-schema.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { at, bodyOf, chunk, eventsOf, guardService, reply, textAt, textOf, type UpstreamScript } from './guard-service.ts';
import { ask, guardWithPolicies, type Body } from './guard-with-policies.ts';
import { received } from './split-streams.ts';

const EMPLOYEE = { name: 'employee_id', pattern: String.raw`\bEMP-\d{6}\b` };
const TICKET = { name: 'ticket', pattern: String.raw`TICK-\d+`, ignore_case: true, score: 0.4 };

function rule(direction: 'input' | 'output', action: string, more: Body = {}): Body {
  return { direction, channels: ['user', 'tool', 'document'], steps: [{ threshold: 0.3, action }], ...more };
}

const bothWays = (action: string, more: Body = {}): Body[] => [rule('input', action, more), rule('output', action, more)];

function checkOf(rules: readonly Body[], more: Body = {}, patterns: readonly Body[] = [EMPLOYEE, TICKET]): Body {
  return { detector: 'patterns', fail: 'closed', settings: { patterns }, rules, ...more };
}

/** A guard whose policy has nothing but this check. */
function guardOf(check: Body, script: UpstreamScript = {}) {
  const policy = readPolicy({ checks: [check] }, { id: 'own', version: 1, detectors: ['patterns'] });
  const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy });
  return guardService(script, { deps: { pipeline } });
}

const sentOf = ({ asked }: ReturnType<typeof guardService>): string => textAt(asked[0]?.body ?? {}, 'messages', 0, 'content');

describe('patterns of the operator’s own', () => {
  it('reach the model as placeholders named after them, and come back in the reply', async () => {
    const service = guardOf(checkOf(bothWays('redact')), { reply: reply('[EMPLOYEE_ID_1] told [EMPLOYEE_ID_2] of [TICKET_1].') });
    const response = await service.chat(ask('EMP-123456 and EMP-654321, tick-77, again EMP-123456; not EMP-1234567'));
    assert.equal(sentOf(service), '[EMPLOYEE_ID_1] and [EMPLOYEE_ID_2], [TICKET_1], again [EMPLOYEE_ID_1]; not EMP-1234567');
    const body = await bodyOf(response);
    assert.equal(at(body, 'choices', 0, 'message', 'content'), 'EMP-123456 told EMP-654321 of tick-77.');
  });

  it('block a request and a reply', async () => {
    const service = guardOf(checkOf(bothWays('block')), { reply: reply('Ask EMP-123456.') });
    assert.match((await service.chat(ask('Who is EMP-123456?'))).headers.get('x-guard-decision') ?? '', /verdict=block/);
    assert.equal(service.asked.length, 0);
    const body = await bodyOf(await service.chat(ask('Who can help?')));
    assert.equal(at(body, 'choices', 0, 'finish_reason'), 'content_filter');
    assert.doesNotMatch(JSON.stringify(body), /EMP-/);
  });

  it('are found in the digits of other scripts, in percent-encoding and in escapes', async () => {
    const service = guardOf(checkOf(bothWays('redact')));
    await service.chat(ask(String.raw`EMP-１２３４５６ EMP%2D123456 EMP\u002d123456`));
    assert.equal(sentOf(service), '[EMPLOYEE_ID_1] [EMPLOYEE_ID_2] [EMPLOYEE_ID_3]');
  });

  it('are found over the parts of one message', async () => {
    const service = guardOf(checkOf(bothWays('redact')));
    const content = ['I am EMP-12', '3456 of sales'].map((text) => ({ type: 'text', text }));
    await service.chat({ model: 'm', messages: [{ role: 'user', content }] });
    const sent = JSON.stringify(service.asked[0]?.body);
    assert.doesNotMatch(sent, /EMP-|3456/);
    assert.match(sent, /\[EMPLOYEE_ID_1\]/);
  });

  it('are redacted in the arguments of streamed calls, which stay JSON', async () => {
    const text = JSON.stringify({ to: 'EMP-123456', note: 'for "EMP-654321"\nand TICK-9' });
    const pieces = Array.from(text, (piece, index) =>
      chunk({
        tool_calls: [{ index: 0, ...(index === 0 ? { id: 'c', type: 'function' } : {}), function: { name: 'send', arguments: piece } }],
      }),
    );
    const service = guardOf(checkOf(bothWays('redact')), { chunks: [...pieces, chunk({}, 'tool_calls')] });
    const events = await eventsOf(await service.chat(ask('Send it', { stream: true })));
    assert.deepEqual(JSON.parse(received(events, { choice: 0, field: 'call 0' })), {
      to: '[EMPLOYEE_ID]',
      note: 'for "[EMPLOYEE_ID]"\nand [TICKET]',
    });
  });

  it('are let through where the check allows them, and by rules for one of them', async () => {
    const rules = [rule('output', 'redact'), rule('output', 'allow', { categories: ['ticket'] })];
    const service = guardOf(checkOf(rules, { allow: ['EMP-000000'] }), {
      chunks: [...Array.from('EMP-000000 EMP-000001 TICK-1', (content) => chunk({ content })), chunk({}, 'stop')],
    });
    const events = await eventsOf(await service.chat(ask('Who?', { stream: true })));
    assert.equal(textOf(events), 'EMP-000000 [EMPLOYEE_ID] TICK-1');
  });

  it('are only recorded by a rule in shadow, with name, score and place', async () => {
    const service = guardOf(checkOf(bothWays('block', { mode: 'shadow' })), { reply: reply('Ask tick-12.') });
    const response = await service.chat(ask('Who is EMP-123456?'), { 'x-request-id': 'r' });
    assert.match(response.headers.get('x-guard-decision') ?? '', /verdict=allow; would-be=block/);
    assert.equal(sentOf(service), 'Who is EMP-123456?');
    const found = (await service.journal.decisions('r'))?.flatMap(({ findings }) => findings) ?? [];
    assert.deepEqual(
      found.map(({ category, score, start, end, action, shadow }) => [category, score, start, end, action, shadow?.action]),
      [
        ['employee_id', 1, 7, 17, 'allow', 'block'],
        ['ticket', 0.4, 4, 11, 'allow', 'block'],
      ],
    );
  });

  it('can be masked or hashed like anything else', async () => {
    const service = guardOf(checkOf(bothWays('redact'), { redaction: { mode: 'mask', visible: 2 } }));
    await service.chat(ask('EMP-123456'));
    assert.equal(sentOf(service), '***-****56');
  });

  it('can be tried on texts before they are stored, and are shown as they were written', async () => {
    const service = guardWithPolicies();
    const context = { name: 'customer', pattern: String.raw`\b\d{8}\b`, context: ['customer', 'account no'] };
    const policy = { checks: [checkOf(bothWays('redact'), {}, [EMPLOYEE, TICKET, context])] };
    const { status, body } = await service.json('POST', '/v1/analyze', {
      policy,
      inputs: [{ text: 'Customer 12345678, EMP-123456' }, { text: '12345678', direction: 'output' }],
    });
    assert.equal(status, 200, JSON.stringify(body));
    const [first, second] = body.results as { redacted: string; scores: Record<string, number> }[];
    assert.equal(first?.redacted, 'Customer [CUSTOMER], [EMPLOYEE_ID]');
    assert.deepEqual(first?.scores, { employee_id: 1, customer: 1 });
    assert.equal(second?.redacted, '12345678');
    const read = readPolicy(policy, { id: 'own', version: 1, detectors: ['patterns'] });
    assert.deepEqual(policyToBody(read).checks[0]?.settings, policy.checks[0]?.settings);
  });

  const of = (pattern: string): Body[] => [{ name: 'own', pattern }];
  const faults: readonly (readonly [string, Body, string, RegExp])[] = [
    ['no patterns', checkOf([], { settings: {} }), 'checks[0].settings.patterns', /is required/],
    ['a back-reference', checkOf([], {}, of(String.raw`(a)\1`)), 'checks[0].settings.patterns[0].pattern', /no back-references/],
    ['one that matches the empty text', checkOf([], {}, of(String.raw`\d*`)), 'checks[0].settings.patterns[0].pattern', /the empty text/],
    ['one that looks too far', checkOf([], {}, of('a(?=.*b)')), 'checks[0].settings.patterns[0].pattern', /more than 32 characters/],
    ['one that matches too late', checkOf([], {}, of('a{300}')), 'checks[0].settings.patterns[0].pattern', /more than 256 characters/],
    ['one that is too long', checkOf([], {}, of('a'.repeat(1025))), 'checks[0].settings.patterns[0].pattern', /1024/],
    ['what is no pattern', checkOf([], {}, of('(EMP')), 'checks[0].settings.patterns[0].pattern', /not closed/],
    ['two of one name', checkOf([], {}, [EMPLOYEE, EMPLOYEE]), 'checks[0].settings.patterns[1].name', /has this name/],
    ['a name that is no category', checkOf([], {}, [{ ...EMPLOYEE, name: 'Employee' }]), 'checks[0].settings.patterns[0].name', /./],
    [
      'too many',
      checkOf(
        [],
        {},
        Array.from({ length: 101 }, (_, index) => ({ name: `p${index}`, pattern: 'a' })),
      ),
      'checks[0].settings.patterns',
      /100/,
    ],
    [
      'patterns that are too large together',
      checkOf(
        [],
        {},
        Array.from({ length: 20 }, (_, index) => ({ name: `p${index}`, pattern: `${'a|'.repeat(400)}b` })),
      ),
      'checks[0].settings.patterns[13].pattern',
      /16384 steps together/,
    ],
    [
      'a rule for one that is not there',
      checkOf([rule('input', 'flag', { categories: ['employe_id'] })]),
      'checks[0].rules[0].categories[0]',
      /employee_id/,
    ],
    ['phrases', checkOf([], { settings: { lists: [{ name: 'a', phrases: ['b'] }] } }), 'checks[0].settings.lists', /no such setting/],
  ];
  for (const [what, check, param, message] of faults)
    it(`are refused for ${what}, with the place and the reason, and the policy in force stays`, async () => {
      const service = guardWithPolicies();
      const { status, body } = await service.json('PUT', '/v1/policies/default', { checks: [check] });
      assert.equal(status, 400);
      const error = body.error as { param: string; message: string };
      assert.equal(error.param, param);
      assert.match(error.message, message);
      assert.equal(service.policies.get('default').version, 1);
    });

  it('are in force at once when they are stored', async () => {
    const service = guardWithPolicies();
    const { status, body } = await service.json('PUT', '/v1/policies/default', { checks: [checkOf(bothWays('block'))] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.match((await service.chat(ask('EMP-123456'))).headers.get('x-guard-decision') ?? '', /verdict=block/);
  });

  it('take the reply’s own words only where they are whole', async () => {
    const said: JsonObject[] = Array.from('EMP-1234567, EMP-123456', (content) => chunk({ content }));
    const service = guardOf(checkOf(bothWays('redact')), { chunks: [...said, chunk({}, 'stop')] });
    assert.equal(textOf(await eventsOf(await service.chat(ask('Who?', { stream: true })))), 'EMP-1234567, [EMPLOYEE_ID]');
  });
});
