import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);

describe('a code that somebody is sent to log in with is found', () => {
  for (const [before, code, behind] of [
    ['{"user":"ana","otp":"', '860836', '"}'],
    ['{"verificationCode":"', '955813', '"}'],
    ['POST /login user=ana&otp=', '751646', '&remember=1'],
    ['"totp": "', '613370', '"'],
    ['two_factor_code: ', '4711', ''],
    ['Twój kod to ', '671075', ''],
    ['Kod: ', '505624', '. Nie podawaj go nikomu.'],
    ['인증번호 [', '320167', ']를 입력해 주세요'],
    ['[카카오] 인증번호 ', '233140', ' 입니다.'],
    ['Code de connexion : ', '650105', '. Ne le partagez pas.'],
    ['clave dinámica ', '217375', ''],
    ['token do banco: ', '074146', ''],
    ['Codice: ', '474796', ''],
    ['Никому не говорите код ', '565343', ''],
    ['【美团】', '404318', '（登录验证码）'],
    ['ワンタイムパスワード ', '833765', ''],
    ['Mã OTP của bạn là ', '694645', ''],
    ['kode verifikasi ', '132027', ''],
    ['Din kod är ', '368424', ''],
    ['Код за потвърждение: ', '898612', ''],
    ['Freigabecode ', '499010', ''],
    ['I got the code ', '507931', ' by sms, what now?'],
    ['the sms says ', '454607', ' , where do i type it'],
    ['it sent me ', '336211', ' but says invalid code'],
    ['my 2fa is ', '026871', ''],
    ['MFA: ', '081205', ''],
    ['', '740845', ' is the OTP for your SBI txn'],
    ['', '694105', ' - enter this to sign in'],
    ['Enter ', '599446', ' on the login page'],
  ] as const) {
    it(`${before}…${behind}`, () => assert.deepEqual(found(before + code + behind), [code]));
  }
});

describe('a number is no such code in', () => {
  for (const text of [
    'MFA enrolment rose to 450012 last year.',
    '2FA for 120000 users',
    'code sms 100000 users',
    'we got the error code 100234 by email',
    'Код товара: 926881',
    'The article. Codice: 474796',
    'it sent me 120000 rows with code 200',
    'Enter 100000 on the form',
    '{"zipCode": "560001", "mode": 755000, "inode": 123456}',
    'verification_code_length=100000',
    'nextPageToken = 20000123',
    'maxTokens: 128000, pageToken=123456',
  ])
    it(text, () => assert.deepEqual(found(text), []));
});

describe('of such a code that comes digit by digit', () => {
  for (const before of ['{"otp":"', 'Twój kod to ', 'kode verifikasi ', 'the sms says ', 'smsTAN: ', 'Kod: '])
    it(`nothing is let go: ${before}…`, () => {
      for (let length = 0; length <= 6; length += 1) assert.ok(secretsDetector.tail(before + '860836'.slice(0, length)) <= before.length);
    });
});

describe('a number is no code that lets somebody in', () => {
  const harmless = [
    'we sent a reset link, error code 66053, session expired',
    'Promo code 482910 expires Friday',
    'Error code: 482910, valid for all models',
    'coupon code 4821 valid for 30 days',
    "format({ phone: '213373', ext: 1 })",
    'phone: 4821',
  ];
  for (const text of harmless) it(text, () => assert.deepEqual(found(text), []));
  it('but may be one of the words for both', () => assert.deepEqual(found('your code 482910 expires in 5 minutes'), ['482910']));
});

describe('a code in two groups', () => {
  for (const [before, code, behind] of [
    ['Use ', '482-113', ' to verify your account'],
    ['Enter ', '482 113', ' as your login code.'],
    ['Use ', '482113', ' to log in'],
  ] as const)
    it(`is found whole: ${before}${code}${behind}`, () => assert.deepEqual(found(before + code + behind), [code]));
});
