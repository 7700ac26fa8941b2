import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

/** Letters and digits without a pattern, the same in every run; no key in this file is written out. */
function noise(length: number, alphabet = 'aZ3kQ9xW7mB2nT5vR8cY4jH6pL1sDeFgKuNq'): string {
  let state = 11;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return alphabet[(state >>> 16) % alphabet.length];
  }).join('');
}

const found = valuesFoundBy(secretsDetector);

const hex = (length: number): string => noise(length, '0123456789abcdef');
const uuid = hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const word = `Winter#${noise(2, '345')}${noise(2, '678')}`;
const key = noise(32);

/** What stands before a secret, the secret, what stands behind. */
const SPANS: readonly (readonly [string, string, string])[] = [
  ['{"name": "API_TOKEN", "value": "', key, '"}'],
  ['- name: DB_PASSWORD\n  value: "', word, '"'],
  ['<add key="client_secret" value="', key, '" />'],
  ['<password>', word, '</password>'],
  ['<api_key>', key, '</api_key>'],
  ['| API_KEY | ', key, ' |'],
  ['ENV ACCESS_TOKEN ', key, ''],
  ['setx JIRA_API_TOKEN "', key, '"'],
  ['CIRCLE_TOKEN=', hex(40), ''],
  ['WANDB_API_KEY: ', hex(40), ''],
  ['api_hash = "', hex(32), '"'],
  ['DOCKERHUB_TOKEN=', uuid, ''],
  ['DOCKER_PASSWORD: "', uuid, '"'],
  ['Authorization: Bearer ', uuid, ''],
  ['Authorization: Bearer ', hex(40), ''],
  ['ENV CODECOV_TOKEN ', uuid, ''],
  ['setx X-API-Key "', key, '"'],
  ['PAYPAL_SECRET=', `E${noise(40)}_${noise(38)}`, ''],
  ['my password is "', 'xEpySlsTOmjBLsXV', '"'],
  ['api-key: ', hex(32), ''],
  ['Ocp-Apim-Subscription-Key: ', key, ''],
  ['SECRET_KEY = "', `k#8&5!${noise(24)}@(z)=%`, '"'],
  ['APP_KEY=', `base64:${noise(43)}=`, ''],
  ['FCM_SERVER_KEY=', `AAAA${noise(7)}:APA91b${noise(134)}`, ''],
  ['https://api.telegram.org/bot', `7188244053:AA${noise(33)}`, '/getMe'],
  ['our api key ', hex(32), ' does not work'],
  ['mot de passe temporaire : ', word, ''],
  ['Contraseña temporal: ', word, ''],
  ['Please set my password back to ', word, ', thanks'],
  ['docker login -u bob -p ', `${noise(5)}-${noise(5)}`, ' registry.example'],
  ['the key is ', `glrt-${noise(20)}`, '.'],
  ['', `M${noise(24)}.${noise(6)}.${noise(30)}`, ' is online'],
  ['use ', `hcaik_01${noise(56, 'abcdefghjk0123456789')}`, ' there'],
  ['use ', `FLWSECK_TEST-${hex(32)}-X`, ' there'],
  ['password: ', `@${noise(10)}`, ''],
  ['password: ', `$x${noise(9)}`, ''],
  ['The admin password was changed to ', word, ' today'],
  ['Login with admin and password ', word, ', please'],
  ['credentials are admin:', word, ''],
  ['Credentials: admin / ', word, ' (rotate it)'],
  ['**Password:** ', word, ''],
  ['the new password, ', word, ', works'],
  ['wifi password (', word, ') is on the fridge'],
  ['Das Passwort für das WLAN lautet ', word, ''],
  ['a senha do wifi é ', word, ''],
  ['het wachtwoord van de server is ', word, ''],
  ['aws configure set aws_secret_access_key ', noise(40), ''],
  ['password → ', word, ''],
  ['パスワードは', word, 'です'],
  ['密码是', word, '。'],
  ['비밀번호는 ', word, '입니다'],
  ['şifre: ', word, ''],
  ['lösenord: ', word, ''],
  ['adgangskode: ', word, ''],
  ['salasana: ', word, ''],
  ['heslo: ', word, ''],
  ['jelszó: ', word, ''],
  ['κωδικός: ', word, ''],
  ['كلمة المرور: ', word, ''],
  ['mật khẩu: ', word, ''],
  ['kata sandi: ', word, ''],
  ['รหัสผ่าน: ', word, ''],
  ['סיסמה: ', word, ''],
  ['AWS Secret Access Key [None]: ', noise(40), ''],
  ['AWS_SESSION_TOKEN=', `IQoJb3JpZ2luX2Vj${noise(300)}/faKE+${noise(20)}==`, ''],
  ['MYSQL_ROOT_PASSWORD: "', 'monkey3729?', '"'],
  ['export PGPASSWORD=', 'monkey3729?', ' psql'],
  ['curl -u admin:', 'Qwerty3237?', ' https://api.acme.example'],
  ["sshpass -p '", 'Qw;er&ty3237', "' ssh root@host"],
  ['redis-cli -a ', noise(14), ' ping'],
  ['htpasswd -b .htpasswd bob ', word, ''],
  ['net use z: \\\\srv\\share /user:acme\\bob ', word, ''],
  ['echo "', word, '" | sudo -S apt update'],
  ["echo 'root:", word, "' | chpasswd"],
  ['mongosh --host db -u app -p ', word, ''],
  ['ldapsearch -x -D cn=admin,dc=acme -w ', word, ''],
  ['db.prod:5432:app:svc:', noise(9), '\n'],
  ['machine api.acme.example\n  login deploy\n  password ', hex(32), '\n'],
  ['ansible_ssh_pass: ', 'correct-horse-battery-9', ''],
  ['smtp://ann@acme.example:', noise(12), '@smtp.acme.example:587'],
  ['Server=db,1433;User ID=a;Password={', noise(14), '};'],
  ["define('DB_PASSWORD', '", word, "');"],
  ['options.password("', word, '")'],
  ["CREATE USER app IDENTIFIED BY '", word, "';"],
  ['requirepass ', word, ''],
  ["define('DB_PASSWORD', '", 'qwerty12345', "');"],
  ['snmp community string ', word, ''],
  ['psw: ', word, ''],
  ['le mdp est ', word, ''],
  ['wifi key ', word, ''],
  ['WPA2 key: ', noise(10), ''],
  ['username admin password 0 ', word, ''],
  ['enable secret 0 ', word, ''],
  ['rabbitmqctl add_user app ', word, ''],
  ['sqlplus system/', 'P@ssw0rd123', '@orcl'],
  ['ftp.login("bob", "', word, '")'],
  ['requests.get(url, auth=("bob", "', word, '"))'],
  ['the storage key ', `${noise(40)}+${noise(44)}==`, ' leaked'],
  ['X-Api-Key ', noise(40), ''],
  ['Your new password is: ', word, ''],
  ['variable "db_password" { default = "', word, '" }'],
  ['the bearer token ', `${noise(30)}.${noise(30)}`, ' is old'],
  ['$pdo = new PDO("mysql:host=db", "app", "', word, '");'],
  ['DriverManager.getConnection(url, "app", "', word, '")'],
  ['#define WIFI_PASS "', noise(12), '"'],
  ['WiFi.begin("attic", "', noise(12), '");'],
  ['AT+CWJAP="attic","', noise(12), '"'],
  ['Zoom account: ann@acme.example / ', word, ''],
  ['Telefonum kapalı, şifrem ', word, ''],
  ['Mein Passwort war ', word, ''],
  ['Kata sandi WiFi: ', word, ''],
  ['Password root: ', word, ''],
  ['Login\nbob\nPassword\n', word, '\nForgot it?'],
  ['<contraseña>', word, '</contraseña>'],
  ['密码 ', word, '，谢谢'],
  ['root pw changed to ', word, ', tell nobody'],
  ['the password reset did not work, I tried it with ', 'sqh*67Oxt', ' twice'],
  ['found creds in a backup: svc_sql / ', 'yjiRE#80Rhhc', ''],
  ['CORP\\administrator:', word, ' (domain)'],
  ['hydra -l root -p ', noise(12), ' ssh://host'],
  ['ftp = FTP("host", "bob", "', word, '")'],
  ['<property name="hibernate.connection.password">', word, '</property>'],
  ["setRequestHeader('Authorization', 'Basic ", 'YXBpOmZuTVFJJTI4MEhOcUw=', "');"],
  ["setRequestHeader('X-Api-Key', '", key, "');"],
  ['Mật khẩu wifi là ', word, ''],
  ['Benutzer ann, Kennwort ', 'Monkey2024', ''],
  ['the wifi password ', 'bluemeadow72', '.'],
  ['secret_key ', 'RwyRwGug09WawQnmSQJIAINWMiKYLncP', ''],
  ['pw for the zip: ', word, ''],
  ['Le code wifi : ', word, ''],
  ['пароль к базе: ', word, ''],
  ['The temporary password you sent me (', word, ') is rejected'],
  ['пароль от почты ', word, ''],
  ['hasło do wifi ', word, ''],
  ['heslo je ', word, ''],
  ['密碼：', word, ''],
  ['암호는 ', word, '입니다'],
  ['पासवर्ड: ', word, ''],
  ['salasana on ', word, ''],
  ['парола: ', word, ''],
  ['رمز عبور: ', word, ''],
  ['Identifiants : marie / ', word, ''],
  ['Zugangsdaten: admin / ', word, ''],
  ['it was admin/', word, ' on the old box'],
  ['try root:', word, ' first'],
  ['WIFI:T:WPA;S:attic;P:', noise(12), ';;'],
  ['sql.Open("mysql", "root:', noise(12), '@tcp(db:3306)/shop")'],
  ['DSN=app:', noise(12), '@tcp(db:3306)/shop'],
  ['http --auth ann:', noise(12), ' GET acme.example'],
  ['openssl enc -aes-256-cbc -k ', noise(12), ' -in a -out b'],
  ['openssl rsa -passin pass:', noise(12), ' -in a.pem'],
  ['keytool -list -keystore a.jks -storepass ', noise(12), ''],
  ['net user ann ', word, ' /add'],
  ['gpg --batch --passphrase ', noise(12), ' -d a.gpg'],
  ['passphrase: ', 'willow-tundra-marble', ''],
  ['the password is ', 'copper-saffron-lantern-drizzle', ', as drawn'],
  ['POSTGRES_PASSWORD: ${DB_PASSWORD:-', word, '}'],
  ['String dbPassword = "', 'KGXxPxJQRSRN', '";'],
  ['password: ', 'PcKGRyTjyjBwhJKHIoaz', ''],
  ['ann@acme.example:', 'pepper94', '\nbob@acme.example:'],
  ['Email: bob at acme\nPassword: ', 'Blue9293?', '\n'],
  ["What's the password?\n", 'hunter2Blue!', ''],
  ["User: it does not let me in\nAssistant: What's the password on the sticker?\nUser: ", 'hunter2blue', ''],
  ['A: did you set the admin pw yet?\nB: yes, it is ', word, '\nA: thanks'],
  ['bot: which user and password do you type?\n[10:31] ann: ann.lee and ', word, ''],
  ['could you log in with ann / ', 'Copper0581!', ' and look?'],
  ['sign in as demo-ann with ', 'pepper89glacier', ' please'],
  ['the wifi password is ', 'sunflower', ', all lower case'],
  ['The password for the attic is "', 'moonlight', '"'],
  ['My passphrase is "', 'walnut cactus thunder canyon', '", and gpg rejects it'],
  ['MAIL_PASSWORD="', 'abcd wxyz qrst lmno', '"'],
  ['Seed phrase: ', 'walnut cactus thunder canyon maple orbit velvet pepper ribbon copper tundra marble', ''],
  ['Das Kennwort lautet ', 'Ribbon5937?', '.'],
  ['my password is ', 'Ribbon5937?', ' and it fails'],
  ['A minha palavra-passe é ', word, ''],
  ['Le mot de passe Wi-Fi : ', word, ''],
  ['ConvertTo-SecureString "', 'aF0fi5kk6!5WU', '" -AsPlainText -Force'],
  ['smtp.PlainAuth("", "ann@acme.example", "', word, '", "smtp.acme.example")'],
  ['new AuthenticationHeaderValue("Bearer", "', noise(40), '")'],
  ['Cookie: theme=dark; sessionid=', noise(26), '; lang=de'],
  ['set-cookie: connect.sid=', `s%3A${noise(32)}.${noise(43)}`, '; Path=/; HttpOnly'],
  ['Set-Cookie: PHPSESSID=', noise(26), '; path=/'],
  ["curl -b 'JSESSIONID=", noise(32, '0123456789ABCDEF'), "' https://acme.example"],
  ['{"name": "PHPSESSID", "value": "', noise(26), '"}'],
  ['{"cookies":[{"name":"session","value":"', hex(40), '"}]}'],
  ['bot: Please enter your password to go on.\nann: ', 'Winter#41b', ''],
  ['ann: send pw\nbob: ', word, '\nann: thanks'],
  ['change my password from winter to ', word, ''],
  ['I get "wrong password" even though I type ', 'hXR3vEaEj?NAq', ' exactly'],
  ['the unlock code for the zip is ', word, ''],
  ["the zip file's password = ", 'velvet', ''],
  ['Password for the attic: ', 'dragonfly', ''],
  ['SSID: attic_5G   Key: ', noise(13), ''],
  ['network attic, network key ', noise(13), ''],
  ['my api key got leaked: ', key, ' and now?'],
  ['let secret: String = "', key, '"'],
  ['const char* password: &str = "', word, '"'],
  ['NSString *pass = @"', word, '";'],
  ['DBI->connect("DBI:mysql:shop", "app", "', word, '");'],
  ['client.auth("app", "', word, '")'],
  ["jwt.sign(payload, '", key, "', {expiresIn: '1h'})"],
  ["crypto.createHmac('sha256', '", key, "')"],
  ['"Jwt": { "Key": "', key, '", "Issuer": "shop" }'],
  ["define( 'AUTH_KEY',         '", `${noise(30)}|+${noise(32)}`, "' );"],
  ["page.getByLabel('Password').fill('", 'Marble6826?', "');"],
  ['expect "password:"; send "', word, '\\r"'],
  ['zip -r -P ', noise(12), ' out.zip docs/'],
  ['unrar x -p', noise(12), ' a.rar'],
  ['lftp -u app,', noise(12), ' ftp.acme.example'],
  ['mosquitto_pub -h mq -u app -P ', noise(12), ' -t a -m hi'],
  ["sqlcmd -S db -U sa -P '", word, "' -Q 'select 1'"],
  ['cqlsh -u app -p ', noise(12), ' db1'],
  ["kinit app <<< '", word, "'"],
  ["ssh-keygen -t rsa -N '", word, "' -f key"],
  ['rsync --password-file=<(echo ', noise(12), ') rsync://host/mod .'],
  ['snmpwalk -v3 -u app -A ', noise(12), ' host'],
  ['$ ipmitool -I lanplus -H bmc -U admin -P ', noise(12), ' power status'],
  ["impacket-psexec CORP/app:'", word, "'@srv"],
  ['PresharedKey = ', `${noise(43)}=`, ''],
  ['zap: ', `https://hooks.zapier.com/hooks/catch/12${noise(5, '345678')}/${noise(7, 'abcdefgh3456')}`, ' by POST'],
  ['Authorization: SSWS ', `00${noise(40)}`, ''],
  ['Authorization: Splunk ', uuid, ''],
  ['-----BEGIN USER NKEY SEED-----\n', `SUA${noise(55, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`, '\n'],
  ['PASS ', `oauth:${noise(30, 'abcdefghijk0123456789')}`, ''],
  ['deployer private key ', `0x${hex(64)}`, ' (test net)'],
  ['importprivkey ', `L${noise(51, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')}`, ''],
  ['fs.azure.account.key.shop.dfs.core.windows.net", "', `${noise(43)}+${noise(42)}==`, '")'],
  ["Fernet(b'", `${noise(21)}-${noise(21)}=`, "')"],
  ['options.AddApiKey("', key, '")'],
  ["app.use(session({ secret: '", 'Winter#41b', "', resave: false }))"],
  ['the VPN shared secret is ', 'Winter#41b', ''],
  ['db.Connect("app", "', word, '")'],
  ['the Jenkins password (currently ', word, ') must go'],
  ['das Passwort fürs WLAN ', 'Winter#41b', ''],
  ['账号ann，密码', word, '，谢谢'],
  ['gmail app password is ', 'wxyz qrst lmno bcdf', ' fyi'],
  ['my wallet words are: ', 'walnut cactus thunder canyon maple orbit velvet pepper ribbon copper tundra marble', ''],
  ['ok the pass is ', 'bubblegum', ' but change it soon'],
  ['| user | pw | mail |\n|---|---|---|\n| ann | ', word, ' | none |'],
  ['u: ann p: ', word, ''],
  ['ann: who has the creds?\nbob: me: app / ', word, ' on db1'],
  ['compte ann / mdp ', word, ''],
  ['PSK for the tunnel: ', word, ''],
  ['bcrypt.hash("', word, '", 10)'],
  ['AUTH PLAIN ', 'c2FmZnJvbjpxbm4zMDlLcnltQTAz', ''],
  ["set everyone's password to ", 'Maple9902#', '!'],
  ['wifi: attic-guest / ', word, ''],
  ['password (case sensitive): ', 'Maple4670?', ''],
  ['{"cookies":{"sid":"', hex(40), '","theme":"light"}}'],
];

describe('a secret is found to the letter', () => {
  for (const [before, secret, behind] of SPANS) {
    it(`${before}…${behind}`, () => assert.deepEqual(found(before + secret + behind), [secret]));
  }
});

describe('a password before the word for it', () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['please use ', word, ' as the password'],
    ['use "', 'pepper89glacier', '" as password there'],
    ['', 'Winter!Tree7', ' is my wifi password, is it safe?'],
    ['nimm ', word, ' als Passwort'],
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

  it('has gone out in a reply that streams, so that a whole reply is read the same', () => {
    for (const [before, secret, behind] of texts)
      assert.deepEqual(
        secretsDetector.inspect({ id: 'p', role: 'assistant', channel: 'user', text: before + secret + behind }),
        [],
        secret,
      );
  });
});

describe('passwords in lists', () => {
  const other = `Summer!${noise(2, '345')}`;

  it('are found under the name of their column', () => {
    for (const text of [
      `username,password\nann,${word}\nbob,${other}\n`,
      `"E-Mail";"Passwort"\r\n"ann@acme.example";"${word}"\r\n"bob@acme.example";"${other}"\r\n`,
      `service\tlogin\tpassword\ngit\tann\t${word}\nwiki\tbob\t${other}`,
      `| service | login | password |\n| --- | --- | --- |\n| git | ann | \`${word}\` |\n| wiki | bob | ${other} |`,
      `The accounts:\nlogin | password\n--- | ---\nann | ${word}\nbob | ${other}\n\nAnd that is all, as of now1`,
      `INSERT INTO users (id, login, password) VALUES (1, 'ann', '${word}'), (2, 'bob', '${other}');`,
      `INSERT INTO users (\n  login,\n  password\n)\nVALUES\n('ann', '${word}'),\n('o''hara', '${other}');`,
      `логин;пароль\nann;${word}\nbob;${other}`,
      `ann@acme.example:${word}\nbob@acme.example:${other}\n`,
      `ann@acme.example | ${word}\nbob@acme.example | ${other}`,
    ])
      assert.deepEqual(found(text), [word, other], text);
  });

  it('are held back until they are whole', () => {
    for (const before of [
      'username,password\nann,',
      '"login";"Passwort"\n"ann";"',
      '| login | password |\n| --- | --- |\n| ann | ',
      "INSERT INTO users (login, password) VALUES ('ann', '",
      'a list:\nann@acme.example:',
    ])
      for (let length = 1; length <= word.length; length += 1)
        assert.ok(secretsDetector.tail(before + word.slice(0, length)) <= before.length, before + word.slice(0, length));
  });

  it('are none where a column holds something else', () => {
    for (const text of [
      'name,password\nann,required\nbob,optional',
      'method,password,token\nbasic,yes1234,no12345',
      'login | password\n--- | ---\nann | \nbob | see the vault 7',
      'user,password_hash\nann,abc123def456',
      'CREATE TABLE users (login TEXT, password VARCHAR(255)); -- v12a',
      'Write to ann@acme.example: it is room 12b',
      'scp ann@acme.example:backup7.tar .',
      'ann@acme.example: 2031-05-01',
      'ann@acme.example;Team42',
      'ann@acme.example / Sales2 or bob@acme.example / +44 20 7946 0958',
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe('a secret access key', () => {
  it('is found right behind the identifier it belongs to', () => {
    const id = `AKIA${noise(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}`;
    for (const between of [' / ', ',', ':', ' '])
      assert.deepEqual(found(`Credentials: ${id}${between}${noise(40)}`), [id, noise(40)], between);
  });
});

describe('a private key', () => {
  it('is found to its end where its lines and headers are written with escapes', () => {
    const key = String.raw`-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${hex(32)}\n\n${noise(64)}\n-----END RSA PRIVATE KEY-----`;
    assert.deepEqual(found(String.raw`{"private_key":"${key}\n"}`), [key]);
    for (let length = 11; length < key.length; length += 1)
      assert.ok(secretsDetector.tail(`key: "${key.slice(0, length)}`) <= 6, key.slice(0, length));
  });
});

describe('no secret is found in', () => {
  const harmless: readonly string[] = [
    'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?required}',
    '  password: !vault |\n    $ANSIBLE_VAULT;1.1;AES256',
    'password: keycloak-admin-credentials-prod',
    'the password is one-time-use-only here',
    'password: my-first-own-thing',
    'password = getHTTPStatusByName',
    'see admin/users/list2024 and /admin/Panel22!',
    `checksum/secret: ${hex(64)}`,
    'the password Outlook2019 asks for',
    'reset the password Windows11.',
    'admin: Welcome2024! is what we say today',
    'the credentials file is for the iPhone15! only',
    `see the password policy (${noise(20)}) for more`,
    'the password page of Angular17! is new, and so is C#12 in 2024!',
    'const password = value.match(/[A-Z]+[0-9]!/) && rules[12].test(value)',
    'root:x:0:0:root:/root:/bin/bash',
    'Username: password\nUsername1:Password1\nUsername1:Password2',
    'Reset your password\nOAuth2Client3 and others need it too',
    'net user growth was 22percent',
    'curl --bypass proxy2031 https://acme.example',
    'postgres://user:password@localhost:5432/db',
    'mysql://root:secret@127.0.0.1/app',
    'amqp://guest:guest@localhost:5672',
    'http://proxyuser:proxypass@proxy:8080',
    'mongodb://<user>:<password>@host/db',
    'the password is vault:secret/data/app#key',
    'secret_name: prod/db-credentials-v2',
    'tokenUrl = "https://idp.acme.example/v2/token"',
    'authors: 2024-smith-jones-brown',
    'model_key: gpt-4o-mini-2024-07-18',
    `nextPageToken: "${noise(40)}"`,
    `next_page_token=${noise(32)}`,
    `partition_key: ${uuid}`,
    `Idempotency-Key: ${uuid}`,
    `cache_key = "${noise(40)}"`,
    `password_hash: $2b$12$${noise(53)}`,
    'const passwordRegex = /^(?=.*[A-Z]).{8,}$/;',
    `h1:${noise(20)}bPWDZTPpi0yl=\ngithub.com/mirror/x v20.31.28/go.mod`,
    'GET /tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp?fileName=/etc/f5-release1',
    'the class pa-systemd-user-service-restart-on-failure-x applies',
    'the password is abc123...',
    'use --token abc123... there',
    'password: getUserPasswordFromVault',
    'ENV API_TOKEN_URL https://x.example/v1/oauth2',
    `xQ3pW\nA1b2C3d4${noise(40)}/x9`,
    'tokenizer: "gpt2-medium-355m-v1.0.0"',
    'authentication_method: "oauth2-pkce-2024-v1"',
    'secretary: "jane-doe-ext-1234-room-5"',
    'Token: 0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
    'password: $DB_PASSWORD',
    'password = %APP_PASSWORD%',
    'password: @db_password',
    'Your password Base64 encoded',
    'DB_PASSWORD=your_password_goes_here',
    'token: replace-me-2024-please-now',
    'password_reset_at: 2026-01-01T00:00:00Z',
    'secret: projects/123456/secrets/db/versions/3',
    'PublicKeyToken=b77a5c561934e089, Version=4.0.0.0',
    'the token my-service-account-2024-production expired',
    'f"Password={db_password};"',
    'login("Welcome back", "Please sign in")',
    'is your password hunter?',
    'echo "build of 2024-05-06 done" | tee log',
    'echo $PASSWORD | sudo -S true',
    'login page, password field, 12 users',
    'sudo -S reads it from there',
    'postgres listens on 5432:5432 in compose',
    'Cookie: theme=dark; lang=de; consent=true; csrf_token=abcdef0123456789abcdef',
    'session=started; the session is the 24th of its kind',
    "What's the password?\nI do not know, ask ann2 or see chapter2.",
    'Forgot your password?\nWrite to support24@acme.example or open ticket INC1234567 there!',
    'the password is incorrect',
    'Your password was stolen.',
    'the password is hashed with argon before it is stored',
    'password: "must be longer than eight letters"',
    'passphrase: what you choose when the key was made',
    'SHA256 as password hash, Argon2id as the password hashing function',
    'KeePass2! is a password manager',
    'Log in with Google / Microsoft365 or another account',
    'pk_live_aZ3kQ9xW7mB2nT5vR8cY4jH6 is the key that everybody may see',
    'unzip -p archive24.zip readme2.txt | mysql -P 3306 shop2024',
    'mkdir -p build2024/out && docker run -p 8080:80 nginx1.27',
    'the key of the token is: 24 characters of what-you-choose-yourself-2024',
    'cat <<< "version 2024a"',
    'password = velvet',
    'let token: Token = parse("2024")',
    'security key: YubiKey5 series',
    'password field.\nnote: see Chapter12',
    'a password rule needs #hashtag1 or so',
    'The password for success is patience.',
    'PWD=/home/ann/project2/src OLDPWD=/home/ann7/build',
    'my $pass = $self->{answer2}; $pw = $arg_hash->{pw1};',
    'pass => $opt{password1}, password = creds[1], pass --enable-gui=gtk3',
    'It works on staging, the password was reset.',
    'The password is usually a mix, and honestly, a password is a terrible thing to remember.',
    'the app password is four times four letters long',
    'Authorization: see RFC 6750 and chapter2',
    'translate.key("settings.profile.password2.title")',
    'the secret is #1: be patient in 2031!',
    'the public key 0x04 and the private key 0x0 are examples',
  ];
  for (const text of harmless) it(text, () => assert.deepEqual(found(text), []));
});

describe('of a secret that comes letter by letter', () => {
  for (const [before, secret, behind] of SPANS) {
    it(`nothing is let go: ${before}…${behind}`, () => {
      for (let length = 2; length <= secret.length; length += 1) {
        const text = before + secret.slice(0, length);
        assert.ok(secretsDetector.tail(text) <= before.length, text);
      }
    });
  }
});
