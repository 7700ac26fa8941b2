import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { startCpuTime } from '../cpu-time.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);

const TABLES: Readonly<Record<string, string>> = {
  HTML: '<table><tr><th>User</th><th>SECRET</th></tr><tr><td>ann</td><td>FIRST</td></tr>\n<tr><td>bob</td><td><code>SECOND</code></td></tr></table>',
  Jira: '||User||SECRET||\n|ann|FIRST|\n|bob|SECOND|',
  LaTeX: '\\begin{tabular}{ll}\nUser & SECRET \\\\\n\\hline\nann & FIRST \\\\\nbob & SECOND \\\\\n\\end{tabular}',
  'JSON with headings beside its rows': '{"columns":["user","SECRET"],"rows":[["ann","FIRST"],["bob","SECOND"]]}',
  'JSON with headings in the first row': '[["user","SECRET"],["ann","FIRST"],["bob","SECOND"]]',
  CSV: 'user,SECRET\nann,FIRST\nbob,SECOND\n',
  Markdown: '| User | SECRET |\n|---|---|\n| ann | FIRST |\n| bob | SECOND |',
  psql: ' user | SECRET \n------+----------\n ann  | FIRST \n bob  | SECOND \n(2 rows)',
  mysql: '+------+------+\n| user | SECRET |\n+------+------+\n| ann | FIRST |\n| bob | SECOND |\n+------+------+',
  SQL: "INSERT INTO users (user, SECRET) VALUES ('ann', 'FIRST'), ('bob', 'SECOND');",
  'fixed width': 'user  SECRET  dept\nann   FIRST  hr\nbob   SECOND  it',
};

const SECRETS: readonly (readonly [string, string, string])[] = [
  ['password', 'hunter22X', 'Sommer2023!'],
  ['PIN', '4821', '7710'],
  ['otp', '482113', '771042'],
  ['verification_code', '482113', '771042'],
  ['api_key', 'q8f3c2d1e9a7b6c5d4e3fk2', 'z7k1c2d1e9a7b6c5d4e3fk9'],
];

describe('a column of passwords, codes or keys is found', () => {
  for (const [name, table] of Object.entries(TABLES))
    for (const [column, first, second] of SECRETS)
      it(`${column} in ${name}`, () =>
        assert.deepEqual(found(table.replace('SECRET', column).replace('FIRST', first).replace('SECOND', second)), [first, second]));
  it('of card codes', () => assert.deepEqual(found('number,exp,cvv\n1,12/26,123\n2,11/27,9402\n'), ['123', '9402']));
});

describe('a growing column holds back the beginning of a code', () => {
  const table = 'name,otp\nann,123 456\nbob,654-321\ncy,771042\n';
  for (const code of ['123 456', '654-321', '771042']) {
    const start = table.indexOf(code);
    it(code, () => {
      for (let end = start + 1; end < start + code.length; end += 1) assert.equal(secretsDetector.tail(table.slice(0, end)), start);
    });
  }
});

describe('a column of other values passes', () => {
  const harmless = [
    'name,city,pin\nann,Mumbai,400001\nbob,Pune,411001',
    'name,phone,pincode\nann,98,560001\nbob,99,110 001',
    'pin,function\n13,LED\n14,SDA',
    'Country,Code\nGermany,4912\n',
    'item,code,price\nbolt,4821,3.20',
    '<table><tr><th>Password policy</th><th>Value</th></tr><tr><td>length</td><td>abc12345</td></tr></table>',
    '| Field | Password |\n|---|---|\n| type | string |',
    '{"fields":["name","password"],"rules":[["required","min:8"],["string","max:20"]]}',
    '<th>Password</th><th>Notes1</th>',
    '<label>Password</label><input id="pass1">',
    '<h2>Password</h2><p>At least 8 characters.</p>',
  ];
  for (const text of harmless) it(JSON.stringify(text), () => assert.deepEqual(found(text), []));
});

describe('a password is found behind the tags after its name', () => {
  const pages = [
    '<tr><td>Password</td><td>VALUE</td></tr>',
    '<li><strong>Password:</strong> <code>VALUE</code></li>',
    '<b>Password:</b> VALUE<br>',
    '<dt>Passwort</dt>\n<dd class="v">VALUE</dd>',
    '<p>Password: <b>VALUE</b></p>',
  ];
  for (const page of pages) it(page, () => assert.deepEqual(found(page.replace('VALUE', 'hunter22X')), ['hunter22X']));
  it('and in a block of YAML', () => assert.deepEqual(found('db:\n  password: >-\n    hunter22X\n'), ['hunter22X']));
});

describe('tables are read in time linear in their length', () => {
  const HEAD = '<table><tr><th>User</th><th>Password</th></tr>';
  const lettersOf = (count: number): string => Array.from(String(count), (digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  const tables: Readonly<Record<string, (index: number) => string>> = {
    'of empty cells': () => '<tr><td></td><td></td></tr>',
    'that are many, under names of their own': (index) =>
      `</table><table><tr><th>z${lettersOf(index)}</th><th>a${lettersOf(index)} password</th></tr><tr><td>u</td><td>v</td></tr>`,
  };
  for (const [name, row] of Object.entries(tables)) {
    it(name, () => {
      const took = (length: number): number => {
        const text = HEAD + Array.from({ length: length / row(0).length }, (_, index) => row(index)).join('');
        const taken = startCpuTime();
        found(text);
        return taken();
      };
      took(50_000);
      assert.ok(took(400_000) < 20 * Math.max(20, took(50_000)));
    });
  }
});
