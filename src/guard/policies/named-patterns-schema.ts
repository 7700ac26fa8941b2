import { Type, type Static } from '@sinclair/typebox';
import { messageOf } from '../../core/errors.ts';
import { compilePatternSearch, MOST_LOOKED, MOST_WAITED } from '../../core/pattern-search.ts';
import type { NamedPattern } from '../../domain/guardrails/policy/check-settings.ts';

const MAX_PATTERNS = 100;
/** Longest pattern in characters, and most instructions of all patterns of a policy together, which bound its memory. */
const MAX_PATTERN = 1024;
const MAX_SIZE = 16_384;

/** The patterns of a check in the wire form. */
export const NamedPatternsBody = Type.Array(
  Type.Object(
    {
      name: Type.String({
        pattern: '^[a-z][a-z0-9_]{0,39}$',
        description: 'The category of its findings, which rules can refer to and placeholders are named after.',
      }),
      pattern: Type.String({
        minLength: 1,
        maxLength: MAX_PATTERN,
        description: `A regular expression without back-references that does not match the empty text. Of several matches that begin at one place the longest counts. From where a match begins to where it may end, and from there to where it may next end, are at most ${MOST_WAITED} characters; what it looks ahead and behind for has at most ${MOST_LOOKED} together. \`^\` and \`$\` are the ends of the whole text.`,
      }),
      ignore_case: Type.Optional(Type.Boolean({ description: 'By default false.' })),
      context: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }), {
          minItems: 1,
          maxItems: 100,
          description: 'Words or phrases, whatever their case, of which one must stand within 60 characters before or behind a match.',
        }),
      ),
      score: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'What each finding scores; by default 1.' })),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: MAX_PATTERNS, description: 'For `patterns`.' },
);

type Body = Static<typeof NamedPatternsBody>;

/** The first pattern that cannot be searched for or whose name another has, and why; undefined if there is none. */
export function namedPatternsFault(patterns: Body): { readonly place: string; readonly message: string } | undefined {
  let size = 0;
  for (const [index, { name, pattern, ignore_case: ignoreCase = false }] of patterns.entries()) {
    if (patterns.findIndex((other) => other.name === name) < index)
      return { place: `[${index}].name`, message: 'another pattern has this name' };
    try {
      size += compilePatternSearch(pattern, { ignoreCase }).size;
    } catch (error) {
      return { place: `[${index}].pattern`, message: messageOf(error) };
    }
    if (size > MAX_SIZE) return { place: `[${index}].pattern`, message: `the patterns are longer than ${MAX_SIZE} steps together` };
  }
  return undefined;
}

/** Patterns in the domain's form. */
export function readNamedPatterns(patterns: Body): readonly NamedPattern[] {
  return patterns.map(({ name, pattern, ignore_case: ignoreCase, context, score }) => ({
    name,
    pattern,
    ...(ignoreCase === undefined ? {} : { ignoreCase }),
    ...(context === undefined ? {} : { context }),
    ...(score === undefined ? {} : { score }),
  }));
}

/** Patterns in the wire form. */
export function namedPatternsToBody(patterns: readonly NamedPattern[]): Body {
  return patterns.map(({ name, pattern, ignoreCase, context, score }) => ({
    name,
    pattern,
    ...(ignoreCase === undefined ? {} : { ignore_case: ignoreCase }),
    ...(context === undefined ? {} : { context: [...context] }),
    ...(score === undefined ? {} : { score }),
  }));
}
