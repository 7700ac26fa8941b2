import { createLiteralSearch } from '../normalisation/literal-search.ts';

/** The category of marks of chat templates. */
export const TEMPLATE_MARK = 'template_mark';

/** A mark that stands in a text. */
export interface TemplateMark {
  readonly category: string;
  /** How far the mark alone gives an attack away, 0..1. */
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/** Marks of chat templates and forged messages, as they stand in a case-folded text. */
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

/** How the marks begin; their fourth character is not looked at. */
const MARK_BEGINNINGS: ReadonlySet<string> = new Set(MARKS.map(({ mark }) => mark.slice(0, 3)));
/** Places at which a mark may begin that are looked at one by one. */
const MAX_LOOKS = 64;

/** Whether a text, in either case, can hold a template mark, as far as that is quick to tell. */
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

/** The first of every template mark in a normalised text. */
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
