import { abortable, deadline } from '../../../core/abort.ts';
import type { AttackEncoder } from '../../../ports/attack-encoder.ts';
import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import type { AttackModel } from '../attack/attack-model.ts';
import { isBeyondEncoder } from '../attack/encoder-scripts.ts';
import { LONG_TEXT } from '../first-stage.ts';
import { highestScore } from '../highest-score.ts';
import { isInstallLine } from '../install-line.ts';
import { withoutJobTitles } from '../job-titles.ts';
import { createFoldMemory } from '../normalisation/normalise.ts';
import { readText, type Reading } from '../normalisation/reading.ts';
import { createTextProfiler, type ProfileText } from '../normalisation/text-profile.ts';
import { createTokenReader } from '../normalisation/text-tokens.ts';
import { createWordMemory } from '../normalisation/word-memory.ts';
import { TOOL_DEFINITION_ROLE } from '../payload/tool-definition.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { withoutQuotedPhrase } from '../quoted-phrase.ts';
import { isReworkRequest } from '../rework-request.ts';
import { estimateOf, withOdds, type Estimate } from './attack-estimate.ts';
import { addUp, LEAST_SCORE, oncePerPlace, scored, type PlacedSign, type Sign } from './attack-signs.ts';
import { PHRASES, WORD_LISTS } from './injection-phrases.ts';
import { createPhraseMatcher, type Phrase, type PhraseMatcher } from './phrase-pattern.ts';
import { createUnscrambler } from './scrambled-words.ts';
import { mayHoldTemplateMarks, templateMarks } from './template-marks.ts';

/** Name of the check in policies and records. */
export const INJECTION_DETECTOR = 'prompt_injection';
/** Length in UTF-16 code units up to which folding buffers are kept. */
const KEPT_CHARACTERS = 32_768;

/** Name of the encoder stage in records. */
const ENCODER_STAGE = 'prompt_injection_encoder';

/** A part for the encoder to decide: the passage to classify, and the signs and estimate with offsets in the text. */
export interface AttackDoubt {
  readonly passage: Parameters<AttackEncoder['weigh']>[0];
  readonly signs: readonly PlacedSign[];
  readonly estimate: Pick<Estimate, 'score' | 'start' | 'end'>;
  /** The text is in another language. */
  readonly isForeign: boolean;
}

/** Result of the first stage on a part. Can be passed between threads. */
export interface AttackReading {
  readonly findings: readonly Finding[];
  /** Score of the whole part, 0 to 1. */
  readonly score: number;
  /** Absent without a model, and when the model is certain, unless `thorough` was requested. */
  readonly doubt?: AttackDoubt;
}

/** The encoder of the second stage. */
export interface EncoderStage {
  readonly encoder: AttackEncoder;
  /** Time limit for one text, in milliseconds, after which the first stage decides alone. */
  readonly timeoutMs: number;
  /** Texts of one request that it is asked about at the same time; 1 when absent. */
  readonly atOnce?: number;
}

/**
 * First stage of the injection check: phrases, template markers and the learned model. Linear in the length of the text. With
 * `thorough` it returns the encoder's passage even for texts about which the model is certain. Keeps buffers for texts of up to
 * the given size.
 */
export function createAttackReader(
  model: AttackModel | undefined,
  profile: ProfileText = createTextProfiler(),
  mostKept?: number,
): (part: GuardPart, thorough?: boolean) => AttackReading {
  const matcher = createPhraseMatcher(PHRASES, WORD_LISTS, mostKept);
  const places = new Map(PHRASES.map((phrase, index) => [phrase, index]));
  const unscramble = createUnscrambler(matcher.words);
  const words =
    model &&
    createWordMemory({
      weightOf: (isData, word) => model.wordWeight(isData, unscramble(word)),
      numberOf: (word) => matcher.numberOf(unscramble(word)),
    });
  const memory = createFoldMemory(mostKept ?? KEPT_CHARACTERS);
  const room = { reader: createTokenReader(words, mostKept), memory, profile, gloss: model?.gloss };
  return (part, thorough = false) => {
    if (part.follows === true && isReworkRequest(part.text)) return { findings: NO_FINDINGS, score: 0 };
    const isData = part.channel !== 'user';
    const text = isData ? withoutJobTitles(part.text) : (withoutQuotedPhrase(part.text) ?? withoutPlaceholders(part.text));
    const reading = readText(text, { ...room, isData });
    const signs = signsIn(reading, matcher, places);
    if (model === undefined) {
      const findings = findingsOf(placed(addUp(signs), reading), part);
      return { findings, score: highestScore(findings) };
    }
    const ordered = signs.length < 2 ? signs : signs.toSorted((a, b) => a.start - b.start);
    const estimate = estimateOf(model, reading, part.channel, ordered);
    const { start, end } = estimate;
    const score = inItsPlace(estimate.score, part, signs);
    const inPlace = placed(ordered, reading);
    const isLeftToFirst = isData ? isCommand(part, signs) : isBeyondEncoder(reading.text, start, end);
    const { sentence } = estimate;
    const isDoubtful =
      !isLeftToFirst && model.isDoubtful(part.channel, estimate.score, part.text, reading.isForeign, sentence?.isSuspicious);
    // Offsets are mapped back to the original only if the window can become a finding of its own.
    const isFinding = isDoubtful || (ordered.length === 0 && score >= LEAST_SCORE);
    const estimated = { score: estimate.score, start, end, ...(isFinding ? reading.original(start, end) : {}) };
    const findings = findingsOf(scored(inPlace, { ...estimated, score }), part);
    if (!isDoubtful && !thorough) return { findings, score };
    const { score: odds, start: from, end: to, viewFrom, viewTo, read: words } = sentence ?? estimate;
    const passage = {
      text: words ?? reading.text.slice(viewFrom, viewTo),
      start: from - viewFrom,
      end: to - viewFrom,
      channel: part.channel,
    };
    const inDoubt = sentence === undefined ? estimated : { score: odds, ...reading.original(from, to) };
    return { findings, score, doubt: { passage, signs: inPlace, estimate: inDoubt, isForeign: reading.isForeign } };
  };
}

/**
 * Finds attempts to override, redirect or unlock the model by their content: overridden instructions, requests for the system
 * prompt, role takeovers, jailbreak personas, forged chat-template markers, requests to keep the user in the dark; also encoded
 * ones (what `readText` reads: codes, shifted, reversed, spread, marked or spelled-out letters, parted or joined words). Signs of different kinds are combined:
 * the strongest finding gets the probability that not all are chance. With `model`, its estimate for the channel replaces that.
 * Linear in the length of the text. With `second`, an encoder classifies the window with most evidence if the estimate is
 * uncertain. With `aside`, long texts are read by it, off the calling thread.
 */
export function createInjectionDetector({
  model,
  second,
  aside,
  profile,
}: {
  readonly model?: AttackModel | undefined;
  readonly second?: EncoderStage | undefined;
  readonly aside?: ((part: GuardPart, signal: AbortSignal) => Promise<AttackReading>) | undefined;
  readonly profile?: ProfileText;
} = {}): Detector {
  const read = createAttackReader(model, profile);
  const doubts = new WeakMap<GuardPart, AttackDoubt>();
  const estimates = new WeakMap<GuardPart, number>();
  /** The second stage nearly always asks about the part just inspected, so remembering one suffices. */
  let last: { readonly part: GuardPart; readonly score: number } | undefined;

  function keep({ findings, score, doubt }: AttackReading, part: GuardPart, isAside = false): readonly Finding[] {
    last = { part, score };
    if (isAside || doubt !== undefined) estimates.set(part, score);
    if (second !== undefined && doubt !== undefined) doubts.set(part, doubt);
    return findings;
  }

  function estimateFor(part: GuardPart): number | undefined {
    return estimates.get(part) ?? (last?.part === part ? last.score : undefined);
  }

  async function settle(
    stage: EncoderStage,
    { passage, signs, estimate, isForeign }: AttackDoubt,
    part: GuardPart,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    const logOdds = await weigh(stage, passage, signal);
    const score = inItsPlace(model?.settle(part.channel, estimate.score, logOdds, isForeign) ?? estimate.score, part, signs);
    estimates.set(part, score);
    return findingsOf(scored(signs, { ...estimate, score }), part);
  }

  function isRefinable(part: GuardPart): boolean {
    const score = estimateFor(part);
    const { channel, text } = part;
    if (score === undefined || isShortDefinition(part)) return false;
    return model?.isBelowDoubt(channel, score, text.length) === true && text.length <= LONG_TEXT;
  }

  /** Refines the estimate of a text about which the model is certain; its findings stay the same. */
  async function refine(stage: EncoderStage, part: GuardPart, signal: AbortSignal): Promise<readonly Finding[]> {
    const { findings, score, doubt } = read(part, true);
    estimates.set(part, score);
    if (model === undefined || doubt === undefined) return findings;
    const logOdds = await weigh(stage, doubt.passage, signal);
    estimates.set(part, model.refine(part.channel, score, logOdds, doubt.isForeign));
    return findings;
  }

  return {
    name: INJECTION_DETECTOR,
    directions: ['input'],
    inspect: (part) => keep(read(part), part),
    ...(aside === undefined
      ? {}
      : {
          inspectAside: async (part: GuardPart, signal: AbortSignal) => keep(await aside(part, signal), part, true),
          asideAlone: true,
        }),
    ...(second === undefined
      ? {}
      : {
          secondStage: {
            name: ENCODER_STAGE,
            atOnce: second.atOnce ?? 1,
            doubtAbout(part: GuardPart, thorough = false) {
              const doubt = doubts.get(part);
              doubts.delete(part);
              const score = estimateFor(part) ?? 0;
              if (doubt !== undefined) return { score, settle: (signal) => settle(second, doubt, part, signal) };
              return thorough && isRefinable(part) ? { score, settle: (signal) => refine(second, part, signal) } : undefined;
            },
          },
        }),
    estimate: estimateFor,
    tail: (text) => text.length,
  };
}

/** Length in UTF-16 code units below which a tool or parameter description is usually a phrase without a verb. */
const SHORT_DEFINITION = 100;
/** A non-ASCII letter counts as this many ASCII letters, since most scripts with few letters per word are non-ASCII. */
const DENSE_LETTER = 3;
/** By how much the odds fall for a command to install something, which stands in every manual. */
const COMMAND_SHARE = 1 / 16;

function isShortDefinition({ role, text }: GuardPart): boolean {
  return role === TOOL_DEFINITION_ROLE && text.length < SHORT_DEFINITION;
}

/**
 * Adjusts an estimate to the place of the text. "City of the user's location." is a short mention of user data, as in attacks
 * through tool results, and a request has a hundred such texts: the shorter one is, the more certain the model must be, unless
 * the text has a known attack phrase. So must it be for a tool's text that is one command to install something and nothing else.
 */
function inItsPlace(score: number, part: GuardPart, signs: readonly unknown[]): number {
  if (score === 0 || signs.length > 0) return score;
  const isInstall = isCommand(part, signs);
  if (!isInstall && !isShortDefinition(part)) return score;
  let length = 0;
  for (let at = 0; at < part.text.length; at += 1) length += part.text.charCodeAt(at) < 0x80 ? 1 : DENSE_LETTER;
  const share = isInstall ? COMMAND_SHARE : Math.min(1, length / SHORT_DEFINITION) ** 2;
  return withOdds(score, share);
}

/**
 * Whether a text of others is one command to install something and nothing else, without a known phrase of attacks. The encoder takes
 * every such command for an order to run it.
 */
function isCommand({ channel, text }: GuardPart, signs: readonly unknown[]): boolean {
  return channel !== 'user' && signs.length === 0 && isInstallLine(text);
}

/** The encoder's log odds that a passage is an attack; rejects after its time limit. */
async function weigh({ encoder, timeoutMs }: EncoderStage, passage: AttackDoubt['passage'], signal: AbortSignal): Promise<number> {
  const limit = deadline(timeoutMs, signal);
  return abortable(encoder.weigh(passage, { signal: limit }), limit);
}

/** The phrases and template markers of a normalised text. */
function signsIn(reading: Reading, matcher: PhraseMatcher, places: ReadonlyMap<Phrase, number>): readonly Sign[] {
  const { tokens } = reading;
  const matches = matcher.matchText(tokens?.text ?? reading.text, tokens);
  const marks = mayHoldTemplateMarks(tokens?.text ?? reading.text) ? templateMarks(reading.text) : NO_SIGNS;
  if (matches.length === 0) return marks;
  const signs = matches.map(({ phrase, start, end }): Sign => {
    const { category, score } = phrase;
    return { category, score, start, end, place: places.get(phrase) ?? 0 };
  });
  return [...signs, ...marks];
}

function placed(signs: readonly Sign[], reading: Reading): PlacedSign[] {
  return signs.map(({ category, score, start, end }) => ({ category, score, ...reading.original(start, end) }));
}

function findingsOf(signs: readonly PlacedSign[], part: GuardPart): Finding[] {
  return oncePerPlace(signs).map(({ category, score, start, end }) => ({
    detector: INJECTION_DETECTOR,
    category,
    part: part.id,
    start,
    end,
    score,
  }));
}

const NO_SIGNS: readonly Sign[] = [];
const NO_FINDINGS: readonly Finding[] = [];
