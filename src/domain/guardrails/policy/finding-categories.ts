import type { Direction } from '../../../ports/guard.ts';
import { LEARNED_PATTERN } from '../detectors/attack-signs.ts';
import { PHRASES } from '../detectors/injection-phrases.ts';
import { LINK_CATEGORIES } from '../detectors/link-score.ts';
import { ENTITY_CATEGORIES } from '../detectors/named-entities.ts';
import { PERSONAL_FORMS } from '../detectors/personal-forms.ts';
import { PRIVATE_KEY } from '../detectors/secrets.ts';
import { TELEPHONE_FORM } from '../detectors/telephone-forms.ts';
import { TEMPLATE_MARK } from '../detectors/template-marks.ts';
import { LANGUAGE_CATEGORIES } from '../detectors/text-language.ts';
import { SIZE_CATEGORIES } from '../detectors/text-size.ts';
import { NAMED_SECRETS } from '../secrets/named-secrets.ts';
import { VENDOR_TOKENS } from '../secrets/vendor-tokens.ts';
import type { CheckSettings } from './check-settings.ts';

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  prompt_injection: [...new Set(PHRASES.map(({ category }) => category)), LEARNED_PATTERN, TEMPLATE_MARK],
  card_number: ['credit_card'],
  email_address: ['email_address'],
  personal_data: [...new Set([...PERSONAL_FORMS, TELEPHONE_FORM].map(({ category }) => category))],
  secrets: [...new Set([PRIVATE_KEY, ...[...VENDOR_TOKENS, ...NAMED_SECRETS].map(({ category }) => category)])],
  links: LINK_CATEGORIES,
  prompt_leak: ['system_prompt'],
  canary: ['canary'],
  size: SIZE_CATEGORIES,
  language: LANGUAGE_CATEGORIES,
  named_entities: ENTITY_CATEGORIES,
};

/** All categories a check's findings can have under its settings; undefined if unknown, as for a classifier's labels. */
export function categoriesOf(detector: string, { lists, patterns }: CheckSettings = {}): readonly string[] | undefined {
  if (detector === 'phrases') return lists?.map(({ name }) => name);
  if (detector === 'patterns') return patterns?.map(({ name }) => name);
  return Object.hasOwn(CATEGORIES, detector) ? CATEGORIES[detector] : undefined;
}

/** Checks that read only one direction. */
const ONE_WAY: Readonly<Record<string, Direction>> = {
  prompt_injection: 'input',
  size: 'input',
  classifier: 'input',
  named_entities: 'input',
  prompt_leak: 'output',
  canary: 'output',
};

/** The one direction that a check reads; undefined if it reads both. */
export function onlyDirectionOf(detector: string): Direction | undefined {
  return Object.hasOwn(ONE_WAY, detector) ? ONE_WAY[detector] : undefined;
}
