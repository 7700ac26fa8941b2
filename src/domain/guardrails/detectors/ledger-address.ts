import { BASE32, bytesIn } from '../normalisation/radix-bytes.ts';
import { isBase58Check, isBech32 } from './wallet-address.ts';

/** Prefixes of addresses in Bech32 (BIP 173): Cosmos and the ledgers built with it, MultiversX, Cardano's stakes. */
export const BECH32_LEDGERS =
  'cosmos|osmo|inj|terra|celestia|sei|juno|axelar|stars|akash|kava|secret|thor|maya|bnb|dydx|noble|neutron|stride|erd|stake|zs';
const PREFIX = new RegExp(`^(?:${BECH32_LEDGERS})(?=1)`);
/** What stands before the hash in addresses in Base58Check. */
const ZCASH = [
  [0x1c, 0xb8],
  [0x1c, 0xbd],
];
const TEZOS = [
  [6, 161, 159],
  [6, 161, 161],
  [6, 161, 164],
  [2, 90, 121],
];

/** Whether a text is an address of one of these ledgers, or of Zcash, Tezos, Bitcoin Cash, Stellar or TON, each with its checksum; or has the form of Nano's. */
export function isLedgerAddress(text: string): boolean {
  const prefix = PREFIX.exec(text)?.[0];
  if (prefix !== undefined) return isBech32(text, prefix);
  if (/^(?:bitcoincash:)?[qp][a-z\d]{41}$/.test(text)) return isCashAddress(text.replace('bitcoincash:', ''));
  if (/^G[A-Z2-7]{55}$/.test(text)) return isChecked(bytesIn(text, BASE32, 5), 'last');
  // Nano's checksum is of another kind than all these; its form is like nothing else.
  if (/^(?:nano|xrb)_/.test(text)) return true;
  if (/^[EUk0]Q/.test(text)) return isChecked(bytesIn(text, BASE64, 6), 'first');
  return isBase58Check(text, /^t[13]/.test(text) ? ZCASH : TEZOS);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether the last two bytes are the CRC-16 (XMODEM) of the others; which of them is the high one differs. */
function isChecked(bytes: readonly number[], high: 'first' | 'last'): boolean {
  let check = 0;
  for (const byte of bytes.slice(0, -2)) {
    check ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) check = (check & 0x8000) === 0 ? (check << 1) & 0xffff : ((check << 1) ^ 0x1021) & 0xffff;
  }
  const [one = 0, two = 0] = bytes.slice(-2);
  return check === (high === 'first' ? (one << 8) | two : (two << 8) | one);
}

const CASH = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The generator of its checksum of forty bits, as two halves each. */
const CASH_GENERATOR: readonly (readonly [high: number, low: number])[] = [
  [0x98f2b, 0xc8e61],
  [0x79b76, 0xd99e2],
  [0xf33e5, 0xfb3c4],
  [0xae2ea, 0xbe2a8],
  [0x1e4f4, 0x3e470],
];
const CASH_PREFIX = Array.from('bitcoincash', (letter) => letter.charCodeAt(0) & 31);

/** CashAddr of Bitcoin Cash, without its prefix. */
function isCashAddress(text: string): boolean {
  let [high, low] = [0, 1];
  for (const value of [...CASH_PREFIX, 0, ...Array.from(text, (character) => CASH.indexOf(character))]) {
    if (value < 0) return false;
    const top = high >>> 15;
    [high, low] = [((high & 0x7fff) << 5) | (low >>> 15), ((low & 0x7fff) << 5) ^ value];
    for (const [bit, factor] of CASH_GENERATOR.entries()) if (((top >>> bit) & 1) === 1) [high, low] = [high ^ factor[0], low ^ factor[1]];
  }
  return high === 0 && low === 1;
}
