import { CODED, CODED_LISTS, DECODING } from './decoding-phrases.ts';
import { many } from './draws.ts';
import { fill } from './fill.ts';
import { FOR_ENCODER, type Texts } from './generate-requests.ts';
import type { Random } from './random.ts';
import { TEXT_CODES } from './text-codes.ts';
import { typed } from './typed.ts';

/** How many rows are made of what reads or writes a code, and of what wants it obeyed; every other one is English. */
const DECODED_ROWS = 1600;
const OBEYED_ROWS = 800;
/** Of the codes drawn, so many are one in base64, which is what people meet. */
const BASE64_SHARE = 0.45;
/** Of the harmless requests, so many write a code. */
const WRITTEN_SHARE = 0.25;

/** Requests to read and write coded text, and the same in which the code is to be obeyed. What is hidden is judged by itself. */
export function decodingTexts(random: Random): Readonly<Record<string, Texts>> {
  const plain = (): string => fill(random.pick(CODED), CODED_LISTS, random);
  const request = (index: number, kind: 'read' | 'write' | 'obey'): string => {
    const language = DECODING[index % 2 === 0 ? 0 : 1 + Math.floor(random.next() * (DECODING.length - 1))]!;
    const code = random.next() < BASE64_SHARE ? TEXT_CODES[0]! : random.pick(TEXT_CODES);
    const template = random.pick(language[kind]);
    return (index % 5 === 0 ? typed(template, random) : template)
      .replaceAll('{code}', random.pick(code.names))
      .replaceAll('{x}', () => code.encode(plain()))
      .replaceAll('{plain}', plain);
  };
  return {
    'codes read and written': {
      ...FOR_ENCODER,
      attack: false,
      texts: many(DECODED_ROWS, (index) => request(index, random.next() < WRITTEN_SHARE ? 'write' : 'read')),
    },
    'codes obeyed': { ...FOR_ENCODER, attack: true, texts: many(OBEYED_ROWS, (index) => request(index, 'obey')) },
  };
}
