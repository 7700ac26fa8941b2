import type { ReadingRule } from './reading-rule.ts';

/** After these a capital A is a name, whatever follows. */
const NAMED =
  /\b(?:vitamin|hepatitis|plan|grade|type|group|section|option|appendix|exhibit|schedule|part|point|item|level|class|room|gate|terminal|building|block|team|side|zone|an) $/i;
/** A word in lower case before it: an article would be written in lower case too. */
const WITHIN = /(?:^|[\s("'“‘])[a-z]{1,20}[,;]? $/;
/** What cannot follow an article: the end, a pause, a sign of mathematics. */
const NO_NOUN = /^(?:\s*$|[,;:!?)\]](?!\S)|\.\s*$| & [A-Z](?![a-z])|\s?(?:[=≈≠<>≤≥∪∩⊂∈*×÷^²³]|[+\-−/]\s))/;
const WHO_BEFORE = /\b(?:the|per|by|from|via|under|according to) $/i;
const WHO_AFTER =
  /^(?:['’]s)? (?:warn(?:s|ed)|data|guid(?:ance|elines?)|reports?|chief|director|officials?|declared|recommends|estimates?)\b/;

/** Capitals that are words too: the letter A, the World Health Organization, «I AM» in a shouted text, and what comes from Poland. */
export const CAPITAL_RULES: readonly ReadingRule[] = [
  {
    pattern: /A(?![\w'’.&])|A(?=\.(?:\s|$))/y,
    say: (_, { before, after }) => {
      if (/^-[a-z]/.test(after)) return 'A';
      if (/^\s*$/.test(before) && /^\s*$/.test(after)) return 'A';
      if (NO_NOUN.test(after) || (after.startsWith('.') && NAMED.test(before))) return 'A';
      return /^ [a-z\d]/.test(after) && (NAMED.test(before) || WITHIN.test(before)) ? 'A' : undefined;
    },
  },
  {
    pattern: /a(?![\w'’.&-])/y,
    say: (_, { after }) => (/^(?:[,:)\]](?!\S)| ?(?:[=≈≠<>≤≥*×÷^²³]|\+(?=[\w ])|[-−] )(?!\s*$))/.test(after) ? 'A' : undefined),
  },
  {
    pattern: /WHO(['’]s)?(?![\w'’])/y,
    say: ([, possessive = ''], { before, after }) =>
      /[a-z]/.test(before + after) && (WHO_BEFORE.test(before) || WHO_AFTER.test(possessive + after))
        ? `W H O${possessive.replace('’', "'")}`
        : undefined,
  },
  {
    pattern: /Polish(?![\w'’-])/y,
    say: (_, { before, after }) =>
      /(?:^|[.!?:]["'”’)]?\s+)["'“‘(]?$/.test(before) &&
      /^ (?:the|an?|this|that|these|those|my|your|his|her|its|our|their|it|them|up|off)\b/.test(after)
        ? undefined
        : 'poelish',
  },
  { pattern: /AM(?![\w'’.])/y, say: (_, { before }) => (/\bI $/.test(before) ? 'am' : undefined) },
];
