import { createKeywordLists } from '../secrets/keyword-filter.ts';
import { createNonAsciiLetters } from './non-ascii-letters.ts';
import { PERSONAL_FORMS } from './personal-forms.ts';
import {
  isGrouped,
  isNoExample,
  isNumber,
  isPlain,
  TELEPHONE_ABROAD_FORM,
  TELEPHONE_FORM,
  TELEPHONE_GROUPS_FORM,
  TELEPHONE_PLAIN_FORM,
} from './telephone-forms.ts';
import type { PersonalForm } from './value-forms.ts';

/** A form with precomputed fields. */
export interface ReadForm extends Omit<Every<PersonalForm>, 'keywords' | 'words' | 'digits'> {
  readonly digits: number;
  /** The form's keyword list, as a bit; 0 if it has none. */
  readonly list: number;
  readonly accepts: ((value: string) => boolean) | undefined;
}

/** All fields present, possibly undefined, so that all objects have the same shape. */
type Every<Shape> = { readonly [Name in keyof Required<Shape>]: Shape[Name] };

const KEYWORD_FORMS = [...PERSONAL_FORMS, TELEPHONE_ABROAD_FORM, TELEPHONE_GROUPS_FORM, TELEPHONE_PLAIN_FORM].filter(
  ({ keywords }) => keywords !== undefined,
);
const KEYWORD_LISTS = [...new Set(KEYWORD_FORMS.flatMap(({ keywords }) => (keywords === undefined ? [] : [keywords])))];
/** Tells in which lists a keyword of the forms is. */
export const keywordLists = createKeywordLists(KEYWORD_LISTS);
/** Prefilter for non-ASCII words of each list's forms: without their characters and without a keyword, no word is there. */
export const tellingUnits = createNonAsciiLetters(
  KEYWORD_LISTS.map((list) =>
    KEYWORD_FORMS.filter(({ keywords }) => keywords === list).flatMap(({ words, context, beside }) =>
      words === undefined ? [context, beside?.before, beside?.behind] : [words],
    ),
  ),
);

function withList(form: PersonalForm, accepts?: (value: string) => boolean): ReadForm {
  const { category, pattern, isValid, valueIn, context, beside, ownColumn, digits = 0, sign, needs, not, mayFollow } = form;
  const place = form.keywords === undefined ? -1 : KEYWORD_LISTS.indexOf(form.keywords);
  const list = place < 0 ? 0 : 1 << place;
  return { category, pattern, isValid, valueIn, context, beside, ownColumn, digits, sign, needs, not, mayFollow, list, accepts };
}

/** More digits than any form needs. */
const MAX_FORM_DIGITS = 20;

/** The forms to try in a window, in order of precedence, by its longest sequence of digits and by the lists with a keyword around it. */
export type ChooseForms = (digits: number, lists: number) => readonly ReadForm[];

/** Choices are kept, as most windows have few words; so many at most. */
const MOST_KEPT = 512;

/** Arranges all forms. `isTelephone` tells whether digits in international form are a possible number of their country. */
export function createFormChoice(isTelephone: (number: string) => boolean): ChooseForms {
  const forms: readonly ReadForm[] = [
    ...PERSONAL_FORMS.map((form) => withList(form)),
    withList(TELEPHONE_FORM, (value) => isNumber(value, isTelephone)),
    withList(TELEPHONE_ABROAD_FORM, isNoExample),
    withList(TELEPHONE_GROUPS_FORM, isGrouped),
    withList(TELEPHONE_PLAIN_FORM, isPlain),
  ];
  const byDigits = Array.from({ length: MAX_FORM_DIGITS + 1 }, (_, most) => ({
    forms: forms.filter(({ digits }) => digits <= most || most === MAX_FORM_DIGITS),
    kept: new Map<number, readonly ReadForm[]>(),
  }));
  return (digits, lists) => {
    const own = byDigits[Math.min(digits, MAX_FORM_DIGITS)];
    if (own === undefined) return [];
    let chosen = own.kept.get(lists);
    if (chosen === undefined) {
      if (own.kept.size >= MOST_KEPT) own.kept.clear();
      chosen = own.forms.filter(({ list }) => list === 0 || (list & lists) !== 0);
      own.kept.set(lists, chosen);
    }
    return chosen;
  };
}
