import type { Conversation, ConversationStep, Detector, DetectorContext, Finding, GuardPart } from '../../../ports/guard.ts';
import { leakViews } from './leak-views.ts';
import { countShingles, createShingles, shingleOf, wordsOf, type Shingles, type Words } from './word-hashes.ts';

const NAME = 'prompt_leak';
const CATEGORY = 'system_prompt';
/** Length in words of a shingle, which identifies its source. */
const SHINGLE = 5;
/** Maximum number of words between two shingles of one passage. */
const MAX_GAP = 3;
/** Number of words from which a passage is a finding, and that score 1. */
const LEAST_WORDS = 12;
const FULL_WORDS = 40;
/** Minimum number of shingles in a passage. */
const LEAST_SHINGLES = 2;
const NONE: ReadonlySet<number> = new Set();
/** Share of a prompt that counts as the whole prompt, and the lowest score of a whole prompt, however short. */
const WHOLE_SHARE = 0.8;
const WHOLE_SCORE = 0.6;
const MAX_OPEN = 256;
/** Limits on the characters compared, of a prompt and of the rest of the conversation. */
const MAX_PROMPT = 131_072;
const MAX_SAID = 65_536;
/** Number of prompts cached: an application sends the same one with every request. */
const MAX_PROMPTS = 16;

/** The shingles of a prompt, by their length in words. */
interface Prompt {
  readonly shingles: readonly Shingles[];
  readonly longest: Shingles;
  readonly words: number;
}

interface Passage {
  readonly start: number;
  readonly end: number;
  readonly words: number;
}

interface ScoredPassage extends Passage {
  readonly score: number;
}

const NO_PASSAGES: readonly ScoredPassage[] = [];
/** Number of characters a text must grow by before its decoded views are read again. */
const STRIDE = 64;

/**
 * Finds passages of the request's system and developer messages in the reply: compared by words, ignoring case and punctuation,
 * allowing a few words in between, also encoded or disguised (which holds back nothing in a stream). What the user or a tool also
 * said does not count. A passage of 12 words scores 0.3, one of 40 or more 1.
 */
export function createPromptLeakDetector(): Detector {
  const prompts = new Map<string, Prompt>();

  function promptOf(text: string): Prompt {
    const known = prompts.get(text);
    if (known !== undefined) return known;
    const { hashes } = wordsOf(text);
    const shingles = Array.from({ length: SHINGLE - 1 }, (_, index) => createShingles(hashes, index + 1));
    const fresh = { shingles, longest: createShingles(hashes, SHINGLE), words: hashes.length };
    const [oldest] = prompts.keys();
    if (prompts.size >= MAX_PROMPTS && oldest !== undefined) prompts.delete(oldest);
    prompts.set(text, fresh);
    return fresh;
  }

  return {
    ...NOTHING,
    unread: () => 'the request is not known',
    bind({ direction, conversation }: DetectorContext): Detector | undefined {
      if (direction !== 'output' || conversation.steps.length === 0) return undefined;
      const text = textsOf(conversation, isPrompt).join('\n\n').slice(0, MAX_PROMPT);
      if (text === '') return { ...NOTHING, unread: () => 'the request has no system message' };
      return reading(promptOf(text), conversation);
    },
  };
}

const NOTHING: Detector = { name: NAME, directions: ['output'], inspect: () => [], tail: (text) => text.length };

function reading(prompt: Prompt, conversation: Conversation): Detector {
  let said: ReadonlySet<number> | undefined;
  let viewed: { readonly text: string; readonly leaks: readonly ScoredPassage[] } = { text: '', leaks: NO_PASSAGES };

  function leaksIn(text: string): readonly ScoredPassage[] {
    if (countShingles(text, prompt.longest) < LEAST_SHINGLES) return NO_PASSAGES;
    const words = wordsOf(text);
    if (!passages(words, prompt.longest).some((passage) => scoreOf(passage, prompt) > 0)) return NO_PASSAGES;
    // Texts of others are only joined when needed.
    said ??= saidBeside(conversation);
    return passages(words, prompt.longest, said).flatMap((passage) => {
      const score = scoreOf(passage, prompt);
      return score === 0 ? [] : [{ ...passage, score }];
    });
  }

  /** The views of a growing text are not recomputed for every few characters. */
  function leaksInViews(text: string): readonly ScoredPassage[] {
    if (text.length - viewed.text.length < STRIDE && text.startsWith(viewed.text)) return viewed.leaks;
    const leaks = Array.from(leakViews(text)).flatMap((view) => {
      return leaksIn(view.text).map((leak) => ({ ...leak, ...view.original(leak.start, leak.end) }));
    });
    viewed = { text, leaks };
    return leaks;
  }

  function inspect({ id, text }: GuardPart): readonly Finding[] {
    const leaks = leaksIn(text);
    // Decoded views are read only if the text as written contains no leak.
    const all = leaks.length > 0 ? leaks : leaksInViews(text);
    return all.map(({ start, end, score }) => ({ detector: NAME, category: CATEGORY, part: id, start, end, score }));
  }

  return { ...NOTHING, inspect, tail: (text) => openPassage(text, prompt) };
}

function scoreOf({ words }: Passage, prompt: Prompt): number {
  if (words < LEAST_WORDS) return 0;
  return Math.max(Math.min(1, words / FULL_WORDS), words >= WHOLE_SHARE * prompt.words ? WHOLE_SCORE : 0);
}

/** Passages whose shingles all occur in a prompt, apart from a few words. */
function passages({ hashes, starts, ends }: Words, own: Shingles, other: ReadonlySet<number> = NONE): Passage[] {
  const found: Passage[] = [];
  let [first, last, covered] = [-1, -1, 0];
  const close = (): void => {
    if (first >= 0) found.push({ start: starts[first] ?? 0, end: ends[last] ?? 0, words: covered });
    [first, covered] = [-1, 0];
  };
  for (let index = 0; index + SHINGLE <= hashes.length; index += 1) {
    const shingle = shingleOf(hashes, index, SHINGLE);
    if (!own.has(shingle) || other.has(shingle)) continue;
    if (first >= 0 && index > last + 1 + MAX_GAP) close();
    if (first < 0) [first, last] = [index, index - 1];
    covered += index + SHINGLE - 1 - Math.max(last, index - 1);
    last = index + SHINGLE - 1;
  }
  close();
  return found;
}

/** Start of a passage that may continue beyond the text's end, even if only one word of it is there. */
function openPassage(text: string, prompt: Prompt): number {
  const from = Math.max(0, text.length - 2 * MAX_OPEN);
  const words = wordsOf(text.slice(from));
  const { hashes, starts, ends } = words;
  const isPartial = ends.at(-1) === text.length - from;
  const whole = isPartial ? hashes.slice(0, -1) : hashes;
  let open = isPartial ? (starts.at(-1) ?? 0) : text.length - from;
  for (let length = 1; length < SHINGLE && length <= whole.length; length += 1) {
    if (prompt.shingles[length - 1]?.has(shingleOf(whole, whole.length - length, length)) === true)
      open = Math.min(open, starts[whole.length - length] ?? open);
  }
  const last = passages(words, prompt.longest).at(-1);
  if (last !== undefined) {
    const beyond = starts.filter((start) => start >= last.end).length;
    if (beyond <= MAX_GAP + SHINGLE) open = Math.min(open, last.start);
  }
  return from + Math.max(open, text.length - from - MAX_OPEN);
}

function saidBeside(conversation: Conversation): ReadonlySet<number> {
  const texts = textsOf(conversation, (step) => !isPrompt(step) && !(step.kind === 'said' && step.role === 'assistant'));
  const said = new Set<number>();
  let left = MAX_SAID;
  for (const text of texts.toReversed()) {
    if (left <= 0) break;
    const { hashes } = wordsOf(text.slice(0, left));
    for (let index = 0; index + SHINGLE <= hashes.length; index += 1) said.add(shingleOf(hashes, index, SHINGLE));
    left -= text.length;
  }
  return said;
}

function isPrompt(step: ConversationStep): boolean {
  return step.kind === 'said' && (step.role === 'system' || step.role === 'developer');
}

function textsOf({ steps }: Conversation, isWanted: (step: ConversationStep) => boolean): string[] {
  return steps.filter(isWanted).map((step) => (step.kind === 'call' ? step.call.arguments : step.text));
}
