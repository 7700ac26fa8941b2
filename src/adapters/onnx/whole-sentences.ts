import type { RecogniseResult } from './recognise-protocol.ts';
import { ENDS_SENTENCE } from './written-form.ts';

/** The share of a window that is kept at least, so that little is read twice. */
const LEAST_KEPT = 0.5;

const TITLE = /^(?:mrs?|ms|dr|st|prof)\.$/i;

type Heard = Omit<RecogniseResult, 'isDoubtful'>;

/** What was heard in the sentences of a window but the last, which the window may have cut off, and where that begins, in seconds. */
export interface WholeSentences {
  readonly heard: Heard;
  readonly endSeconds: number;
}

/** Undefined if there is nothing but one long sentence, or if no signs tell sentences apart. */
export function wholeSentences({ words, segments, seconds }: Heard): WholeSentences | undefined {
  const end = words.findLastIndex(({ text }, index) => index < words.length - 1 && ENDS_SENTENCE.test(text) && !TITLE.test(text));
  const [last, next] = [words[end], words[end + 1]];
  if (last === undefined || next === undefined) return undefined;
  const endSeconds = (last.end + next.start) / 2;
  if (endSeconds < seconds * LEAST_KEPT) return undefined;
  const kept = words.slice(0, end + 1);
  const heard = segments.flatMap((segment) => {
    const own = kept.filter(({ start, end: until }) => start >= segment.start && until <= segment.end);
    return own.length === 0 ? [] : [{ start: segment.start, end: own.at(-1)?.end ?? 0, text: own.map(({ text }) => text).join(' ') }];
  });
  return { heard: { words: kept, segments: heard, seconds }, endSeconds };
}
