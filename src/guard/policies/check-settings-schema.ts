import { Type, type Static } from '@sinclair/typebox';
import type { CheckSettings } from '../../domain/guardrails/policy/check-settings.ts';
import { namedPatternsFault, NamedPatternsBody, namedPatternsToBody, readNamedPatterns } from './named-patterns-schema.ts';

/** Most phrases in all lists of a policy together, and most characters in them: the matcher is built while requests wait. */
const MAX_PHRASES = 20_000;
const MAX_PHRASE_CHARACTERS = 500_000;

const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: '^[^\\s/:@]+$' }), {
  maxItems: 10_000,
  description: 'Host names, each including its subdomains.',
});
const Phrase = Type.String({ minLength: 1, maxLength: 200 });
const Characters = Type.Integer({ minimum: 1, maximum: 268_435_456, description: 'UTF-16 code units.' });

/** The settings of a check besides its rules. */
export const CheckSettingsBody = Type.Object(
  {
    hosts: Type.Optional(
      Type.Object(
        { allow: Type.Optional(Hosts), block: Type.Optional(Hosts) },
        { additionalProperties: false, description: 'For `links`: hosts whose URLs are allowed, and hosts whose URLs score 1.' },
      ),
    ),
    lists: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({
              pattern: '^[a-z][a-z0-9_]{0,39}$',
              description: 'The category of its findings, which rules can refer to.',
            }),
            phrases: Type.Array(
              Type.Union([
                Phrase,
                Type.Object({ text: Phrase, weight: Type.Number({ exclusiveMinimum: 0, maximum: 1000 }) }, { additionalProperties: false }),
              ]),
              {
                minItems: 1,
                maxItems: MAX_PHRASES,
                description:
                  'Matched as whole words, regardless of case, accents and punctuation. Signs that touch a word (`C++`, `AT&T`) and punctuation before one (`.NET`, `--force`) are part of the phrase.',
              },
            ),
            threshold: Type.Optional(
              Type.Number({
                exclusiveMinimum: 0,
                maximum: 100_000,
                description:
                  'Makes the list a topic, scored by the sum of the weights of the distinct phrases found, divided by this number.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100, description: 'For `phrases`.' },
      ),
    ),
    patterns: Type.Optional(NamedPatternsBody),
    limits: Type.Optional(
      Type.Object(
        {
          message_characters: Type.Optional(Characters),
          request_characters: Type.Optional(Characters),
          messages: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        },
        {
          additionalProperties: false,
          minProperties: 1,
          description: 'For `size`: the most characters in one message, the most in all texts together, and the most messages.',
        },
      ),
    ),
    languages: Type.Optional(
      Type.Object(
        {
          allowed: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), { minItems: 1, maxItems: 200, description: 'ISO 639-1 codes.' }),
          min_characters: Type.Optional(
            Type.Integer({ minimum: 10, maximum: 10_000, default: 40, description: 'Shortest text that is checked.' }),
          ),
        },
        { additionalProperties: false, description: 'For `language`.' },
      ),
    ),
  },
  { additionalProperties: false },
);

type Body = Static<typeof CheckSettingsBody>;

/** The field of the settings that each check reads, and whether it is required. */
const OWN: Readonly<Record<string, { readonly field: keyof Body; readonly isNeeded: boolean }>> = {
  links: { field: 'hosts', isNeeded: false },
  phrases: { field: 'lists', isNeeded: true },
  patterns: { field: 'patterns', isNeeded: true },
  size: { field: 'limits', isNeeded: true },
  language: { field: 'languages', isNeeded: true },
};

/** The fields of a check against which its settings are validated. */
interface CheckBody {
  readonly detector: string;
  readonly fail: 'open' | 'closed';
  readonly trusted_roles?: readonly string[];
  readonly settings?: Body;
  readonly rules: readonly { readonly categories?: readonly string[]; readonly steps: readonly { readonly action: string }[] }[];
}

interface Fault {
  readonly place: string;
  readonly message: string;
}

/** The first error in the settings of a check and its path; undefined if there is none. */
export function settingsFault(check: CheckBody): Fault | undefined {
  const { detector, settings = {} } = check;
  if (detector === 'canary') return canaryFault(check);
  const own = OWN[detector];
  const stray = Object.keys(settings).find((field) => field !== own?.field);
  if (stray !== undefined) return { place: `settings.${stray}`, message: 'this check has no such setting' };
  if (own?.isNeeded === true && settings[own.field] === undefined)
    return { place: `settings.${own.field}`, message: 'is required for this check' };
  const { lists = [], patterns = [] } = settings;
  const wrong = namedPatternsFault(patterns);
  if (wrong !== undefined) return { ...wrong, place: `settings.patterns${wrong.place}` };
  const twice = lists.findIndex(({ name }, index) => lists.findIndex((other) => other.name === name) < index);
  if (twice >= 0) return { place: `settings.lists[${twice}].name`, message: 'another list has this name' };
  for (const [at, { phrases }] of lists.entries()) {
    const empty = phrases.findIndex((phrase) => !/[\p{L}\p{N}]/u.test(typeof phrase === 'string' ? phrase : phrase.text));
    if (empty >= 0) return { place: `settings.lists[${at}].phrases[${empty}]`, message: 'must contain a letter or a digit' };
  }
  const all = lists.flatMap(({ phrases }) => phrases);
  const characters = all.reduce((sum, phrase) => sum + (typeof phrase === 'string' ? phrase : phrase.text).length, 0);
  if (all.length > MAX_PHRASES) return { place: 'settings.lists', message: `more than ${MAX_PHRASES} phrases` };
  if (characters > MAX_PHRASE_CHARACTERS)
    return { place: 'settings.lists', message: `phrases of more than ${MAX_PHRASE_CHARACTERS} characters together` };
  return undefined;
}

/** The first setting that could let a canary reach the client, which nothing may allow. */
function canaryFault({ fail, rules, settings, trusted_roles: trusted = [] }: CheckBody): Fault | undefined {
  if (settings !== undefined) return { place: 'settings', message: 'this check has no settings' };
  if (fail !== 'closed') return { place: 'fail', message: 'a canary must fail closed' };
  if (trusted.length > 0) return { place: 'trusted_roles', message: 'a canary check must trust no role' };
  const at = rules.findIndex(
    ({ categories, steps }) => categories !== undefined || steps.some(({ action }) => action === 'allow' || action === 'flag'),
  );
  return at < 0
    ? undefined
    : { place: `rules[${at}]`, message: 'a canary must never reach the client: redact or block, for every category' };
}

/** The settings of a check in the domain's form. */
export function readSettingsOf({ hosts, lists, patterns, limits, languages }: Body): CheckSettings {
  return {
    ...(hosts === undefined ? {} : { hosts: { ...(hosts.allow && { allow: hosts.allow }), ...(hosts.block && { block: hosts.block }) } }),
    ...(lists === undefined
      ? {}
      : { lists: lists.map(({ name, phrases, threshold }) => ({ name, phrases, ...(threshold === undefined ? {} : { threshold }) })) }),
    ...(patterns === undefined ? {} : { patterns: readNamedPatterns(patterns) }),
    ...(limits === undefined
      ? {}
      : {
          limits: {
            ...(limits.message_characters && { messageCharacters: limits.message_characters }),
            ...(limits.request_characters && { requestCharacters: limits.request_characters }),
            ...(limits.messages && { messages: limits.messages }),
          },
        }),
    ...(languages === undefined
      ? {}
      : { languages: { allowed: languages.allowed, ...(languages.min_characters && { minCharacters: languages.min_characters }) } }),
  };
}

/** The settings of a check in the wire form. */
export function settingsToBody({ hosts, lists, patterns, limits, languages }: CheckSettings): Body {
  return {
    ...(hosts === undefined
      ? {}
      : { hosts: { ...(hosts.allow && { allow: [...hosts.allow] }), ...(hosts.block && { block: [...hosts.block] }) } }),
    ...(lists === undefined
      ? {}
      : {
          lists: lists.map(({ name, phrases, threshold }) => ({
            name,
            phrases: phrases.map((phrase) => (typeof phrase === 'string' ? phrase : { text: phrase.text, weight: phrase.weight ?? 1 })),
            ...(threshold === undefined ? {} : { threshold }),
          })),
        }),
    ...(patterns === undefined ? {} : { patterns: namedPatternsToBody(patterns) }),
    ...(limits === undefined
      ? {}
      : {
          limits: {
            ...(limits.messageCharacters && { message_characters: limits.messageCharacters }),
            ...(limits.requestCharacters && { request_characters: limits.requestCharacters }),
            ...(limits.messages && { messages: limits.messages }),
          },
        }),
    ...(languages === undefined
      ? {}
      : { languages: { allowed: [...languages.allowed], ...(languages.minCharacters && { min_characters: languages.minCharacters }) } }),
  };
}
