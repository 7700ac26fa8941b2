import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowedValues, meaningOf } from '../../src/domain/guardrails/redaction/value-meaning.ts';

describe('meaningOf()', () => {
  it('is the same for a number in every spacing and case', () => {
    for (const [category, ...values] of [
      ['iban', 'DE89370400440532013000', 'de89 3704 0044 0532 0130 00', 'DE89-3704-0044-0532-0130-00'],
      [
        'credit_card',
        '4111111111111111',
        '4111 1111 1111 1111',
        '4111-1111-1111-1111',
        '4111.1111.1111.1111',
        '4111<b>1111</b>1111_1111',
        '४१११ ११११ ११११ ११११',
      ],
      ['phone_number', '+4930901820', '+49 (30) 901820', '+49 30/90 18 20'],
      ['us_ssn', '123456789', '123-45-6789', '123 45 6789'],
      ['mac_address', '00:1B:44:11:3A:B7', '00-1b-44-11-3a-b7'],
      ['it_fiscal_code', 'RSSMRA85T10A562S', 'rssmra85t10a562s'],
    ] as const)
      assert.equal(new Set(values.map((value) => meaningOf(category, value))).size, 1, category);
    assert.notEqual(meaningOf('phone_number', '+4930901820'), meaningOf('phone_number', '4930901820'));
  });

  it('is the value where its signs say something, and where it is said in words', () => {
    for (const [category, value] of [
      ['ip_address', '1.2.3.45'],
      ['date_of_birth', '1-12-1980'],
      ['eth_address', '0xaB'],
      ['password', 'a-b 1'],
      ['credit_card', 'four one one one'],
      ['email_address', 'a.b1@c.example'],
    ] as const)
      assert.equal(meaningOf(category, value), value);
  });
});

describe('allowedValues()', () => {
  it('knows a number in any spacing, as a whole, and of no other kind', () => {
    const isAllowed = allowedValues(['DE89 3704 0044 0532 0130 00', '4111']);
    assert.ok(isAllowed('iban', 'de89370400440532013000'));
    assert.ok(!isAllowed('credit_card', '4111 1111 1111 1111'));
    assert.ok(!isAllowed('password', 'DE89370400440532013000'));
  });
});
