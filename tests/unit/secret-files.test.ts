import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';

const found = valuesFoundBy(secretsDetector);
const random = numbersOf(11);

/** Characters of base64url in no order, the same every time. */
function noise(length: number): string {
  return Array.from({ length }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'[random(62)]).join('');
}

const [n, d, p, q] = [noise(342), noise(342), noise(171), noise(171)];

describe('a secret in a file, or given to a program, where nothing else can stand', () => {
  const PLACES: readonly (readonly [string, string, string])[] = [
    [`{"kty":"RSA","n":"${n}","e":"AQAB","d":"`, d, '","kid":"1"}'],
    [`{"crv":"Ed25519","x":"${noise(43)}","d":"`, noise(43), '"}'],
    ['{\n  "kty": "oct",\n  "kid": "mac",\n  "k": "', noise(43), '",\n  "alg": "HS256"\n}'],
    ['WIFI:T:WPA;S:Cafe Lumen;P:', 'latte-and-rain', ';;'],
    ['WIFI:S:guests;T:WPA;P:', String.raw`sunny\;side42`, ';H:false;;'],
    ['network={\n  ssid="attic"\n  psk="', 'lampshade over piano', '"\n}'],
    ['<AdministratorPassword>\n  <Value>', 'S0mmer=Regen;7', '</Value>'],
    ['username ops privilege 15 secret 0 ', 'Pelican-x', '\n'],
    ['line vty 0 4\n login\n password ', 'vtyline', '\n'],
    ['ScramLoginModule required username="kim" password="', 'lemon;tree=', '";'],
    ['Driver={SQL};Server=s;UID=loader;PWD={', 'brace;P4ss', '};'],
    ['redis://:', 'p4ss/w0rd', '@cache:6379/0'],
    ["export RESTIC_PASSWORD='", 'slate roof in march', "'"],
    ['BORG_PASSPHRASE="', 'owl & the pussycat', '"'],
    ['mysql -u root --password="', 'open sesame', '" shop'],
    ["gpg --batch --passphrase '", 'gulls over dover', "' -d x.gpg"],
    ["sshpass -p '", 'Tractor beam 5', "' ssh root@host1"],
    ['nmcli dev wifi connect Attic password "', 'rain on tin roof', '"'],
    ["\toption encryption 'sae-mixed'\n\toption key '", 'maronen.im.ofen', "'"],
    ['security-profiles set default wpa2-pre-shared-key=', 'alm0ehi2020', '\n'],
    ['crypto isakmp key ', 'Brugge-Gent-Tunnel', ' address 203.0.113.44'],
    ['tacacs server ISE1\n address ipv4 host\n key 7 ', '1511021F0725282B3A', '\n'],
    ['%any : PSK "', 'moorland-ponies-at-dusk', '"'],
    ['psql "host=db.example dbname=lims user=app password=', 'petrischaal', ' sslmode=require"'],
    ['keystore.password=', 'rhubarbCrumble', '\nkey.alias=app'],
    ['spring.rabbitmq.password=', 'konijn-in-de-hoed', '\n'],
    ['environment:\n      MARIADB_ROOT_PASSWORD: ', 'hagelslag-op-brood', '\n'],
    ['accounts: ["', '0x3a3444f44e6657a0f1c44e2ee0d6676f9922a995bf596e7a84bcb0bdf26d6c8f', '"]'],
    ['Authenticator: scan failed, so enter the secret ', 'CDBFRGXLPD63COXNMVIOSG4VYBMBGEJP', ' by hand'],
    ["INSERT INTO u VALUES (1,'", '$2b$12$Bmj7s.gGrf5mgQmIDJT1RAcSqiej/vs3SyD.XpSU/lEG.6fVyHmWf', "');"],
    ['returns False for ', 'pbkdf2_sha256$600000$uNLpl0H44Zh5ypXt9Fu7z7$NhHjawRopl56SugTNTTLBLzqyNrVkR013xMGg+rzoVD=', ' after'],
    ["-H 'cookie: .AspNetCore.Cookies=", noise(60), "'"],
    ['snmp-server community ', 'bluewren-rw', ' RW\n'],
    ['/user add name=fjern group=full password=', 'sne-i-april', '\n'],
    ['storeFile file("upload.jks")\n        storePassword "', 'gradleIstLangsam', '"'],
    ['const char* ssid = "Box";\nconst char* pass = "', '23817649347066867383', '";'],
    ['rtmp://a.rtmp.youtube.example/live2/', 'lxn7-cdwo-v5mt-hxgq-ajzq', '\n'],
    ["can't scan? enter this key: ", 'SGLL 6G3Q NSUX E25E TPUS ENOY XQGO UWJT', ' do i put'],
    ['| 18 | ann | ', '$2y$10$Qy0p.x.nDnf2QyLFQTMc8W7UXhBbBfJbCVkjUhHDvMoghM.OjndKW', ' |'],
    ['<ProductKey>', 'G1LLY-JJ49L-H2L17-9I5PS-YDC93', '</ProductKey>'],
    ['PGPASSWORD=', 'riverstone', ' psql -U app'],
    ['wget --http-password=', 'zebra-Crossing', ' https://f.example/x.zip'],
    ['openssl enc -aes-256-cbc -pass pass:', 'thimble-yard', ' -in a'],
    ['curl --user "kim:', 'kim;likes=Tea', '" https://dav.example/f'],
    ["GRANT ALL ON *.* TO 'x'@'%' IDENTIFIED BY '", 'monsoon', "';"],
    ['First boot: log in as `pi` with password `', 'raspberry', '`.'],
    ['The factory default is root/', 'calvin', '; change it.'],
    ['metadata: {name: smtp}\nstringData:\n  SMTP_PASS: ', 'Kite;Over=Lake3', ''],
    ['spring.datasource.password=', 'spr;ing=9', '\nport=1'],
    ['Data Source=orcl;User Id=scott;Password=', 'tiger', ';'],
  ];
  for (const [before, secret, behind] of PLACES) {
    it(`is found: ${before.slice(-60)}…${behind}`, () => assert.deepEqual(found(before + secret + behind).at(-1), secret));
    it(`is held back while it comes: ${before.slice(-60)}…`, () => {
      for (let length = 5; length <= secret.length; length += 1)
        assert.ok(secretsDetector.tail(before + secret.slice(0, length)) <= before.length, secret.slice(0, length));
    });
  }

  it('every private part of a key in JSON, and no public one', () => {
    const key = { kty: 'RSA', n, e: 'AQAB', d, p, q, dp: noise(171), dq: noise(171), qi: noise(171), kid: 'a' };
    assert.deepEqual(found(JSON.stringify(key)), [key.d, key.p, key.q, key.dp, key.dq, key.qi]);
    const { kty, e, kid } = key;
    assert.deepEqual(found(JSON.stringify({ d: key.d, kty, n, e })), [key.d]);
    assert.deepEqual(found(JSON.stringify({ kty, n, e, kid, use: 'sig' })), []);
    assert.deepEqual(found(JSON.stringify({ kty: 'EC', crv: 'P-256', x: noise(43), y: noise(43) })), []);
  });

  it('codes on lines of their own below the words for them', () => {
    assert.deepEqual(found('Backup codes for your account:\n4821-9937\n7710-2284\n1093-5567'), ['4821-9937', '7710-2284', '1093-5567']);
  });

  const HARMLESS: readonly string[] = [
    'mysql -h db1 -u root -p shop_db2 < dump.sql',
    'mysqldump -u root -p wiki2024 > wiki.sql',
    'WIFI:T:nopass;S:Free Cafe;;',
    'psk = "your wifi password"',
    'password: {{ .Values.auth.password | b64enc }}',
    "Authorization: Basic dXNlcjpwYXNz (that's user:pass)",
    'Das Passwort ist abgelaufen.',
    'curl -u user:password https://httpbin.example/basic-auth',
    'curl -u name:$(cat token) https://x.example',
    'openssl rsa -passin pass:$PASS -in key.pem',
    'DB_PASSWORD="enter your password here"',
    'PASSWORD_MESSAGE="Wrong user or password"',
    'DB_PASSWORD=db-password',
    '--password=string',
    'https://localhost:3000/users/kim@acme.example/x2',
    'docker://registry:latest/app2@sha256:0',
    '{"x":"left","d":"a-name-of-something-else-1","k":"another-name-of-a-thing-2"}',
    'log in as `kim` with password `$PASSWORD`',
    'the default is admin/user or admin/Editor',
    'clave primaria: id_cliente_2',
    'passphrase: "The passphrase of the key"',
    "The gene was identified by 'BRCA1' and the users by their names",
    'Each row is identified by "user_id" and a version.',
    'The default route is admin/dashboard, by default see admin/settings',
    'blender -b scene.blend --render-pass=diffuse --two-pass=fast --multi-pass=quality',
    'export SHADER_PASS=forward\nCOMPASS="north by northwest"\nBOARDING_PASS="gate and seat"',
    'LABEL_PASSWORD="Nouveau code secret"\nMSG_PASSWORD="Podaj go teraz"',
    '<field password="Mot de passe oublié" title="Das Kennwort">',
    'chown admin:staff2024 /srv',
    'La clave RSA-2048 y una clave AES-256, HMAC-SHA256 o ECDSA-P384; пароль Windows10 забыл',
    'https://forum.example/memberlist.php?mode=viewprofile&u=123&p=45678',
    'https://shop.example/?user=kim&p=profile',
    'the password (6-digit), the wifi password (2.4GHz)',
    'INFO user:Kim.Smith1987',
    'senha: esquecida',
    'ADMIN_PASSWORD=generated app --db-password=vault --root-password=managed',
    'The pass is steep, my pass is valid.',
  ];
  for (const text of HARMLESS) it(`is none in: ${text}`, () => assert.deepEqual(found(text), []));

  it('is none where things of a kind, or a way to do without, are taken as passwords', () => {
    const texts = [
      'Never use birthdays as passwords.',
      'People use sports as passwords, some use sentences as passwords.',
      "Don't use qwerty as your password.",
      'Use FIDO2 as a passwordless alternative.',
      'Using OAuth2 as password grant is deprecated.',
      'Use Yubikey5 as a password replacement.',
    ];
    for (const text of texts) assert.deepEqual(found(text), [], text);
    assert.deepEqual(found('just use sunflower as the password'), ['sunflower']);
  });
});

describe('the words of the seed of a wallet', () => {
  const words = 'dizzy lunar crisp wasp tenant oyster blanket glue mirror stadium fancy goat'.split(' ');
  const numbered = (parter: string): string =>
    words.map((word, place) => `${place + 1}${parter}${word}`).join(parter === '. ' ? '\n' : ' ');
  const WRITTEN: readonly (readonly [string, string, string])[] = [
    ['my seed, in order:\n', numbered('. '), ''],
    ['recovery: ', numbered(' '), ' please keep it'],
    ['metamask seed is ', words.join(', '), ''],
    ['{"mnemonic": ["', words.join('", "'), '"]}'],
    ['Seed phrase\n', words.join('   '), ''],
    ['wallet words:\n', words.join('\n'), '\n'],
    ["my ledger's 12 words: ", words.join(' '), ''],
  ];
  for (const [before, seed, behind] of WRITTEN)
    it(`are found as one: ${before}…`, () => {
      assert.deepEqual(found(before + seed + behind), [seed]);
      for (let length = seed.indexOf('lunar') + 5; length <= seed.length; length += 1)
        assert.ok(secretsDetector.tail(before + seed.slice(0, length)) <= before.length, seed.slice(0, length));
    });

  const HARMLESS: readonly string[] = [
    numbered('. '),
    `Seeds: ${numbered(' ')}`,
    'The ledger shows twelve entries with these names: anna bert carl dora emil fritz gustav heinz ida julia karl lena',
    `the words on the list are ${words.join(', ')}`,
    'The seed phrase consists of twelve words; write them down and store them in a safe place away from home today.',
    'recovery steps: 1 open settings 2 choose account 3 press reset 4 wait 5 confirm 6 done 7 close 8 open 9 wait 10 go 11 end 12 stop',
    'recovery is the state when you have lost all and then come back from some place with new hope and old love for all',
  ];
  for (const text of HARMLESS)
    it(`are none in: ${text.slice(0, 60)}`, () => {
      assert.deepEqual(found(text), []);
    });
});
