import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstRowOf } from '../../src/adapters/documents/csv-header.ts';

const rowsOf = (text: string): string[][] => text.split('\n').map((line) => line.split(','));

describe('The first row of a table has the names of its columns', () => {
  const headed: readonly (readonly [string, string])[] = [
    ['above numbers', 'name,age\nAda,36\nBob,41'],
    ['above a single row', 'name,age\nAda,36'],
    ['above dates', 'who,born\nAda,1815-12-10\nAlan,23 June 1912\nGrace,1906-12-09\nKurt,1906-04-28\nEmmy,1882-03-23'],
    ['above addresses', 'name,mail\nAda,ada@example.com\nBob,bob@example.org'],
    ['above codes of one form', 'product,code\nchair,AB-120\ntable,CD-7'],
    ['above amounts of money', 'item,price\nchair,"€ 12.50"\ntable,"1 200 €"\nlamp,$5'],
    ['that are usual ones above words alone', 'Employee,Department,Manager\nAnn Lee,Sales,Bob Roe'],
    ['that are usual ones of other languages', 'Имя,Город\nПётр Ильин,Казань'],
    ['in small letters above words with capitals', 'keeper,lighthouse\nMarguerite Dunne,Hallow Point'],
    ['in capitals above words without', 'KEEPER,LIGHTHOUSE\nMarguerite Dunne,Hallow Point'],
    ['that are identifiers', 'Keeper_Name,Light_House\nMarguerite Dunne,Hallow Point'],
    ['above classes', 'Keeper,Coast\nAda,West\nBob,North\nEve,West\nTom,North'],
    ['with numbered names', 'product,Q1,Q2\nchair,10,20\ntable,30,40'],
    ['with numbered words', 'name,address1\nAda,12 Main Street\nBob,Mill Lane 4'],
    ['with years', 'country,2019,2020,2021\nFrance,67.2,67.4,67.5\nMalta,0.49,0.51,0.52'],
    ['with names that come again', 'name,age\nAda,36\nname,age\nBob,41'],
    ['where values are missing', 'name,age\nAda,n/a\nBob,41\nEve,\nTom,7'],
  ];
  for (const [what, table] of headed) it(what, () => assert.equal(firstRowOf(rowsOf(table)), 'names'));
});

describe('The first row of a table is a record', () => {
  const plain: readonly (readonly [string, string])[] = [
    ['with a number above numbers', 'Ada,36\nBob,41'],
    ['with a date above dates', '2024-01-05,deposit\n2024-01-09,rent'],
    ['with an address above addresses', 'ada@example.com,Ada\nbob@example.org,Bob'],
    ['with a code above codes of its form', 'AB-120,chair\nCD-7,table'],
    ['with a value of its column', 'red,Ada\nblue,Bob\nred,Eve'],
    ['with years above years', 'Ada,2001,2005\nBob,2003,2007'],
    ['that is the only one with a number', 'Ada,36'],
    ['where each row is a name and its value, of which one is a number', 'Name,Ada\nAge,36\nName,Bob'],
    ['where one of its values is of another form than those below', '1,unknown,2024-01-01\n2,36,2024-01-02\n3,41,2024-01-03'],
  ];
  for (const [what, table] of plain) it(what, () => assert.equal(firstRowOf(rowsOf(table)), 'record'));
});

describe('What the first row of a table is, nothing tells', () => {
  const unknown: readonly (readonly [string, string])[] = [
    ['if it is the only one', 'Marguerite Dunne,Hallow Point'],
    ['above another row of words', 'Marguerite Dunne,Hallow Point\nOle Berg,Kap Arkona'],
    ['above rows of words', 'Ann Lee,Paris\nBob Roe,Rome\nEve Moss,Oslo\nTom Fry,Bern\nIda Poe,Riga'],
    ['where each row is a name and its value', 'Name,Ada\nTown,London'],
    ['above empty rows', 'Marguerite Dunne,Hallow Point\n,\n,'],
  ];
  for (const [what, table] of unknown) it(what, () => assert.equal(firstRowOf(rowsOf(table)), 'unknown'));
});
