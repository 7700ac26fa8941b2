import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import type { SeedWords } from '../../../ports/seed-words.ts';
import type { ProfileText, TextProfile } from '../normalisation/text-profile.ts';
import { isHashOfValue } from '../redaction/redact.ts';
import { openBehindAddress, passwordsBehindAddresses } from '../secrets/address-passwords.ts';
import { isLiteralWords, isNextSetting } from '../secrets/assigned-values.ts';
import { openContextualCode, contextualCodes } from '../secrets/contextual-codes.ts';
import { openContextualSecret, contextualSecrets } from '../secrets/contextual-secrets.ts';
import { findLabelledSecrets, openLabelledSecret } from '../secrets/find-labelled-secrets.ts';
import { findVendorTokens, openVendorToken } from '../secrets/find-vendor-tokens.ts';
import { keyBlockGoesOn, keyBlocks, mayHoldKeyBlock, openKeyBlock, type KeyBlock } from '../secrets/key-block.ts';
import type { NamedSecret } from '../secrets/named-form.ts';
import { isPlural, LEAST_KEY, valuesInside } from '../secrets/nearby-keys.ts';
import { PASSWORD_HASH } from '../secrets/password-hashes.ts';
import { isGivenPhrase, isHyphenated, isJoinedWords, isPassphrase, isUnsaid, isWordForPassword } from '../secrets/password-words.ts';
import { recoveryCodes } from '../secrets/recovery-codes.ts';
import type { TabularValue } from '../secrets/secret-columns.ts';
import {
  bits,
  isAnswer,
  isChosen,
  isGiven,
  isMixedUp,
  isNameInBase64,
  isPath,
  isScrambled,
  isShortKey,
  isTelling,
  isUnmistakable,
  isWord,
  type ValueEnd,
  withoutSentenceEnd,
} from '../secrets/secret-value.ts';
import { seedPhrases } from '../secrets/seed-phrases.ts';
import { createSeedSearch, openSeed, type SeedSearch } from '../secrets/seed-words.ts';
import { codeBefore } from '../secrets/spoken-codes.ts';
import { isExpression, isIdentifier, isNameOfPassword, isPlaceholder } from '../secrets/stand-ins.ts';
import { secretsInCells } from '../secrets/table-secrets.ts';
import { isNameEnd, mayHeadColumn, openTabularValue, secretsUnder } from '../secrets/tabular-passwords.ts';
import { createValueBeforeLabel, openTaken, type ValueBeforeLabel } from '../secrets/value-before-label.ts';
import { withinBorders } from '../secrets/value-borders.ts';
import { isInArn } from '../secrets/value-context.ts';
import { readTableCells } from './table-cells.ts';

const NAME = 'secrets';
/** Category of private keys between their PEM markers. */
export const PRIVATE_KEY = 'private_key';

/** What the detector shares with others, and word lists for wallet seeds. */
export interface SecretsDetectorDeps {
  readonly profile: ProfileText;
  readonly seedWords?: SeedWords | undefined;
}

/**
 * Finds keys, tokens and passwords by issuers' documented formats, by the names they are assigned to and by the text before them;
 * placeholders, expressions and low-entropy values do not count. Linear in the length of the text. In a growing text only a
 * possible beginning of a secret is held back, not the text that names it.
 */
export function createSecretsDetector({ profile, seedWords }: SecretsDetectorDeps): Detector {
  return { ...secretsDetector, inspect: (part) => inspect(part, profile(part.text), seedWords) };
}

/** The detector without a text profile; finds wallet seeds only where a word names them. */
export const secretsDetector = {
  name: NAME,
  directions: ['input', 'output'],
  readsWebCodes: true,
  readsAround: true,
  inspect: (part: GuardPart): readonly Finding[] => inspect(part),
  tail: (text) =>
    Math.min(
      openVendorToken(text),
      openLabelledSecret(text),
      openKeyBlock(text),
      openTabularValue(text),
      openBehindAddress(text),
      openContextualSecret(text),
      openContextualCode(text),
      openSeed(text),
      openTaken(text),
    ),
  goesOn: ({ category }, text) => (category === PRIVATE_KEY ? keyBlockGoesOn(text) : undefined),
} satisfies Detector;

function inspect(part: GuardPart, profile?: TextProfile, seedWords?: SeedWords): readonly Finding[] {
  const { text } = part;
  const blocks = mayHoldKeyBlock(text) ? keyBlocks(text) : NO_BLOCKS;
  const issued = findVendorTokens(text, profile?.longestRun);
  let listed: TabularValue[] | undefined;
  let [listEnd, keysEnd, codesEnd, insideEnd] = [0, 0, 0, 0];
  let isTableRead = false;
  let seeds: SeedSearch | undefined;
  let before: ValueBeforeLabel | undefined;
  // In a streamed reply, text before the name of a value has already been released.
  const isWhole = part.role !== 'assistant';
  const hasKeys = isWhole && (profile === undefined || profile.longestRun >= LEAST_KEY);
  const hasDigits = profile?.digits !== 0;
  const named = findLabelledSecrets(text, profile, (at, what, wordEnd) => {
    if (isWhole && !isTableRead && what !== 'seed' && mayHeadColumn(text, wordEnd)) {
      isTableRead = true;
      secretsInCells(text, readTableCells(text).cells, (listed ??= []));
    }
    if (what === 'key') {
      if (at >= keysEnd && isNameEnd(text, wordEnd)) keysEnd = secretsUnder(text, at, (listed ??= []), { kind: 'key', isWhole });
      if (!hasKeys) return;
      if (at >= insideEnd && isPlural(text, wordEnd)) insideEnd = valuesInside(text, at, (listed ??= []), true);
      return;
    }
    if (what === 'seed') {
      (seeds ??= createSeedSearch(text)).at(at, (listed ??= []));
      return;
    }
    const code = isWhole && hasDigits ? codeBefore(text, at) : undefined;
    if (code !== undefined) (listed ??= []).push({ ...code, kind: 'random' });
    if (what === 'code') {
      if (hasDigits && at >= codesEnd) codesEnd = secretsUnder(text, at, (listed ??= []), { kind: 'code', isWhole });
      if (isWhole && hasDigits) recoveryCodes(text, at, (listed ??= []));
      return;
    }
    if (isWhole && at >= insideEnd && PLURALS.test(text.slice(at, at + MOST_PLURAL)))
      insideEnd = valuesInside(text, at, (listed ??= []), false);
    if (at >= listEnd) listEnd = secretsUnder(text, at, (listed ??= []), { kind: 'password', isWhole });
    (before ??= createValueBeforeLabel(text, isWhole)).at(at, (listed ??= []));
  });
  if (isWhole && seedWords !== undefined) for (const phrase of seedPhrases(text, seedWords, profile?.isAscii)) (listed ??= []).push(phrase);
  const paired = passwordsBehindAddresses(text);
  const contextual = contextualSecrets(text, profile, isWhole);
  const codes = contextualCodes(text, profile, isWhole);
  if (blocks.length + issued.length + named.length + paired.length + contextual.length + codes.length + (listed?.length ?? 0) === 0)
    return NONE;
  const findings: Finding[] = [];
  const add = (category: string, start: number, end: number): void => {
    if (isHashOfValue(text, start, end)) return;
    findings.push({ detector: NAME, category, part: part.id, start, end, score: 1 });
  };
  for (const { start, end } of blocks) add(PRIVATE_KEY, start, end);
  for (const { category, start, value } of issued) add(category, start, start + value.length);
  // Caches the last result: some texts repeat one value many times.
  let last: { readonly form: NamedSecret; readonly value: string; readonly end: ValueEnd; readonly length: number } | undefined;
  for (const { form, start: from, value: whole } of named) {
    if (!isWhole && form.category === PASSWORD_HASH) continue;
    const { start, value, isEnclosed } = withinBorders(text, from, whole);
    const end = isEnclosed ? 'enclosed' : endOf(text, start, start + value.length, form);
    if (last?.form !== form || last.value !== value || last.end !== end)
      last = { form, value, end, length: secretLength(value, form, end) };
    const length = last.length === 0 && end === 'enclosed' && isLiteralWords(text, start, value, form) ? value.length : last.length;
    if (length > 0 && !isBrokenOff(text, start, value, form) && !isNextSetting(text, start, value) && !isOfResource(text, start, form))
      add(form.category, start, start + length);
  }
  // Tables repeat their values.
  let known: Map<TabularValue['kind'], Map<string, boolean>> | undefined;
  for (const { start, end, kind } of [...(listed ?? []), ...paired]) {
    const value = text.slice(start, end);
    const verdicts = (known ??= new Map<TabularValue['kind'], Map<string, boolean>>()).get(kind) ?? new Map<string, boolean>();
    known.set(kind, verdicts);
    let is = verdicts.get(value);
    if (is === undefined) {
      is =
        kind === 'seed' ||
        (kind === 'chosen' && isHyphenated(value)) ||
        isSecret(kind === 'word' ? value.toLowerCase() : value, BY_KIND[kind]);
      verdicts.set(value, is);
    }
    if (is) add(BY_KIND[kind].category, start, end);
  }
  for (const { start, end, shape } of contextual) add(shape === 'drawn' || shape === 'digest' ? 'generic_secret' : 'password', start, end);
  for (const { start, end } of codes) add('pin', start, end);
  return findings.length < 2 ? findings : withoutOverlaps(findings);
}

/** Words for several passwords. */
const PLURALS = /^(?:password|passwd|pwd)s/i;
const MOST_PLURAL = 9;

/** Category and validation by kind, for values identified by a list or by the words around them. */
const BY_KIND = {
  chosen: { category: 'password', entropy: 2, kind: 'chosen' },
  telling: { category: 'password', entropy: 2, kind: 'telling' },
  word: { category: 'password', entropy: 2, kind: 'word' },
  random: { category: 'pin', entropy: 0.5, kind: 'random' },
  made: { category: 'generic_secret', entropy: 3.2, kind: 'made' },
  issued: { category: 'generic_secret', entropy: 2.8, kind: 'random' },
  scrambled: { category: 'generic_secret', entropy: 3.8, kind: 'scrambled' },
  seed: { category: 'password', entropy: 2, kind: 'words' },
} as const satisfies Record<TabularValue['kind'], unknown>;

const NONE: readonly Finding[] = [];
/** Categories of passwords given to commands. */
const IN_COMMAND: ReadonlySet<string> = new Set(['curl_password', 'cli_secret', 'piped_password']);
const QUOTES = '"\'`';

/** A label with a colon at the start of its line, and its maximum length. */
const LABEL = /(?:^|[\r\n])[\s>*-]{0,8}[\p{L}\d][\p{L}\d _-]{1,24}[:=]\s{1,2}$/u;
const MAX_LABEL = 40;
/** A name of several words that is assigned a value at the start of a line, or after what exports it. */
const SETTING = /(?:^|[\r\n])[ \t]{0,8}(?:export\s|set\s)?[A-Za-z\d]{1,24}[._-][\w.-]{1,40}=$/;
const MAX_SETTING = 72;
/** A colon at the end of a name, anywhere. */
const COLON = /[:：]\s{0,2}$/;

/** A question mark inside a sentence that continues, two characters before the end of a value. */
const GOES_ON = /^(?:.\?(?:[,;]|\s[\p{Ll}\p{Lo}])|\?[.;])/u;

function isLineEnd(character: string): boolean {
  return character === '' || character === '\n' || character === '\r';
}

/** Whether a command argument begins with a quote but ends before the closing one: it is several words, and the first is not the secret. */
function isBrokenOff(text: string, start: number, { length }: string, { category }: NamedSecret): boolean {
  const [before = '', behind = ''] = [text[start - 1], text[start + length]];
  return IN_COMMAND.has(category) && (before === '"' || before === "'") && behind === ' ';
}

/** Whether a value is part of the name of a resource in a cloud, which may be called a secret and as long as a key. */
function isOfResource(text: string, start: number, { category }: NamedSecret): boolean {
  return (category === 'generic_secret' || category === 'aws_secret_key') && isInArn(text, start);
}

/** How the value of a form at this position ends. */
function endOf(text: string, start: number, end: number, { category }: NamedSecret): ValueEnd {
  const [before = '', behind = ''] = [text[start - 1], text[end]];
  if ((before === behind && before !== '' && QUOTES.includes(before)) || (before === '>' && behind === '<')) return 'enclosed';
  if (IN_COMMAND.has(category)) return before === ':' && QUOTES.includes(behind) && behind !== '' ? 'enclosed' : 'argument';
  if (before === '=' && isLineEnd(behind) && SETTING.test(text.slice(Math.max(0, start - MAX_SETTING), start))) return 'line';
  if (before === '=' || category === 'password_file') return 'assigned';
  // A question ends with its sentence: if that continues, the question mark is part of the value.
  if (GOES_ON.test(text.slice(end - 2, end + 2))) return 'assigned';
  if (isLineEnd(before) && isLineEnd(behind)) return 'assigned';
  if (isLineEnd(behind) && COLON.test(text.slice(start - 3, start))) return 'line';
  return isLineEnd(behind) && LABEL.test(text.slice(Math.max(0, start - MAX_LABEL), start)) ? 'line' : 'spoken';
}
const NO_BLOCKS: readonly KeyBlock[] = [];

/** Sorts findings by offset and resolves overlaps in favour of the one found first: forms are tried in order of certainty. */
function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const kept: { readonly finding: Finding; readonly rank: number }[] = [];
  const ranked = findings.map((finding, rank) => ({ finding, rank }));
  for (const next of ranked.toSorted((a, b) => a.finding.start - b.finding.start || a.rank - b.rank)) {
    let last = kept.at(-1);
    while (last !== undefined && last.finding.end > next.finding.start && last.rank > next.rank) {
      kept.pop();
      last = kept.at(-1);
    }
    if (last === undefined || last.finding.end <= next.finding.start) kept.push(next);
  }
  return kept.map(({ finding }) => finding);
}

/** Length of the part of a value that is a secret; 0 if none is. */
function secretLength(value: string, form: NamedSecret, end: ValueEnd): number {
  // An abbreviated value stands in for one.
  if (/(?:\.{3}|…)$/.test(value)) return 0;
  const secret = withoutSentenceEnd(value, form.kind, end);
  return isSecret(secret, form) ? secret.length : 0;
}

/** Minimum length of a key that need not look like one. */
const LEAST_LONG = 16;
/** A key in hexadecimal, which has fewer characters to choose from, and its minimum entropy. */
const HEXADECIMAL = /^[\da-f]+$/i;
const LEAST_HEXADECIMAL = 2.8;
/** Minimum length of a secret. */
const SHORTEST = 3;
/** Categories in which a password may be any word, since nothing else can be at that position. */
const IN_FIELD: ReadonlySet<string> = new Set(['url_password', 'connection_password', 'password_file']);

function isSecret(value: string, { entropy, kind, category }: Pick<NamedSecret, 'category' | 'entropy' | 'kind'>): boolean {
  if (value.length < SHORTEST) return false;
  if (kind === 'words') return isPassphrase(value);
  if (kind === 'unsaid') return isUnsaid(value);
  if (kind === 'phrase') return !isPlaceholder(value) && isGivenPhrase(value) && (value.includes(' ') || isGiven(value));
  if (kind === 'proper') return /^[\p{Lu}\d]/u.test(value) && !isPlaceholder(value) && isGivenPhrase(value);
  if (kind === 'given') return !isPlaceholder(value) && bits(value) >= entropy && isGiven(value);
  if (kind === 'word') return isWordForPassword(value);
  const isInField = IN_FIELD.has(category);
  const isJoined = kind === 'chosen' && isJoinedWords(value);
  if (!isInField && isWord(value) && !isScrambled(value) && !isJoined) return false;
  if (isPlaceholder(value)) return false;
  if (kind === 'drawn' && value.length < LEAST_LONG) return isShortKey(value) && !isExpression(value);
  if (bits(value) < (kind === 'drawn' && HEXADECIMAL.test(value) ? Math.min(entropy, LEAST_HEXADECIMAL) : entropy)) return false;
  if (category === 'basic_credentials') return !isNameInBase64(value);
  if (kind === 'random') return true;
  if ((isExpression(value) && !isJoined && !isScrambled(value)) || (isInField && isNameOfPassword(value))) return false;
  if (category === 'generic_secret' && isIdentifier(value)) return false;
  if (kind === 'telling') return isTelling(value);
  if (kind === 'answer') return isAnswer(value);
  if (kind === 'unmistakable') return isUnmistakable(value);
  if (kind === 'scrambled') return isMixedUp(value);
  const isMade = kind === 'made' || kind === 'drawn';
  if (isMade && isPath(value)) return false;
  if (isMade) return (/\d/.test(value) && /\p{L}/u.test(value)) || isScrambled(value);
  return isChosen(value, isInField ? 'field' : 'word');
}
