const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Whether a text is a Bitcoin address: Base58Check of versions 0 and 5, or Bech32 (BIP 173) and Bech32m (BIP 350) of `bc`. */
export function isBitcoinAddress(text: string): boolean {
  return /^bc1/i.test(text) ? isBech32(text.toLowerCase()) : isBase58Check(text);
}

function isBech32(text: string): boolean {
  let check = 1;
  for (const value of [3, 3, 0, 2, 3, ...Array.from(text.slice(3), (character) => BECH32.indexOf(character))]) {
    if (value < 0) return false;
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, factor] of GENERATOR.entries()) if ((top >>> bit) & 1) check ^= factor;
  }
  return check === 1 || check === 0x2bc830a3;
}

function isBase58Check(text: string): boolean {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(25);
  for (let index = 24; index >= 0; index -= 1) {
    bytes[index] = Number(value & 0xffn);
    value >>= 8n;
  }
  if (value !== 0n || (bytes[0] !== 0 && bytes[0] !== 5)) return false;
  const digest = sha256(sha256(bytes.subarray(0, 21)));
  return digest.subarray(0, 4).every((byte, index) => byte === bytes[21 + index]);
}

const FRACTION = 2 ** 32;
const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) => number > 1 && Array.from({ length: number - 2 }, (_, index) => index + 2).every((factor) => number % factor !== 0),
);
const START = PRIMES.slice(0, 8).map((prime) => (Math.sqrt(prime) * FRACTION) | 0);
const ROUND = PRIMES.slice(0, 64).map((prime) => (Math.cbrt(prime) * FRACTION) | 0);

/** SHA-256 (FIPS 180-4) of at most 55 bytes, which is one block; the platform's own answers only later. */
function sha256(bytes: Uint8Array): Uint8Array {
  const block = new DataView(new ArrayBuffer(64));
  for (const [index, byte] of bytes.entries()) block.setUint8(index, byte);
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, bytes.length * 8);
  const words = Array.from({ length: 16 }, (_, index) => block.getInt32(index * 4));
  const at = (index: number): number => words[index] ?? 0;
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [at(index - 15), at(index - 2)];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((at(index - 16) + first + at(index - 7) + second) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  for (let index = 0; index < 64; index += 1) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[index] ?? 0) + at(index);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) digest.setInt32(index * 4, (word + (START[index] ?? 0)) | 0);
  return new Uint8Array(digest.buffer);
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
