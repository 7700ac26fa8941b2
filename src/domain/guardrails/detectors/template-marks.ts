import { createLiteralSearch } from '../normalisation/literal-search.ts';

/** Category of chat-template markers. */
export const TEMPLATE_MARK = 'template_mark';

/** A marker found in a text. */
export interface TemplateMark {
  readonly category: string;
  /** How strongly the marker alone indicates an attack, 0 to 1. */
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/** Chat-template markers and forged messages, case-folded. */
const MARKS: readonly { readonly mark: string; readonly score: number }[] = [
  { mark: '<|im_start|>', score: 0.7 },
  { mark: '<|im_end|>', score: 0.6 },
  { mark: '<|start_header_id|>', score: 0.7 },
  { mark: '<|eot_id|>', score: 0.6 },
  { mark: '<|system|>', score: 0.7 },
  { mark: '<|assistant|>', score: 0.55 },
  { mark: '<|endoftext|>', score: 0.5 },
  { mark: '<<sys>>', score: 0.7 },
  { mark: '<</sys>>', score: 0.7 },
  { mark: '[/inst]', score: 0.55 },
  { mark: '[inst]', score: 0.55 },
  { mark: '</system>', score: 0.45 },
  { mark: '<system>', score: 0.45 },
  { mark: '<system mode>', score: 0.75 },
  { mark: '[system message]', score: 0.6 },
  { mark: '[system]', score: 0.45 },
  { mark: '### system', score: 0.5 },
  { mark: '### instruction', score: 0.4 },
];

const search = createLiteralSearch(MARKS.map(({ mark }) => mark));

/** First three characters of the markers; the fourth is not compared. */
const MARK_BEGINNINGS: ReadonlySet<string> = new Set(MARKS.map(({ mark }) => mark.slice(0, 3)));
/** Limit on the candidate places examined one by one. */
const MAX_LOOKS = 64;

/** Prefilter: whether a text, in either case, can contain a template marker. */
export function mayHoldTemplateMarks(text: string): boolean {
  return text.includes('### ') || mayHoldMarkAt(text, '<') || mayHoldMarkAt(text, '[');
}

function mayHoldMarkAt(text: string, first: string): boolean {
  let looks = 0;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    looks += 1;
    if (looks > MAX_LOOKS || MARK_BEGINNINGS.has(text.slice(at, at + 3).toLowerCase())) return true;
  }
  return false;
}

/** The first occurrence of each template marker in a normalised text. */
export function templateMarks(text: string): readonly TemplateMark[] {
  const found = new Map<number, number>();
  search.each(text, (place, end) => {
    if (!found.has(place)) found.set(place, end);
  });
  return MARKS.flatMap(({ mark, score }, place) => {
    const end = found.get(place);
    return end === undefined ? [] : [{ category: TEMPLATE_MARK, score, start: end - mark.length, end }];
  });
}
