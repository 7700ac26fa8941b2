import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { emailAddressDetector } from '../../src/domain/guardrails/detectors/email-address.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';

const detectors = [createPersonalDataDetector({ isTelephone }), cardNumberDetector, emailAddressDetector];

function found(text: string): string[] {
  return detectors
    .flatMap((detector) => detector.inspect({ id: 'p', role: 'user', channel: 'user', text }))
    .map(({ category, start, end }) => `${category} ${text.slice(start, end)}`);
}

/** Category, what stands before it, and a value as people of many countries write it; every check digit is right. */
const VALUES: readonly (readonly [string, string, string])[] = [
  ['phone_number', 'Call me at ', '+49 (0)30 1234567'],
  ['phone_number', 'Teléfono: ', '(+34) 91 123 45 67'],
  ['phone_number', 'fon ', '+49 (0) 30 - 901 820'],
  ['phone_number', "my number's ", '6125550143'],
  ['phone_number', 'Tel. ', '+33 1 23 45 67 89'],
  ['phone_number', 'Mon numéro : ', '06 12 34 56 78'],
  ['phone_number', 'Ruf an: ', '030 12345678'],
  ['phone_number', 'Tel: ', '(030) 123 45 67'],
  ['phone_number', 'ring ', '+44 (0)20 7946 0958'],
  ['phone_number', 'ring ', '020 7946 0958'],
  ['phone_number', 'ring ', '07700 900123'],
  ['phone_number', 'my cell is ', '+1-212-555-0134'],
  ['phone_number', 'my cell: ', '212.555.0134'],
  ['phone_number', 'phone ', '2125550134'],
  ['phone_number', 'toll free ', '1-800-555-0199'],
  ['phone_number', 'mobile ', '+91 98765 43210'],
  ['phone_number', 'mobile ', '98765 43210'],
  ['phone_number', '电话 ', '+86 138 1234 5678'],
  ['phone_number', '电话：', '138 1234 5678'],
  ['phone_number', '電話: ', '03-1234-5678'],
  ['phone_number', 'tel ', '+81 3-1234-5678'],
  ['phone_number', 'ligue ', '(11) 91234-5678'],
  ['phone_number', 'fone: ', '+55 (11) 91234-5678'],
  ['phone_number', 'тел. ', '+7 (495) 123-45-67'],
  ['phone_number', 'тел. ', '8 (495) 123-45-67'],
  ['phone_number', 'mob ', '0412 345 678'],
  ['phone_number', 'tel:', '+1-201-555-0123'],
  ['phone_number', 'móvil ', '+34 612 34 56 78'],
  ['phone_number', 'teléfono ', '612 345 678'],
  ['phone_number', 'cell ', '+39 347 1234567'],
  ['phone_number', 'bel ', '+31 6 12345678'],
  ['phone_number', 'bel ', '06-12345678'],
  ['phone_number', 'phone: ', '(212)555-0134'],
  ['phone_number', 'call ', '+12125550134'],
  ['phone_number', 'tel ', '0041 44 668 18 00'],
  ['phone_number', 'tel ', '+41 44 668 18 00'],
  ['phone_number', 'tel ', '044 668 18 00'],
  ['phone_number', 'SMS to ', '+48 601 234 567'],
  ['phone_number', 'tel ', '+353 85 123 4567'],
  ['email_address', 'mail ', "Ann.O'Hara+news@sub.mail.example.co.uk"],
  ['email_address', 'mail ', 'jörg@exämple.de'],
  ['email_address', 'почта: ', 'почта@пример.рф'],
  ['email_address', 'mail ', 'θσερ@εχαμπλε.ψομ'],
  ['email_address', '<', 'a_b-c@host-name.example'],
  ['email_address', 'mailto:', 'x@y.museum'],
  ['email_address', 'mail ', 'user@xn--exmple-cua.de'],
  ['email_address', '"email":"', 'bob@corp.example'],
  ['credit_card', 'card ', '4111-1111-1111-1111'],
  ['credit_card', 'card ', '378282246310005'],
  ['credit_card', 'card ', '3782 822463 10005'],
  ['credit_card', 'card ', '5555555555554444'],
  ['credit_card', 'card ', '6011 1111 1111 1117'],
  ['credit_card', 'card ', '30569309025904'],
  ['credit_card', 'card ', '3056 930902 5904'],
  ['credit_card', 'card ', '3530111333300000'],
  ['credit_card', 'card ', '6200 0000 0000 0005'],
  ['credit_card', 'Karte: ', '5105 1051 0510 5100'],
  ['credit_card', 'maestro ', '6759 6498 2643 8453'],
  ['iban', 'IBAN:', 'DE89370400440532013000'],
  ['iban', 'iban ', 'gb29 nwbk 6016 1331 9268 19'],
  ['iban', 'Konto ', 'FR14 2004 1010 0505 0001 3M02 606'],
  ['iban', 'konto ', 'NO93 8601 1117 947'],
  ['iban', '', 'MT84MALT011000012345MTLCAST001S'],
  ['iban', '', 'CH93 0076 2011 6238 5295 7'],
  ['iban', 'to ', 'NL91-ABNA-0417-1643-00'],
  ['us_ssn', 'SSN: ', '123-45-6789'],
  ['us_ssn', 'ssn ', '123 45 6789'],
  ['us_ssn', 'social security number is ', '123456789'],
  ['us_ssn', 'SSN ', '123.45.6789'],
  ['in_aadhaar', 'Aadhaar no ', '2341-2341-2346'],
  ['in_aadhaar', 'आधार संख्या ', '2341 2341 2346'],
  ['in_aadhaar', 'aadhar card number is ', '234123412346'],
  ['br_cpf', 'CPF: ', '529.982.247-25'],
  ['br_cpf', 'cpf ', '52998224725'],
  ['br_cpf', 'CPF ', '529 982 247 25'],
  ['br_cpf', 'CPF ', '529982247-25'],
  ['uk_nhs', 'NHS no. ', '943-476-5919'],
  ['uk_nhs', 'NHS number: ', '9434765919'],
  ['uk_nino', 'NINO ', 'AB123456C'],
  ['uk_nino', 'national insurance ', 'ab 12 34 56 c'],
  ['uk_nino', 'NI no: ', 'AB-12-34-56-C'],
  ['es_dni', 'DNI: ', '12345678-Z'],
  ['es_dni', 'NIE ', 'X1234567L'],
  ['es_dni', 'NIF ', '12.345.678-Z'],
  ['es_dni', 'dni ', '12345678z'],
  ['ca_sin', 'SIN: ', '046-454-286'],
  ['ca_sin', 'Social Insurance Number ', '046454286'],
  ['ca_sin', 'NAS : ', '046 454 286'],
  ['pl_pesel', 'PESEL: ', '44051401359'],
  ['pl_pesel', 'numer PESEL to ', '44051401359'],
  ['nl_bsn', 'BSN: ', '111222333'],
  ['nl_bsn', 'burgerservicenummer ', '1112.22.333'],
  ['nl_bsn', 'BSN ', '111 222 333'],
  ['au_tfn', 'TFN: ', '123456782'],
  ['au_tfn', 'TFN ', '123-456-782'],
  ['fr_nir', 'NIR ', '255081416802538'],
  ['fr_nir', 'n° sécu : ', '2 55 08 14 168 025 38'],
  ['fr_nir', 'sécurité sociale ', '255 08 14 168 025 38'],
  ['us_routing', 'ABA ', '021000021'],
  ['us_routing', 'routing number: ', '0210-0002-1'],
  ['us_routing', 'RTN ', '021000021'],
  ['btc_address', 'btc ', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['btc_address', 'btc ', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['eth_address', 'to ', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['ip_address', 'ip ', '10.0.0.1'],
  ['ip_address', 'ip ', '2001:db8::1'],
  ['ip_address', 'ip ', 'fe80::1ff:fe23:4567:890a'],
  ['ip_address', '[', '2001:db8:85a3:8d3:1319:8a2e:370:7348'],
  ['ip_address', 'from ', '192.168.0.1'],
  ['ip_address', 'from ', '22.33.44.55'],
  ['phone_number', 'Tlf. ', '22.33.44.55'],
  ['phone_number', 'Mobil: ', '91.23.45.67'],
  ['ip_address', 'http://', '203.0.113.9'],
  ['mac_address', 'mac ', '00-1A-2B-3C-4D-5E'],
  ['mac_address', 'mac ', '001a.2b3c.4d5e'],
  ['mac_address', 'mac ', '00:1A:2B:3C:4D:5E'],
  ['passport', 'passport number: ', 'A12345678'],
  ['passport', 'Passport No: ', '123456789'],
  ['passport', 'Reisepass Nr. ', 'C01X00T47'],
  ['passport', 'Reisepass-Nr. ', 'CLFW3M3KX'],
  ['passport', 'passport ', 'AB1234567'],
  ['passport', 'Passeport n° ', '12AB34567'],
  ['passport', 'passport no ', 'L898902C3'],
  ['passport', '护照号码：', 'E12345678'],
  ['passport', 'pasaporte ', 'AAA123456'],
  ['date_of_birth', 'DOB: ', '03/14/1985'],
  ['date_of_birth', 'born on ', '14 March 1985'],
  ['date_of_birth', 'born ', 'March 14, 1985'],
  ['date_of_birth', 'geboren am ', '14.03.1985'],
  ['date_of_birth', 'né le ', '14/03/1985'],
  ['date_of_birth', 'date of birth is ', '1985-03-14'],
];

describe('personal data as people write it', () => {
  for (const [category, before, value] of VALUES) {
    it(`${category}: ${before}${value}`, () => {
      for (const behind of [' thanks', ', ok', '.', '\n', ''])
        assert.deepEqual(found(before + value + behind), [`${category} ${value}`], behind);
    });

    it(`${category}: ${before}${value} is held back from its beginning on, wherever a stream is cut`, () => {
      for (let cut = 1; cut <= value.length; cut += 1) {
        const text = before + value.slice(0, cut);
        const tail = Math.min(...detectors.map((detector) => detector.tail(text)));
        assert.ok(tail <= before.length, JSON.stringify(text));
      }
    });
  }
});

describe('what is no personal data', () => {
  for (const text of [
    'IBAN DE89 3704 0044 0532 0130 01',
    'card 4111 1111 1111 1112',
    'Aadhaar 2341 2341 2347',
    'CPF 529.982.247-26',
    'NHS number 943 476 5918',
    'NINO BG123456C',
    'DNI 12345678A',
    'SIN 046 454 287',
    'PESEL 44051401358',
    'BSN 111222334',
    'TFN 123 456 783',
    'NIR 255081416802539',
    'routing 021000022',
    'SSN 666-12-3456',
    'send to 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz',
    'ip 256.1.1.1',
    'mac 1111.1111.1111',
    'version 10.0.19041.1',
    'the meeting of 14.03.1985 was short',
    'March 14, 1985 was a Thursday',
    'The call of 2024-01-05 10:30 took 12 34 56 ms',
    'call 12.05.2024 14 30 again',
    'Order 06 12 34 56 78 has shipped',
    'ISBN 978-3-16-148410-0',
    'room 1.204, seats 10-20, row 7',
    'pi is 3.14159265358979',
    'a ratio of 1:2:3:4:5:6:7',
    'logo@2x.png and @scope/pkg@1.2.3',
    'Social media account 123456789',
    'passport control opens at 0800 hours',
    'timestamp 1684159585283 ms, id 550e8400-e29b-41d4-a716-446655440000',
  ])
    it(text, () => assert.deepEqual(found(text), []));
});
