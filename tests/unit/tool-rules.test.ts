import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { conversationOf, replyCalls } from '../../src/domain/guardrails/tools/conversation.ts';
import { matchesName } from '../../src/domain/guardrails/tools/name-pattern.ts';
import { namedHosts } from '../../src/domain/guardrails/tools/named-hosts.ts';
import { createToolCheck } from '../../src/domain/guardrails/tools/tool-check.ts';
import type { ToolRule } from '../../src/domain/guardrails/tools/tool-rules.ts';
import { startCpuTime } from '../cpu-time.ts';

const user = (content: string): JsonObject => ({ role: 'user', content });
const called = (id: string, name: string, args: string | JsonObject): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
const assistant = (...tool_calls: JsonObject[]): JsonObject => ({ role: 'assistant', content: null, tool_calls });
const result = (tool_call_id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id, content });

/** What rules say of one call after a conversation: `rule pointer` for every finding, and problems. */
function broken(rules: readonly ToolRule[], call: JsonObject, messages: readonly JsonObject[] = [], more: JsonObject = {}): string[] {
  const check = createToolCheck({ fail: 'closed', maxArguments: 10_000, rules }, checkJsonSchema);
  const conversation = {
    ...conversationOf({ messages: [...messages], ...more }),
    reply: replyCalls({ choices: [{ message: assistant(call) }] }),
  };
  return check
    .inspect(conversation, 'output')
    .flatMap(({ findings, problem }) => [
      ...findings.map(({ category, pointer = '' }) => `${category} ${pointer}`.trim()),
      ...(problem === undefined ? [] : [`problem: ${problem}`]),
    ]);
}

describe('rules about tool calls', () => {
  const head = { name: 'r', action: 'block' } as const;

  it('let only tools of an allow-list be called, in their very spelling', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'allow_list', tools: ['get_*', 'search'] }];
    assert.deepEqual(broken(rules, called('a', 'get_weather', {})), []);
    assert.deepEqual(broken(rules, called('a', 'Get_weather', {})), ['r']);
    assert.deepEqual(broken(rules, called('a', 'shell', 'not JSON')), ['r']);
  });

  it('keep tools of a deny-list from being called, in any spelling', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'deny_list', tools: ['shell', 'exec_*'] }];
    assert.deepEqual(broken(rules, called('a', ' SHELL', {})), ['r']);
    assert.deepEqual(broken(rules, called('a', 'exec_now', {})), ['r']);
    assert.deepEqual(broken(rules, called('a', 'shells', {})), []);
    assert.deepEqual(broken(rules, { id: 'a', type: 'custom', custom: { name: 'shell', input: 'ls' } }), ['r']);
  });

  it('hold arguments against the schema by which the request offers the tool, or against their own', () => {
    const parameters = { type: 'object', required: ['city'], additionalProperties: false, properties: { city: { type: 'string' } } };
    const tools = [{ type: 'function', function: { name: 'weather', parameters } }];
    const rules: ToolRule[] = [{ ...head, kind: 'schema', tools: ['*'] }];
    for (const malformed of ['{"city":', '["Oslo"]', '{"city":"Oslo","city":"Rome"}'])
      assert.deepEqual(broken(rules, called('a', 'weather', malformed), [], { tools }), ['r'], malformed);
    assert.deepEqual(broken(rules, called('a', 'unknown', '{"city":'), [], { tools }), ['problem: arguments that are not JSON']);
    assert.deepEqual(broken(rules, called('a', 'weather', { city: 'Oslo' }), [], { tools }), []);
    assert.deepEqual(broken(rules, called('a', 'weather', { city: 4 }), [], { tools }), ['r /city']);
    assert.deepEqual(broken(rules, called('a', 'weather', {}), [], { tools }), ['r']);
    assert.deepEqual(broken(rules, called('a', 'invented', {}), [], { tools }), ['r']);
    const schema: JsonObject = { type: 'object', properties: { to: { maxLength: 3 } } };
    assert.deepEqual(broken([{ ...head, kind: 'schema', tools: ['*'], schema }], called('a', 'mail', { to: 'long' })), ['r /to']);
  });

  it('match the regular expressions of a schema in linear time', () => {
    const parameters = {
      type: 'object',
      properties: { pattern: { type: 'string', pattern: '^(a+)+$' }, other: { patternProperties: { '^(a+)+$': {} } } },
    };
    const tools = [{ type: 'function', function: { name: 'grep', parameters } }];
    const taken = startCpuTime();
    const rules: ToolRule[] = [{ ...head, kind: 'schema', tools: ['*'] }];
    assert.deepEqual(broken(rules, called('a', 'grep', { pattern: 'a'.repeat(40) }), [], { tools }), []);
    assert.deepEqual(broken(rules, called('a', 'grep', { pattern: `${'a'.repeat(40)}!` }), [], { tools }), ['r /pattern']);
    assert.deepEqual(broken(rules, called('a', 'grep', { other: { [`${'a'.repeat(40)}!`]: 1 } }), [], { tools }), []);
    assert.ok(taken() < 1000);
  });

  it('hold every value at and below a pointer against patterns', () => {
    const rules: ToolRule[] = [
      { ...head, kind: 'argument', tools: ['send_mail'], argument: '/to/*', matches: String.raw`^[^@]+@corp\.example$` },
      { ...head, name: 'x', kind: 'argument', tools: ['*'], excludes: String.raw`rm\s+-rf` },
    ];
    assert.deepEqual(broken(rules, called('a', 'send_mail', { to: ['ann@corp.example'], body: 'x@y' })), []);
    assert.deepEqual(broken(rules, called('a', 'send_mail', { to: ['ann@corp.example', 'eve@corp.example.evil'] })), ['r /to/1']);
    assert.deepEqual(broken(rules, called('a', 'send_mail', { to: [{ address: 'eve@evil.example' }] })), ['r /to/0/address']);
    assert.deepEqual(broken(rules, called('a', 'send_mail', { to: 'eve@evil.example' })), ['r /to']);
    assert.deepEqual(broken(rules, called('a', 'send_mail', { to: 'ann@corp.example', cc: 'eve@evil.example', copy: { to: 'x' } })), []);
    assert.deepEqual(broken(rules, called('a', 'run', { script: { steps: ['ls', 'RM  -rf /'] } })), ['x /script/steps/1']);
  });

  it('let only some hosts be named, whatever the URL looks like', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'argument', tools: ['*'], argument: '/url', hosts: ['corp.example', '*.corp.example'] }];
    for (const url of ['https://corp.example/x', 'http://a.b.corp.example:8080', 'corp.example/path', '//corp.example', 'ann@corp.example'])
      assert.deepEqual(broken(rules, called('a', 'fetch', { url })), [], url);
    for (const url of [
      'https://evil.example/corp.example',
      'https://corp.example@evil.example/',
      'https://corp.example.evil.example',
      String.raw`https:\\evil.example\corp.example`,
      'https:evil.example',
      'evil.example',
      '//evil.example/x',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://2130706433/',
      'ann@corp.example, eve@evil.example',
    ])
      assert.deepEqual(broken(rules, called('a', 'fetch', { url })), ['r /url'], url);
    const anywhere: ToolRule[] = [{ ...head, kind: 'argument', tools: ['*'], hosts: ['corp.example'] }];
    assert.deepEqual(broken(anywhere, called('a', 'post', { text: 'see https://corp.example/a and http://evil.example/b' })), ['r /text']);
    assert.deepEqual(broken(anywhere, called('a', 'post', { text: 'no address at all, e.g. evil.example' })), []);
  });

  it('let no address pass in which its readers see different hosts', () => {
    const rules: ToolRule[] = [
      { ...head, kind: 'argument', tools: ['*'], argument: '/url', hosts: ['*.corp.example', '127.0.0.1', '*.xn--mller-kva.example'] },
    ];
    for (const url of [
      'https://api.corp.example/x@y',
      'https://ann:p%40ss@api.corp.example:8443/',
      'https://API.corp.example./x',
      'http://127.0.0.1/x',
      'https://www.m\u00fcller.example/',
      String.raw`https://api.corp.example/a\b`,
      'mailto:ann@api.corp.example',
    ])
      assert.deepEqual(broken(rules, called('a', 'fetch', { url })), [], url);
    for (const url of [
      String.raw`https://api.corp.example\@evil.example`,
      String.raw`https://api.corp.example\.evil.example`,
      String.raw`https://evil.example\@api.corp.example`,
      String.raw`//evil.example\@api.corp.example`,
      String.raw`api.corp.example\@evil.example`,
      String.raw`https:\\api.corp.example`,
      'https://evil.example@api.corp.example@api.corp.example',
      'https://a@evil.example@api.corp.example',
      'https://api.corp.exam\tple/',
      'https://api.corp.example\n.evil.example',
      'https://api.corp.example &@evil.example',
      'https://evil.example &@api.corp.example',
      'https:api.corp.example',
      'https:/api.corp.example',
      'https:///api.corp.example',
      'https://api.corp.example%2fevil.example',
      'https://api%2ecorp.example',
      'https://api.corp\u3002example',
      'https://api.\uff43orp.example',
      'https://api.m\u00fc\u00dfer.corp.example',
      'https://api..corp.example',
      'https://api.corp.example:80:443/',
      'http://2130706433/',
      'http://0x7f.0.0.1/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'evil.example/@api.corp.example',
      'evil.example?@api.corp.example',
      'evil.example#@api.corp.example',
      'mailto:ann@api.corp.example?cc=eve%40evil.example',
    ])
      assert.deepEqual(broken(rules, called('a', 'fetch', { url })), ['r /url'], url);
    const anywhere: ToolRule[] = [{ ...head, kind: 'argument', tools: ['*'], hosts: ['*.corp.example'] }];
    for (const text of [
      String.raw`get https://api.corp.example\@evil.example now`,
      'get https:/evil.example now',
      'https://api.corp.example\t.evil.example/',
      'https://api.corp.exam\nple/',
    ])
      assert.deepEqual(broken(anywhere, called('a', 'post', { text })), ['r /text'], text);
    for (const text of [
      'https://api.corp.example\nis where it is',
      'https://a.corp.example\nhttps://b.corp.example/x',
      'the scheme https: is safe',
    ])
      assert.deepEqual(broken(anywhere, called('a', 'post', { text })), [], text);
  });

  it('name a call that they cannot read', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'argument', tools: ['*'], excludes: 'x' }];
    assert.deepEqual(broken(rules, called('a', 't', '{"a":')), ['problem: arguments that are not JSON']);
    assert.deepEqual(broken(rules, called('a', 't', '[1]')), ['problem: arguments that are no JSON object']);
    assert.deepEqual(broken(rules, called('a', 't', '{"a":'.repeat(100) + '1' + '}'.repeat(100))), [
      'problem: arguments that are nested too deep',
    ]);
    assert.deepEqual(broken(rules, called('a', 't', `{"a":"${'b'.repeat(20_000)}"}`)), ['problem: arguments longer than 10000 characters']);
    assert.deepEqual(broken(rules, called('a', 't', '')), []);
  });

  it('name a call that says a field twice, of which readers take one or the other', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'argument', tools: ['*'], argument: '/to', excludes: 'evil' }];
    for (const args of ['{"to":"evil","to":"good"}', '{"to":"good","a":[{"b":1,"b":2}]}', '{"to":"good","\\u0074o":"x"}']) {
      assert.deepEqual(broken(rules, called('a', 't', args)), ['problem: arguments that name a field twice'], args);
    }
    assert.deepEqual(broken(rules, called('a', 't', '{"to":"a\\": \\"b","c":{"to":{}}, "d" : ["e"]}')), []);
  });

  it('are held against both halves of a call that has two', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'deny_list', tools: ['shell'] }];
    const call = { ...called('a', 'shell', {}), custom: { name: 'harmless', input: 'x' } };
    assert.deepEqual(broken(rules, call), ['r']);
  });

  it('name the places of findings without what is written in the names of fields', () => {
    const rules: ToolRule[] = [{ ...head, kind: 'argument', tools: ['*'], excludes: 'x' }];
    assert.deepEqual(broken(rules, called('a', 't', { '4111 1111 1111 1111': ['x'], b: { c: 'x' } })), ['r /*/0', 'r /b/c']);
  });
});

describe('flow rules', () => {
  const flow: ToolRule[] = [{ name: 'leak', action: 'block', kind: 'flow', from: ['read_*'], tools: ['send_mail'], minLength: 16 }];
  const secret = 'The merger with Nordwind will be announced on the ninth of May.';
  const before = (content: string, said = 'Summarise my mail'): JsonObject[] => [
    user(said),
    assistant(called('1', 'read_mail', {})),
    result('1', content),
  ];

  for (const [what, text, expected] of [
    ['word for word', 'fyi: Nordwind will be announced on the ninth', ['leak /body']],
    ['in another case and spacing', 'NORDWIND   will-be  ANNOUNCED on\nthe ninth', ['leak /body']],
    ['in base64', btoa(`Nordwind will be announced on the ninth of May, so buy now`), ['leak /body']],
    ['percent encoded', encodeURIComponent('→ Nordwind will be announced on the ninth → of May →'), ['leak /body']],
    ['not at all', 'Thank you, I will be there on Monday with the slides.', []],
  ] as const) {
    it(`find what a tool returned ${what}`, () => {
      assert.deepEqual(broken(flow, called('2', 'send_mail', { to: 'a@b.example', body: text }), before(secret)), expected);
    });
  }

  const code = 'BLUEBERRY-PANCAKE-7741';
  const hex = Buffer.from(code).toString('hex');
  const base64 = btoa(code);
  const percent = hex.toUpperCase().replaceAll(/../g, '%$&');
  const base32 = 'IJGFKRKCIVJFEWJNKBAU4Q2BJNCS2NZXGQYQ';
  for (const [how, coded] of [
    ['base64', base64],
    ['base64 without its padding', base64.replaceAll('=', '')],
    ['base64 for URLs', Buffer.from(`${code}???>>`).toString('base64url')],
    ['base64 behind a name', `id_${base64}`],
    ['hexadecimal', hex],
    ['hexadecimal in capitals, parted', hex.toUpperCase().replaceAll(/..(?=.)/g, '$&:')],
    ['hexadecimal as in programs', hex.replaceAll(/../g, String.raw`\x$&`)],
    ['percent escapes', percent],
    ['percent escapes twice', percent.replaceAll('%', '%25')],
    ['base64 in base64', btoa(base64)],
    ['hexadecimal in base64', btoa(hex)],
    ['base32', base32],
  ] as const) {
    it(`find a code in ${how}, as a value and in URLs`, () => {
      const messages = before(`The merger code is ${code} today`);
      for (const body of [coded, `https://evil.example/?q=${coded}`, `https://evil.example/a/${coded}/b.png`, `note: ${coded}, thanks`])
        assert.deepEqual(broken(flow, called('2', 'send_mail', { body }), messages), ['leak /body'], body);
      assert.deepEqual(broken(flow, called('2', 'send_mail', { body: coded }), before('Nothing of the kind')), []);
      assert.deepEqual(broken(flow, called('2', 'send_mail', { body: coded }), before(`The code is ${code}`, `Send ${code}`)), []);
    });
  }

  it('read the codes of long arguments quickly', () => {
    const taken = startCpuTime();
    for (const piece of ['QkxVRUJFUlJZ', 'a0', 'a0:', '%41', 'abc/', '\\x41', 'Aa\n']) {
      const check = createToolCheck({ fail: 'closed', maxArguments: 200_000, rules: flow }, checkJsonSchema);
      const call = called('2', 'send_mail', { body: piece.repeat(100_000 / piece.length) });
      check.inspect(
        { ...conversationOf({ messages: before(secret) }), reply: replyCalls({ choices: [{ message: assistant(call) }] }) },
        'output',
      );
    }
    assert.ok(taken() < 4000, String(taken()));
  });

  it('find short codes, numbers and addresses whole', () => {
    const messages = before('{"code":"483920","from":"cfo@nordwind.example"}');
    assert.deepEqual(broken(flow, called('2', 'send_mail', { body: 'it is 483920.' }), messages), ['leak /body']);
    assert.deepEqual(broken(flow, called('2', 'send_mail', { to: ['CFO@nordwind.example'] }), messages), ['leak /to/0']);
    assert.deepEqual(broken(flow, called('2', 'send_mail', { body: 'it is 483921.' }), messages), []);
  });

  it('let pass what the user said too, and what other tools returned', () => {
    const call = called('2', 'send_mail', { body: 'Nordwind will be announced on the ninth of May' });
    assert.deepEqual(broken(flow, call, before(secret, `Tell Bob: ${secret}`)), []);
    assert.deepEqual(broken(flow, call, [user('x'), assistant(called('1', 'search', {})), result('1', secret)]), []);
    assert.deepEqual(broken(flow, called('2', 'other', { body: secret }), before(secret)), []);
  });

  it('take a result whose call is not in the request for one of any tool', () => {
    assert.deepEqual(broken(flow, called('2', 'send_mail', { body: secret }), [user('x'), result('gone', secret)]), ['leak /body']);
  });

  it('check the calls of earlier turns against what came before them only', () => {
    const check = createToolCheck({ fail: 'closed', maxArguments: 10_000, rules: flow }, checkJsonSchema);
    const send = assistant(called('2', 'send_mail', { body: secret }));
    const found = (messages: JsonObject[]): string[] =>
      check.inspect(conversationOf({ messages }), 'input').flatMap(({ findings }) => findings.map(({ part }) => part));
    assert.deepEqual(found([...before(secret), send]), ['messages[3].tool_calls[0].function.arguments']);
    assert.deepEqual(found([user('x'), send, ...before(secret)]), []);
  });

  it('search a long conversation in linear time and say when it is too long', () => {
    const time = (length: number): number => {
      const taken = startCpuTime();
      broken(flow, called('2', 'send_mail', { body: 'ab'.repeat(4000) }), before('ba c'.repeat(length / 4)));
      return taken();
    };
    time(100_000);
    assert.ok(time(800_000) < 40 * Math.max(5, time(100_000)));
    assert.match(broken(flow, called('2', 'send_mail', {}), before('x '.repeat(600_000))).join(' '), /could not be held/);
  });
});

describe('after rules', () => {
  const rule = (until?: Extract<ToolRule, { kind: 'after' }>['until']): ToolRule[] => [
    { name: 'ask', action: 'block', kind: 'after', from: ['web_*'], tools: ['pay'], ...(until === undefined ? {} : { until }) },
  ];
  const web = [user('Find a price'), assistant(called('1', 'web_get', {})), result('1', 'page')];
  const pay = called('9', 'pay', {});

  it('forbid a tool once another has returned something', () => {
    assert.deepEqual(broken(rule(), pay, web), ['ask']);
    assert.deepEqual(broken(rule(), pay, [user('Pay')]), []);
    assert.deepEqual(broken(rule(), pay, [...web, user('Yes, pay')]), ['ask']);
  });

  it('are lifted by the user or by another tool where they say so', () => {
    assert.deepEqual(broken(rule({ user: true }), pay, [...web, user('Yes, pay')]), []);
    assert.deepEqual(broken(rule({ user: true }), pay, web), ['ask']);
    const asked = [...web, assistant(called('2', 'ask_human', {})), result('2', 'yes')];
    assert.deepEqual(broken(rule({ tools: ['ask_human'] }), pay, asked), []);
    assert.deepEqual(broken(rule({ tools: ['ask_human'] }), pay, [...asked, assistant(called('3', 'web_get', {})), result('3', 'x')]), [
      'ask',
    ]);
  });
});

describe('matchesName()', () => {
  for (const [pattern, name, fits] of [
    ['*', '', true],
    ['get_*', 'get_', true],
    ['get_*', 'forget_x', false],
    ['*_mail', 'send_mail', true],
    ['a*b*c', 'aXXbYYbc', true],
    ['a*b*c', 'aXXcYYb', false],
    ['?x', 'x', false],
    ['?x', 'ax', true],
    ['', '', true],
  ] as const)
    it(`${pattern} and ${name || 'nothing'}: ${fits}`, () => assert.equal(matchesName(pattern, name), fits));
});

describe('namedHosts()', () => {
  it('reads hosts as browsers do', () => {
    assert.deepEqual(namedHosts('HTTPS://User:pw@Host.Example:8443/x', true), ['host.example']);
    assert.deepEqual(namedHosts('http://[::1]/', true), ['[::1]']);
    assert.deepEqual(namedHosts('', true), []);
    assert.deepEqual(namedHosts('plain words', true), [undefined]);
  });
});
