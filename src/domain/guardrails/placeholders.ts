const VERB = '(?:put|add|insert|enter|paste|fill in|replace with)';
const WHAT = '(?:api|access|secret|private|client|app|key|token|password|passphrase|username|id|value|url|host|email|code)';
const GAP = '[ _-]';
/** Whose value goes there; a bare word between angle brackets is a tag. */
const YOURS = `(?:${VERB}${GAP})?your${GAP}(?:own${GAP})?${WHAT}(?:${GAP}?${WHAT}){0,3}`;
const PLACEHOLDER = new RegExp(`<${YOURS}(?:${GAP}here)?>|(?<!\\w)${YOURS}${GAP}here(?!\\w)`, 'giu');

/**
 * A text with spaces for the gaps that settings and programs have where a value goes: `<your key here>`, `# put your token here`. The
 * models take them for a request for that value. No other word fits in, so nothing hides there. Linear in the length of the text; moves
 * no offset.
 */
export function withoutPlaceholders(text: string): string {
  if (!text.includes('<') && !/here/i.test(text)) return text;
  return text.replaceAll(PLACEHOLDER, (gap) => ' '.repeat(gap.length));
}
