import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { SECRET_FORMS, type SecretForm } from './secret-forms.ts';

const NAME = 'secrets';

/** What documentation writes where a secret would stand. */
const PLACEHOLDER = /example|placeholder|changeme|your[_-]|dummy|redacted|<[^>]*>|\$\{|\{\{|x{5}|\*{4}|\.{3}|0{8}|123456789|abcdefgh/i;
/** Expressions of programs and names of variables that stand where a secret would. */
const EXPRESSION =
  /^(?:os\.|process\.|env\.|env\[|self\.|this\.|config\.|settings\.|get|null$|none$|true$|false$|undefined$|string$|\$|%|\[|\(|\{)|\(|\)$|^[a-z]+(?:[._-][a-z]+)+$|^https?:/i;
/** A digest or an identifier that everybody may know. */
const PUBLIC = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|sha\d{3}-.*)$/i;

/** Longest form that is held back while it may still grow. */
const MAX_OPEN = 200;

/**
 * Finds keys, tokens and passwords by the forms that those who issue them document, by the names they are given and by
 * what stands before them; placeholders, expressions and values without entropy are none. Linear in the length of the text.
 */
export const secretsDetector: Detector = {
  name: NAME,
  directions: ['input', 'output'],
  inspect(part: GuardPart): readonly Finding[] {
    const { text } = part;
    const lower = text.toLowerCase();
    const findings: Finding[] = [];
    for (const form of SECRET_FORMS) {
      if (!form.marks.some((mark) => lower.includes(mark))) continue;
      for (const match of text.matchAll(form.pattern)) {
        const value = trimmed(match.groups?.['secret'] ?? match[0], form);
        const start = match.index + match[0].lastIndexOf(value);
        const end = start + value.length;
        if (!isSecret(value, form) || findings.some((other) => other.start < end && start < other.end)) continue;
        findings.push({ detector: NAME, category: form.category, part: part.id, start, end, score: 1 });
      }
    }
    return findings.toSorted((a, b) => a.start - b.start);
  },
  tail: openSecret,
};

/** Without the full stop or bracket that ends the sentence a chosen value stands in. */
function trimmed(value: string, form: SecretForm): string {
  return form.chosen === true ? value.replace(/[.;:)\]}]+$/, '') : value;
}

function isSecret(value: string, { entropy = 3, chosen = false, category }: SecretForm): boolean {
  if (category === 'private_key') return true;
  if (PLACEHOLDER.test(value) || bits(value) < entropy) return false;
  if (!chosen) return true;
  if (EXPRESSION.test(value) || PUBLIC.test(value)) return false;
  const isMixed = /\d/.test(value) && /\p{L}/u.test(value);
  if (category === 'password') return isMixed || (/[^\p{L}\p{N}_-]/u.test(value) && /\p{Lu}/u.test(value));
  return category === 'url_password' ? value.length >= 6 || isMixed : isMixed;
}

/** Shannon entropy of the characters, in bits a character. */
function bits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / value.length) * Math.log2(count / value.length);
  return sum;
}

/** Words behind which a secret may begin. */
const LEAD =
  /(?:passw\w*|passphrase|passcode|pwd|kennwort|senha|token|secret|key|bearer|basic|credentials?)["']?\s{0,3}(?:=>|:=|[:=]|is|was|ist)?\s{0,3}["'`]?$/i;
const BLOCK = '-----BEGIN';

/** Where the last word begins, with a word before it that may announce a secret; a key block is held from its first line. */
function openSecret(text: string): number {
  const least = Math.max(0, text.length - MAX_OPEN);
  const block = text.lastIndexOf(BLOCK);
  if (block >= least && !text.includes('-----END', block)) return block;
  let start = text.length;
  while (start > least && !/\s/.test(text.charAt(start - 1))) start -= 1;
  const lead = LEAD.exec(text.slice(Math.max(0, start - 40), start));
  return lead === null ? start : Math.max(least, start - lead[0].length);
}
