import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);

describe('a password in a list of logins, or in the words of another language, is found', () => {
  for (const [before, secret, behind] of [
    ['Canva - team@acme.example - ', 'Heron1!', ''],
    ['Spotify | team@acme.example | ', 'Heron@23', '\nNetflix'],
    ['Hootsuite, team@acme.example, ', 'Heron123!', ''],
    ['* Figma — team@acme.example — ', 'Sommer99', ''],
    ['cPanel -> acme / ', 'Winter1!', ''],
    ['iDRAC root/', 'Sunshine99', ''],
    ['switch: admin/', 'Tiger1!', ''],
    ['Zugang Shop: info / ', 'Sommer1!', '\n'],
    ['šifra je ', 'Heron2024!', ''],
    ['slaptažodis yra ', 'Sunshine99', ''],
    ['parole ir ', 'Tiger_1987', ''],
    ['parool on ', 'Winter#77', ''],
    ['heslo mám ', 'Heron#77', ''],
    ['паролата е ', 'Heron2024!', ''],
    ['мой пароль был ', 'Heron2025', ''],
    ['passwordnya ', 'Sommer#77', ' ya'],
    ['আমার পাসওয়ার্ড ', 'Sommer2025', ''],
    ['என் பாஸ்வேர்ட் ', 'Falcon_1987', ''],
    ['پسورد من ', 'Monkey99', ' است'],
    ['הסיסמה שלי ', 'Fluffy2024!', ''],
    ['ο κωδικός μου είναι ', 'Heron2025', ''],
    ['использую ', 'Rosebud99', ' как пароль'],
    ['używam ', 'Sommer2025', ' jako hasła'],
    ['我用', 'Fluffy#77', '当密码'],
  ] as const) {
    it(`${before}…${behind}`, () => assert.deepEqual(found(before + secret + behind), [secret]));
  }
});

describe('no password is found in', () => {
  for (const text of [
    'Ann Smith, ann@acme.example, Room12',
    'Support - support@acme.example - Monday',
    'image: root/Ubuntu22',
    'Location: Berlin / Summit2025',
    'parole ir brīva 2024. gadā',
    'šifra je objavljena 2024.',
    'использую Python3 как основной язык',
    '我用Python3当工具',
  ])
    it(text, () => assert.deepEqual(found(text), []));
});
