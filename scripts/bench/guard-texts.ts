import { join } from 'node:path';
import { readRows, type Row } from '../train/guard/rows.ts';

/** The labelled rows that texts are taken from. */
export function developmentRows(folder: string): Row[] {
  return readRows(join(folder, 'prompts.jsonl'));
}

/** Harmless text of so many characters, one stretch of the rows after another, never the same twice. */
export function createProse(rows: readonly Row[]): (length: number) => string {
  const all = rows
    .filter(({ label, lang }) => label === 'benign' && lang === 'en')
    .map(({ text }) => text)
    .join('\n');
  let [from, count] = [0, 0];
  return (length) => {
    if (from + length > all.length) from = 0;
    const text = length > all.length ? all.repeat(Math.ceil(length / all.length)).slice(0, length) : all.slice(from, from + length);
    from += Math.max(1, Math.floor(length * 0.37));
    count += 1;
    const mark = `Note ${count.toString(36)}: `;
    return mark + text.slice(mark.length);
  };
}

/** Units that differ by a number, so that little of the text repeats. */
function numbered(unitOf: (number: number) => string): string {
  return Array.from({ length: 500 }, (_, index) => unitOf(1000 + index)).join('');
}

/** Worst cases for careless checks: texts that repeat one unit, which may be long. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'one letter': 'a',
  'one space': ' ',
  digits: '7',
  'digit groups': '1234 ',
  'digits and hyphens': '12-34-',
  'combining marks': '\u0301',
  'marked letters': 'a\u0301\u0302',
  'invisible characters': 'i\u200bg',
  'full width letters': '\uff49\uff47',
  'base64 look-alikes': 'QUJD',
  'base64 soup': 'aGVsbG8gd29ybGQ0 /+x=',
  'hexadecimal digits': '4a6f',
  escapes: '%41',
  'bare percent signs': '%',
  'binary digits': '01001010 ',
  'at signs': '@',
  'addresses without end': 'a@a.',
  'phrase starts': 'ignore all ',
  'spread letters': 'i g n ',
  'digits for letters': '1gn0r3 ',
  'mixed scripts': 'iгn',
  'key words': 'password: ',
  'different key words': numbered((number) => `password${number}: `),
  'key block starts': '-----BEGIN ',
  'tokens without end': 'eyJhbGciOi',
  'urls with users': 'https://a:',
  'image links': '![a](http://',
  colons: 'ab:',
  'double colons': 'f::',
  'nested brackets': '[({',
  'nested quantifier bait': 'aaaaaaaaaaaaaaaa!',
  'telephone starts': '+1 (2',
  'different telephone numbers': numbered((number) => `tel +44 20 7946 ${number} `),
  'surrogates alone': '\ud800',
  'names that go on': 'pwdb_',
  'named values': 'key-1',
  'names with a long s': '\u017fkey',
  'names before digits': 'secret01001010 ',
  'names before names': 'secretsecretsecretname=0123456789abcdef ',
  'passwords found': 'pwd=abcdef1 ',
  'different passwords found': numbered((number) => `pwd=abc${number}f `),
  'secrets found': 'secret=Ab3dEfgh12345678 ',
  'url passwords found': 'https://a:bcd@e ',
  'addresses found': 'a@b.com ',
  'network addresses found': '1.2.3.4 ',
  'card numbers found': 'card 4111111111111111,',
  'passwords found in columns': 'password,user\nabcdef12,b\n',
  'account numbers found': 'DE89370400440532013000 ',
  'telephone numbers found': '1234-5678 tel ',
  'digits and wide spaces': '12-34-\u3000',
  'binary digits and wide spaces': '01001010 \u3000',
  'digits between ideographs': '1\u5bc6',
  'digits before signs': '2000(\u2116',
  'signs and letters of another script': '_\u0430',
  'letters that fold to two': '~\u0130',
  'letters that fold to words': '\u0e33\ufdfa',
  'letters that lose their length': '\u0130\u30d1',
  'links in sharp letters': '\u1e9e![a](',
  'base64 that says something': 'aWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM= ',
  'escapes of JSON': '\\u0041',
  'escapes among signs': "\ufe0f\\x41'",
};

/** A unit repeated to this many characters. */
export function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
