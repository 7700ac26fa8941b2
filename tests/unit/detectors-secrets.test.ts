import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

/** Letters and digits without a pattern, the same in every run; no key in this file is written out. */
function noise(length: number, alphabet = 'aZ3kQ9xW7mB2nT5vR8cY4jH6pL1sD'): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return alphabet[(state >>> 16) % alphabet.length];
  }).join('');
}

const found = kindsFoundBy(secretsDetector);

const hex = (length: number): string => noise(length, '0123456789abcdef');

describe('the secrets detector finds', () => {
  const values: [string, string, string, string][] = [
    ['aws_access_key_id', 'id ', `AKIA${noise(16, 'QWERTYUIPASDFG2345')}`, ''],
    ['github_token', 'token ', `ghp_${noise(36)}`, ' ok'],
    ['gitlab_token', 'T: ', `glpat-${noise(20)}`, ''],
    ['slack_token', '"', `xoxb-${noise(12, '0123456789')}-${noise(24)}`, '"'],
    ['anthropic_key', 'K=', `sk-ant-api03-${noise(90)}`, ''],
    ['openai_key', 'K=', `sk-proj-${noise(48)}`, ''],
    ['google_api_key', 'key=', `AIza${noise(35)}`, '&x'],
    ['stripe_key', "'", `sk_live_${noise(24)}`, "'"],
    ['twilio_key', '', `SK${hex(32)}`, ''],
    ['bearer_token', 'Authorization: Bearer ', noise(40), ''],
    ['url_password', 'postgres://app:', noise(14), '@db.internal/app'],
    ['password', 'the wifi password is ', `${noise(9)}#53`, ' for guests'],
    ['generic_secret', 'client_secret: "', noise(32), '"'],
    ['private_key', '', `-----BEGIN RSA PRIVATE KEY-----\n${noise(64)}\n-----END RSA PRIVATE KEY-----`, ''],
  ];
  values.push(['curl_password', 'net use Z: \\\\files\\team ', noise(10), ' /user:bob\n\nThanks!']);
  const bare: readonly (readonly [string, string])[] = [
    ['sanctum_token', `42|${noise(48)}`],
    ['datadog_key', `ddapp_${noise(34)}`],
    ['brave_key', `BSA${noise(28)}`],
    ['calcom_key', `cal_live_${hex(32)}`],
    ['scrapfly_key', `scp-live-${hex(32)}`],
    ['zoho_token', `1000.${hex(32)}.${hex(32)}`],
    ['jetbrains_token', `perm:${noise(8)}=.${noise(12)}.${noise(30)}`],
    ['convex_key', `prod:happy-otter-12|${noise(48)}=`],
    ['ory_token', `ory_at_${noise(40)}.${noise(40)}`],
    ['api_key', `sk-acme-${noise(40)}`],
  ];
  for (const [category, value] of bare) values.push([category, 'I pasted ', value, ' into the channel']);
  for (const [category, before, value, behind] of values) {
    it(category, () => assert.deepEqual(found(before + value + behind), [`${category} ${value}`]));
  }
});

describe('the secrets detector lets pass', () => {
  const harmless: readonly string[] = [
    'password = os.environ["DB_PASSWORD_1"]',
    `ghp_${'x'.repeat(36)} is a placeholder`,
    'export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
    'What makes a strong password? Is length more important?',
    'My password is not working, what now?',
    'const API_KEY_HEADER = "x-api-key"; const TOKEN_TTL = 3577;',
    `commit ${hex(40)} fixes the race`,
    `sha256:${hex(64)} is the image digest`,
    `| 3|${hex(40)}|ok|`,
    '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----',
    `my password is [PASSWORD:${hex(16)}], as I said`,
    `api_key = "[GENERIC_SECRET:${hex(16)}]"`,
  ];
  for (const text of harmless) it(JSON.stringify(text.slice(0, 50)), () => assert.deepEqual(found(text), []));
});

describe('the secrets detector', () => {
  it('holds back the word that may become a key, not the words that announce it', () => {
    assert.equal(secretsDetector.tail('use ghp_abc'), 4);
    assert.equal(secretsDetector.tail('the password is ab'), 16);
    assert.equal(secretsDetector.tail('see -----BEGIN RSA PRI'), 4);
  });

  it('finds every secret of a long text that repeats itself, and nothing where the words for them end', () => {
    const [stated, bare] = ['the password is Opal.Tree94 ', 'the article is Opal.Tree94 '];
    const text = stated.repeat(4000) + bare.repeat(4000) + stated.repeat(4000);
    const starts = secretsDetector.inspect({ id: 'p', role: 'user', channel: 'user', text }).map(({ start }) => start);
    const first = stated.length * 4000;
    const second = first + bare.length * 4000;
    const places = (from: number): number[] => Array.from({ length: 4000 }, (_, index) => from + index * stated.length + 16);
    assert.deepEqual(
      starts.filter((start) => start < first || start >= second),
      [...places(0), ...places(second)],
    );
    assert.ok(starts.filter((start) => start >= first && start < second).length < 20);
  });
});
