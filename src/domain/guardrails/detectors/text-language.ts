import type { Finding, GuardPart, ModelDetector } from '../../../ports/guard.ts';
import type { CheckSettings } from '../policy/check-settings.ts';
import { TOO_SHORT } from '../skip-reason.ts';
import { lettersByScript, LANGUAGES_BY_SCRIPT, type Script } from './text-script.ts';

const NAME = 'language';
/** Default minimum length of a text that is checked, in characters. */
const MIN_CHARACTERS = 40;
/** Number of characters read, which suffices to identify a language. */
const MAX_READ = 4000;
/** Minimum share of a text's letters that must be of its main script. */
const LEAST_SHARE = 0.6;
/** Weight of a letter in a dense script, such as Chinese, where it says as much as a word. */
const DENSE = 4;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const CODE = /```[^]*?(?:```|$)|`[^`\n]{1,200}`|https?:\/\/\S+|\S+@\S+/g;

/** Languages that `eld` can identify. */
const IDENTIFIED =
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh';

/** ISO 639 codes of all languages known to the check; a text in any other is not identified, or mistaken for one of these. */
export const LANGUAGES: readonly string[] = [
  ...new Set([...IDENTIFIED.split(' '), ...Object.values(LANGUAGES_BY_SCRIPT).flat()]),
].toSorted();

/** Category of a text in a language, by its code. */
const categoryOf = (language: string): string => `language_${language}`;
/** Categories of the findings. */
export const LANGUAGE_CATEGORIES: readonly string[] = LANGUAGES.map(categoryOf);

/** Identifies the language of a text by its ISO 639-1 code; undefined if unsure. */
export type IdentifyLanguage = (text: string) => Promise<string | undefined>;

/**
 * Finds texts in languages that a policy does not allow, by script if that suffices, otherwise with `identify`. Texts that are
 * too short or unclear yield no finding; code and URLs are ignored.
 */
export function createLanguageDetector(
  { allowed, minCharacters = MIN_CHARACTERS }: NonNullable<CheckSettings['languages']>,
  identify: IdentifyLanguage,
): ModelDetector {
  const isAllowed = (language: string): boolean => allowed.includes(language);
  // Load the identifier before the first text needs it.
  void identify('').catch(() => undefined);

  return {
    name: NAME,
    directions: ['input', 'output'],
    unread: ({ text }) => (text.length < minCharacters / DENSE || weight(text) < minCharacters ? TOO_SHORT : undefined),
    async infer(part: GuardPart): Promise<readonly Finding[]> {
      const prose = part.text.slice(0, MAX_READ).replaceAll(INVISIBLE, '').replaceAll(CODE, ' ');
      const { script, share } = mainScript(prose);
      if (script === undefined || share < LEAST_SHARE) return [];
      const languages = LANGUAGES_BY_SCRIPT[script];
      if (languages !== undefined && !languages.some(isAllowed)) return [finding(part, languages[0] ?? script, share)];
      if (languages !== undefined && languages.every(isAllowed)) return [];
      const language = await identify(prose);
      if (language === undefined || isAllowed(language) || languages?.includes(language) === false) return [];
      return [finding(part, language, 0.8)];
    },
  };
}

function finding({ id, text }: GuardPart, language: string, score: number): Finding {
  return { detector: NAME, category: categoryOf(language), part: id, start: 0, end: text.length, score };
}

/** Length of a text without its code, in characters; letters of dense scripts count more. */
function weight(text: string): number {
  const prose = text.slice(0, MAX_READ).replaceAll(CODE, ' ').trim();
  let sum = prose.length;
  for (const [script, count] of lettersByScript(prose)) if (isDense(script)) sum += count * (DENSE - 1);
  return sum;
}

function isDense(script: Script): boolean {
  return script === 'han' || script === 'kana' || script === 'hangul';
}

/** Script of most letters. Kana make Chinese characters Japanese. */
function mainScript(text: string): { readonly script: Script | undefined; readonly share: number } {
  const letters = new Map(lettersByScript(text));
  const kana = letters.get('kana') ?? 0;
  if (kana > 0) {
    letters.set('kana', kana + (letters.get('han') ?? 0));
    letters.delete('han');
  }
  const total = [...letters.values()].reduce((sum, count) => sum + count, 0);
  const [script, count = 0] = [...letters].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { script, share: total === 0 ? 0 : count / total };
}
