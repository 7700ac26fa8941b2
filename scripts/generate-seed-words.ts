/** Writes src/adapters/bip39/word-hashes.ts from the word lists of @scure/bip39: `bun scripts/generate-seed-words.ts`. */
import { writeFileSync } from 'node:fs';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { wordHash } from '../src/core/word-hash.ts';

const LISTS = [english, spanish, french, italian, portuguese, czech, japanese, korean, simplifiedChinese, traditionalChinese];
const hashes = Int32Array.from(LISTS.flat(), wordHash);
const stored = new DataView(new ArrayBuffer(hashes.byteLength));
for (const [index, hash] of hashes.entries()) stored.setInt32(4 * index, hash, true);
writeFileSync(
  new URL('../src/adapters/bip39/word-hashes.ts', import.meta.url),
  `/**
 * Hashes of the words of BIP-39's lists, list by list, as little-endian integers in base64; written by \`scripts/generate-seed-words.ts\`
 * from @scure/bip39 (MIT). English, Spanish, French, Italian, Portuguese, Czech, Japanese, Korean, simplified and traditional Chinese.
 */
export const WORD_HASHES =
  '${Buffer.from(stored.buffer).toString('base64')}';
`,
);
