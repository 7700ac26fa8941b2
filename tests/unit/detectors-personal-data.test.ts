import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { startCpuTime } from '../cpu-time.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

const detector = createPersonalDataDetector({ isTelephone });

const found = kindsFoundBy(detector);

describe('the personal data detector finds', () => {
  const values: readonly (readonly [string, string, string])[] = [
    ['iban', 'Pay to ', 'DE89 3704 0044 0532 0130 00'],
    ['us_ssn', 'My number: ', '078-05-1120'],
    ['in_aadhaar', 'Aadhaar ', '2341 2341 2346'],
    ['br_cpf', 'CPF ', '529.982.247-25'],
    ['uk_nhs', 'NHS number ', '943 476 5919'],
    ['uk_nino', 'NI ', 'AB 12 34 56 C'],
    ['es_dni', 'El DNI es ', '12345678Z'],
    ['ca_sin', 'SIN ', '046 454 286'],
    ['pl_pesel', 'PESEL ', '44051401359'],
    ['nl_bsn', 'BSN ', '111222333'],
    ['au_tfn', 'Tax file number ', '123 456 782'],
    ['fr_nir', 'Sécu ', '2 55 08 14 168 025 38'],
    ['us_routing', 'routing ', '021000021'],
    ['passport', 'Passport no. ', 'C01X00T47'.replace('X', '1').replace('T', '2')],
    ['btc_address', 'send it to ', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['btc_address', 'send it to ', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['eth_address', 'wallet ', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['mac_address', 'device ', '00:1a:2b:3c:4d:5e'],
    ['ip_address', 'from ', '203.0.113.7'],
    ['ip_address', 'from ', '2001:db8::8a2e:370:7334'],
    ['phone_number', 'call ', '+44 20 7946 0958'],
    ['phone_number', 'call ', '(212) 555-0134'],
    ['date_of_birth', 'born ', '14/10/1957'],
    ['date_of_birth', 'born ', '15-01-1980'],
    ['date_of_birth', 'born ', '1364-05-17'],
  ];
  for (const [category, before, value] of values) {
    it(`${category}: ${value}`, () => assert.deepEqual(found(`${before}${value}, thanks.`), [`${category} ${value}`]));
  }
});

describe('the personal data detector lets pass', () => {
  const harmless: readonly string[] = [
    '<path d="M7 0v1H5s-.016.707.355 1.445"/>',
    'Napoleon was born on 15 August 1769, Austen on 1775-12-16.',
    'The account DE89 3704 0044 0532 0130 01 has a wrong check digit.',
    'Case 666-00-0342 and 970-69-2686 are internal codes.',
    'CPF inválido: 714.516.937-12',
    'Order number 4029 9052 9577 1846 shipped yesterday.',
    'version 1.2.3.4 is out',
    'session id 66e2ab11-0afb-4b44-b70c-4a12f9f0f7f9 expired',
    'call std::vector::size() at 12:30:45',
    'The year 2024 had 366 days, 8784 hours and 527040 minutes.',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb is mistyped',
  ];
  for (const text of harmless) it(JSON.stringify(text), () => assert.deepEqual(found(text), []));
});

describe('the personal data detector', () => {
  it('holds back a number that may still grow, and nothing of ordinary words', () => {
    for (const text of ['pay to DE89 3704 0044', 'call +44 20 79', 'my number is 078-05-']) {
      assert.ok(detector.tail(text) <= text.search(/DE89|\+44|078/), text);
    }
    const prose = 'The committee met again';
    assert.ok(prose.length - detector.tail(prose) <= 8);
  });

  for (const unit of ['1234 ', '+1 ', 'ab:', '0x12', '1.2.']) {
    it(`takes time linear in the length of many times ${JSON.stringify(unit)}`, () => {
      const took = (length: number): number => {
        const text = unit.repeat(length / unit.length);
        const taken = startCpuTime();
        found(text);
        return taken();
      };
      took(50_000);
      assert.ok(took(400_000) < 40 * Math.max(20, took(50_000)));
    });
  }
});

describe('a long text that repeats itself', () => {
  it('has every number that a word explains, and no other', () => {
    const [named, counted] = ['tel 5550-1234, '.repeat(6000), 'item 5550-1234, '.repeat(6000)];
    const text = `${named}${counted}${named}`;
    const places = (from: number): number[] => Array.from({ length: 6000 }, (_, index) => from + index * 15 + 4);
    const starts = detector.inspect({ id: 'p', role: 'user', channel: 'user', text }).map(({ start }) => start);
    assert.deepEqual(starts.slice(0, 6000), places(0));
    assert.deepEqual(starts.slice(-6000), places(named.length + counted.length));
    // The word before is still near the first of the others.
    assert.ok(starts.slice(6000, -6000).every((start) => start < named.length + 100));
  });
});
