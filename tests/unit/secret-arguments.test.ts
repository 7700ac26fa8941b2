import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);
const HASH = '6f8ebdb3583e57d272386b34e998ce0f';

describe('a password or key given to a function, a command or a setting of its own name is found', () => {
  for (const [before, secret, behind] of [
    ["Hash::make('", 'Heron4711!', "')"],
    ["bcrypt('", 'Heron4711!', "', 10)"],
    ['passwordEncoder.encode("', 'Gh*omef2mS8', '")'],
    ["process.env.DB_PASSWORD ?? '", 'Tk+YPnqwYo82', "'"],
    ['mqtt.connect("id", "user", "', 'Heron2025', '")'],
    ["credentials = {'ana': '", 'Heron2025', "'}"],
    ["login_as('ana', '", 'Heron#77', "')"],
    ["auth.signInWithEmailAndPassword('ana@x.io', '", 'Heron2025', "')"],
    ['user_add("ana", "', 'Heron2024!', '")'],
    ['CONNECT ana/', 'Heron2024!', '@orcl'],
    ["await user.type(screen.getByLabelText(/password/i), '", 'Heron123!', "')"],
    ['Input Password    password_field    ', 'Heron12!', ''],
    ['rootpw --plaintext ', 'Heron@23', ''],
    ['NEO4J_AUTH=neo4j/', 'Heron_1987', ''],
    ['BASICAUTH=ops:', 'Heron@23', ''],
    ['olcRootPW: ', 'Lm+r9zx8I7Z68', ''],
    ['ldap.bind.credential=', 'Zq%uHranrS5', ''],
    ['set system login user ana authentication plain-text-password ', 'Gh%EfF6PCt7', ''],
    ['evil-winrm -i dc01 -u svc -H ', HASH, ''],
    ['impacket-psexec -hashes :', HASH, ' corp/admin@dc01'],
    ['xfreerdp /u:admin /pth:', HASH, ' /v:h'],
    ['hashcat -m 1000 ', HASH, ' rockyou.txt'],
    ["mixpanel.init('", HASH, "')"],
    ["POSTMARK = ServerClient('", '8b3bc959-16e7-4076-afc3-44e90f3b0275', "')"],
    ['neon connection failed for ', 'npg_kZNRz4OxEs2M', ''],
    ['woo ', `cs_${HASH}${HASH.slice(0, 8)}`, ''],
  ] as const) {
    it(`${before}…${behind}`, () => {
      assert.deepEqual(found(before + secret + behind), [secret]);
      for (let length = 4; length <= secret.length; length += 1) {
        const text = before + secret.slice(0, length);
        if (!HASH.startsWith(secret.slice(0, 8))) assert.ok(secretsDetector.tail(text) <= before.length, text);
      }
    });
  }
});

describe('no secret is found in', () => {
  for (const text of [
    'Hash::make($request->password)',
    "bcrypt('password')",
    "const label = t.password ?? 'Password'",
    "const title = name || 'Version2'",
    'client.connect("host", "user", "handler2")',
    "credentials = {'type': 'OAuth2Client', 'region': 'eu-West-1'}",
    "createUser('bob', 'role2')",
    'CONNECT to the database at noon',
    `git log -h ${HASH}`,
    `hashcat --help ${HASH}`,
    'npg_catalog_tables',
    'getByLabelText(/password/i), { target: 1 }',
    'NEO4J_AUTH=none',
    "signInWithEmailAndPassword('ana@x.io', password)",
  ])
    it(text, () => assert.deepEqual(found(text), []));
});
