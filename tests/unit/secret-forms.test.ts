import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import type { TokenShape } from '../../src/domain/guardrails/secrets/token-shape.ts';
import { VENDOR_TOKENS } from '../../src/domain/guardrails/secrets/vendor-tokens.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';

const random = numbersOf(3);

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** A token of a shape, without a pattern in it; no key in this file is written out. */
function tokenOf(shape: TokenShape): string {
  return shape
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (!('of' in piece)) return piece[random(piece.length)];
      const allowed = ASCII.filter((character) => new RegExp(`[${piece.of}]`).test(character));
      const plain = allowed.filter((character) => /[A-Za-z0-9]/.test(character));
      const length = piece.least + random(Math.min(12, piece.most - piece.least + 1));
      return Array.from({ length }, () => (plain.length > 0 ? plain : allowed)[random((plain.length > 0 ? plain : allowed).length)]).join(
        '',
      );
    })
    .join('');
}

/** Words that some forms are believed beside only. */
const NEAR = 'discord gocardless launchdarkly facebook lark ngrok beamer modal zhipu vault mollie adyen dify pagerduty';

const found = valuesFoundBy(secretsDetector);

describe('tokens by the forms of their issuers', () => {
  it('are known of at least sixty issuers', () => assert.ok(new Set(VENDOR_TOKENS.map(({ category }) => category)).size >= 60));

  for (const [index, { category, shape }] of VENDOR_TOKENS.entries()) {
    it(`${category} (${index}) is found in prose, in quotes and in a URL, and not inside of something longer`, () => {
      for (let round = 0; round < 5; round += 1) {
        const token = tokenOf(shape);
        for (const [before, behind] of [
          [`${NEAR}: here it is `, ' and that is all'],
          [`${NEAR} f("`, '")'],
          [`${NEAR} x(`, '),'],
        ] as const)
          assert.deepEqual(found(before + token + behind), [token], before + token + behind);
        assert.ok(!found(`${NEAR} Zq9${token}Zq9`).includes(token), token);
      }
    });

    it(`${category} (${index}) is held back from its first character on, wherever a stream is cut`, () => {
      const token = tokenOf(shape);
      const before = `${NEAR}: here it is `;
      for (let cut = 1; cut <= token.length; cut += 1) {
        assert.ok(secretsDetector.tail(before + token.slice(0, cut)) <= before.length, token.slice(0, cut));
      }
      assert.equal(secretsDetector.tail(`${before + token} `), before.length + token.length + 1);
    });
  }
});

describe('secrets that are named where they stand', () => {
  const value = 'q7Zp2Lw9Xc4Rt6Yb1Nm8Vk3Hs5Jd0Fg';
  const aws = 'wJa7rXUt+FEM0K7MDENGbPxRfi/CYzQw9LpTs4Hu';
  const uuid = '1f0e6b5c-93d7-4c2e-8a41-7be2d9c04f35';
  const hex = '75ecf3acf29b8658f799e73579f8967f13ff8ca0';
  const lower = '1pao19sd8dyi800od3u7';
  const signed = '5hl1hlv28j_w0b2phj=3pbkoxggy7-3fxdpkp1sf';
  const app = '521098847712345|kq7Zp2Lw9Xc4Rt6Yb1Nm8Vk3Hs5';
  for (const [text, secret] of [
    [`export API_KEY=${value}`, value],
    [`SENDBIRD_TOKEN ?= "${hex}"`, hex],
    [`BITTREX_TOKEN ::= "${value}"`, value],
    [`DEPLOY_TOKEN += "${value}"`, value],
    [`$asanaToken .= "${value}";`, value],
    [`$asanaToken ??= "${value}";`, value],
    [`var meraki_token string = "${hex}"`, hex],
    [`const char api_token[64] = "${value}";`, value],
    [`<deployToken>\n    ${value}\n</deployToken>`, value],
    [`CODECOV_TOKEN,${value},\n`, value],
    [`finnhub key: ${lower}`, lower],
    [`export NETLIFY_API_KEY=${signed}`, signed],
    [`facebook_app_token: ${app}`, app],
    [`"client_secret": "${value}",`, value],
    [`conf.set("auth_token", "${value}")`, value],
    [`SECRET_KEY => '${value}'`, value],
    [`api-key: ${value}`, value],
    [`aws_secret_access_key = ${aws}`, aws],
    [`my AWS secret access key is ${aws} ok`, aws],
    [`HEROKU_API_KEY=${uuid}`, uuid],
    [`DATADOG_API_KEY: "${'0c9f1a7be3d84562'.repeat(2)}"`, '0c9f1a7be3d84562'.repeat(2)],
    ['password: Tr0ub4dor&3x!', 'Tr0ub4dor&3x!'],
    ['the root password for db01 is gR8-oak-Tree', 'gR8-oak-Tree'],
    ['Use user bob and password "x9Kd_77plum" there', 'x9Kd_77plum'],
    ['pw = zebra-41-QUIET', 'zebra-41-QUIET'],
    ['密码：Hong77kong!', 'Hong77kong!'],
    ['mysqldump --password=Qx7vn2Lp --all', 'Qx7vn2Lp'],
    [`deploy --api-token ${value} now`, value],
    [`my API key is ${value}, thanks`, value],
    ['The password is hunter2-Blue.', 'hunter2-Blue'],
    ['Das Passwort lautet Sommer!2031 bitte', 'Sommer!2031'],
    ['La contraseña es Caf3-Leche77', 'Caf3-Leche77'],
    ['le mot de passe est Baguette#99', 'Baguette#99'],
    ['Het wachtwoord is Fiets4Dam!', 'Fiets4Dam!'],
    ['пароль: Zima2031!', 'Zima2031!'],
    ['postgres://admin:s3cr3tPa55@db.internal:5432/app', 's3cr3tPa55'],
    ['redis://:p4ssw0rdXY@cache:6379/0', 'p4ssw0rdXY'],
    ['mongodb+srv://u:Zx9-kLm3@cluster0.mongodb.net', 'Zx9-kLm3'],
    ['Server=tcp:db;User Id=sa;Password=Str0ng;Encrypt=yes', 'Str0ng'],
    [`DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${aws}${aws}Ab==;EndpointSuffix=core`, `${aws}${aws}Ab==`],
    [`Authorization: Bearer ${value}`, value],
    ['Authorization: Basic dXNlcjpoNHJkcGFzcw==', 'dXNlcjpoNHJkcGFzcw=='],
    [`X-Auth-Token: ${value}`, value],
    ['curl -u admin:S3cretPw9 https://host.example', 'S3cretPw9'],
    ["sshpass -p 'S3cretPw9' ssh host", 'S3cretPw9'],
    [`https://${value}@github.com/a/b.git`, value],
    [
      `https://hooks.slack.com/services/T0AB12CD3/B0EF45GH6/${value.slice(0, 24)}`,
      `https://hooks.slack.com/services/T0AB12CD3/B0EF45GH6/${value.slice(0, 24)}`,
    ],
  ] as const) {
    it(`finds ${JSON.stringify(text.slice(0, 60))}`, () => assert.deepEqual(found(text), [secret]));

    it(`holds back of ${JSON.stringify(text.slice(0, 60))} what a stream must not show yet, and nothing before it`, () => {
      const start = text.indexOf(secret);
      for (let cut = start + 1; cut <= start + secret.length; cut += 1) {
        const tail = secretsDetector.tail(text.slice(0, cut));
        assert.ok(tail <= start, text.slice(0, cut));
      }
    });
  }

  for (const text of [
    'password = os.environ["DB_PASSWORD_1"]',
    'password: ${DB_PASSWORD}',
    'The key to success is patience and the token of trust is honesty.',
    'const API_KEY_HEADER = "x-api-key";',
    'api_key = getSecretFromVault2(prod)',
    'token = tokens[index2].value',
    'SECRET_KEY=your-secret-key-here-123',
    'password: <your password 1>',
    'Your password must contain 8 characters and 1 digit.',
    'The password is required and was changed in version 2.0.1',
    'see https://user:@host.example/ and http://host:8080/path@2x.png',
    'client_secret: xxxxxxxxxxxxxxxxxxxx',
    'basic usage: authorization is described in chapter 12',
    'identity/password, oauth2 and otp',
    '"cvc_check": "pass", "dynamic_last4": "4242"',
    'Bearer of good news 2031',
    'The password for the exhibition is required at the door',
    'run it with --password prompt and --token file',
    'the key is turned twice, the token is lost, the secret is out in 2031',
    'Password to "open" the door of room 101',
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 user@host',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEbGzVnzANBgkqhkiG9w0BAQsFADBs\n-----END CERTIFICATE-----',
    'a file begins with -----BEGIN RSA PRIVATE KEY----- and then come lines of base64',
  ])
    it(`lets pass ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), []));
});

describe('what is held back of ordinary text', () => {
  const texts = [
    'In the course of the nineteenth century, the committee met again to discuss the key to success. The token gesture was appreciated (see https://www.example.org/path/to/article-2020?query=some+thing), and so on.',
    'Monday: Stand-up at 9:30. The API returns a JSON object with `id`, `name` and `created_at`; pass the id to fetch().',
    '这是一个没有空格的很长的中文句子，用来测试输出是否会被不必要地延迟，因为中文里没有空格。'.repeat(6),
    'for (let index = 0; index < items.length; index += 1) { total += items[index].price * items[index].count; }',
    'data:image/png;base64,' + 'iVBORw0KGgoAAAANSUhEUgAAAAUA'.repeat(60),
  ];

  it('is 8 characters at most half the time, 64 but once in a hundred, and 256 at worst', () => {
    const held = texts.flatMap((text) =>
      Array.from({ length: text.length - 1 }, (_, index) => {
        const grown = text.slice(0, index + 1);
        return grown.length - secretsDetector.tail(grown);
      }),
    );
    held.sort((a, b) => a - b);
    assert.ok((held[held.length >> 1] ?? 9) <= 8);
    assert.ok((held[Math.floor(held.length * 0.99)] ?? 65) <= 64, String(held[Math.floor(held.length * 0.99)]));
    assert.ok((held.at(-1) ?? 257) <= 256, String(held.at(-1)));
  });

  it('is nothing behind a full stop, a bracket or a space', () => {
    for (const text of ['Done. ', 'Is it? ', 'f(x) ', 'the password is ', 'token: '])
      assert.equal(secretsDetector.tail(text), text.length, text);
  });
});

describe('private keys', () => {
  const line = 'MIIEowIBAAKCAQEAx3vR9Zb0Qk1yTq8cWb7sDf2Lk9PzXm4Rt6Yb1Nm8Vk3Hs5Jd';
  const keyOf = (lines: number): string => `-----BEGIN RSA PRIVATE KEY-----\n${`${line}\n`.repeat(lines)}-----END RSA PRIVATE KEY-----`;

  it('are found with headers, in one line, in JSON strings, without an end, and of every kind', () => {
    for (const key of [
      keyOf(20),
      keyOf(3).replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123AB\n\n'),
      keyOf(3).replaceAll('\n', ' '),
      keyOf(3).replaceAll('\n', String.raw`\n`),
      keyOf(3).replaceAll('RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY'),
      keyOf(3).replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'),
      keyOf(3).replaceAll('RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'),
      keyOf(3).replaceAll('RSA PRIVATE KEY', 'OpenVPN Static key V1'),
      keyOf(3).replace(/\n-----END.*/, ''),
    ])
      assert.deepEqual(found(`Here: "${key}" ok`), [key], key.slice(0, 80));
  });

  /** A key as PuTTY writes it, up to its private part, that, and what stands behind. */
  const putty = (lines: number, end = '\n'): readonly [string, string, string] => [
    [
      'PuTTY-User-Key-File-3: ssh-rsa',
      'Encryption: none',
      'Comment: rsa-key-20250101',
      'Public-Lines: 1',
      'AAAAB3NzaC1yc2EAAAADAQAB',
      '',
    ].join(end),
    [`Private-Lines: ${lines}`, ...Array.from({ length: lines }, () => line)].join(end),
    `${end}Private-MAC: 0123456789abcdef0123456789abcdef01234567${end}`,
  ];

  it('of PuTTY are found by their private lines, on either system, in JSON strings and without an end', () => {
    for (const end of ['\n', '\r\n']) {
      const [head, key, tail] = putty(14, end);
      assert.deepEqual(found(`Here:${end}${head}${key}${tail}That is all of it.`), [key + tail.trimEnd()]);
      assert.deepEqual(found(head + key), [key]);
    }
    assert.deepEqual(found('Private-Lines: 14 is what comes before the private lines.'), []);
    assert.deepEqual(found('It says\nPrivate-Lines: 3\nand then there are three lines of text'), []);
  });

  it('of PuTTY are held back from their beginning', () => {
    const [head, key] = putty(3);
    for (let end = 1; end <= key.length; end += 1) assert.equal(secretsDetector.tail(head + key.slice(0, end)), head.length, `${end}`);
  });

  it('end where prose begins', () => {
    const [key] = found(`${keyOf(2).replace(/\n-----END.*/, '')}\nThat is all there is of it.`);
    assert.ok(key?.endsWith(line) === true || key?.endsWith('That') === true);
  });

  const redacting: Policy = {
    ...DEFAULT_POLICY,
    checks: DEFAULT_POLICY.checks
      .filter(({ detector }) => detector === 'secrets')
      .map((check) => ({ ...check, rules: [{ direction: 'output', channels: ['user'], steps: [{ threshold: 0.5, action: 'redact' }] }] })),
  };

  for (const [lines, chunk] of [
    [10, 7],
    [60, 40],
    [4000, 61],
    [4000, 5000],
  ] as const) {
    it(`of ${lines} lines are replaced to their end while they stream in pieces of ${chunk}, once, and what follows is checked on`, async () => {
      const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy: redacting });
      const check = pipeline.openOutput('r');
      const token = tokenOf(['ghp_', { of: 'A-Za-z0-9', least: 36, most: 36 }]);
      const text = `Your key:\n${keyOf(lines)}\nand a token ${token} too.`;
      const part = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' as const };
      let got = '';
      for (let at = 0; at < text.length; at += chunk) got += await check.push(part, text.slice(at, at + chunk));
      got += await check.end(part.id);
      assert.equal(got, 'Your key:\n[PRIVATE_KEY]\nand a token [GITHUB_TOKEN] too.');
      const { findings } = await check.decide();
      assert.deepEqual(
        findings.map(({ category, start }) => [category, start]),
        [
          ['private_key', 10],
          ['github_token', text.indexOf(token)],
        ],
      );
    });
  }

  it('of PuTTY are replaced while they stream, however long', async () => {
    for (const [lines, chunk] of [
      [14, 7],
      [2000, 61],
    ] as const) {
      const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy: redacting });
      const check = pipeline.openOutput('r');
      const [head, key, tail] = putty(lines);
      const text = `${head}${key}${tail}and that was it.`;
      const part = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' as const };
      let got = '';
      for (let at = 0; at < text.length; at += chunk) got += await check.push(part, text.slice(at, at + chunk));
      got += await check.end(part.id);
      assert.equal(got, `${head}[PRIVATE_KEY]\nand that was it.`);
    }
  });

  it('that were replaced before their end had come are replaced to their end, wherever it was cut', async () => {
    for (const key of [keyOf(200), putty(200).slice(1).join('').trimEnd()]) {
      for (let back = 0; back <= 60; back += 1) {
        const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy: redacting });
        const check = pipeline.openOutput('r');
        const text = `Your key:\n${key}\nand a word - or two - about it.`;
        const cut = 10 + key.length - back;
        const part = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' as const };
        const got = (await check.push(part, text.slice(0, cut))) + (await check.push(part, text.slice(cut))) + (await check.end(part.id));
        assert.equal(got, 'Your key:\n[PRIVATE_KEY]\nand a word - or two - about it.', `${back}`);
      }
    }
  });

  it('without an end are replaced to the end of the reply', async () => {
    const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy: redacting });
    const check = pipeline.openOutput('r');
    const part = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' as const };
    const text = `Key: ${keyOf(900).replace(/-----END.*/, '-----EN')}`;
    let got = '';
    for (let at = 0; at < text.length; at += 64) got += await check.push(part, text.slice(at, at + 64));
    assert.equal(got + (await check.end(part.id)), 'Key: [PRIVATE_KEY]');
  });
});
