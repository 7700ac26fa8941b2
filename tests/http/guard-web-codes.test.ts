import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDressed } from '../../src/domain/guardrails/normalisation/dressed-text.ts';
import { readWebCodes } from '../../src/domain/guardrails/normalisation/web-reading.ts';
import { readWrapped } from '../../src/domain/guardrails/normalisation/wrapped-numbers.ts';
import { fc } from '../draws.ts';
import { ask, bodyOf, guardService, reply, textAt } from './guard-service.ts';

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe('what stands in codes of the web', () => {
  for (const [what, text, secret, left] of [
    ['a card', 'https://x.example/?c=4111%201111%201111%201111&y=1', '1111', 'https://x.example/?c=[CREDIT_CARD_1]&y=1'],
    ['a card with hyphens', 'c=4111%2D1111%2d1111%2D1111', '1111', 'c=[CREDIT_CARD_1]'],
    ['a token', `https://a.example/cb?next=%2Fx%3Faccess_token%3D${TOKEN}%26scope%3Drepo`, 'ghp_', undefined],
    [
      'a token in an address in an address',
      `https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fu%3Dx%253Ftoken%253D${TOKEN}`,
      'ghp_',
      undefined,
    ],
    ['a card in HTML', '<b>4111&nbsp;1111&#160;1111&#xA0;1111</b>', '1111', '<b>[CREDIT_CARD_1]</b>'],
    ['a card in bold type', 'card 4111 **1111** 1111 1111', '1111', 'card [CREDIT_CARD_1]'],
    ['a card in Arabic digits', 'card \u0664\u0661\u0661\u0661 1111 1111 1111', '1111', 'card [CREDIT_CARD_1]'],
    ['a card wrapped in a quoted mail', 'the card 4111 1111\n> 1111 1111, thanks', '1111', 'the card [CREDIT_CARD_1], thanks'],
    ['a card wrapped at a hyphen', 'the card 4111-1111-\r\n    1111-1111', '1111', 'the card [CREDIT_CARD_1]'],
    ['a card wrapped on a page', '<p>Card: 4111 1111<br />1111 1111</p>', '1111', '<p>Card: [CREDIT_CARD_1]</p>'],
    ['a card in a form', 'Card: ____4111 1111 1111 1111____ Date: ______', '1111', undefined],
    ['a password in HTML', '<p>Password: &quot;hunterXy7zz&quot;</p>', 'hunter', undefined],
    ['a header', `Authorization%3A%20Bearer%20${TOKEN}`, 'ghp_', 'Authorization%3A%20Bearer%20[GITHUB_TOKEN_1]'],
  ] as const) {
    for (const isJson of [false, true]) {
      it(`is redacted on its way to the model and comes back byte for byte: ${what}${isJson ? ' in JSON in JSON' : ''}`, async () => {
        const said = isJson ? JSON.stringify({ body: JSON.stringify({ url: text }) }) : text;
        let got = '';
        const service = guardService({ reply: async () => reply(got) });
        const sent = service.asked;
        const first = await service.chat(ask(said));
        assert.match(first.headers.get('x-guard-decision') ?? '', /verdict=redact/);
        got = textAt(sent[0]?.body, 'messages', 0, 'content');
        assert.ok(!got.includes(secret), got);
        if (left !== undefined) assert.equal(isJson ? (JSON.parse(JSON.parse(got).body) as { url: string }).url : got, left);
        assert.equal(textAt(await bodyOf(await service.chat(ask(said))), 'choices', 0, 'message', 'content'), said);
      });
    }
  }

  it('is redacted wherever it stands in a long text, with its name or its border in code', async () => {
    const filler = 'The boats go out at five and come back before it is dark, as they have done for years. '.repeat(120);
    const codes = [
      'https://x.example/?c=4111%201111%201111%201111',
      `Authorization%3A%20Bearer%20${TOKEN}`,
      '<p>Password: &quot;hunterXy7zz&quot;</p>',
    ];
    for (const text of [
      `${codes[0]} ${filler} ${codes[1]} ${filler} ${codes[2]}`,
      `${filler}${filler} ${codes.join(' and ')}`,
      `${codes.join(' and ')} ${filler}${filler}`,
      `${filler}${'x'.repeat(4000)}?c=4111%201111%201111%201111&t%3D${TOKEN}&p=%22password%22%3A%22hunterXy7zz%22${'y'.repeat(4000)}`,
    ]) {
      let got = '';
      const service = guardService({ reply: async () => reply(got) });
      await service.chat(ask(text));
      got = textAt(service.asked[0]?.body, 'messages', 0, 'content');
      for (const secret of ['1111', 'ghp_', 'hunter']) assert.ok(!got.includes(secret), `${secret} in ${text.slice(0, 60)}`);
      assert.equal(textAt(await bodyOf(await service.chat(ask(text))), 'choices', 0, 'message', 'content'), text);
    }
  });

  it('is flagged where personal data is', async () => {
    const service = guardService();
    for (const text of [
      'https://x.example/?mail=ann.smith%40example.com',
      'mail ann.smith&#64;example.com',
      'iban=DE89%203704%200044%200532%200130%2000',
      'IBAN DE\u{1d7d6}\u{1d7d7} 3704 0044 0532 0130 00',
      'ＤＥ８９３７０４００４４０５３２０１３０００',
      'SSN 078\u201305\u20131120',
      'SSN 078\uff0d05\uff0d1120',
      'SSN 078\u200705\u20071120',
      'IBAN DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00',
      'IBAN NL91\u2009ABNA\u20090417\u20091643\u200900',
      'call 415\u2013637\u20132290',
      'SSN: ___078-05-1120___ Date: ______',
      'Passport No. __533626686__',
      'IBAN: _____DE89 3704 0044 0532 0130 00',
      'Tél. : 06\u202f12\u202f48\u202f56\u202f78',
      '電話：090\u22121234\u22125698',
      'DNI 28782415\u2011P',
      'DOB 12\u201003\u20101988',
      'Please transfer it to the account named below, IBAN DE89 3704 0044 \n0532 0130 00, before Friday.',
      'The number we have on file for her is Tel. +49 151\n    2345 6712, in case of need.',
      'Her number at the office of national insurance is 2 55 08 14\n168 025 38.',
    ]) {
      assert.match((await service.chat(ask(text))).headers.get('x-guard-decision') ?? '', /verdict=flag/, text);
    }
  });

  it('is nothing where nothing is', async () => {
    const service = guardService();
    for (const text of [
      '100% of 20% is 20%',
      'R&amp;D &lt;b&gt; &#9731; &nope; &#300; &',
      'https://x.example/a%20b%2Fc?d=%E2%82%AC',
      'printf("%20d %5B")',
      '%',
      '%2',
      '%zz',
      'from 1990\u20131995 and 1\u202f250\u202f000 inhabitants',
      'Please call us in 2024\n1234567 people did.',
      'x 4111 1111\n\n1111 1111',
      'a__4111111111111111__b',
      'See you at the birthday party on 12.04.2025, or at the Geburtstagsfeier am 13.04.2025.',
      '0041 ; [.2A4B.0020.0002] # LATIN SMALL LETTER A',
      '4111 1111\n1111 1111\n',
    ]) {
      assert.match((await service.chat(ask(text))).headers.get('x-guard-decision') ?? '', /verdict=allow/, text);
    }
  });

  it('makes no card of a longer number, wherever the code is from which on the text is read again', async () => {
    const service = guardService();
    const filler = 'The boats go out at five and come back before it is dark. '.repeat(400);
    for (let more = 2020; more < 2044; more += 1) {
      const text = `${filler} part 10004111111111111111 ${'x'.repeat(more)}%41 ${filler}`;
      assert.match((await service.chat(ask(text))).headers.get('x-guard-decision') ?? '', /verdict=allow/, String(more));
    }
  });
});

describe('readWebCodes()', () => {
  it('says where each place was written', () => {
    const piece = fc.oneof(
      fc.constantFrom('&nbsp;', '&#65;', '&#x41;', '&#160;', '&', ';', '&#', '%20', '%2520', '%252541', '%', '%2', '%E2%82%AC', '25', 'a'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const raw = pieces.join('');
        const { text, written } = readWebCodes(raw);
        assert.deepEqual([written(0), written(text.length)], [0, raw.length]);
        for (let at = 0; at < text.length; at += 1) {
          const own = raw.slice(written(at), written(at + 1));
          assert.ok(
            own === text[at] ||
              (/^&(?:nbsp|#65|#x41|#160);$/.test(own) && [' ', 'A'].includes(text[at] ?? '')) ||
              (/^%(?:25){0,3}[0-7][\dA-Fa-f]$/.test(own) && own.toLowerCase().endsWith(text.charCodeAt(at).toString(16).padStart(2, '0'))),
            `${raw} at ${at}: ${own}`,
          );
        }
      }),
    );
  });

  it('says so of thousands of them too', () => {
    const raw = 'a%20b&amp;c%2541'.repeat(3000);
    const { text, written } = readWebCodes(raw);
    assert.equal(text, 'a b&cA'.repeat(3000));
    for (let at = 0; at < text.length; at += 6)
      assert.deepEqual(
        [0, 1, 2, 3, 4, 5].map((more) => written(at + more) - (at / 6) * 16),
        [0, 1, 4, 5, 10, 11],
      );
    assert.equal(written(text.length), raw.length);
  });
});

describe('readWrapped()', () => {
  it('takes the line breaks out of numbers, and says where each place was written', () => {
    const raw = 'to 4111 1111 \r\n> > 1111 1111 or DE89 3704\n\t0044 0532 0130 00\n12 34\n';
    const { text, written } = readWrapped(raw) ?? assert.fail();
    assert.equal(text, 'to 4111 1111 1111 1111 or DE89 3704 0044 0532 0130 00\n12 34\n');
    for (const own of ['to', '4111 1111', '1111 or', 'DE89 3704', '0044', '12 34\n'])
      assert.equal(raw.slice(written(text.indexOf(own)), written(text.indexOf(own) + own.length)), own);
    assert.equal(raw.slice(written(3), written(22)), '4111 1111 \r\n> > 1111 1111');
  });

  it('leaves the rows of tables and lists as they are', () => {
    for (const text of [
      '',
      '12\n34\n',
      '1234 5678\n1234 5678\n',
      'Ann 4111 1111\nBob 1111 1111\n',
      'In the second quarter of the last year we sold 1,234\n567 boats.',
      'These are the steps to take, all of them, before 2024\n10. Go on from 2025 to 2026.',
      'Ann,555 123\n4567,Bob',
    ])
      assert.equal(readWrapped(text), undefined, text);
  });
});

describe('readDressed()', () => {
  it('reads the decimal digits of every script', () => {
    const digits = Array.from({ length: 0xff80 }, (_, more) => String.fromCharCode(0x80 + more)).filter((sign) => /\p{Nd}/u.test(sign));
    for (const [index, digit] of digits.entries()) assert.equal(readDressed(digit)?.text, String(index % 10), digit);
    assert.ok(digits.length > 300);
  });

  it('reads variants of letters and digits, bold numbers, dashes and spaces, however many', () => {
    const raw = '\uff49\u0661\u{1d7d8}\u{1d5d4}7** **8**9 123\u201345-6789 ';
    for (const count of [1, 5000]) {
      const { text, written } = readDressed(raw.repeat(count)) ?? assert.fail();
      assert.equal(text, 'i10A7** **8 9 123-45-6789 '.repeat(count));
      const places = Array.from({ length: 26 }, (_, more) => written((count - 1) * 26 + more) - (count - 1) * raw.length);
      assert.deepEqual(places, [0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 15, ...Array.from({ length: 13 }, (_, more) => 16 + more)]);
      assert.equal(written(text.length), raw.length * count);
    }
  });

  it('leaves everything else as it is', () => {
    for (const text of [
      '',
      'ab** 1',
      '1**',
      '12\u20133',
      '\ud835',
      '\ud835a',
      '\udc00',
      '\uff3b',
      '1990\u20131995',
      '12\u202f345',
      'a\u2009b',
      'déjà vu',
    ])
      assert.equal(readDressed(text), undefined, text);
  });
});
