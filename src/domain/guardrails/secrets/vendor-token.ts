import type { CharacterRun, TokenShape } from './token-shape.ts';

/** A kind of token identified by its issuer's fixed parts. */
export interface VendorToken {
  readonly category: string;
  readonly shape: TokenShape;
  /** Minimum Shannon entropy in bits per character; 3 by default. */
  readonly entropy?: number;
  /** Words of which one must be in the text; absent for fixed parts that are unambiguous. */
  readonly near?: RegExp;
}

/** A run of characters of a class. */
export const run = (of: string, least: number, most = least): CharacterRun => ({ of, least, most });
/** Letters and digits. */
export const alnum = (least: number, most = least): CharacterRun => run('A-Za-z0-9', least, most);
/** The same with underscores and hyphens. */
export const wordy = (least: number, most = least): CharacterRun => run('A-Za-z0-9_-', least, most);
/** Hexadecimal digits. */
export const hex = (least: number, most = least): CharacterRun => run('0-9a-f', least, most);
/** Base64, with padding. */
export const base64 = (least: number, most = least): CharacterRun => run('A-Za-z0-9+/=', least, most);
/** Lower-case letters and digits. */
export const lower = (least: number, most = least): CharacterRun => run('a-z0-9', least, most);

/** Describes a kind of token. */
export function issued(category: string, shape: TokenShape, more: Pick<VendorToken, 'entropy' | 'near'> = {}): VendorToken {
  return { category, shape, ...more };
}
