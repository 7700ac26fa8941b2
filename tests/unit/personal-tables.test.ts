import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

const found = kindsFoundBy(createPersonalDataDetector({ isTelephone }));

const NAMES = ['Name', 'DOB', 'Passport', 'City'];
const ROWS = [
  ['Ann Lee', '1976-06-13', 'K8137172', 'Leeds'],
  ['Bo Ray', '1975-04-11', 'PA669429', 'York'],
  ['Cy Dunn', '1978-08-18', 'C4410955', 'Hull'],
];
const EXPECTED = ROWS.flatMap(([, born, passport]) => [`date_of_birth ${born}`, `passport ${passport}`]);

function html(rows: readonly (readonly string[])[], cell: string): string {
  return rows.map((row) => `<tr class="row">${row.map((own) => `${cell}${own}</${cell.slice(1, 3)}>`).join('\n')}</tr>`).join('\n');
}

describe('the personal data detector finds every row of a column whose heading names it', () => {
  const tables: readonly (readonly [string, string])[] = [
    ['an HTML table', `<table>${html([NAMES], '<th>')}${html(ROWS, '<td>')}</table>`],
    [
      'an HTML table with attributes, one tag a line',
      `<table border="1">\n${html([NAMES], '<th scope="col" style="text-align: left">')}\n${html(ROWS, '<td class="cell text-left text-muted align-middle" data-label="x">\n<b>').replaceAll('</td>', '</b>\n</td>')}\n</table>`,
    ],
    ['an HTML table without headings of their own', `<table>${html([NAMES, ...ROWS], '<td>')}</table>`],
    ['values of a spreadsheet', JSON.stringify({ range: 'A1:C4', values: [NAMES, ...ROWS] })],
    ['columns and rows', JSON.stringify({ columns: NAMES, index: [0, 1, 2, 3], data: ROWS }, null, 2)],
    ['fields and rows', JSON.stringify({ fields: NAMES.map((name) => ({ name, type: 'STRING' })), rows: ROWS })],
    [
      'a schema and rows of objects',
      JSON.stringify({ schema: { fields: NAMES.map((name) => ({ name })) }, rows: ROWS.map((row) => ({ f: row.map((v) => ({ v })) })) }),
    ],
    ['tuples', `columns: ('${NAMES.join("', '")}')\n[${ROWS.map((row) => `('${row.join("', '")}')`).join(', ')}]`],
    ['objects with a label and a value', JSON.stringify(ROWS.map((row) => row.map((value, at) => ({ label: NAMES[at], value }))))],
    ['Jira', `||${NAMES.join('||')}||\n${ROWS.map((row) => `|${row.join('|')}|`).join('\n')}`],
    [
      'LaTeX',
      `\\begin{tabular}{llll}\n\\hline\n${[NAMES, ...ROWS].map((row) => `${row.join(' & ')} \\\\ \\hline`).join('\n')}\n\\end{tabular}`,
    ],
  ];
  for (const [what, text] of tables) it(what, () => assert.deepEqual(found(text), EXPECTED));

  it('in rows far from the heading', () => {
    const rows = Array.from({ length: 400 }, (_, at) => [`Ann ${'x'.repeat(at % 300)}`, '1976-06-13']);
    assert.equal(found(JSON.stringify([['Name', 'Date of birth'], ...rows])).length, 400);
  });
});

describe('the personal data detector finds no other column of a table', () => {
  const rows = ROWS.map(([name = '', date = '']) => [name, date, '415 637 2290']);
  for (const [what, text] of [
    ['an HTML table', `<table>${html([['DOB', 'Joined', 'Phone id']], '<th>')}${html(rows, '<td>')}</table>`],
    ['arrays', JSON.stringify([['Name', 'Joined', 'Order'], ...rows])],
    ['an object whose label is another', JSON.stringify({ label: 'Joined', value: '1976-06-13', note: 'not the day of birth' })],
  ] as const)
    it(what, () =>
      assert.deepEqual(
        found(text).filter((own) => own.startsWith('date_of_birth')),
        [],
      ),
    );

  it('but what a text within a cell says of itself', () => {
    const text = JSON.stringify({ title: 'About her', content: 'She was born on 12.04.1980 in York.' });
    assert.deepEqual(found(text), ['date_of_birth 12.04.1980']);
  });
});
