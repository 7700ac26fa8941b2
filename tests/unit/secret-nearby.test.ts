import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { openContextualSecret } from '../../src/domain/guardrails/secrets/contextual-secrets.ts';
import { shapeOf } from '../../src/domain/guardrails/secrets/value-shape.ts';

function noise(length: number, alphabet = 'aZ3kQ9xW7mB2nT5vR8cY4jH6pL1sDeFgKuNq'): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 7 + (index >> 2) * 3 + length) % alphabet.length]).join('');
}

function found(text: string, role: 'user' | 'assistant' = 'user'): string[] {
  return secretsDetector.inspect({ id: 'p', role, channel: 'user', text }).map(({ start, end }) => text.slice(start, end));
}

describe('a value that looks like a secret', () => {
  const NEAR: readonly (readonly [string, string, string])[] = [
    ['when the jump host asks, ssh in and just type ', 'Kestrel*Moon44', ''],
    ['kim: what do we use for the qa db again\nann: same as always\nann: ', 'qa_Db!2219', ''],
    ['conn = connect("db1", "svc_report", "', 'R3port#svc-91', '")'],
    ['the customer cannot log in, I reset him to ', 'Welcome-Kowalski7', ', he is to change it'],
    ['Please use ', 'dJ4!lantern', ' for the admin console until SSO is back'],
    ["can't log in with ", 'Harbor$eal21', ' any more, was it changed?'],
    ['bind: cn=svc-ldap,dc=corp / ', 'b1nd-Thistle', ''],
    ['password authentication failed for user "kim". I typed ', 'Wharf.Rat19', ' correctly!!'],
    ['Mein Passwort geht nicht mehr. Ich gebe immer ', 'Katzenklo_55', ' ein.'],
    ['<b>Password:</b> ', 'Silo.Tractor5', '<br>'],
    ['passwd >> ', 'moth.Ball22!', ''],
    ['[password] ', 'Tin.Can.Alley5', ''],
    ['A senha nova do sistema ficou ', 'Tucano.verde3', ''],
    ['the unseal key is ', `x${noise(43)}`, ''],
    ['pa$$word is ', 'Wicker!Chair2', ''],
    ['Zoom meeting, passcode ', 'Yk3!aa', ''],
    ['lol my pass is literally ', 'iloveramen99', ''],
    ["The password? Oh, that's easy: the dog's name and my year, so ", 'Biscuit1987', '.'],
    ['10.0.0.5:22:root:', 'Yolk_Fry99', ''],
    ['пароль тот же, что и был, введи ', 'Medved_77lapa', ''],
    ['账号 ann 登录用 ', 'Aa!changcheng9', ''],
    ['Gitlab root: ', noise(41, 'abcdefgh0123456789ABCDEFGH'), ' (from the file)'],
    ['the PAT I made for the mirror job ', `x${noise(40, 'abcdefghijk0123456789')}`, ' expires soon'],
    ['license key ', 'CIWZ-Y3KJ-HGYG-H79B', ''],
    ['the pager uses ', '1e212ed699c8b0e20a68b7b121db5d2e', ' as routing key'],
    ['the key for billing is `', '1e212ed699c8b0e20a68b7b121db5d2e', '`'],
    ["const billingKey = '", '1e212ed699c8b0e20a68b7b121db5d2e'.repeat(2), "';"],
    ['kim.lee/', 'Jungle#61yellow', ' is the login for the mail account'],
    ['svc/', 'TjU6J8r9Xrypm3', ' are the creds'],
    ['use ', 'TLCM-Q36B-CMKC', ' to log in to the database'],
    ["j'ai remplacé le mot de passe par ", 'Walnut-juniper-10', ''],
    ['mudei a senha para ', 'Qw3rty05', ''],
    ['parolam ', 'hollow4847', ''],
    ['пароль вайфая ', 'willow9018', ', сеть Cafe'],
    ['Password (case sensitive!!):\n', 'Ember265winter', ''],
    ['A: what is the password again\nB: ', 'Quartz0816', '\nA: thx'],
    ['use the password ', 'Bm9edygBSyPLiG_', ' and the username Alec42'],
    ['Verwenden Sie das Kennwort ', 'NIJGTcXb8cvchVa', ', um fortzufahren.'],
    ['The password associated with your e-mail is ', 'aQt2OmtSWvBY', '.'],
    ['For the assessment, log in with ', 'rkuUKfrO8nG2', '; your user name is Marge_7.'],
    ['Activation code: ', '1T0J-8IGQ-W0CT', ''],
    ['our wifi (name Otter, pass ', 'raven9720', ') is slow'],
    ['The password, ', 'N_ZsB3-rwXL3', ', must not be shared.'],
    ['the old password is lost, the new one ', 'Raven388*', ''],
    ['gmail app password ', 'qwmb ztxd gnvc byiz', ''],
    ['Dane logowania: anowak / ', 'Raven272%', ''],
    ['license: ', 'K7ZF7-S75TY-UM3T0-6RZSK-NBL7P', ''],
    ['2FA setup key ', 'OQWS33EQU7SZO23R', ''],
    ['Okta: SSWS ', '00OcuBiGG9ODDL8Z_q09484FJTsIuxiQZO_o__c8XV', ''],
    ['ssh-add: passphrase ', 'falcon-dagger-cobalt-91', ''],
    ['mot de passe ', 'cC8fmJOF!Y-x', ''],
    ['we all share one account, ', 'sunset0651', ' is the password'],
    ['connect({ token: "', 't0pS3cret!', '" })'],
    ['clé API : ', '1e212ed699c8b0e20a68b7b121db5d2e', ''],
    ['APIキー: ', noise(32), ''],
    ['chave da API é ', noise(32), ''],
    ["la clé d'API pour le labo: ", `x${noise(31)}`, ''],
    ['API anahtarı: ', '1e212ed699c8b0e20a68b7b121db5d2e', ''],
    ['10.0.0.4;root;', 'o9etHDGGHL', ''],
    ['id=IJWoYm9oJKo5 key=', `x${noise(31)}`, ''],
    ['activation code ', 'R4Z3-TXEQ-FWQ9', ''],
    ['root / ', 'Lantern4061', ''],
    ['I keep typing ', 'Pirate6031', ' and it says wrong credentials'],
    ["I'm locked out. Tried ", 'Breeze9281', ' twice'],
    ['şifrem ', 'hollow8070', ' ama giriş yapamıyorum'],
    ['vault operator unseal ', `x${noise(43)}`, ''],
    ['the old key was revoked after it had leaked to a pastebin, the new one of them is ', noise(32), ''],
    ['cat secrets/initialAdminPassword\n', '1e212ed699c8b0e20a68b7b121db5d2e', ''],
    ['the login on the board reads ', 'Pebble1275?', ', is it still right'],
    ['I pasted the key into the chat, it is ', '1e212ed699c8b0e20a68b7b121db5d2e', ''],
    ['API key\n-------\n', `x${noise(33)}`, '\n'],
    ['so I reset him to ', 'Pebble0649!', ', he is to sign in anew'],
  ];
  for (const [before, secret, behind] of NEAR)
    it(`is found near a word for one: ${before}…${behind}`, () => assert.deepEqual(found(before + secret + behind), [secret]));

  it('is found in a row behind one that is told', () => {
    const keys = [40, 41, 42].map((length) => `x${noise(length)}`);
    assert.deepEqual(found(`the unseal keys are 1) ${keys[0]} 2) ${keys[1]} 3) ${keys[2]}`), keys);
  });

  it('needs no word near it where it is like no word, name or expression', () => {
    for (const [before, secret, behind] of [
      ['so I set it to ', 'Saffron2500*', ' yesterday'],
      ['just take mine: kim / ', 'Meadow7544$', ''],
      ['the sticky note says "', 'kQ5!tBgf9x', '"'],
      ['J: ', 'Herbst!Laub24', ''],
      ['kim / ', 'dfyWI9tdk8', ' / 10.0.0.4'],
    ] as const)
      assert.deepEqual(found(before + secret + behind), [secret], before);
  });

  it('is none without such a word in programs, references and mail headers', () => {
    for (const text of [
      'if (length < Avg40*StdDev || Flags2&Mask3) return Map$Entry2;',
      'KERNEL32!BaseThreadInitThunk Outer1$Inner2 Page3#section-4',
      'Subject: =?UTF-8?q?Gr=C3=BC=C3=9Fe?= (s390X*-linux)',
      'const Matrix44& Float32* Vector3*',
      'npm i isaacs/Rimraf#PR-192, see agent.py#L415-L430',
      'exp(2*pi*I*n*a)*x + 14*C.y*C.j - 43*C1*exp(t*R2) + R^d1_d2^B_d0 + A_m0*A^n1_d0',
      'o0 |= uint32(p.To.Reg&0x1f) << 21; ^[A-Za-z0-9!@#$%]{8,}$',
      'Gr%C3%BC%C3%9Fe Don&#39t "x5t#S256" 100%Cotton A1&B2',
      'Euro2024! Area51! Top10! Expo2030!',
      '![Bug6345666_1705518185161!Capture](https://files.example/x)',
      'echo BASE64_PASSWORD | base64 > /opt/key',
      'Banking hotline: 12363',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('is no secret where nothing speaks of one', () => {
    for (const text of ['see Kestrel*Moon44 on the shelf', 'the Slate.Blue8 theme', `page ${noise(40)} of the wiki`])
      assert.deepEqual(found(text), [], text);
  });

  it('is none where the words near it say that it is something else', () => {
    for (const text of [
      'Ключевые слова 1e212ed699c8b0e20a68b7b121db5d2e',
      'キーボード 1e212ed699c8b0e20a68b7b121db5d2e',
      `image_id key: ${noise(32)}`,
      'the secret has the checksum 1e212ed699c8b0e20a68b7b121db5d2e',
      `the token metadata lies at ipfs ${noise(46)}`,
      'KMS key arn:aws:kms:eu-west-1:123456789012:key/86acb0f1-97bf-d93c-4930-b104bd2588b1 for the secret',
      `secrets: 1\n${noise(76)}\n${noise(76)}\n`,
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('is none where it may be the name of what is opened, of who is let in, or of what has to do with passwords', () => {
    for (const text of [
      'My Steam user is Dark_Wolf99 and I play on server EU-West_3.',
      'Can you rename the account from Old.Name2019 to New.Name2024?',
      'Our Wi-Fi is called Cafe_Guest2024 and there is no password.',
      'Mein WLAN heißt FRITZ!Box7590 und ist langsam.',
      'We unlock the boss fight with Sword.of.Truth2 equipped.',
      'In the game you sign in as Elf.Archer9 with your friends.',
      'Sign in with Google on the demo; then open Sheet1!A1:B20.',
      'Server: App.Prod02, DB: Orders_7, Cache: Redis_3.',
      '{"user": "Anna_K7", "server": "App.Prod02"}',
      'The password dialog is Dialog_Pwd2 in the layout file.',
      'Open it with 7-Zip; the archive is Fotos_Mai2023.zip and has no password.',
      'root cause: Kernel.Oops_5 in module e1000e.',
      'admin: Release2024 is out',
      'I tried Ryzen5600 in the server and typed Chapter12 into the portal',
      'export type MySql2Client = Pool; the password stays',
      'Try Expo2024 and log in with Google',
      "the password Outlook2019 asks for is the account's",
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('is none in sums, masks, names of versions and what programs are written with', () => {
    for (const text of [
      'login: blockSize*3 + perLoopStep*N-1; if (perm&0o777) auth(x64+v64*one64)',
      'admin uses placements$1 and fstat$INODE64, see docs.html#auth-2fa and branch^0',
      'username: John.Doe87, account Base_Model2, user test.3f22e5c8',
      'sign in with OAuth2.0, then password reset works on Windows11 and UTF-8',
      'docker image ghcr.io/x/auth-proxy:v7.6.0-alpine3.19',
      'v.reset(OpRsh32Ux64) and connect(sha256.New) and bind("<Alt-Key-2>")',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('is told by words before it alone in a reply, as when that streams', () => {
    assert.deepEqual(found('Use Harbor$eal21 for now, the password changes soon', 'assistant'), []);
    assert.deepEqual(found('To log in use Harbor$eal21 for now', 'assistant'), ['Harbor$eal21']);
  });

  it('is held back in a reply wherever that is cut', () => {
    for (const [before, secret, behind] of [...NEAR, ['the webhook is signed with the secret "', `x${noise(42)}=`, '"'] as const]) {
      const text = before + secret + behind;
      for (const { start, end } of secretsDetector.inspect({ id: 'p', role: 'assistant', channel: 'user', text }))
        for (let cut = start + 1; cut < Math.min(end + 1, text.length); cut += 1)
          assert.ok(secretsDetector.tail(text.slice(0, cut)) <= start, text.slice(0, cut));
    }
  });

  it('is held back until it is whole', () => {
    for (const text of ['To log in use Harb', 'To log in use Harbor$eal2']) assert.equal(secretsDetector.tail(text), 14, text);
    assert.equal(openContextualSecret('Plant the beans in Marc'), 23);
  });
});

describe('shapeOf()', () => {
  it('tells what a value looks like', () => {
    const SHAPES = {
      odd: 'Kestrel*Moon44',
      styled: 'Wharf.Rat19',
      plain: 'trampoline8',
      drawn: 'kQ7zW2vN8mR4aB3xY9',
      digest: '1e212ed699c8b0e20a68b7b121db5d2e',
    };
    for (const [shape, value] of Object.entries(SHAPES)) assert.equal(shapeOf(value), shape);
    for (const value of ['password', 'Windows11', '2026-03-02T11:04:18', 'index.html#top2', 'kim@acme.example', 'your-api-key-123'])
      assert.equal(shapeOf(value), undefined, value);
  });
});

describe('a value drawn at random', () => {
  let state = 5;
  const drawn = (alphabet: string, length: number): string =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return alphabet[(state >>> 12) % alphabet.length];
    }).join('');
  const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

  it('is told from names and words in nine of ten cases', () => {
    for (const [alphabet, length] of [
      [MIXED, 10],
      [MIXED, 12],
      [MIXED, 24],
      [MIXED, 40],
      [LOWER, 24],
      [LOWER, 40],
    ] as const) {
      const values = Array.from({ length: 500 }, () => drawn(alphabet, length)).filter((value) => /\d/.test(value) && /\D/.test(value));
      const told = values.filter((value) => shapeOf(value) !== undefined).length;
      assert.ok(told > 0.9 * values.length, `${length} of ${alphabet.length}: ${told} of ${values.length}`);
    }
  });

  it('with signs is told in most cases, with no word near it', () => {
    for (const length of [10, 12, 16, 20]) {
      const values = Array.from({ length: 500 }, () => `k${drawn(`${MIXED}!#$%&*?`, length - 2)}Q`).filter(
        (value) => /[!#$%&*?]/.test(value) && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value.slice(0, -1)),
      );
      const told = values.filter((value) => found(`it says "${value}" there`)[0] === value).length;
      assert.ok(told > 0.85 * values.length, `${length}: ${told} of ${values.length}`);
    }
  });

  it('is a password after the word for one', () => {
    for (const value of ['VfdKV2bYXU', '59ebYTWFUp', 'Gv3s93NySb', 'swdJr5bI5kt4g3'])
      assert.deepEqual(found(`svn: password ${value} is cached in plain text`), [value]);
  });

  it('is no name with a number', () => {
    for (const name of [
      'PyTorch25',
      'LibreOffice7',
      'GitHub2024',
      'KeePassXC2',
      'S3Bucket1',
      'OpenSSL3',
      'DaVinci18',
      'v1beta4-rev20220310-1.32.1',
    ])
      assert.deepEqual(found(`the password dialog of ${name} and the API key ${name} uses`), [], name);
  });
});

describe('a number that the words of its sentence say to open something', () => {
  const CODES: readonly (readonly [string, string, string])[] = [
    ['"the passcode for the lift is ', '1151', '" she whispered'],
    ['Mon code confidentiel est ', '9646', '.'],
    ['Garage keypad is ', '0912', ' then enter'],
    ['bike lock ', '8814', ''],
    ['phone unlock is ', '258013', ' if something happens'],
    ['car PIN ', '2271', ' for valet mode'],
    ['Türcode unten: ', '4471#', ', oben klingeln'],
    ['Die Alarmanlage wird unscharf mit ', '1744', '.'],
    ['Meine EC-Karten-Geheimzahl: ', '6038', ''],
    ["Le code du portail c'est ", 'A1548', ''],
    ["Le coffre s'ouvre avec ", '31-07-19', ''],
    ['El candado se abre con ', '4-8-1-5', ''],
    ['Código do alarme da loja é ', '7755', ''],
    ['Kod do furtki ', '2846', ', domofon nie działa'],
    ['De code van de voordeur is ', '7319', ''],
    ['введи код ', '4482', ' на двери подъезда'],
    ['玄関の暗証番号は', '4917', 'です'],
    ['门锁密码是', '283746', ''],
    ['현관 비밀번호 ', '8520*', ''],
    ['認証コード: ', '138887', ''],
    ['the 6-digit code is ', '453127', ', hurry up'],
    ['Bitte geben Sie den Code ', '144024', ' ein.'],
    ['code: ', '963-329', ''],
    ['Schließfach 12, Code ', '7921', ''],
    ['Summary: Alice gave the vault code (', '88-14-52', ') to Bob.'],
  ];
  for (const [before, code, behind] of CODES)
    it(`is found: ${before}…${behind}`, () => assert.deepEqual(found(before + code + behind), [code]));

  it('is none where it counts, measures, dates or names something else', () => {
    for (const text of [
      'My phone has 1024 contacts and the alarm is at 0630.',
      'Alarm 3012: pump stopped.',
      'Das Tor ist 2400 breit und 1800 hoch.',
      'El código postal es 28013 y el portal es el 14.',
      'The door is 2032 x 813 mm, order code 4471-B',
      'Lock 4417 bolts at 1600 rpm, the alarm went off at 0612',
      'Gate 2210 boards at 1845, seat 14C',
      'bike lock costs 2999, weighs 1200 g',
      'The card ends in 4417, expires 0928; card: 2667 337 95422 92744',
      'Der Code hat 2400 Zeilen und 17 Fehler.',
      'Почтовый код 101000, код ошибки 1045',
      'SYS_ALARM = 5037; assert puk == (30030, 7); "last4": "4242"',
      'The pin count is 1151, socket LGA1700',
      'the safe was built in 1987, the gate in 2019',
      'the product code is 120345, the error code: 500123, the code 404123 has 120345 lines',
      'feat(auth): add password reset (#1234)',
      '{"code": 190460, "message": "failed"}',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('is held back until it is whole', () => assert.equal(secretsDetector.tail('Garage keypad is 09'), 17));
});

describe('a password before the word for it', () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['please use ', 'Winter#4875', ' as the password'],
    ['use "', 'pepper89glacier', '" as password there'],
    ['', 'Winter!Tree7', ' is my wifi password, is it safe?'],
    ['nimm ', 'Winter#4875', ' als Passwort'],
    ['somebody committed ', 'Winter#41b', ' as the database password.'],
    ['why does ', 'Winter#41b', ' not work as my password?'],
    ['I changed it to ', 'Winter#41b', ' yesterday, but the old password still works'],
    ["it's ann/", 'Winter#41b', ' for the panel, the password expires on Friday'],
  ];

  it('are found in a row before it', () =>
    assert.deepEqual(found('tried Harbor#41b and Winter!77c as passwords, neither works'), ['Harbor#41b', 'Winter!77c']));

  it('is found in what somebody wrote', () => {
    for (const [before, secret, behind] of texts) assert.deepEqual(found(before + secret + behind), [secret], before + behind);
  });

  it('is found in a reply where it is to be taken as one, and has gone out in one that streams otherwise', () => {
    for (const [before, secret, behind] of texts)
      assert.deepEqual(found(before + secret + behind, 'assistant'), /(?:use|nimm) "?$/.test(before) ? [secret] : [], before + behind);
  });

  it('is held back in a reply until what it is to be taken as is said', () => {
    const [reply, place] = ['Log in and use Tulip.Field9 as the new password. Then', 'Log in and use '.length];
    assert.deepEqual(found(reply, 'assistant'), ['Tulip.Field9']);
    for (let length = place + 1; length <= reply.indexOf('.', place + 9); length += 1)
      assert.ok(secretsDetector.tail(reply.slice(0, length)) <= place, reply.slice(0, length));
    assert.equal(secretsDetector.tail('Log in and use Tulip.Field9 on Monday '), 'Log in and use Tulip.Field9 on Monday '.length);
    assert.deepEqual(found('Use Tulip.Field9 as the password manager.', 'assistant'), []);
  });

  it('is one word that is to be taken as one', () => {
    assert.deepEqual(found('my grandma uses sunshine as her password for everything'), ['sunshine']);
    for (const text of [
      'use email as password when empty',
      'it uses bcrypt as password hasher',
      'use asterisks as password characters',
      'the tool takes words as the password to look for',
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe('codes and keys that let somebody in', () => {
  const HEX = '5db3a11887920ed592b5a06c74cf463814f30083c0199695b1c0b445ed99635a';
  const FOUND: readonly (readonly [string, readonly string[]])[] = [
    [
      'github-recovery-codes.txt\n\nw2n2p-x6z00\nkylzw-pe11b\n0p60i-wzdxv\n\nKeep these safe.',
      ['w2n2p-x6z00', 'kylzw-pe11b', '0p60i-wzdxv'],
    ],
    ["Voici mes codes de secours, j'en ai utilisé un : 5621 5373, 8272 2421.", ['5621 5373', '8272 2421']],
    ['It asks for a backup code, I only have this one left: 78rr-v987 and it says invalid', ['78rr-v987']],
    ['totp = pyotp.TOTP("C6WC3IFPGIFSF5LM")', ['C6WC3IFPGIFSF5LM']],
    ["alias vpn='oathtool --totp -b DFLWGAZK34DQEYGMK2IZVPIEOC | xclip'", ['DFLWGAZK34DQEYGMK2IZVPIEOC']],
    [
      'curl -u "ACf041977a29546a79d3e50be98efda1a1:6027d7aa7d4c26ece76565b723b7596d"',
      ['ACf041977a29546a79d3e50be98efda1a1', '6027d7aa7d4c26ece76565b723b7596d'],
    ],
    [`acct = Account.from_key("${HEX}")`, [HEX]],
    ['.example.net\tTRUE\t/\tTRUE\t1779820000\tSID\tg.a000Or78BjLdH5xDsNRaxF3EMTGtK5\n', ['g.a000Or78BjLdH5xDsNRaxF3EMTGtK5']],
    ["it's admin with password Rhubarb99 so anyone can get in", ['Rhubarb99']],
    [
      'MNEMONIC="depth same differ chicken lock devote install merit rocket art clay domain"\nCHAIN_ID=137',
      ['depth same differ chicken lock devote install merit rocket art clay domain'],
    ],
    [
      'i wrote my metamask phrase down like this: increase fiber inherit liberty south fossil spoil snake flip iron sun kiss -- but',
      ['increase fiber inherit liberty south fossil spoil snake flip iron sun kiss'],
    ],
  ];
  for (const [text, values] of FOUND) it(text.slice(0, 60), () => assert.deepEqual(found(text), values));
});

describe('what only refers to secrets', () => {
  for (const text of [
    'create_engine("mysql+pymysql://etl@10.20.4.18/warehouse?charset=utf8mb4", password=None)',
    'APNS_KEY_ID=7QZ2M4XK9B',
    'github.com/golang-jwt/jwt/v5 v5.2.1 h1:9GqiuURvH4DCDdjkM6l2Y6DT2F7LHCXdF1wqX/H94wM=',
    'secret ...&X-Amz-Date=20250501T081212Z&X-Amz-Expires=604800',
    'password = "".join(secrets.choice(alphabet) for _ in range(20))',
    "rg -n '(api[_-]?key|secret|passwd|token)\\s*[:=]' .",
    'jq \'map(select(.key | test("password|secret|token"; "i")))\' config.json',
    'db_password: ENC[AES256_GCM,data:Bb7Agl/CDLqfOF95x3YdMm/7,iv:pFvCeoI24mrc8veyYc8R5bHZ6vBAk48HmSYvAh/9y9Y=,tag:f8o+bEY5FrlZtp4IrLID4Q==,type:str]',
    'password: "{{resolve:secretsmanager:arn:aws:secretsmanager:eu-west-1:418820773901:secret:prod/orders-aB3xYz:SecretString:password}}"',
    'AppID：wx27f93bf95459747c, the AppSecret is in the vault',
    'authDomain: "chorelist-7f2.firebaseapp.com"',
    'Pass-Nr CFH7TN4K1',
    'HTTP error codes: 404, 500 and 503; backup codes are described on page 12',
  ])
    it(text.slice(0, 60), () => assert.deepEqual(found(text), []));
});
