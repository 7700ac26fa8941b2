import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readUncoloured } from '../../src/domain/guardrails/normalisation/terminal-codes.ts';
import { fc } from '../draws.ts';
import { ask, bodyOf, guardService, reply, textAt } from './guard-service.ts';

const E = '\u001b';

describe('what a terminal shows in colours', () => {
  for (const [what, text, left] of [
    ['a password in the colour of its line', `${E}[32mDB_PASSWORD=Liverpool2024!${E}[0m`, `${E}[32mDB_PASSWORD=[PASSWORD_1]${E}[0m`],
    ['a name and its value', `${E}[36mtoken${E}[39m=${E}[33mghp_16C7e42F292c6912E7710c838347Ae178B4a${E}[39m`, undefined],
    ['a label alone', `${E}[1mpassword${E}[0m: Liverpool2024!`, `${E}[1mpassword${E}[0m: [PASSWORD_1]`],
    ['in 256 colours', `pw${E}[0m: ${E}[38;5;10mLiverpool2024!${E}[m`, `pw${E}[0m: ${E}[38;5;10m[PASSWORD_1]${E}[m`],
    ['a card', `card: ${E}[32m4111111111111111${E}[0m`, `card: ${E}[32m[CREDIT_CARD_1]${E}[0m`],
    ['in part', `card: 4111${E}[31m1111${E}[0m11111111`, `card: [CREDIT_CARD_1]`],
    ['as an escape sequence', 'pw: \\033[32mLiverpool2024!\\033[0m', 'pw: \\033[32m[PASSWORD_1]\\033[0m'],
    ['as terminals write it', '^[[36mpassword^[[39m=^[[33mLiverpool2024!^[[39m', '^[[36mpassword^[[39m=^[[33m[PASSWORD_1]^[[39m'],
    ['copied without the escape character', '[36mpassword[0m: [33mLiverpool2024![0m', '[36mpassword[0m: [33m[PASSWORD_1][0m'],
    ['in a JSON log', JSON.stringify({ log: `${E}[1mpw${E}[0m: ${E}[32mLiverpool2024!${E}[0m` }), undefined],
    ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ log: `pw: ${E}[32mLiverpool2024!${E}[0m` }) }), undefined],
    ['coloured JSON', `${E}[1;39m{${E}[34;1m"password"${E}[0m: ${E}[32m"Liverpool2024!"${E}[0m}`, undefined],
  ] as const) {
    it(`is redacted on its way to the model and comes back byte for byte: ${what}`, async () => {
      let got = '';
      const service = guardService({ reply: async () => reply(got) });
      const first = await service.chat(ask(text));
      assert.match(first.headers.get('x-guard-decision') ?? '', /verdict=redact/);
      got = textAt(service.asked[0]?.body, 'messages', 0, 'content');
      assert.ok(!/Liverpool|ghp_|1111/.test(got), got);
      if (left !== undefined) assert.equal(got, left);
      // Only the value is replaced, not the codes around it.
      const count = (of: string): number => of.match(/\[[\d;]*m/g)?.length ?? 0;
      if (what !== 'in part') assert.equal(count(got), count(text));
      if (text.startsWith('{')) JSON.parse(got);
      assert.equal(textAt(await bodyOf(await service.chat(ask(text))), 'choices', 0, 'message', 'content'), text);
    });
  }

  it('is flagged where personal data is', async () => {
    const service = guardService();
    for (const text of [`${E}[36memail${E}[39m=${E}[33mann.smith@example.com${E}[39m`, `${E}[1mssn${E}[0m: ${E}[2m078-05-1120${E}[22m`])
      assert.match((await service.chat(ask(text))).headers.get('x-guard-decision') ?? '', /verdict=flag/, text);
  });

  it('is redacted wherever it stands in a long log', async () => {
    const filler = `${E}[2m12:00:01${E}[0m ${E}[32mINFO${E}[39m boat 7 has left the pier\n`.repeat(1500);
    let got = '';
    const service = guardService({ reply: async () => reply(got) });
    await service.chat(ask(`${filler}${E}[1mpassword${E}[0m: ${E}[33mLiverpool2024!${E}[39m\n${filler}`));
    got = textAt(service.asked[0]?.body, 'messages', 0, 'content');
    assert.equal(got, `${filler}${E}[1mpassword${E}[0m: ${E}[33m[PASSWORD_1]${E}[39m\n${filler}`);
  });

  it('is nothing where nothing is', async () => {
    const service = guardService();
    for (const text of [
      `${E}[32m✓${E}[0m 12 tests passed`,
      'printf "\\033[1m%s\\033[0m\\n" "$1"',
      `rate(http_requests_total[5m]) and [0m`,
      `\\e[0m \\x1b[K ^[[0m`,
      E,
      `${E}[`,
    ])
      assert.match((await service.chat(ask(text))).headers.get('x-guard-decision') ?? '', /verdict=allow/, text);
  });
});

describe('readUncoloured()', () => {
  it('leaves the codes at the borders of a span out', () => {
    const plain = readUncoloured(`a${E}[1mbc${E}[0m${E}[Kd`);
    assert.equal(plain?.text, 'abcd');
    assert.deepEqual(plain.original(1, 3), { start: 5, end: 7 });
    assert.deepEqual(plain.original(0, 4), { start: 0, end: 15 });
    assert.deepEqual(plain.original(3, 4), { start: 14, end: 15 });
  });

  it('says where each character was', () => {
    const piece = fc.oneof(
      fc.constantFrom(`${E}[0m`, `${E}[38;5;1m`, '\\u001b[1m', '\\\\033[K', '^[[m', '[0m', '\\e[', `${E}(B`, E, '[', 'm', '0', 'x'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const raw = pieces.join('');
        const plain = readUncoloured(raw);
        if (plain === undefined) return;
        for (let at = 0; at < plain.text.length; at += 1) {
          const { start, end } = plain.original(at, at + 1);
          assert.equal(raw.slice(start, end), plain.text[at]);
        }
      }),
    );
  });
});
