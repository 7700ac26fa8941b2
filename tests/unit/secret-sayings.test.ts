import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

const found = kindsFoundBy(secretsDetector);

/** Of what stands before a secret, the secret and what stands behind it, the secret alone is found. */
function itFinds([before, secret, behind]: readonly [string, string, string]): void {
  it(`${before}…${behind}`, () => {
    const values = found(before + secret + behind).map((one) => one.slice(one.indexOf(' ') + 1));
    assert.deepEqual(values, [secret]);
  });
}

describe('a number that opens something', () => {
  const PINS: readonly (readonly [string, string, string])[] = [
    ['הקוד של השער בבניין הוא ', '2580', '.'],
    ['รหัสเข้าคอนโดคือ ', '4902', ''],
    ['Koden till soprummet är ', '6230', '.'],
    ['uuden pankkikortin tunnusluku on ', '9046', '.'],
    ['dørlåsen (Yale) har kode ', '160584', ', strømmåleren er i kjelleren'],
    ['O portão da garagem abre com ', '7714', ' e fecha sozinho'],
    ['Alarm panel is by the coats, code is ', '5092', ' then press OK.'],
    ['Kluisje achter de balie: code ', '6628', ''],
    ['Larmkoden på kontoret har bytts till ', '2295', '.'],
    ['Código do multibanco do pai: ', '2906', '.'],
    ['Alarma: código maestro ', '5180', '.'],
    ['【メルカリ】認証番号：', '682014', ''],
    ['رمز التحقق الخاص بك هو ', '449207', ' لا تشاركه'],
    ['Agent: and your telephone banking PIN?\nCustomer: it’s ', '5527', '\n'],
    ['entry key: setup pairing code ', '0347-119-8826', '. It fails'],
    ['My debit card PIN is ', '8842', ' and I forgot it.'],
    ['The PIN for the safe: ', '4821', ''],
    ['with PIN ', '4711', ' it opens'],
    ['The door was locked again, code ', '4711', '.'],
    ['My old PIN failed, the new PIN is ', '4822', '.'],
    ['Der PIN meiner Karte lautet ', '7391', '.'],
    ['The old PIN was ', '739105', '.'],
    ['my pin: ', '739105', ''],
    ['PIN code is ', '4821', ''],
    ["The SIM's PUK is ", '41029384', '.'],
    ['okay so the alarm code is ', '5573', ' and then you press hash'],
    ['Ihr Sicherheitscode lautet ', '558213', '.'],
    ['Your one-time code is ', '482913', '. It expires in 10 minutes.'],
    ['Tu código de verificación es ', '482913', ''],
    ['Votre code de vérification : ', '482913', ''],
    ['OTP: ', '482913', ''],
    ['the safe combination is ', '23-47-11', ', turn left first'],
    ['The locker combination is ', '42 78 27', '.'],
    ['the PIN for the admin account is ', '169302', ''],
    ['Your OTP for txn of Rs 4,500 is ', '261921', '. Valid for 5 mins.'],
    ['PUK ', '78911510', ''],
    ['PIN2: ', '3176', ''],
    ['Votre code PIN ', '7989', ' a été enregistré.'],
    ['security code: ', '577', ''],
    ['Your authentication code is ', '925-213', '.'],
    ['anna: whats the pin again\nben: ', '5473', ''],
    ['the code for the meeting room door is ', '8447', '.'],
    ['koden till porten är ', '6021', ''],
    ['Ihre mTAN lautet ', '641754', '.'],
    ['', '638599', ' ist dein Instagram-Code.'],
    ['', '332688', ' is your one-time password for logging in.'],
    ['Your Acme code is ', '515263', ''],
    ['Backup code: ', '10036540', ''],
    ['key box code is ', '7486', ''],
    ['код подтверждения: ', '212782', '.'],
    ['Could you tell me the passcode?\nCustomer: Sure, it is ', '7741', '.'],
  ];
  for (const [before, pin, behind] of PINS) it(before + pin, () => assert.deepEqual(found(before + pin + behind), [`pin ${pin}`]));

  it('is found as a password behind a whole word for one', () => {
    for (const text of [
      'Passcode: 772913',
      'the password is 48213377',
      'Passwort: 739105',
      'contraseña: 482913',
      'La clave de la alarma es 7788',
    ])
      assert.deepEqual(found(text), [`password ${/\d+/.exec(text)?.[0]}`], text);
  });

  const harmless: readonly string[] = [
    'PIN: 560001, Karnataka',
    'Pin Code - 110001',
    'Its postal pin code is 342312.',
    'The PIN code of Mumbai is 400001.',
    'PIN 13 on the Arduino drives the LED, pin 1024 does not exist',
    'postal code: 94107, area code: 4155, error code: 1045, exit code is 1234',
    'Set a PIN with at least six digits; the PIN is 4 digits long.',
    'the password is 1000 times better and was 2048 bits long',
    'password length: 1024, passwords: 1500, password_expiry: 2031',
    'The combination of 1200 and 3000 is 4200.',
    'promo code: 2024, source code: 8000 lines, the code is 2013',
    'the access code is sent by SMS in 2031',
    'PIN: 0000',
    'spinning is 4000 rpm, opinion: 1234',
    'last 4 of the card: 4242, the card ending in 1881',
    'P.O. Box 94079, Amsterdam',
    'Your promo code is 482913. Your sort code is 204060. Your zip code is 94107.',
    'Security code review 2024',
    'My card was declined with code 5511; what does that mean?',
    'The payment with my card was rejected, response code 5511.',
    'The ATM returned code 4811 and kept my card.',
    'Meine Karte wurde mit Code 5511 abgelehnt.',
    'Ma carte a été refusée avec le code 5511.',
    'My phone restarts with code 5021 on the screen.',
    'The alarm shows fault code 4021, what is it?',
    'The garage door opener blinks code 1415.',
    'My iPhone update fails with 4013.',
    'device: phone, code: 4013, message: update failed',
    '{"alarm":{"code":4021,"text":"filter blocked"}}',
    'pin 13 OUTPUT, pin 2 INPUT_PULLUP, A0 = 1023',
    'La porta 8080 è occupata, a porta 3000 também.',
  ];
  for (const text of harmless) it(`is none: ${text}`, () => assert.deepEqual(found(text), []));
});

describe('a password in what people say', () => {
  const SAID: readonly (readonly [string, string, string])[] = [
    ['the creds are root:', 'granite-52', ", don't tell the interns"],
    ['The router login is admin and the password is ', 'Lemon_Tree', ''],
    ['docker run -e POSTGRES_PASSWORD=', 'penguin_March', ' -d postgres:16'],
    ['it is ', 'Coffee-Mug-11', ', the admin password, in case you forgot'],
    ['"', 'Wint3rfell!', '" is what I use everywhere as a password, is it safe?'],
    ['alice tried "', 'Bumble8ee', '" as the password'],
    ['You can decrypt the archive with ', 'Xylophone_77', ' as passphrase.'],
    ["[14:02] kim: what's the guest wifi again?\n[14:03] raj: network is Harbour5G, the key is ", 'mellowtiger88', ''],
    ['For verification, what is your telephone banking password?\nCustomer: ', 'marmalade', ''],
    ['the new password ', 'fern.Gully2', ' works'],
    ['mc alias set backup https://minio.example.org AKminioUser1 ', 'q7Zp2Lw9Xc4Rt6Yb', ''],
    ['redis 127.0.0.1:6379> AUTH ', 'm0onlightSonata', '\nOK'],
    ['redis-cli> AUTH default ', 'k8Yt-redis-pw', ''],
    ['::add-mask::', 'q7Zp2Lw9Xc4Rt6Yb', '\n'],
    ['flyway -url=jdbc:mysql://db/app -user=app -password=', 'M1grate_me', ' migrate'],
    ['TOTP seed for the shared account: ', 'KRSXG5CTMVRXEZLUKRSXG5CT', ''],
  ];
  for (const saying of SAID) itFinds(saying);

  it('may be told by two in one sentence', () =>
    assert.deepEqual(found('I changed the root pw from Old-Shoe-5 to New-Boot-6'), ['password Old-Shoe-5', 'password New-Boot-6']));

  const harmless: readonly string[] = [
    'SHA-256 as the password hash, bcrypt2 as password hashing',
    'use field_2 as the password field and input-3 as the password box',
    'password: Content_Type, password is Read-Only, Password: Not_Set',
    'my new password field2 is empty; the old password policy-2 was dropped',
    'AUTH failed: WRONGPASS invalid username-password pair',
    'AUTH LOGIN is disabled on port 587',
    'mc alias set myminio http://localhost:9000 ACCESS_KEY SECRET_KEY',
    'What is the password?\nBob: sorry',
    'Which password do you mean?\nAnn: whatever',
    'the wifi is slow and the key is under the mat',
    'the creds are stored:here, the login is https://example.org/login2',
  ];
  for (const text of harmless) it(`is none: ${text}`, () => assert.deepEqual(found(text), []));
});

describe('a password in settings, commands and tables', () => {
  const KEPT: readonly (readonly [string, string, string])[] = [
    ['variable "datadog_api_key" {\n  default = "', '0c9f1a7be3d845620c9f1a7be3d84562', '"\n}'],
    ['spring.datasource.url=jdbc:oracle:thin:scott/', 'tigerLily7', '@//ora1:1521/ORCL'],
    ["session({ secret: '", 'shhh-its-4-me', "', resave: false })"],
    ['| Service | Login / Passwort |\n|---|---|\n| Wiki | anna / ', 'Wiki&Pedia4', ' |'],
    ['*:*:*:postgres:', 'pgp4ss-file', ''],
    ['cmdkey /add:nas /user:ann /pass:', 'cmdK3y-nas', ''],
    ['schtasks /create /ru ACME\\svc /rp ', 'Task3r-Run', ' /tn nightly'],
    ['rclone config create box webdav url https://dav.example.org user ann pass ', 'rCl0ne-Dav', ''],
    ['restic -r s3:x backup /home --password-command "echo ', 'r3stic-Repo', '"'],
    ['echo -n "', 'LuksVolume#7', '" | cryptsetup luksOpen /dev/sdb1 data -'],
    ['influx -username admin -password ', 'fluxCapac1tor', ''],
    ['nmcli dev wifi connect Home password ', 'h0meWifi-Key', ''],
    ['    Key Content            : ', 'kl4rtext-Wlan', ''],
    ['Zugangsdaten: mmuster / ', 'Zug4ng!', ''],
    ['Hasło tymczasowe to ', 'Tymcz4s!', ''],
    ['пароль от вайфая ', 'kotik2019', ''],
    ['parolă: ', 'Bucuresti@6', ''],
    ['비번: ', 'kim2345-seoul', ''],
    ['Agent: please confirm your password\nCustomer: ', 'Biscuit7693', ''],
    ['I need the password for the record.\n[10:02] Ann: sure, it is ', 'Biscuit7693', '.'],
  ];
  for (const saying of KEPT) itFinds(saying);

  const harmless: readonly string[] = [
    'session({ secret: process.env.SECRET2, resave: false })',
    'variable "token_name" {\n  default = "prod-token-name-2024"\n}',
    '| Service | Login / Passwort |\n|---|---|\n| Wiki | see page 12 |',
    'tool -password --verbose2 and java -passwordless2',
    'echo "build2024" | docker build -t x -',
    'jdbc:oracle:thin:@//ora1:1521/ORCL2',
    'Please provide your password and username.\nUser: bob2024',
    'Tell them the password was reset.\nCustomer: order12345 is missing',
  ];
  for (const text of harmless) it(`is none: ${text}`, () => assert.deepEqual(found(text), []));
});

describe('a code or a password in other words', () => {
  const SAID: readonly (readonly [string, string, string])[] = [
    ['De pincode van mijn pas is ', '7305', ''],
    ['ПИН-код карты: ', '4028', ''],
    ['Kartın PIN kodu ', '5561', ''],
    ['暗証番号は', '4649', 'です'],
    ['验证码是 ', '582914', '，请勿泄露'],
    ["Le code de l'alarme est ", '8520', ''],
    ['Alarm panel: master code ', '2580', ', ask Ann'],
    ['G-', '604921', ' is your Google verification code.'],
    ['', '771204', " is your Amazon OTP. Don't share it."],
    ['Use ', '338291', ' to verify your account.'],
    ['WLAN-Netzwerkschlüssel: ', '51029384756102938475', ''],
    ['ONVIF camera: user admin, pass ', 'hik-12345x', ''],
    ['USER ann\n331 Password required\nPASS ', 'ftpFl0w!', '\n230 Logged in'],
    ["Enter passphrase for key '/home/ann/.ssh/id_ed25519': ", 'gull-Cliff-31', ''],
    ['AUTH LOGIN\n334 VXNlcm5hbWU6\nYW5u\n334 UGFzc3dvcmQ6\n', 'UGE1NXdvcmQh', ''],
    ['a1 LOGIN ann ', 'imapMail9', ''],
    ['<wsse:Password Type="PasswordText">', 's0apBubble', '</wsse:Password>'],
    ['pulumi config set --secret dbPassword ', 'pulum1-Pw', ''],
    ['az keyvault secret set --vault-name v --name n --value ', 'azVault-123', ''],
    ['aws secretsmanager create-secret --name x --secret-string ', 's3cretString!', ''],
    ["The bastion's root pw was rotated to ", 'J3lly.Bean.9', ' on Friday.'],
    ['zip pass ', 'Sommerfest24', ''],
    ['Passwort zum Entpacken: ', 'Winter2023', ''],
    ['Is "', 'correct-Horse-42', '" a good password?'],
  ];
  for (const saying of SAID) itFinds(saying);

  const harmless: readonly string[] = [
    'Use 2048 to pad it, enter 1000 to go on',
    '1984 is your favourite book, 404 is your code for missing pages',
    'user guide, pass level5 and login page',
    'wpa2: 2004, WLAN key length: 63',
    'step 2 LOGIN failed for ann',
    'a UUID v4-variant is a good password alternative',
    'the master code of conduct 2020',
    'user count 12, pass rate 98.5%',
  ];
  for (const text of harmless) it(`is none: ${text}`, () => assert.deepEqual(found(text), []));
});

describe('a password in the words of many', () => {
  const SAID: readonly (readonly [string, string, string])[] = [
    ['PGPASS=', 'lake_Como_7', ''],
    ['el usuario es su DNI y la clave ', 'Manolito1956', ' pero sale un error'],
    ['Přístup do e-shopu je admin, heslo ', 'knedlik88', '.'],
    ['akun kasir = rini2, kata sandi ', 'SateAyam77', ', PIN mesin'],
    ['To open it use the password ', 'Loon-8834-okt', ', which is yours'],
    ["j'ai changé le mdp du compte Netflix, c'est maintenant ", 'raclette4life', ', ne le donne pas'],
    ['The hall booking system login is akela / ', 'dybdybdob', '. Call us'],
    ['enter password for repository: ', 'nineteen yellow umbrellas', '\nrepository opened'],
    ['1. jméno: host\n2. heslo: ', 'tatranky-orisek', '\n3. hotovo'],
    ['step 2, the repository passphrase is ', 'eleven badgers signing a lease', '\n'],
    ['Q: passphrase for the backup drive?\nA: ', 'the heron never pays for parking', ''],
    ['openssl asks for a pass phrase on this, I set it to ', 'hollyhock', ' but it says bad decrypt'],
    ['identifiant rouviere.lou, mot de passe provisoire ', 'Cartable-4b', '. Pensez à le changer.'],
    ['Mas, password SIAKAD saya ', 'Rendang4life', ' tapi tetap tidak bisa'],
    ['服务器密码我改成了 ', 'Wode-Shifu88', '，用户名还是 ubuntu'],
    ['كلمة مرور لوحة التحكم هي ', 'Nakheel_2211', ' واسم المستخدم admin'],
    ['your PDF opens with the password ', 'KOWA1407', ' (four letters and a date).'],
    ['tu peux te connecter sur la box avec admin et ', 'Mimosa06!', ", l'adresse change"],
    ['a senha do wifi da padaria é ', 'paoquentinho', ' tudo junto'],
    ['bindpw ', 'nslcd-Secret1', '\nrootpwmoddn cn=admin'],
    ['the code for the front gate is ', '1945', ' then hash'],
    ['Wi-Fi for guests: "SeasideInn", password "', 'beachtowel', '".'],
    ['minha senha antiga era ', 'Copacabana70', ''],
    ['パスワード「', 'Sakura!2020', '」でログインできません'],
    ['كلمة المرور الخاصة بي هي ', 'Nile!2022', ''],
    ['mật khẩu của tôi là ', 'HaNoi@2023', ''],
    ['รหัสผ่านคือ ', 'Bangkok#55', ''],
    ['kata sandi saya ', 'Jakarta*77', ''],
    ['a jelszavam ', 'Duna-part-9', ''],
    ["the password is '", 'blue harbour 17', "'"],
    ['nmcli dev wifi connect "Home 5G" password "', 'sunny side up 7', '"'],
  ];
  for (const saying of SAID) itFinds(saying);

  const harmless: readonly string[] = [
    'password: "see page 12", password: "at least 8", password "must be of length 10"',
    'the code for the new office building is 2000 lines long and the dress code for the gym',
    'wifi is off; the password "required" is shown',
    'Every passphrase is stored as a salted hash of what you typed',
    'we changed the password policy and I set it to expire',
    'log in with admin and 2 factors; share it with root and admin2',
    'form.password=Password\nlogin.password=Forgotten password?',
    'a file with password protection2 and a PDF with password',
    'export VAULT_ADDR=https://vault.svc:8200',
    'Welcher Code ist das? Der Code hat 4000 Zeilen, el código tiene 4000 líneas',
    'mot de passe Windows11 oublié, heslo pro Office365, contraseña de windows10',
    'รหัสผ่านไม่ถูกต้อง และ mật khẩu phải có 8 ký tự',
  ];
  for (const text of harmless) it(`is none: ${text}`, () => assert.deepEqual(found(text), []));
});

describe('a password or key as people and programs put it', () => {
  const SAID: readonly (readonly [string, string, string])[] = [
    ["the safe's code is ", '90417', ', do not forget'],
    ['Your verification code is ', '118-204', ''],
    ['Signal backup passphrase: ', '48120 93847 10293 84756 57483 92018', ' there'],
    ['https://api.example.org/v1?key=', 'q7Zp2Lw9Xc4Rt6Yb1Nm8Vk3Hs5Jd0Fg', '&a=b'],
    ['freerdp /u:ann /p:', 'R3mote-Desk', ' /v:10.0.0.9'],
    ['sudo usermod --password $(openssl passwd -1 ', 'cl3ar-Text', ') bob'],
    ['identifiants : paul / ', 'Pa1nAuChocolat', ''],
    ['Laptop PIN ', '662148', ', see below'],
    ['I typed ', 'Rainy-Monday-4', ' and it said incorrect password.'],
    ['tried password ', 'P4ntherBlack', ', no luck'],
    ['ssh: deploy@h1 (pw ', 's1lentNight', ')'],
    ['Spotify family: fam@example.org : ', 'Mus1c4All', ''],
    ['New Wi-Fi pass from today: ', 'Nordwind_2025', ''],
    ['hotel: backup code ', 'HTL-4471-ZX', ''],
    ['BitLocker recovery key: ', '471207-553267-062799-319913-224213-690954-168806-471207', ''],
    ['Decrypt using key ', '0c9f1a7be3d84562'.repeat(4), ' and iv'],
    ['AES key (hex): ', '0c9f1a7be3d84562'.repeat(2), ''],
    ['hmac secret ', '0c9f1a7be3d84562'.repeat(2), ''],
    ['password <- "', 'r-Stud1o-pw', '"'],
    ['smtp.login(user, "', 'm41lman-Pat', '")'],
    ["cy.get('[name=password]').type('", 'Cypr3ss-Tree', "')"],
    ['password: |\n  ', 'yaml-Bl0ck-pw', ''],
    ['Password: ', 'Jspx,029otw', ', please change it'],
    ['DB_PASSWORD=', 'mA,9x!q,Wz2k', '\nDB_USER=shop'],
    ['login=kim,password=', 'rope!Swing31', ',host=db1'],
    ['curl -u kim:', 'ajFX,612whd', ' https://example.org'],
    ['my password is ', 'hzaUkzlTsS', ''],
    ['use ', 'lantern-candle-monkey', ' as the password'],
    ['how strong is "', 'Walnutjungle42', '" as a password?'],
    ['my password ', 'Needle3896', ' got leaked in a breach'],
    ['Password follows: ', 'T&1Bwj-0l7UctHK2', ''],
    ['Username\nkim.lee\nPassword\n', 'Hollow-63962', ''],
    ["parola d'ordine: ", 'qzVlVnwTGF7', ''],
    ['u=kim&p=', 'Wo#P_*FUklsqk0', '&submit=Login'],
    ['"adminPassword": { "value": "', 'Man_rgvIw.3E', '" }'],
    ['- id: api_token\n  content: ', 'e9c008b780e41a60db3f7a50b3fee6bf7d3dc243', ''],
    ['secret = ', 'tujxe2nDJW', '. The report is due on Friday.'],
    ['API key: ', 'XZ0F5FIG2U', ''],
    ['https://app.example.org/s/magic-login/', 'IS-7qLC2ucNSkvxgBNMc5T1xOygc9kAuZOYaMG7sE82', ''],
  ];
  for (const saying of SAID) itFinds(saying);

  const harmless: readonly string[] = [
    'password OAuth2Client and pw Argon2Hasher',
    'smbpasswd: //nas/share',
    'https://example.org/list?key=product-category-2024&page=2',
    'tried chapter-4 and it said password',
    'fam@example.org : please reply',
    'recovery key rotation, backup codes: see below, recovery code is sent in 2031',
    'login(user, "Sign in") and auth(request, "basic")',
    'decrypt using key id 12, aes key size (bits): 256',
    'token: oauth2Token, secret = base64Decode, key_secret: getV2Token',
    'https://codecov.example/badge.svg?token=XWxph9dpa4',
    'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-creds-AbCdEf',
    'user.password = request.form["password"]',
    'jdbc:postgresql://localhost:5432/app?user=app&ssl=true',
    'src/Login_Form2 is the login form',
    'Use Auth0 to log in, log in with OAuth2Provider or connect with WebSocket2',
    'contraseña para Office365',
    'Login name: Kaylie.Ratke88',
    'captcha site key 6LW7ZYD8rwvhoVHaNGoyD9EI-7o8GVBqzfvon-4z',
    'the cache key for billing is 1e212ed699c8b0e20a68b7b121db5d2e',
  ];
  for (const text of harmless) it(`is none: ${text}`, () => assert.deepEqual(found(text), []));
});
