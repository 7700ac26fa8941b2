import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createValueWriter } from '../../src/domain/guardrails/redaction/value-writer.ts';
import { createRestorer, createVault } from '../../src/domain/guardrails/redaction/vault.ts';
import { fc } from '../draws.ts';

describe('createVault()', () => {
  it('gives the same value the same placeholder, and every other one its own', () => {
    const vault = createVault([]);
    assert.equal(vault.placeholderFor('email', 'a@b.example'), '[EMAIL_1]');
    assert.equal(vault.placeholderFor('email', 'c@d.example'), '[EMAIL_2]');
    assert.equal(vault.placeholderFor('credit_card', '4111111111111111'), '[CREDIT_CARD_1]');
    assert.equal(vault.placeholderFor('email', 'a@b.example'), '[EMAIL_1]');
  });

  it('gives another spelling of a value the same number, and restores each as it was', () => {
    for (const [category, name, ...spellings] of [
      ['iban', 'IBAN', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
      ['credit_card', 'CREDIT_CARD', '4539148803436467', '4539 1488 0343 6467', '4539-1488-0343-6467'],
      ['email_address', 'EMAIL_ADDRESS', 'ann@example.com', 'Ann@Example.com', 'ANN@EXAMPLE.COM'],
      ['phone_number', 'PHONE_NUMBER', '+49 30 901820', '+4930901820', '+49 (30) 901820'],
    ] as const) {
      const vault = createVault([`as [${name}_1_FORM_2] says`]);
      const made = spellings.map((value) => vault.placeholderFor(category, value));
      assert.deepEqual(made, [`[${name}_1]`, `[${name}_1_FORM_3]`, `[${name}_1_FORM_4]`]);
      assert.equal(vault.restore(made.join(' and ')), spellings.join(' and '));
      assert.equal(vault.restore(made[1]?.toLowerCase().replaceAll('_', ' ') ?? ''), spellings[1]);
      assert.deepEqual(
        spellings.map((value) => vault.placeholderFor(category, value)),
        made,
      );
    }
  });

  it('numbers values that only look alike apart', () => {
    const vault = createVault([]);
    for (const [category, one, other] of [
      ['password', 'Abc-1', 'abc-1'],
      ['ip_address', '1.2.3.4', '12.3.4.0'],
      ['credit_card', '4539148803436467', '4242424242424242'],
      ['email_address', 'a.b@example.com', 'ab@example.com'],
    ] as const)
      assert.ok(!vault.placeholderFor(category, other).startsWith(vault.placeholderFor(category, one).slice(0, -1)));
  });

  it('never restores what its texts said themselves, nor what another vault holds', () => {
    const vault = createVault(['Write [EMAIL_1] as it is']);
    assert.equal(vault.placeholderFor('email', 'a@b.example'), '[EMAIL_2]');
    assert.equal(vault.restore('[EMAIL_1] [EMAIL_2] [EMAIL_3]'), '[EMAIL_1] a@b.example [EMAIL_3]');
    assert.equal(createVault([]).restore('[EMAIL_2]'), '[EMAIL_2]');
  });

  for (const [how, written] of [
    ['in Markdown', String.raw`\[CREDIT\_CARD\_1\]`],
    ['in Markdown, its underscores alone', String.raw`[CREDIT\_CARD\_1]`],
    ['in small letters', '[credit_card_1]'],
    ['with capitals', '[Credit_Card_1]'],
    ['with blanks', '[CREDIT CARD 1]'],
    ['with hyphens', '[credit-card-1]'],
    ['with blanks in its brackets', '[ CREDIT_CARD_1 ]'],
    ['in the brackets of other scripts', '\u3010CREDIT_CARD_1\u3011'],
    ['in wide brackets', '\uff3bCREDIT CARD 1\uff3d'],
    ['in a text in JSON', String.raw`\\[CREDIT\\_CARD\\_1\\]`],
  ] as const) {
    it(`restores what the model wrote ${how}`, () => {
      const vault = createVault([]);
      vault.placeholderFor('credit_card', '4111 1111');
      assert.equal(vault.restore(`Paid with ${written}.`), 'Paid with 4111 1111.');
    });
  }

  for (const [written, expected] of [
    ['CREDIT_CARD_1', '4111 1111'],
    ['Paid with CREDIT_CARD_1.', 'Paid with 4111 1111.'],
    ['**CREDIT_CARD_1**', '**4111 1111**'],
    ['`CREDIT_CARD_1`', '`4111 1111`'],
    ['(CREDIT_CARD_1)', '(4111 1111)'],
    ['{CREDIT_CARD_1}', '{4111 1111}'],
    ['\u2039CREDIT_CARD_1\u203a', '\u20394111 1111\u203a'],
    ['"CREDIT_CARD_1"', '"4111 1111"'],
    [String.raw`CREDIT\_CARD\_1`, '4111 1111'],
    ['[CREDIT_CARD_1, expiring 09/27]', '[4111 1111, expiring 09/27]'],
    ['[CREDIT_CARD_1 (Visa)]', '[4111 1111 (Visa)]'],
  ] as const) {
    it(`restores a placeholder without brackets of its own: ${written}`, () => {
      const vault = createVault([]);
      vault.placeholderFor('credit_card', '4111 1111');
      assert.equal(vault.restore(written), expected);
      const restorer = createRestorer(vault);
      assert.equal(Array.from(written, (sign) => restorer.push(sign)).join('') + restorer.end(), expected);
    });
  }

  it('leaves names that only hold one, are written in other letters, or that the request has itself', () => {
    const vault = createVault(['Use the variables PASSWORD_1 and PASSWORD\\_2.']);
    assert.equal(vault.placeholderFor('password', 'hunter2'), '[PASSWORD_3]');
    vault.placeholderFor('email', 'a@b.example');
    for (const text of [
      'PASSWORD_1',
      'MY_PASSWORD_3',
      'PASSWORD_31',
      'PASSWORD_3_OLD',
      'password_3',
      'Password_3',
      '$PASSWORD_3',
      '${PASSWORD_3}',
      'env.PASSWORD_3',
      'xPASSWORD_3',
      'EMAIL_2',
      'PASSWORD 3',
      'EMAIL-1',
    ]) {
      assert.equal(vault.restore(text), text);
      const restorer = createRestorer(vault);
      assert.equal(Array.from(text, (sign) => restorer.push(sign)).join('') + restorer.end(), text);
    }
  });

  it('restores into an address what stood in it in percent signs, in percent signs', () => {
    const vault = createVault([]);
    vault.placeholderFor('email', 'a+b@b.example\ud800');
    assert.equal(vault.restore('https://x.example/?to=%5BEMAIL_1%5d&a=1'), 'https://x.example/?to=a%2Bb%40b.example%EF%BF%BD&a=1');
  });

  it('leaves a backslash that belongs to what stands before', () => {
    const vault = createVault([]);
    vault.placeholderFor('name', 'ann');
    assert.equal(vault.restore(String.raw`C:\[NAME_1]\x and [NAME_1\]`), String.raw`C:\ann\x and [NAME_1\]`);
  });

  it('takes no other form of what its texts said themselves for a placeholder', () => {
    const vault = createVault(['as [email 1] and \\[EMAIL\\_2\\] and %5bemail_3%5D']);
    assert.equal(vault.placeholderFor('email', 'a@b.example'), '[EMAIL_4]');
  });

  it('does not restore a value that looks like a placeholder a second time', () => {
    const vault = createVault([]);
    vault.placeholderFor('name', '[EMAIL_1]');
    vault.placeholderFor('email', 'a@b.example');
    assert.equal(vault.restore('[NAME_1]'), '[EMAIL_1]');
  });

  it('keeps the brackets of a placeholder that a model made the text of a link', () => {
    const vault = createVault(['Mail ann@example.com']);
    vault.placeholderFor('email', 'ann@example.com');
    assert.equal(vault.restore('[EMAIL_1](mailto:[EMAIL_1])'), '[ann@example.com](mailto:ann@example.com)');
    assert.equal(vault.restore('![EMAIL_1](https://example.com/a.png)'), '![ann@example.com](https://example.com/a.png)');
    assert.equal(vault.restore('[[EMAIL_1]](mailto:[EMAIL_1])'), '[ann@example.com](mailto:ann@example.com)');
    assert.equal(vault.restore('[EMAIL_1](home), [EMAIL_1] (tel:1)'), 'ann@example.com(home), ann@example.com (tel:1)');
  });

  it('gives a text back as it was, even one that looks like such a link without its brackets', () => {
    const text = 'ann@example.com(mailto:ann@example.com)';
    const vault = createVault([text]);
    const made = vault.placeholderFor('email', 'ann@example.com');
    assert.equal(vault.restore(`${made}(mailto:${made})`), text);
  });

  it('writes values into JSON strings', () => {
    const vault = createVault([]);
    const value = 'say "hi"\n\\ there';
    vault.placeholderFor('secret', value);
    assert.deepEqual(JSON.parse(vault.restore('{"key":"[SECRET_1]"}', createValueWriter('text'))), { key: value });
  });
});

describe('a secret in a web address', () => {
  const vault = createVault(['see https://api.example.com/?key=sk-1, or not']);
  vault.placeholderFor('url_password', 'sk-1');
  vault.placeholderFor('email_address', 'a@b.example');
  const rows: readonly (readonly [string, string])[] = [
    ['https://evil.example/?k=[URL_PASSWORD_1]', 'https://evil.example/?k=[URL_PASSWORD_1]'],
    ['{"url":"https:\\/\\/evil.example\\/[URL_PASSWORD_1]"}', '{"url":"https:\\/\\/evil.example\\/[URL_PASSWORD_1]"}'],
    [`https://evil.example/${'a/'.repeat(9000)}[URL_PASSWORD_1]`, `https://evil.example/${'a/'.repeat(9000)}[URL_PASSWORD_1]`],
    [
      `<a href="https://evil.example/?q=${'a b'.repeat(6000)}[URL_PASSWORD_1]`,
      `<a href="https://evil.example/?q=${'a b'.repeat(6000)}[URL_PASSWORD_1]`,
    ],
    [`https://x.example/ ${'word '.repeat(4000)}[URL_PASSWORD_1]`, `https://x.example/ ${'word '.repeat(4000)}sk-1`],
    ['https://api.example.com/other?key=[URL_PASSWORD_1]', 'https://api.example.com/other?key=sk-1'],
    ['https://api.example.com[URL_PASSWORD_1]/', 'https://api.example.com[URL_PASSWORD_1]/'],
    ['https://api.example.com\\\\@evil.example/[URL_PASSWORD_1]', 'https://api.example.com\\\\@evil.example/[URL_PASSWORD_1]'],
    ['https://evil.example/?to=[EMAIL_ADDRESS_1]', 'https://evil.example/?to=a@b.example'],
    ['https://evil.example/?k=URL_PASSWORD_1', 'https://evil.example/?k=URL_PASSWORD_1'],
    ['key:[URL_PASSWORD_1] https://evil.example', 'key:sk-1 https://evil.example'],
  ];
  for (const [given, expected] of rows) {
    it(`is put in only where its host had it: ${given.slice(0, 60)}`, () => {
      assert.equal(vault.restore(given, createValueWriter('choices[0].message.content')), expected);
      const restorer = createRestorer(vault, createValueWriter('choices[0].message.content'));
      const pieces = (given.match(/.{1,7}/gs) ?? []).map((piece) => restorer.push(piece));
      assert.equal(pieces.join('') + restorer.end(), expected);
      const call = vault.restore(given, createValueWriter('choices[0].message.tool_calls[0].custom.input'));
      assert.equal(call, given.replace(/\[?URL_PASSWORD_1\]?/, 'sk-1').replace('[EMAIL_ADDRESS_1]', 'a@b.example'));
    });
  }
});

describe('createRestorer()', () => {
  it('gives the restored whole however the text is split', () => {
    const vault = createVault([]);
    const made = [
      vault.placeholderFor('email', 'a@b.example'),
      vault.placeholderFor('email', '$& [x'),
      vault.placeholderFor('phone', '+1 555 0100'),
    ];
    const piece = fc.oneof(
      fc.constantFrom(...made),
      fc.constantFrom(
        String.raw`\[EMAIL\_1\]`,
        '[email 2]',
        '[ EMAIL_1 ]',
        '[  phone 1  ]',
        '\u3010EMAIL_2\u3011',
        '\uff3b Phone-1\uff3d',
        ' ',
        '  ',
        '\u3011',
        '%5BPHONE_1%5D',
        String.raw`\\[phone\\-1\\]`,
        '\\',
        '%5',
        'B',
        '_',
        '%',
        '-1%5',
        String.raw`\u005bEMAIL\u005F2\u005D`,
        String.raw`\\u005bphone_1]`,
        String.raw`\u00`,
        String.raw`\u005`,
        'u005',
        '5b',
        '5d',
        '&#91;PHONE_1&#93;',
        '&lbrack;EMAIL&lowbar;2&rbrack;',
        '&#x5B;',
        '[PHONE_1](',
        'tel:',
        '(mailto:',
        '&#9',
        '&',
        ';',
        '%5Bphone%5F1%5D',
        'EMAIL_1',
        'PHONE_1',
        'PHONE_12',
        'EMA',
        'IL_1',
        '${',
        '$',
        '.',
        String.raw`EMAIL\_2`,
      ),
      fc.constantFrom('[', '[EMAIL', '[EMAIL_', '_1]', ']', '1', 'EMAIL_1', '[[EMAIL_1]'),
      fc.string({ maxLength: 6 }),
    );
    const texts = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 200 }), { maxLength: 30 }), (text, cuts) => {
        const restorer = createRestorer(vault);
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const streamed = places.slice(1).map((end, index) => restorer.push(text.slice(places[index], end)));
        assert.equal(streamed.join('') + restorer.end(), vault.restore(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('holds back nothing that cannot become a placeholder of this vault', () => {
    const vault = createVault([]);
    vault.placeholderFor('email', 'a@b.example');
    const restorer = createRestorer(vault);
    assert.equal(restorer.push('see [1] and [PHONE'), 'see [1] and [PHONE');
    assert.equal(restorer.push(' 100% of [e-mails]'), ' 100% of [e-mails]');
    assert.equal(restorer.push(' [EM'), ' ');
    assert.equal(restorer.push('AIL_1]!'), 'a@b.example!');
  });

  it('holds back a placeholder until it is known whether its brackets are those of a link', () => {
    const vault = createVault([]);
    vault.placeholderFor('email', 'a@b.example');
    const restorer = createRestorer(vault);
    assert.deepEqual(
      ['[EMAIL_1]', '(mail', 'to:', '[EMAIL_1]', ')'].map((piece) => restorer.push(piece)),
      ['', '', '[a@b.example](mailto:', '', 'a@b.example)'],
    );
    assert.deepEqual([restorer.push(' and [EMAIL_1]'), restorer.end()], [' and ', 'a@b.example']);
  });
});
