/** Characters of base32 (RFC 4648, section 6), five bits each. */
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The whole bytes of a text in an alphabet of `bits` bits a character, up to 8; a rest of bits is left out. All characters are of the alphabet. */
export function bytesIn(text: string, alphabet: string, bits: number): number[] {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    held = (held << bits) | alphabet.indexOf(text.charAt(index));
    count += bits;
    if (count < 8) continue;
    count -= 8;
    bytes.push((held >>> count) & 0xff);
    held &= (1 << count) - 1;
  }
  return bytes;
}
