import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';

/** What is found in what somebody wrote. */
function found(text: string, role = 'user'): string[] {
  return secretsDetector.inspect({ id: 'p', role, channel: 'user', text }).map(({ start, end }) => text.slice(start, end));
}

/** A row of letters and digits in no order, the same every time. */
function noise(length: number, letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return letters[(state >>> 11) % letters.length];
  }).join('');
}

const hex = (length: number): string => noise(length, '0123456789abcdef');
const CRYPT = `$6$${noise(8)}$${noise(86)}`;

describe('a secret is found where it stands:', () => {
  const PLACES: readonly (readonly [string, string, string])[] = [
    ['is this key still valid? ', noise(32), ''],
    ['wandb login ', hex(40), ''],
    ['mvn sonar:sonar -Dsonar.login=', hex(40), ''],
    ['FROM node:20\nENV SIGNING_KEY ', noise(20), ''],
    ['ENV db_password ', 'heron4711', '\nEXPOSE 80'],
    ['setx SESSION_SECRET ', noise(16), ''],
    ['set -gx MAPS_TOKEN ', noise(24), ''],
    ['I committed the encryption_key ', noise(20), ' by accident'],
    [`${hex(8)} works, but `, hex(40), ' is the acl token'],
    ['', noise(24), ' is the signing_key of staging'],
    ['the webhook secret (', hex(40), ') has to change'],
    ['the old Datadog key (', hex(32), ') is in the code'],
    ['new Pusher({ secret: "', '0a594f413daff0744a21', '" })'],
    ['https://mainnet.infura.io/v3/', hex(32), ''],
    ['The SECRET is ', hex(40), '.'],
    ['<secret>', hex(40), '</secret>'],
    ['consumer_secret: ', '8f14e45f-ceea-467f-a9a7-5b1a2c3d4e5f', ''],
    ['https://', hex(32), ':x-oauth-basic@git.acme.example/app.git'],
    ['otpauth://totp/Acme:kim?secret=', 'TWZFSWAWQSJODUUS', '&issuer=Acme'],
    ['SECRET_KEY=', 'ih^fk4y88v*!x*48ee5p&v^7dfw5-k)*f$1$n+mvl7m(%cha*z', '\nDEBUG=0'],
    ['mot_de_passe = "', 'loutre4711', '"'],
    ['snyk auth ', '8f14e45f-ceea-467f-a9a7-5b1a2c3d4e5f', ''],
    ['https://acme.example/api/export?auth=', hex(40), '&format=csv'],
    ['consul acl token: SecretID: ', '8f14e45f-ceea-467f-a9a7-5b1a2c3d4e5f', ''],
    ['SSID Otter, WLAN-Netzwerkschlüssel ', noise(20, '0123456789'), ''],
    ['AES key 128 bit: ', hex(32), ''],
    ['X_AUTH="', hex(40), '"'],
    ['my pass phrase: ', 'thunder-winter-jungle-island', ''],
    ["const jwtSecret = process.env.JWT_SECRET || '", noise(32), "';"],
    ['api_key = os.getenv("API_KEY") or "', noise(22), '"'],
    ['password: process.env.DB_PASS ?? "', 'Harbor-Lamp42', '"'],
    ['{"u":"backup","p":"', noise(12), '"}'],
    ['u: kim\np: ', 'Velcro!Shoe3', ''],
    ['smtp.login("kim@acme.example", "', 'orange peel 7', '")'],
    ["cohere.Client('", noise(40), "')"],
    ['signer = Signer("', noise(32), '")'],
    ['meeting 812 345 678, passcode ', 'rA6vRx', ''],
    ['Zoom-Kenncode: ', '005771', ''],
    ['the keypad wants ', '6512', ''],
    ['the token (from the portal) is "', noise(30), '"'],
    ['my key is ', hex(32), ', why do I get 401?'],
    ['', `00${noise(30)}-${noise(9)}`, ' is the SSWS token'],
    ['use ', noise(32), ' as the API key'],
    ['vercel: ', noise(24), ' (token)'],
    ['byte[] KEY = "', noise(16), '".getBytes();'],
    ['  - API key    ', noise(40), ''],
    ['https://api.weather.example/data?q=Oslo&appid=', hex(32), ''],
    ['https://b.s3.amazonaws.com/a.pdf?X-Amz-Expires=600&X-Amz-Signature=', hex(64), ''],
    ['snowflake://analyst:', 'F@lc0n42!', '@ab1.eu-west-1/DWH'],
    ['nats://', noise(24), '@nats.acme.example:4222'],
    ['net use Z: \\\\nas01\\team ', 'Herbst!2021', ' /user:acme\\kim'],
    ['useradd -m -p ', CRYPT, ' deploy'],
    ['root:', CRYPT, ':19000:0:99999:7:::'],
    ['kim:', `$2y$10$${noise(53)}`, ''],
    ["CREATE LOGIN etl WITH PASSWORD = N'", 'Winter2024x', "', CHECK_POLICY = OFF;"],
    ["ftp.login(user='up', passwd='", 'abxtALlrl', "')"],
    ["MAIL_PASSWORD='", 'q7 Lemon tree 19', "'"],
    ['<passphrase>', 'apfelkuchen mit sahne', '</passphrase>'],
    ['spring.mail.password=', 'abcd efgh ijkl mnop', '\nport=1'],
    ['psk="', '18273645546372819010', '"'],
    ['the setup key is ', 'JBSW Y3DP EHPK 3PXP', ', the scan failed'],
    ['network "Nordlicht", password ', 'polar-light-2024', ''],
    ['one time code ', '482913', ', it expires in ten minutes'],
    ['creds: svc_report ', '8hJq2mZt', ''],
    ['10.4.4.2  Administrator  ', 'P@55phrase!!', ''],
    ['the safe opens with ', '31-07-22', ''],
    ['gate code ', '#7734', ' please'],
    ['Initial password   ', 'spine_tulip9', ''],
    ['trello key ', hex(32), ' and more'],
    ['line channel secret ', hex(32), ''],
    ['etherscan api ', noise(34, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567892345678923456789'), ''],
    ['API: ', noise(40), " (that's the weather one)"],
    ["crypto.createCipheriv('aes-256-cbc', '", noise(32), "', iv)"],
    ['<key>APIToken</key><string>', noise(32), '</string>'],
    ['props.put("password", "', 'biscuit-moloko-71', '");'],
    ["const fernetKey = '", noise(32), "';"],
    ["const giteaToken = '", hex(40), "';"],
    ["SECRET_KEY = '", 'django-insecure-6cv9e)92nnqo2p1a%(kl!r4qc7bo9sy0ucebthfp8nc4lowecl', "'"],
    ['spring:\n  datasource:\n    password: "', 'Abacus-and-ink', '"'],
    ['Windows 11 Pro, got the key from a reseller: ', 'R46G3-XW67Q-RW6WV-BV94H-QDDGR', '\nslmgr says no'],
    ['BitLocker asked for it: ', '281874-211805-566271-126033-562905-796090-705299-844692', ' and now it boots'],
    ['labuser:1003:aad3b435b51404eeaad3b435b51404ee:', 'bf1c7bc4fd4790fe884a0483c8c50ee2', ':::'],
    ['Set-Cookie: remember-me=', 'Rg4PkUzZ1jXbUBaylUGJbKnKWGyH2rhhJSArrrBao90JG4gQCRKyr5X3Z5', '; Max-Age=1209600'],
    ['deepl: ', '612478ab-bb4a-4c50-bd21-785dc25974fb:fx', '  (free)'],
    ['der Code fürs Hoftor ist ', '7714', ', bitte nur bis 22 Uhr'],
    ['my pin for the bank card is ', '4079', ' can you remember it'],
    ['kata sandi email kantor saya ', 'Rendang@Padang8', ', kenapa Outlook selalu minta lagi?'],
    ['ο κωδικός για το πρόγραμμα της αποθήκης είναι ', 'Thalassa_314', ' , γράψε οδηγίες'],
    ['הסיסמה למחשב בכיתה היא ', 'Gir-Lavan22', ' ושם המשתמש moreh'],
    ['system,login,password\nCRM,m.falk,', 'dienstag-dienstag', '\n'],
    ['let password = "', 'espresso-doppio', '" // Swift'],
    ["ENV['ADMIN_PASS'] ||= '", 'figs-n-honey', "'"],
    ['keytool -importkeystore -srcstorepass ', 'jks_marble5', ' -noprompt'],
    ['Utente: rossi.m\nPassword provvisoria: ', 'Cambiami.7Z', '\nscade tra 24 ore'],
    ['<auth-user-pass>\nvera\n', 'drei-Kugeln-Eis', '\n</auth-user-pass>'],
    ['the TOTP seed ', 'zdtb ty3h e246 zwgf', ' on paper'],
    ['WIF from the paper wallet: ', 'L34ch6e2bA1nVcW9jnJRytzHTi6n2pVRuwWuYS9222L5WtJCZfdU', ' . sweep it'],
    ['Dein TAN lautet ', '604 882', ', gültig bis 12 Uhr'],
    ['Le code reçu par SMS est ', '48 19 37', ' mais la banque dit expiré'],
    ["SECRET_KEY = '", 'django-insecure-7k(w!d2)x$p9&q#e^b0=m5_z*r8@t1+u6%h4-n3', "'"],
    ['POST https://chat.acme.example/hooks/', noise(26, 'abcdefghjkmnpqrstuvwxyz23456789'), ''],
    ['https://prod-1.logic.azure.com/workflows/1/triggers/manual/run?sv=1.0&sig=', `${noise(21)}-_${noise(20)}`, ''],
    ['BUNDLE_ENTERPRISE__CONTRIBSYS__COM=', `${hex(8)}:${hex(8)}`, ''],
    [':mailer_password, "', 'biscuit-moloko-71', '"'],
    ['Password: ', 'letmein', '\n'],
    ['passphrase for the borg repo is "', 'seven green kites above', '"'],
    ['one-time code ', '448120', ' valid 5 min'],
    ['"SessionToken": "', `IQoJb3JpZ2luX2Vj${noise(60)}/${noise(60)}+${noise(40)}`, '"'],
    ['', 'Candle57', ' is my password'],
    ['the db password (', 'Silver_4409', ') leaked'],
    ['login kim pass ', 'Maple4898', ''],
    ['login: kim / ', 'Planet499', ''],
    ['DB_PASSWORD=', 'Copper;283otter', ''],
    ['{"user":"kim","password":"', 'abCd,123xyz', '"}'],
    ['password: **', 'Copper!283otter', '**'],
    ['Mein Passwort ist „', 'Kupfer!283', '“'],
    ['the password is ', 'otter-copper-maple', ''],
    ['proxy_set_header Authorization "Basic ', 'YWRtaW46UGEkJHcwcmQtOTE=', '";'],
    ['snmp community: ', 'pr1vate-rw', ''],
    ['Das Türschloss hat den Code ', '48151', '.'],
    ['رقم سري البطاقة ', '4471', ''],
    ['el usuario es jlopez y la clave ', 'Tortuga-2024', '.'],
    ['$ cat notes.txt\ndb: dbuser:', 'Sup3rS3cret_db', '\n'],
    ['Keycloak client "billing" secret = ', '8f14e45f-ceea-467f-a9a7-5b1a2c3d4e5f', ''],
    ['master password for keepass: ', 'three-otters-juggling-pears', ''],
    ['encryption passphrase = "', 'copper kettle on the moon', '"'],
    ['pw is just ', 'monkey', ' lol'],
    ['Mein Passwort lautet ', 'Sommerregen', ', bitte ändern.'],
    ['The passphrase is ', 'correct horse battery staple', ' (yes really)'],
    ['пароль ', 'qwerty123', ' логин admin'],
    ['admin:', 'admin123', ' still works on the camera'],
    ['GET /api/login?u=lena&p=', 'Ger4nium', ' HTTP/1.1'],
    ['keytool -list -keypass ', 'k3y=Pass', ' -v'],
    ['user `ops` secret `', 'brOker=fail9', '`'],
    ['NTLM : ', hex(32), ''],
    ['https://acme.example/reset?code=', noise(40), ''],
    ['Reset link: https://acme.example/password/reset/', noise(43), ' (one hour)'],
    ["await page.fill('#password', '", 'Play;wright5', "');"],
    ["cy.get('[name=password]').type('", 'cypress-hill', "')"],
    ["app.secret_key = '", 'the quick onyx goblin', "'"],
    ['FileVault: ', 'ABQD-EF12-GH34-IJ56-KL78-MN90', ' is the recovery key'],
    ['Ihr Bestätigungscode lautet ', '73 48 21', '.'],
    ['Your verification code is ', 'G-482913', ''],
    ['the line is +1 555 010 3344, access code ', '88301245', ', thanks'],
    ['Use the following password to proceed to installation:\n\n', hex(32), '\n\nThis may'],
    ['APP_SESSION_SECRET=', 'keyboard-cat42', ''],
    ['curl -u ":', noise(40), '" https://dev.example/acme'],
    ['tacacs-server key 0 ', 't4c4csK3y', ''],
    ['crypto isakmp key ', 'VpnK3y2019', ' address host1'],
    ['set security ike proposal pre-shared-key ascii-text "', noise(18), '"'],
    ['[smtp.acme.example]:587 svc@acme.example:', noise(14), ''],
    ['A temporary password is generated for root@localhost: ', 'kF7sa-yDk<3q', ''],
    ['Password for the elastic user (reset with the tool): ', noise(20), ''],
    ['the login for the cms is editor:', 'Papaya-Leaf3', ''],
    ['the staging basic auth is preview / ', 'Sn3akPeek', ''],
    ['ssid GuestNet key ', 'welcome2024', ''],
    ['pw for the attached pdf: ', '09041987', ''],
    ['the combo for my locker is ', '24-08-36', ''],
    ["here's your code: ", '739 204', ", don't share it"],
    ['The meeting passcode is ', '118 204', '.'],
    ['новый пароль ', 'Kot-v-sapogah9', ' запиши'],
    ['הסיסמה היא ', 'Humus!345', ''],
    ['seed -> ', 'abandon ability able about above absent absorb abstract absurd abuse access accident', ''],
    ['sudo password on the pi? still ', 'raspb3rry', ''],
    ["Anna: what's the door code again?\nBen: ", '4815', '#'],
    ['rollbar ', hex(32), ' is the access token'],
    ['scaleway secret ', '8f14e45f-ceea-467f-a9a7-5b1a2c3d4e5f', ''],
    ['vonage secret ', noise(16), ''],
    ['azure devops pat ', noise(52, 'abcdefghijklmnopqrstuvwxyz234567892345678923456789'), ''],
    ['jenkins token (kim): ', hex(34), ''],
    ['- routing_key: ', hex(32), ''],
    ["const KEY = '", hex(64), "';"],
    ['hmac_secret := []byte("', noise(32), '")'],
    ["ENV['SECRET_TOKEN'] ||= '", hex(64), "'"],
    ['PASSWORD: Final[str] = "', 'copper_Sommer#418', '"'],
    ['.basic_auth("kim", Some("', 'Zebra_Rocky#435', '"))'],
    ['$ldap.Bind("cn=svc", "', 'gNYd%S8h*pEj', '")'],
    ['curl_setopt($ch, CURLOPT_USERPWD, "api:', noise(24), '");'],
    ['<Connector keystorePass="', 'u9elK7J2x', '" />'],
    ['"DB_PASS=', 'cRFa_V_SqKGadt', '", "TZ=UTC"'],
    ['kim : EAP "', 'kzZ-3WtVgw', '"'],
    ['kim:{PLAIN}', noise(10), '::::::'],
    ['DBPassword:\n    Type: String\n    Default: ', 'Tiger1993!', '\n'],
    ['backup_passphrase=', 'winter kommt um 7', '\nssid=attic'],
    ['alarm_code: ', '7412', ''],
    ['door: ', '4417#', ', come in'],
    ['garage keypad ', '6610', ''],
    ['Printer  PIN ', '5083', '\n'],
    ['el código de la alarma es ', '7719', ''],
    ['il codice della porta è ', '5521', ''],
    ['비번 ', 'tteok1234!', ''],
    ['mdp wifi : ', 'fromage2fondue', ''],
    ['our shared password (1Password): ', 'Quokka-Jumps-31', ''],
    ["My password's ", 'winter-copper-48', ' and it says invalid'],
    ['The password you want is ', 'tWpsW7Frp', ''],
    ['', 'Tz!81kPlw', ' <- admin pw'],
    ['new server creds -> ubuntu / ', '0wZpH4F_-468Ob', ''],
    ['Router  192.168.0.1  admin / ', 'Blau-Beere7', ''],
    ['Netflix login kim@acme.example ', 'kettlezebra516', ''],
    ['curl --proxy-user kim:', 'S0mm3r37!', ' -x proxy:3128 https://x'],
    ['etcdctl put /db/pass ', noise(14), ''],
    ['composer config http-basic.repo.acme.example kim ', noise(20), ''],
    ['az sql server create -u sqladm -p ', 'kettle_Falcon#783', ' -n x'],
    ["printf '%s' \"", 'KmX_j$OcXC_zl74', '" > /run/secrets/db'],
    ['exp 09/27, CVV ', '381', ''],
    ['"expiry": "09/27", "cvc":"', '129', '"'],
    ['Backup user: kim.lund, password ', 'RkAYSvXgLXj', ''],
    ['Uber code: ', '4421', '. Never share it'],
    ['WhatsApp code ', '482-193', ''],
    ['Your login code is ', 'IX7-N92', ''],
    ['entry code ', '*2468#', ''],
    ['safe code: ', '19-84-33', ''],
    ['bike lock combination ', '4471', ''],
    ['Code portail : ', '58B21', ''],
    ['o código do portão é ', '4471', ''],
    ['kod do bramy: ', '2587', ''],
    ['koden er ', '4821', ''],
    ['password wifi-nya ', 'nasigoreng88', ''],
    ['set password ', 'winterrocky529', ' for user kim'],
    ["password reset done, it's now ", 'blue_soleil#582', ''],
    ['who knows the password? I think ', 'nugget-cactus-29', ''],
    ['fastly ', noise(32), ' token'],
    ['Pwd=', 'p3rr061x', ';Database=x'],
    ['{"SecretString":"{\\"user\\":\\"a\\",\\"password\\":\\"', 'u4bco8ED9wUuH', '\\"}"}'],
    ['vpn config: psk ', noise(24), ''],
    ['Azure key1: ', `${noise(86)}==`, ''],
    ['session cookie: sid=', noise(40), ' for kim'],
    ['The OTP I got: ', '639102', ''],
    ['I always type ', 'Svolvær1999', ' as the password, it used to work'],
  ];
  for (const [before, secret, behind] of PLACES)
    it(`${before}…${behind}`, () => assert.deepEqual(found(before + secret + behind), [secret]));

  it('and what of it would go out with a reply is held back, wherever the stream is cut', () => {
    for (const [before, secret, behind] of PLACES) {
      const text = before + secret + behind;
      // What stands before its name has gone out when that comes.
      if (!found(text, 'assistant').includes(secret)) continue;
      for (let cut = before.length + 1; cut < before.length + secret.length; cut += 1) {
        const part = text.slice(0, cut);
        const isFound = found(part, 'assistant').some((value) => before.length + value.length >= cut && secret.startsWith(value));
        assert.ok(isFound || secretsDetector.tail(part) <= before.length, part);
      }
    }
  });

  it('what opens an account of messages, behind its name', () => {
    const [account, token] = [`AC${hex(32)}`, noise(32, 'fedcba9876543210')];
    assert.deepEqual(found(`twilio.rest.Client("${account}", "${token}")`), [account, token]);
  });

  it('a PIN and the PUK beside it', () => assert.deepEqual(found('PIN 2580, PUK 48291736 for the tracker'), ['2580', '48291736']));

  it('every backup code in two groups of digits', () =>
    assert.deepEqual(found('Backup codes for your account:\n5315 4664\n9711 3418'), ['5315 4664', '9711 3418']));

  it('every code of those that let somebody in again', () => {
    assert.deepEqual(found('Recovery codes: 8f3k2-9dk3l p2m9x-7qh4z w6r8t-3nv5c'), ['8f3k2-9dk3l', 'p2m9x-7qh4z', 'w6r8t-3nv5c']);
    assert.deepEqual(found('backup codes:\n1. 48291736\n2. 19283746\n'), ['48291736', '19283746']);
    assert.deepEqual(found('recovery codes for 2 users, 10 codes each'), []);
  });

  it('keys and passwords in columns that blanks part', () => {
    const [one, other] = [noise(12), `${noise(11)}9`];
    assert.deepEqual(found(`Service   Account   Secret\nSFTP      partner   ${one}\nFTP       upload    ${other}\n`), [one, other]);
    assert.deepEqual(found(`  host   user   password\n  db1    root   ${one}\n`), [one]);
  });

  it('every password of several under one name, and nothing of records that describe them', () => {
    assert.deepEqual(found('{"passwords":{"kim":"Otter4711x","lee":"6iimi2Od1c"}}'), ['Otter4711x', '6iimi2Od1c']);
    assert.deepEqual(found('{"passwords": [{"website": "acme.example", "username": "kim.lee87"}]}'), []);
  });

  it('every key of several under one name', () => {
    const [one, other] = [noise(40), `${noise(39)}7`];
    assert.deepEqual(found(`tokens = {"prod": "${one}", "dev": "${other}"}`), [one, other]);
    assert.deepEqual(found(`api_keys:\n  - ${one}\n  - ${other}\nport: 80\n`), [one, other]);
    assert.deepEqual(found(`keys = ["${one}"]; special_tokens = ["<|end_of_text_and_turn_01|>"]`), []);
  });

  it('every key in a column of these, also one like a digest or an identifier', () => {
    const [one, other] = [hex(40), '8f14e45f-ceea-467f-a9a7-5b1a2c3d4e5f'];
    assert.deepEqual(found(`id,name,api_key\n1,ann,${one}\n2,bob,${other}\n`), [one, other]);
    assert.deepEqual(found(`client_id,client_secret\nshop,${noise(40)}`), [noise(40)]);
    assert.deepEqual(found(`| stage | signing_key |\n|---|---|\n| live | ${noise(32)} |\n`), [noise(32)]);
    assert.deepEqual(found(`COPY t (id, user_id, token) FROM stdin;\n1\t7\t${one}\n2\t8\t${other}\n\\.\n`), [one, other]);
    assert.deepEqual(found(`name,commit\nann,${one}\n\nname,key\nann,${one}\n`), []);
  });

  it('every password in a column named in Danish, Hungarian or in one word', () => {
    for (const name of ['adgangskode', 'jelszó', 'şifre', 'passord', 'userPassword'])
      assert.deepEqual(found(`id,name,${name}\n1,ann,otter4711\n`), ['otter4711'], name);
  });

  it('words among passwords in the column of these', () => {
    const table = '| user | password |\n|---|---|\n| ann | Federball |\n| bob | Kiste7-x |\n| joe | optional |\n';
    assert.deepEqual(found(table), ['Federball', 'Kiste7-x']);
    // In a reply that streams they have gone out when the first of them tells.
    assert.deepEqual(found(table, 'assistant'), ['Kiste7-x']);
    assert.deepEqual(found('| field | password |\n|---|---|\n| length | Minimum |\n| hash | Argon |\n'), []);
  });
});

it('two secrets beside each other are found: an id of a key and what belongs to it', () => {
  assert.deepEqual(found('Alibaba OSS: LTAI5tixDTMCwDH5rm6ayCdr / ECcoGXaDEq5Dp4iBmpyKOcxxofRDGK\n'), [
    'LTAI5tixDTMCwDH5rm6ayCdr',
    'ECcoGXaDEq5Dp4iBmpyKOcxxofRDGK',
  ]);
  assert.deepEqual(found('Authorization: sso-key 7QwQOzh8P9xL_XQzXkz9hPaTTeCgO66sxiu:PO2PBzXAfCDZoka64NQMEo\n'), [
    '7QwQOzh8P9xL_XQzXkz9hPaTTeCgO66sxiu',
    'PO2PBzXAfCDZoka64NQMEo',
  ]);
});

describe('no secret is found in', () => {
  const HARMLESS: readonly string[] = [
    `kind: SealedSecret\nspec:\n  encryptedData:\n    password: AgB${noise(180)}=`,
    "-H 'cookie: atlassian.xsrf.token=B2Q1-LK0P-77XA-9QWE'",
    'card on file: **** **** **** 4417, token hidden',
    'passwordIcon: "eye-off", password: "form-control", type: "password"',
    'password: "db-password" # the name of the secret',
    "input: { password: 'bcrypt-hash', secretName: 'redis-master' }",
    'the password is "rock-solid" they say, user: "sign-in"',
    'DB_PASSWORD=\nDB_NAME=shop2\nDB_HOST=db01.internal\n',
    'password=\npassphrase=null\n',
    'password_encryption = scram-sha-256',
    'password_algorithm = argon2id',
    'password_hasher: pbkdf2_sha256',
    'passwordEncoder = bcrypt12',
    `the log shows this token, is it valid base64? ${Buffer.from('The quick brown fox jumps 42').toString('base64')}`,
    `{"token": null, "id": "vs_${noise(24)}"}`,
    `key fingerprint SHA256:${noise(43)}`,
    `the public key ${noise(44)} may be shared`,
    `cache_key = "${noise(40)}"`,
    `pk_live_${noise(24)} is the key that everybody may see`,
    `commit ${hex(40)} is the token change`,
    '"password": "must be 8 characters or more"',
    "password: 'Das Passwort muss mindestens 8 Zeichen haben'",
    'label: "Password 2"',
    '<password>the password of the user</password>',
    'Username: password\n    Username1:Password1\n',
    'password: OpenLDAP, passwd: FreeBSD',
    'the door opens with 2000 people waiting',
    'The book opens with 1984 and ends there.',
    'https://cdn.example/a.js?signature=none&v=2',
    `STRIPE_PUBLISHABLE_KEY=pk_live_${noise(24)}`,
    'langfuse public key pk-lf-8f14e45f-ceea-467f-9a3b-2d5c8e1b7a90',
    `Sec-WebSocket-Key: ${noise(22)}==`,
    'api.login("username", getPassword()); login("user", "password")',
    "const token = process.env.TOKEN || '';",
    'await createClient("https://abcdefghijklmnopqrst.supabase.co")',
    '{"u": "unit", "p": "percent"}',
    `git login ${hex(12)}, docker login registry.acme.example`,
    'kim:$2y$ is how such lines begin',
    '| key | value |\n| user | k1 |\n| Token | name |\n| LPAREN | user1 |',
    'the code is 404 200 times a day',
    'The combination of 24-08-36 wires is fine.',
    `checksum/secret: ${hex(64)}`,
    'the api returns 200 and the API v2beta1 is stable',
    'put("password_hint", "your first pet 1")',
    'the door opens with 1200 guests inside',
    'PASSWORD_RESET_TIMEOUT=3600',
    'DB_PASSWORD=%env(DB_PASSWORD)%',
    'last login kim@acme.example from-web2',
    'seed: apple banana cherry',
    'CVV is 3 digits',
    'CVC 2019 conference',
    'koden er 300 linjer',
    'the api ThisIsAVeryLongClassNameForTesting2023',
    `secret ${Buffer.from('hello world this is base64').toString('base64')} decodes to hello`,
    'HTTP code 4040 in the logs, shared by nobody we know of at all in this house',
    'password wifi',
    'user: kim, password (optional)',
    'root / home / kim2 and admin / users-2, see below',
    'door: 1200 mm wide, gate: B4',
    "the password's length is 12",
    'password=enter your password here',
    'secret v1beta2 token type2 pat 2024',
    'key = "user:session:profile:v2"',
    'Password:\n  Type: String\n  Default: ""\n',
    'Connect the sensor to pin 13',
    'SECRET=$(openssl rand -hex 16)',
    'radius-server host 10.1.1.1 key <key>',
    'Any password on the wiki? Please ask ann2.',
    'ENV PASSWORD_FILE /run/secrets/db2\nENV TOKEN_TTL 3600',
    `set -e; export env token_name ${noise(6)}`,
    `commit ${hex(40)} is the token fix`,
    'Account type: savings\nRef: O7HJB6RG',
    'the secret_key parameter v2-migration-2024',
  ];
  for (const text of HARMLESS) it(text, () => assert.deepEqual(found(text), []));
});

describe('the name of a policy in a cloud', () => {
  it('is no secret key of it', () => assert.deepEqual(found('"arn:aws:iam::aws:policy/AmazonOpenSearchServiceFullAccess"'), []));
});
