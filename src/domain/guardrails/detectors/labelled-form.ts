import { BEGINS } from '../secrets/keyword-filter.ts';
import { NEVER, type PersonalForm } from './value-forms.ts';

/** Words and abbreviations for a number, behind the word for what it is the number of. */
const NUMBER = String.raw`(?:[ _-]?(?:no|nr|num(?:ber|mer|éro|ero)?|número|n[°ºr.]|#)\.?(?!\p{L}))?`;
/** Whose number it is, behind the word; only for numbers that have a check. */
const OF = String.raw`(?:\s(?:of|for|von|vom|des|der|de|du|del|della|da|do|van|für|av)\s[\p{L}'’]{1,16}(?:\s[\p{L}'’]{1,16})?(?=\s?:|\s(?:is|ist|lautet|es|est|è|é|är|er)\s))?`;

/** What a form by a word right before the number says of it. */
export type LabelledValue = Pick<PersonalForm, 'digits' | 'needs' | 'pattern' | 'isValid' | 'not' | 'mayFollow'>;

/** Keywords of a prefilter, parted by bars, that count where a word begins. */
export function beginnings(keywords: string): readonly string[] {
  return keywords.split('|').map((keyword) => BEGINS + keyword);
}

/**
 * Makes forms of numbers that count only right behind one of their words. `keywords` are those of the prefilter: an all-ASCII
 * text with one of the words of any of the forms contains at least one.
 */
export function labelledForms(keywords: readonly string[]): (category: string, words: string, value: LabelledValue) => PersonalForm {
  return (category, words, value) => {
    const label = String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`;
    const context = new RegExp(label, 'iu');
    return {
      category,
      context,
      words: context,
      beside: {
        before: new RegExp(
          String.raw`${label}["']?${NUMBER}["']?${value.isValid === undefined ? '' : OF}(?:\s?\([\p{L} .]{2,20}\))?(?:\s(?:μου|mín|mój|mi|mein|mans|my))?(?:\s(?:is|was|ist|lautet|to|es|est(?: le)?|è|é|er|är|είναι|n[°ºr]\.?))?(?:[\s:=#"'(*|-]{1,4}|[ .…_]{2,10}[:=] ?)$`,
          'iu',
        ),
        behind: NEVER,
      },
      keywords,
      ...value,
    };
  };
}

/** The same for words of languages that put no blank between a word and its number; these have no ASCII words. */
export function unspacedForm(category: string, words: string, value: LabelledValue): PersonalForm {
  return {
    category,
    context: new RegExp(words, 'u'),
    beside: { before: new RegExp(String.raw`(?:${words})(?:番号|号码|號碼)?(?:は|是|为|為)?[\s:：=(（「]{0,4}$`, 'u'), behind: NEVER },
    keywords: NO_KEYWORDS,
    ...value,
  };
}

/** Of words without a keyword, only the characters are looked for. */
const NO_KEYWORDS: readonly string[] = [];
