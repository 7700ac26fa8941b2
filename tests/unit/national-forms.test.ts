import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { isMalaysian, isMexican, isNorwegian, isSingaporean, isTurkish } from '../../src/domain/guardrails/detectors/identity-numbers.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

const detector = createPersonalDataDetector({ isTelephone });

const found = kindsFoundBy(detector);

/** Category, what stands before a number, the number: those that their authorities or handbooks print, with right check digits. */
const NUMBERS: readonly (readonly [string, string, string])[] = [
  ['it_fiscal_code', 'Il mio codice fiscale è ', 'RSSMRA85T10A562S'],
  ['it_fiscal_code', '', 'MRTMTT25D09F205Z'],
  ['cn_resident_id', '身份证号', '11010519491231002X'],
  ['cn_resident_id', '', '440524188001010014'],
  ['kr_rrn', 'resident registration number ', '971013-9019902'],
  ['kr_rrn', '주민등록번호: ', '860314-5080418'],
  ['fi_hetu', 'hetu ', '131052-308T'],
  ['ch_ahv', 'AHV ', '756.9217.0769.85'],
  ['ch_ahv', '', '7569217076985'],
  ['be_nrn', 'rijksregisternummer ', '85.07.30-033.28'],
  ['cl_rut', '', '12.345.678-5'],
  ['cl_rut', 'RUT ', '12345678-5'],
  ['ar_cuit', '', '20-12345678-6'],
  ['ar_cuit', 'CUIL ', '20123456786'],
  ['mx_curp', 'CURP: ', 'HEGG560427MVZRRL04'],
  ['mx_rfc', 'RFC ', 'HEGG560427ABC'],
  ['sg_nric', '', 'S1234567D'],
  ['hk_id_card', '', 'A123456(3)'],
  ['th_id_card', '', '1-2345-67890-12-1'],
  ['ru_snils', '', '112-233-445 95'],
  ['ru_snils', 'СНИЛС ', '11223344595'],
  ['ru_inn', 'ИНН ', '500100732259'],
  ['br_cnpj', '', '11.222.333/0001-81'],
  ['us_itin', 'ITIN ', '912-78-1234'],
  ['de_tax_id', 'Steuer-ID: ', '86095742719'],
  ['de_tax_id', 'IdNr. ', '86 095 742 719'],
  ['de_pension_number', 'Sozialversicherungsnummer ', '65170839J003'],
  ['de_pension_number', 'Rentenversicherungsnr. ', '65 170839 J 003'],
  ['se_personnummer', 'personnummer ', '811218-9876'],
  ['se_personnummer', 'Personnummer: ', '19811218-9876'],
  ['no_birth_number', 'fødselsnummer ', '15108695088'],
  ['no_birth_number', 'fnr ', '151086 95088'],
  ['dk_cpr', 'CPR-nr. ', '211062-5629'],
  ['cz_birth_number', 'rodné číslo ', '780123/3540'],
  ['ro_cnp', 'CNP ', '1800101221144'],
  ['bg_egn', 'ЕГН ', '7523169263'],
  ['hr_oib', 'OIB: ', '94577403194'],
  ['ee_personal_code', 'isikukood ', '37605030299'],
  ['lt_personal_code', 'asmens kodas ', '33309240064'],
  ['tr_identity_number', 'TC kimlik no ', '10000000146'],
  ['za_id_number', 'my SA ID is ', '8001015009087'],
  ['il_id_number', 'ת.ז. ', '039337423'],
  ['in_pan', 'PAN ', 'ABCPD1234E'],
  ['tw_id_card', '身分證字號 ', 'A123456789'],
  ['my_mykad', 'MyKad ', '770305-02-1234'],
  ['jp_my_number', 'マイナンバーは', '1234 5678 9018'],
  ['id_nik', 'NIK: ', '3171011708450001'],
  ['pt_nif', 'NIF ', '501964843'],
  ['at_insurance_number', 'SVNR ', '1237 010180'],
  ['ie_pps', 'PPS number ', '6433435F'],
  ['gr_amka', 'AMKA ', '01013099997'],
  ['us_mbi', 'Medicare ', '1EG4-TE5-MK73'],
  ['au_medicare', 'Medicare no. ', '2123 45670 1'],
  ['nz_ird', 'IRD number ', '49-091-850'],
  ['imei', 'IMEI: ', '490154203237518'],
  ['vehicle_number', 'VIN ', '1M8GDM9AXKP042788'],
  ['vehicle_number', 'Fahrgestellnummer ', 'WDB1240661J042788'],
  ['uk_driving_licence', 'driving licence ', 'MORGA657054SM9IJ'],
  ['driving_licence', "driver's license number is ", 'D1234567'],
  ['driving_licence', 'Führerscheinnummer: ', 'B072RRE2I55'],
];

describe('numbers that states give to people, their devices and vehicles', () => {
  for (const [category, before, value] of NUMBERS) {
    it(`${category} is found: ${before}${value}`, () => {
      for (const behind of ['', '.', ', please', ')'])
        assert.deepEqual(found(before + value + behind), [`${category} ${value}`], before + value + behind);
    });

    it(`${category} is held back while it comes: ${before}${value}`, () => {
      for (let end = before.length + 1; end <= before.length + value.length; end += 1)
        assert.ok(detector.tail?.((before + value).slice(0, end)) <= before.length, (before + value).slice(0, end));
    });
  }

  it('are none with a wrong check digit, without a word for those that others look like, or as part of something longer', () => {
    for (const text of [
      'RSSMRA85T10A562T',
      '110105194912310021',
      '131052-308U',
      '756.9217.0769.84',
      '85.07.30-033.29',
      '12.345.678-6',
      '20-12345678-7',
      'HEGG560427MVZRRL05',
      'S1234567E',
      'A123456(4)',
      '1-2345-67890-12-2',
      '112-233-445 96',
      '11.222.333/0001-82',
      'Steuer-ID: 86095742718',
      'personnummer 811218-9877',
      'part 86095742719, order 811218-9876, lot 1800101221144',
      'batch 8001015009087 and job 1234 5678 9018',
      'the vin rouge of 2019 and a chassis of steel',
      'RFC 7231, RFC 2616 and PAN-OS 10.1.2',
      "my driver's license expired in 2023",
      'Case 666-07-3284 and 941-88-4921 are internal codes.',
      'the nik is unknown, medicare costs 1200',
      'XRSSMRA85T10A562S9',
    ])
      assert.deepEqual(
        found(text).filter((one) => !one.startsWith('phone')),
        [],
        text,
      );
  });
});

describe('check digits of states', () => {
  it('hold for the numbers that handbooks print, and for no other last digit', () => {
    const cases: readonly (readonly [(code: string) => boolean, string])[] = [
      [isNorwegian, '15108695088'],
      [isTurkish, '17291716060'],
      [isSingaporean, 'F1234567N'],
      [isMexican, 'HEGG560427MVZRRL04'],
    ];
    for (const [isValid, code] of cases) {
      assert.equal(isValid(code), true, code);
      const last = code.at(-1) ?? '';
      for (const other of /\d/.test(last) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        if (other !== last) assert.equal(isValid(code.slice(0, -1) + other), false, other);
    }
  });

  it('of Malaysia are none, but nobody is born in place 0 or 17', () => {
    assert.equal(isMalaysian('770305021234'), true);
    assert.equal(isMalaysian('770305001234'), false);
    assert.equal(isMalaysian('770305171234'), false);
  });
});
