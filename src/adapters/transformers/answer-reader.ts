import { readCalls, type CallFormat, type ReadCall } from './call-format.ts';
import { markOverlap } from './stop-strings.ts';

/** A piece of a model's answer. */
export type AnswerPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly call: ReadCall };

export interface AnswerReaderOptions {
  /** Whether the model marks what it thinks, and whether its prompt has begun that already. */
  readonly thinking: 'unmarked' | 'marked' | 'begun';
  /** How it calls functions, and which there are; absent if there are none. */
  readonly calls?: { readonly format: CallFormat; readonly names: ReadonlySet<string>; readonly isParallel: boolean };
}

export type AnswerState = 'text' | 'thinking' | 'call';

/** Tells text, reasoning and calls in an answer that arrives in pieces. */
export interface AnswerReader {
  push(text: string): readonly AnswerPiece[];
  /** What has been held back, once the answer has ended; a call that was cut off is left out. */
  end(isCut: boolean): readonly AnswerPiece[];
  /** What comes next, as far as is known. */
  readonly state: AnswerState;
  /** Whether all that is wanted has been said: the call if there may be one, or calls before further text. */
  readonly isDone: boolean;
}

/** How reasoning models mark their thoughts, after DeepSeek-R1. */
export const THINKING = { begin: '<think>', end: '</think>' };

/** How a call without marks begins, unlike other JSON. */
const BARE_CALL = /^\s*\{\s*"name"/;

/**
 * Reads an answer as it is generated. What may begin a mark is held back, and so is space in front of one, so that a text ends where its
 * last word does. Thoughts come first or not at all. What stands between the marks of a call but calls no function that there is remains
 * text.
 */
export function createAnswerReader({ thinking, calls }: AnswerReaderOptions): AnswerReader {
  const format = calls?.format;
  const isBare = format?.begin === '';
  const callMark = format === undefined || isBare ? [] : [format.begin];
  /** `start` until it is known what an answer begins with, `rest` for a call that is all of it. */
  let state: 'start' | 'thinking' | 'text' | 'call' | 'rest' = thinking === 'begun' ? 'thinking' : 'start';
  let mayThink = thinking === 'marked';
  let isThoughtBegun = false;
  let held = '';
  /** The space in front of the mark of a call. */
  let gap = '';
  let called = 0;
  let isDone = false;

  /** What is in front of the mark; undefined, with nothing taken, if the mark has not come. */
  function takeTo(mark: string): string | undefined {
    const at = mark === '' ? -1 : held.indexOf(mark);
    if (at === -1) return undefined;
    const before = held.slice(0, at);
    held = held.slice(at + mark.length);
    return before;
  }

  /** What is certain to stand in front of any mark. */
  function takeFree(marks: readonly string[]): string {
    const certain = held.slice(0, held.length - markOverlap(held, marks));
    const free = marks.length === 0 ? certain : certain.trimEnd();
    held = held.slice(free.length);
    return free;
  }

  function begin(): boolean {
    held = held.trimStart();
    if (held === '' || (mayThink && held.length < THINKING.begin.length && THINKING.begin.startsWith(held))) return false;
    const isThought = mayThink && held.startsWith(THINKING.begin);
    if (isThought) held = held.slice(THINKING.begin.length);
    state = isThought ? 'thinking' : isBare && held.startsWith('{') ? 'rest' : 'text';
    mayThink = false;
    return true;
  }

  function* said(text: string): Generator<AnswerPiece> {
    if (text === '') return;
    if (called === 0) yield { type: 'text', text };
    else if (text.trim() !== '') isDone = true;
  }

  function* ended(text: string, isClosed: boolean): Generator<AnswerPiece> {
    state = 'text';
    const found = calls === undefined ? undefined : readCalls(text, calls.names);
    if (found === undefined) {
      yield* said(`${gap}${format?.begin ?? ''}${text}${isClosed ? (format?.end ?? '') : ''}`);
      return;
    }
    const wanted = calls?.isParallel === true ? found : found.slice(0, 1);
    called += wanted.length;
    yield* wanted.map((call) => ({ type: 'call', call }) as const);
    isDone = calls?.isParallel === false;
  }

  /** One step; whether another may follow. */
  function* step(): Generator<AnswerPiece, boolean> {
    if (state === 'start') return begin();
    if (state === 'thinking') {
      if (!isThoughtBegun) held = held.trimStart();
      const thought = takeTo(THINKING.end);
      const told = thought?.trimEnd() ?? takeFree([THINKING.end]);
      isThoughtBegun ||= told !== '';
      if (told !== '') yield { type: 'reasoning', text: told };
      if (thought !== undefined) state = 'start';
      return thought !== undefined;
    }
    if (state === 'text') {
      const text = takeTo(callMark[0] ?? '');
      yield* said(text?.trimEnd() ?? takeFree(callMark));
      if (text !== undefined) {
        gap = text.slice(text.trimEnd().length);
        state = 'call';
      }
      return text !== undefined && !isDone;
    }
    const inner = state === 'call' ? takeTo(format?.end ?? '') : undefined;
    if (inner !== undefined) yield* ended(inner, true);
    return inner !== undefined && !isDone;
  }

  function* read(): Generator<AnswerPiece> {
    while (yield* step());
  }

  return {
    push(text) {
      held += text;
      return isDone ? [] : [...read()];
    },
    end(isCut) {
      const rest = held;
      held = '';
      if (isDone) return [];
      if (state === 'call') return isCut ? [] : [...ended(rest, false)];
      if (state === 'rest') return isCut && BARE_CALL.test(rest) ? [] : [...ended(rest, false)];
      if (state !== 'thinking') return [...said(rest)];
      return rest.trimEnd() === '' ? [] : [{ type: 'reasoning', text: rest.trimEnd() }];
    },
    get state() {
      return state === 'rest' ? 'call' : state === 'start' ? 'text' : state;
    },
    get isDone() {
      return isDone;
    },
  };
}
