import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);

/** What stands before a secret, the secret, what stands behind. */
type Spoken = readonly [string, string, string];

function itFinds(spoken: readonly Spoken[]): void {
  for (const [before, secret, behind] of spoken)
    it(`${before}…${behind}`, () => assert.deepEqual(found(before + secret + behind), [secret]));
}

function itPasses(texts: readonly string[]): void {
  for (const text of texts) it(`lets pass ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), []));
}

describe('a password that is a word', () => {
  itFinds([
    ['user: kim\npass: ', 'papaya1', ''],
    ['Kennwort: ', 'Waldlichtung', ''],
    ['Passwort für die Tabelle: ', 'Zimtschnecke', ''],
    ['pw for backup = ', 'thimble', ''],
    ['senha do roteador: ', 'goiabada', ''],
    ['wifi: Deck7, password ', 'buttercup', ''],
    ["connect(host='db1', user='etl', password='", 'marmalade', "')"],
    ['{"username": "kim", "password": "', 'kingfisher', '"}'],
    ['user=kim password=', 'mulberry', ' dbname=x'],
    ['root / ', 'otter4711', ' works on the spare one'],
    ['Temporary password issued to Ms Okafor: ', 'Hello#5521', ' (to be changed)'],
    ['the initial Windows password ', 'Ahoi-Kim#4', ', then the badge'],
    ['Cinema - kim@acme.example - ', 'bagpipe88', ''],
    ['mdp wifi ', 'lavande1987', ''],
    ['я сменил пароль, теперь ', 'Zhuravl2019', ''],
    ['passphrase: ', 'seven small boats at 5 oclock', ''],
    ['keys.load(stream, "', 'pelican4', '".toCharArray());'],
    ['password="', "kim's-boat7", '"'],
    ['zip -r -P ', 'sunflower', ' notes.zip notes/'],
    ['plink -ssh kim@10.0.0.5 -pw ', 'lavender', ' show version'],
    ['snmpwalk -v2c -c ', 'lighthouse', ' 10.1.1.1 sysDescr'],
    ['mongosh --username kim --password ', 'buttercup', ''],
    ['gpg --batch --passphrase ', 'marmalade', ' -c notes.txt'],
    ['Kennwort = ', 'Birkenhain', ''],
    ['<password>', 'buttercup', '</password>'],
    ['user/pass: kim/', 'kim4all', ''],
    ['the password ', 'herbst41', ' does not work any more'],
    ['Shared login (kim@acme.example, pass ', 'Atrium-4410', ')'],
    ['"', 'Uferweg8a', '" (Passwort Gäste-WLAN)'],
    ['', 'delta-0193-Lima', ' (wifi pw)'],
    ['Password ........ ', 'kT9wZ2mQxa', ''],
    ['login kids / ', 'gokart83', ''],
    ['{"app_password":"', 'vrwofkqeumtdhazn', '"}'],
    ['token=', 'qzvkxwjhtrplmngbdfxcqjzvkwhtrbnd', ''],
  ]);
  itPasses([
    'Password: Required',
    'Passwort: Pflichtfeld',
    'password: forgotten',
    "{ email: 'E-mail', password: 'Wachtwoord' }",
    '{ username: "string", password: "string" }',
    'user=kim password=password',
    'root / home / var',
    '<password>Password</password>',
    'password policy2024 does not apply',
    'kim@acme.example / Sales2',
    'Chapter-4 (password rules)',
    'user/password: see the wiki',
    'kim@acme.example / Room 2',
    'Your password will be sent by e-mail.',
    'snmpwalk -v2c -c public 10.1.1.1 system',
    'zip -P "$PASS" notes.zip notes/',
    'plink -pw <password> host',
    'login --user USER --password string',
    'Use --username and --password to log in.',
    '--username TEXT  --password TEXT  Password of the account',
    'gpg reads --passphrase from the file',
  ]);
});

describe('an answer that lets somebody in', () => {
  itFinds([
    ['Security question: your first car? Answer: ', 'Opel Kadett', ''],
    ['security_answer: ', 'Elm Street School', ''],
    ['{"securityAnswer":"', 'Biscotti', '"}'],
    ['Sicherheitsfrage: Ihr erstes Haustier? Antwort: ', 'Minka', ''],
    ['Question secrète : votre école ? Réponse : ', 'Jules Ferry', ''],
    ["mother's maiden name: ", 'Halvorsen', ''],
    ['My secret answer is ', 'Lake Como', ', in case they ask.'],
    ['The answer to my security question is ', 'Timbuktu', '.'],
    ['Security Q: first street? A: ', 'Birkenweg', ''],
    ['Name of first pet (security question): ', 'Struppi', ''],
    ['answer to the secret question: ', 'Montevideo', ''],
    ['Security answer (school): ', 'Petrikirche', ''],
    ['The security question answer is ', 'Lisbon', '.'],
    ['Memorable word: ', 'harvest', ''],
    ['Agent: perfect. And the memorable word?\nCustomer: ', 'marmalade', '\n'],
    ['Security questions on file:\n - First pet: ', 'Sir Barksalot', ''],
    ['Security questions on file:\n - Street you grew up on: ', 'Kastanienallee', ''],
    ['Codewort Leitstelle: ', 'Haselnuss', ''],
  ]);
  itPasses([
    'What is your security answer?',
    'The security answer is stored as a hash.',
    'securityAnswer: string;',
    'security_answer = forms.CharField(max_length=40)',
    "The mother's maiden name is a weak question.",
    'Her maiden name was Kowalska.',
    "Mother's maiden name:\nDate of birth:",
    'My first car: a red Opel. My favourite food: Sushi.',
    'a code word for the project is needed',
  ]);
});

describe('a code that is said, dialled or set', () => {
  itFinds([
    ['my pin is ', 'three zero nine six', ''],
    ['the alarm code is ', 'eight eight one five', ' and then hash'],
    ['meine PIN ist ', 'vier null zwei neun', ''],
    ['your code is ', '3 0 9 6 1 1', ''],
    ['the code for the bike lock is ', '308', ''],
    ['bike lock combination ', '941', ''],
    ['the CVC on the back is ', '274', ''],
    ['Kartenprüfziffer: ', '516', ''],
    ['to open the gate from your phone dial ', '*3062#', ''],
    ['press ', '#7130*', ' at the keypad'],
    ['Use ', '50817', ' as the PIN when it asks'],
    ['Google: ', '730 615', ' is your code'],
    ['', '3062', ' = garage code'],
    ['', '7306', ' is the pin for my debit card'],
    ['Twój kod jednorazowy to ', '904417', ''],
    ['Onay kodunuz: ', '553018', ''],
    ['您的验证码是', '730615', ',10分钟内有效。'],
  ]);
  itPasses([
    'one two three four, that is how we count in',
    'Dial *100# to check your balance.',
    'pin 1 2 3 4 are ground',
    'Suitcase 417 was lost.',
    'const LOCK = 128;',
    'the padlock weighs 250 g',
    'call the desk and dial extension 417',
  ]);
});

describe('a password of several words', () => {
  const said: readonly (readonly [string, string, string])[] = [
    ['my password is ', 'correct horse battery staple', ''],
    ['The wifi password is ', 'blue monkey sunshine river', '. Tell nobody.'],
    ['Mein Passwort lautet ', 'Sommer Wiese Hund Katze', ''],
    ['User: ann\nPassword: ', 'correct horse battery staple', '\n'],
    ['My password is ', 'Correct Horse Battery Staple', ', thanks'],
  ];
  for (const [before, value, behind] of said)
    it(`is found whole: ${value}`, () => assert.deepEqual(found(before + value + behind), [value]));
  const sentences = [
    'my password is probably stored somewhere safe',
    'My password is fine but login loops forever',
    'the password is case sensitive everywhere today',
    'The password is sent over plain http',
    'the password is known across several teams',
    'my password is three random english words',
    'Password: Strong Password Rules Explained',
    'Password: Show Hide Toggle Button',
    'password: please use strong values',
    'the database password is injected through kubernetes secrets',
    'The password is compared byte wise',
  ];
  for (const text of sentences) it(`is no sentence about one: ${text}`, () => assert.deepEqual(found(text), []));
});
