import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withAcronyms } from '../../src/adapters/onnx/acronyms.ts';

const written = (text: string): string =>
  withAcronyms(text.split(' ').map((word) => ({ text: word, start: 0, end: 1, confidence: 1 })))
    .map((word) => word.text)
    .join(' ');

describe('withAcronyms()', () => {
  const cases: [string, string][] = [
    ['The Ceo of ibm met the Fbi in the Usa.', 'The CEO of IBM met the FBI in the USA.'],
    ['He paid in Usd for an Rtx card, not a gpu, said the Cia.', 'He paid in USD for an RTX card, not a GPU, said the CIA.'],
    ["Two pdfs, stds, the Ceo's tv and Nasa", "Two PDFs, STDs, the CEO's TV and NASA"],
    ['Grpc? (Tls!)', 'GRPC? (TLS!)'],
  ];
  for (const [text, expected] of cases) it(`writes in capitals: ${expected}`, () => assert.equal(written(text), expected));

  for (const text of [
    'It aids us, said those who are in it as well.',
    'Mr. Smith, Dr. Hm and Mrs. St. James vs. me, etc.',
    'Shh! Brr, hmm, psst: 5 km, 3 lbs. and 9 hrs. at 2:30 p.m.',
    'My myth by the fly: why try, Lynn?',
    'iPhone, McDonald and the PhD of Mr. Ng, Ltd.',
  ])
    it(`leaves as it is: ${text}`, () => assert.equal(written(text), text));
});
