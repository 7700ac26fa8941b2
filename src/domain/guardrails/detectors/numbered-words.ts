import { endsSentence, fold, foldOnce, isWordAt, MAX_WORD, spreadWord } from './injection-tokens.ts';
import { HASH_START, hashStep, type Vocabulary } from './vocabulary.ts';

/** The words of a text as numbers of a vocabulary. The arrays are longer than `count`, and hold until the next text is read. */
export interface NumberedWords {
  readonly count: number;
  readonly numbers: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Counts up at every sentence end. */
  readonly sentences: Int32Array;
}

/** What an ASCII character can be: nothing but a gap, a letter or digit, what may end a sentence, or an apostrophe; and everything beyond. */
const IS_NOTHING = 0;
const IS_LETTER = 1;
const IS_MARK = 2;
const IS_OTHER = 4;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/.test(character)) return IS_LETTER;
  return '.!?\n'.includes(character) ? IS_MARK : character === "'" ? 3 : IS_NOTHING;
});

type Room = Omit<NumberedWords, 'count'>;

/** Room that is kept from text to text, in words. */
const KEPT_WORDS = 4096;

/** Reads the words that `tokenise` finds in a normalised text as numbers of a vocabulary, at once. Linear in the text's length. */
export function createWordReader(vocabulary: Vocabulary): (text: string) => NumberedWords {
  const kept = roomFor(KEPT_WORDS);
  return (text) => {
    const { length } = text;
    let folded: Map<string, string> | undefined;
    let room = kept;
    let { numbers, starts, ends, sentences } = room;
    let capacity = KEPT_WORDS;
    let count = 0;
    let sentence = 0;
    let index = 0;
    while (index < length) {
      const code = text.charCodeAt(index);
      const kind = code < 0x80 ? (KINDS[code] ?? 0) : IS_OTHER;
      if (kind !== IS_LETTER && (kind === IS_NOTHING || !isWordAt(text, index))) {
        if (kind === IS_MARK && endsSentence(text, index)) sentence += 1;
        index += 1;
        continue;
      }
      const start = index;
      let hash = HASH_START;
      let isPlain = true;
      for (let letter = code; ; letter = text.charCodeAt(index)) {
        const own = letter < 0x80 ? (KINDS[letter] ?? 0) : IS_OTHER;
        if (own !== IS_LETTER) {
          if (own === IS_NOTHING || own === IS_MARK || !isWordAt(text, index)) break;
          if (own === IS_OTHER) isPlain = false;
        }
        hash = hashStep(hash, letter);
        index += 1;
      }
      const spread = index - start === 1 && text.charCodeAt(index) === 32 ? spreadWord(text, start) : undefined;
      let number: number;
      if (spread !== undefined) {
        number = vocabulary.numberOf(fold(spread.word));
        index = spread.end;
      } else if (index - start > MAX_WORD) number = 0;
      else if (isPlain) number = vocabulary.find(hash, text, start, index);
      else number = vocabulary.numberOf(foldOnce(text.slice(start, index), (folded ??= new Map<string, string>())));
      if (count === capacity) {
        capacity *= 2;
        room = widened(room, capacity);
        numbers = room.numbers;
        starts = room.starts;
        ends = room.ends;
        sentences = room.sentences;
      }
      numbers[count] = number;
      starts[count] = start;
      ends[count] = index;
      sentences[count] = sentence;
      count += 1;
    }
    return { count, numbers, starts, ends, sentences };
  };
}

/** Room for so many words. */
export function roomFor(words: number): Room {
  return { numbers: new Uint16Array(words), starts: new Int32Array(words), ends: new Int32Array(words), sentences: new Int32Array(words) };
}

function widened({ numbers, starts, ends, sentences }: Room, words: number): Room {
  const wider = roomFor(words);
  wider.numbers.set(numbers);
  wider.starts.set(starts);
  wider.ends.set(ends);
  wider.sentences.set(sentences);
  return wider;
}
