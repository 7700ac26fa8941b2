import type { NamedLead } from './named-gate.ts';
import { valueClass } from './value-class.ts';

/** Secrets that what stands before them gives away: a name they are given, a scheme, a URL around them. */
export interface NamedSecret {
  readonly category: string;
  /** Every secret of this form stands behind one of these, in lower case: quick to look for. */
  readonly marks: readonly string[];
  /** From a mark to the end of the secret, which is its only group. Sticky; every repetition is bounded. */
  readonly pattern: RegExp;
  /** From a mark to the end of the text, with as much of the secret as has come in its only group. Sticky. */
  readonly open: RegExp;
  /** What must stand right before the mark. */
  readonly before?: RegExp;
  /** How far before the mark that begins at most; 64 characters unless given. */
  readonly reachBack?: number;
  /** Least Shannon entropy in bits a character. */
  readonly entropy: number;
  /** How it came to be: people choose passwords, some of which look like nothing else, some of words, and some that are one word; what is given where nothing else can stand may be any word or phrase; programs make keys, some of which look like nothing else either, and expressions stand in their place. */
  readonly kind: 'chosen' | 'given' | 'phrase' | 'telling' | 'answer' | 'unmistakable' | 'word' | 'words' | 'made' | 'scrambled' | 'random';
  /** What tells quickly where it cannot be. */
  readonly gate: NamedLead;
}

/** What a form of named secrets is given by. */
export interface NamedShape {
  /** From the mark to the secret. */
  readonly lead: string;
  /** What the secret is made of, in a row that must end where it ends. */
  readonly of: string;
  readonly least: number;
  readonly most: number;
  /** What must follow where the secret begins: quick to tell of a whole secret, and not looked for while it comes. */
  readonly looks?: string;
  /** It may end on the padding of base64. */
  readonly isPadded?: boolean;
  /** What must follow it, and the beginning of that. */
  readonly behind?: string;
  readonly openBehind?: string;
  /** What tells quickly where it cannot be, beside the value: a value may begin `REACH` behind its mark unless given. */
  readonly gate?: Partial<Omit<NamedLead, 'units' | 'row' | 'least'>>;
}

/** More than stands between any mark and its value, but for the lines of a command. */
const REACH = 420;
/** The classes of values, and the rows of them that are looked for, by their least length. */
const CLASSES = new Map<string, ReturnType<typeof valueClass>>();
const ROWS = new Map<string, number>();

function classOf(of: string): ReturnType<typeof valueClass> {
  const known = CLASSES.get(of) ?? valueClass(of);
  CLASSES.set(of, known);
  return known;
}

function rowOf(of: string, least: number): number {
  const place = ROWS.get(`${least} ${of}`) ?? ROWS.size;
  ROWS.set(`${least} ${of}`, place);
  return place;
}

/** The codes of ASCII that a class of a regular expression takes. */
export function codesOf(of: string): Uint8Array {
  const pattern = new RegExp(of, 'i');
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** What may stand before a mark that begins a word. */
export const BEHIND_WORD = codesOf('[^A-Za-z0-9_]');

/** Before a mark that begins a word. */
export const WORD_BEGINS = /(?:^|[^A-Za-z0-9_])$/;

/** What says of the last character alone whether it may stand there; of two units one may be half of it. */
const LAST = /^\(\?:\^\|\[\^[^\]]*\]\)\$$/;
const UNITS_OF_ONE = 2;

/** A form of secrets with what finds it whole, at the end of a text, and where it cannot be. */
export function named(
  category: string,
  marks: readonly string[],
  { lead, looks = '', of, least, most, isPadded = false, behind, openBehind = '', gate = {} }: NamedShape,
  more: Pick<NamedSecret, 'entropy' | 'kind' | 'before' | 'reachBack'>,
): NamedSecret {
  const [padding, none] = isPadded ? ['={0,2}', '|='] : ['', ''];
  // A call is an expression.
  const end = behind ?? String.raw`(?!${of}${none}|\()`;
  return {
    category,
    marks,
    pattern: new RegExp(`${lead}${looks}(${of}{${least},${most}}${padding})${end}`, 'iuy'),
    open: new RegExp(`${lead}(${of}{0,${most}}${padding}${openBehind})$`, 'iuy'),
    ...(more.before !== undefined && LAST.test(more.before.source) ? { reachBack: UNITS_OF_ONE } : {}),
    ...more,
    gate: {
      units: classOf(of),
      row: rowOf(of, least),
      least,
      most,
      reach: REACH,
      ending: undefined,
      name: undefined,
      follows: undefined,
      isOwn: false,
      isBare: false,
      hasDigit: false,
      soon: [],
      before: undefined,
      ...gate,
    },
  };
}
