const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Base58 in the order of Ripple's ledger. */
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
/** Versions of addresses in Base58Check: Bitcoin; Dogecoin, Litecoin, Tron and Dash. */
const BITCOIN = [[0], [5]];
const OTHER_COINS = [[30], [22], [48], [50], [65], [76]];

/** Whether a text is a Bitcoin address: Base58Check of versions 0 and 5, or Bech32 (BIP 173) or Bech32m (BIP 350) with the prefix `bc`. */
export function isBitcoinAddress(text: string): boolean {
  return /^bc1/i.test(text) ? isBech32(text.toLowerCase(), 'bc') : isBase58Check(text, BITCOIN);
}

/** Whether a text is an address of Dogecoin, Litecoin, Tron, Dash, Ripple or Cardano, each with its checksum. */
export function isOtherWallet(text: string): boolean {
  const prefix = /^(?:ltc|addr)(?=1)/i.exec(text)?.[0].toLowerCase();
  if (prefix !== undefined) return isBech32(text.toLowerCase(), prefix);
  return text.startsWith('r') ? isBase58Check(text, BITCOIN, RIPPLE) : isBase58Check(text, OTHER_COINS);
}

/** Whether a text in lower case is Bech32 (BIP 173) or Bech32m (BIP 350) with a prefix. */
export function isBech32(text: string, prefix: string): boolean {
  let check = 1;
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  const data = Array.from(text.slice(prefix.length + 1), (character) => BECH32.indexOf(character));
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data]) {
    if (value < 0) return false;
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, factor] of GENERATOR.entries()) if ((top >>> bit) & 1) check ^= factor;
  }
  return check === 1 || check === 0x2bc830a3;
}

/** Whether a text is Base58Check: one of some versions, all of as many bytes, the hash of a key or script, and a checksum. */
export function isBase58Check(text: string, versions: readonly (readonly number[])[], alphabet = BASE58): boolean {
  const length = (versions[0]?.length ?? 0) + HASH_BYTES;
  // The decoded number in bytes, big-endian.
  const bytes = new Uint8Array(length + CHECK_BYTES);
  for (let index = 0; index < text.length; index += 1) {
    let carry = alphabet.indexOf(text.charAt(index));
    if (carry < 0) return false;
    for (let place = bytes.length - 1; place >= 0; place -= 1) {
      carry += (bytes[place] ?? 0) * 58;
      bytes[place] = carry & 0xff;
      carry >>>= 8;
    }
    if (carry !== 0) return false;
  }
  if (!versions.some((version) => version.every((byte, place) => byte === bytes[place]))) return false;
  const digest = sha256(sha256(bytes.subarray(0, length)));
  for (let index = 0; index < CHECK_BYTES; index += 1) if (digest[index] !== bytes[length + index]) return false;
  return true;
}

const HASH_BYTES = 20;
const CHECK_BYTES = 4;
const FRACTION = 2 ** 32;
const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) => number > 1 && Array.from({ length: number - 2 }, (_, index) => index + 2).every((factor) => number % factor !== 0),
);
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => (Math.sqrt(prime) * FRACTION) | 0);
const ROUND = Int32Array.from(PRIMES.slice(0, 64), (prime) => (Math.cbrt(prime) * FRACTION) | 0);

/** SHA-256 (FIPS 180-4) of at most 55 bytes, a single block; the platform's own is asynchronous. */
function sha256(bytes: Uint8Array): Uint8Array {
  const block = new DataView(new ArrayBuffer(64));
  for (let index = 0; index < bytes.length; index += 1) block.setUint8(index, bytes[index] ?? 0);
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, bytes.length * 8);
  const words = new Int32Array(64);
  for (let index = 0; index < 16; index += 1) words[index] = block.getInt32(index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15] ?? 0;
    const late = words[index - 2] ?? 0;
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] ?? 0) + first + (words[index - 7] ?? 0) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0] = START;
  let [e = 0, f = 0, g = 0, h = 0] = START.subarray(4);
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND[index] ?? 0) + (words[index] ?? 0)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  const last = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) digest.setInt32(index * 4, (last[index] ?? 0) + (START[index] ?? 0));
  return new Uint8Array(digest.buffer);
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
