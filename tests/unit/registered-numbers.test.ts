import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import * as companies from '../../src/domain/guardrails/detectors/company-numbers.ts';
import * as patients from '../../src/domain/guardrails/detectors/health-numbers.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { isVatNumber } from '../../src/domain/guardrails/detectors/vat-numbers.ts';
import { fc } from '../draws.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';
import { REGISTERED_NUMBERS } from '../fixtures/registered-numbers.ts';

const detector = createPersonalDataDetector({ isTelephone });
const found = kindsFoundBy(detector);

/** Categories whose form alone says what they are. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(['in_gstin', 'ch_uid', 'id_npwp', 'ca_business_number']);

describe('numbers of companies, patients and residents', () => {
  for (const [category, before, value] of REGISTERED_NUMBERS) {
    it(`${category}: ${before}${value}`, () => {
      for (const behind of ['', '.', ', please', ')'])
        assert.ok(found(before + value + behind).includes(`${category} ${value}`), found(before + value + behind).join());
    });

    it(`${category} is held back while it comes: ${before}${value}`, () => {
      for (let end = before.length + 1; end <= before.length + value.length; end += 1)
        assert.ok(detector.tail?.((before + value).slice(0, end)) <= before.length, (before + value).slice(0, end));
    });

    if (before !== '' && !UNMISTAKABLE.has(category))
      it(`${category} is none without a word for it, nor behind one for something else: ${value}`, () => {
        for (const other of ['', 'order ', 'the parcel number is ', 'version '])
          assert.deepEqual(
            found(other + value).filter((one) => one.startsWith(category) && category !== 'cn_uscc'),
            [],
            other,
          );
      });
  }

  it('are found in a table and in records by the name of their column', () => {
    assert.deepEqual(found('name,siret\nAtelier Roux,73282932000074\n'), ['fr_siret 73282932000074']);
    assert.deepEqual(found('{"abn": "51824753556", "regon": "123456785"}'), ['au_abn 51824753556', 'pl_regon 123456785']);
  });

  it('are none with a wrong check digit', () => {
    for (const text of [
      'EIN: 07-3456789',
      'SIRET 732 829 320 00075',
      'SIREN 732829321',
      'ABN 51 824 753 557',
      'ACN 004 085 617',
      '27AAPFU0939F1ZW',
      'CIF: A58818502',
      'P.IVA 00743110158',
      'USt-IdNr. DE136695977',
      'VAT number GB 980 7806 85',
      'TVA FR41303265045',
      'BTW-nummer: NL004495446B01',
      'ATU13585628',
      'CHE-100.155.213',
      'REGON 123456786',
      'BCE 0428.759.498',
      'org.nr 556036-0794',
      'CVR-nr. 13585629',
      'Y-tunnus: 2077474-1',
      'IČO: 25123892',
      'Vergi no: 4540536921',
      'ИНН 7707083894',
      'ОГРН 1027700132196',
      'CNPJ 12.ABC.345/01DE-36',
      'RUC 20512333798',
      'RIF V-11470283-5',
      '91110000600037342L',
      '사업자등록번호: 116-82-00277',
      '法人番号は4835678256246',
      '統一編號 22099132',
      'NPI 1234567894',
      'Versichertennummer: A123456781',
      'NHI ZZZ0017',
      'cartão SUS 898 0011 6088 1238',
      'Civil ID 286092000047',
      'HKID A1234564',
    ])
      assert.deepEqual(
        found(text).filter((one) => !/^(?:phone_number|bank_account|ca_sin|medical_record)/.test(one)),
        [],
        text,
      );
  });

  it('are not seen in ordinary text', () => {
    for (const text of [
      'RFC 2616 and RFC 7231 obsolete each other; version 12.1.0-123.456',
      'The private network has 123456789 hosts, just over the limit of 100000000.',
      'ein 12-Zylinder, gebaut 1967 in 9 Exemplaren',
      'rebar of grade HRB 400 and HRB 500, hardness HRB 85',
      'swift action on 12 May: FOUNDERS and BANKRUPTCY law',
      'a license plate frame with 4 screws, model XK-120 / 2024',
      'SUS 304 stainless steel, 2 mm',
      'health plan of 2024: 1500 steps; medical record of 12 matches',
      'Kennzeichen der Epoche: 1848 und 1871',
      'the acn 12 and bce 44 BC, sirens at 732829320 Hz',
      'order 27AAPFU0939F1ZW of 91110000600037341',
      'pin 4 of the chip A12345678B',
      'the EIN of our company is secret; in 12-3456789 others it is not',
      'ABN of a business: see 51 824 753 557',
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe('check digits of registers', () => {
  it('are right for one last digit in ten, or one more where two rules hold', () => {
    const digits = (length: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: length, maxLength: length });
    const checks: readonly (readonly [(code: string) => boolean, number])[] = [
      [companies.isFrenchCompany, 8],
      [companies.isPolishCompany, 8],
      [companies.isPolishTaxpayer, 9],
      [companies.isSwedishCompany, 9],
      [companies.isNorwegianCompany, 8],
      [companies.isDanishCompany, 7],
      [companies.isFinnishCompany, 7],
      [companies.isCzechCompany, 7],
      [companies.isAustralianCompany, 8],
      [companies.isKoreanCompany, 9],
      [companies.isTaiwaneseCompany, 7],
      [companies.isTurkishTaxpayer, 9],
      [companies.isTaxedRussianCompany, 9],
      [companies.isRegisteredRussian, 12],
      [companies.isRegisteredRussian, 14],
      [companies.isPeruvian, 10],
      [patients.isProvider, 9],
      [patients.isBrazilianPatient, 14],
      [patients.isInsuredPortuguese, 10],
      [patients.isColumbian, 9],
      [patients.isKuwaiti, 11],
    ];
    for (const [isValid, length] of checks)
      fc.assert(
        fc.property(digits(length), (body) => {
          const valid = Array.from('0123456789').filter((last) => isValid(body + last)).length;
          // The Taiwanese one is modulo 5, with a second chance.
          assert.ok(valid <= (isValid === companies.isTaiwaneseCompany ? 4 : 1), body);
        }),
        { numRuns: 200 },
      );
  });

  it('of the member states hold for numbers that they print, and for no other last character', () => {
    const numbers =
      'ATU13585627 BE0428759497 CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESA28015865 ES54362315K FI20774740 FR83404833048 GB802311782 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515 LT100001919017 LU15027442 MT11679112 NL123456789B13 PL5260001246 PT501964843 RO18547290 SI50223054 SK2022749619'.split(
        ' ',
      );
    for (const number of numbers) {
      assert.equal(isVatNumber(number), true, number);
      const last = number.at(-1) ?? '';
      const others = Array.from(/\d/.test(last) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter((other) => other !== last);
      assert.deepEqual(
        others.filter((other) => isVatNumber(number.slice(0, -1) + other)),
        [],
        number,
      );
    }
    for (const number of ['US123456789', 'DE000000000', 'FR1234', 'GB98078068']) assert.equal(isVatNumber(number), false, number);
  });
});
