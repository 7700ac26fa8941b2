import type { Channel } from '../../../ports/guard.ts';
import type { AttackEstimate, AttackModel, AttackOptions, SentenceEstimate } from '../attack/attack-model.ts';
import { isBeyondEncoder } from '../attack/encoder-scripts.ts';
import { sentencesWith } from '../attack/sign-sentences.ts';
import { withoutFigures } from '../figures.ts';
import type { Reading } from '../normalisation/reading.ts';
import type { TextTokens } from '../normalisation/text-tokens.ts';
import { LEAST_SCORE, together, type Sign } from './attack-signs.ts';

/** The view that looks most like an attack and the window with most evidence, as offsets into the whole reading. */
export interface Estimate extends Passage {
  /** Of a long text: what the encoder is to judge in place of the window, and its own estimate. */
  readonly sentence?: Passage & Pick<SentenceEstimate, 'isSuspicious'>;
}

/** A window of a view and its estimate, as offsets into the whole reading. */
interface Passage {
  readonly score: number;
  readonly start: number;
  readonly end: number;
  readonly viewFrom: number;
  readonly viewTo: number;
  /** What was read of the view, if not all. */
  readonly read?: string;
}

const WORDS = /[\p{L}\p{N}]/u;
/** Orders in Morse code are longer; what of those is not decoded is still judged by its signs. */
const FEW_SIGNS = 80;

/** A few signs without a letter or digit, such as two words in Morse code, order nothing by themselves. */
function isFewSigns(view: string): boolean {
  return view.length <= FEW_SIGNS && !WORDS.test(view);
}

/** By how much the odds fall for a sentence that is read alone: users and mails say of earlier words to disregard them. */
const ALONE_SHARE: Readonly<Record<Channel, number>> = { user: 1 / 2, tool: 1 / 2, document: 1 };

/** The model's estimate for the view that looks most like an attack. `signs` are in order of place. */
export function estimateOf(model: AttackModel, reading: Reading, channel: Channel, signs: readonly Sign[]): Estimate {
  const { views, tokens, isForeign } = reading;
  if (tokens !== undefined) {
    if (isFewSigns(tokens.text)) return { score: 0, start: 0, end: 0, viewFrom: 0, viewTo: tokens.text.length };
    const estimate = estimateOfView(model, tokens.text, signs, { channel, tokens });
    return estimate.score > 0 ? estimate : { ...estimate, score: 0, start: 0, end: 0 };
  }
  const { text } = reading;
  let estimate: Estimate = { score: 0, start: 0, end: 0, viewFrom: 0, viewTo: text.length };
  let readable: Estimate | undefined;
  let sentence: Estimate['sentence'];
  for (const [index, from] of views.entries()) {
    const to = views[index + 1] ?? text.length;
    if (isFewSigns(text.slice(from, to))) continue;
    const signsThere = signs.flatMap((sign) =>
      sign.start >= from && sign.start < to ? [{ ...sign, start: sign.start - from, end: sign.end - from }] : [],
    );
    const inView = estimateOfView(model, text.slice(from, to), signsThere, { channel, isForeign });
    const own = movedBy(from, inView);
    if (own.score > estimate.score) estimate = own;
    const isReadable = !isBeyondEncoder(text, own.start, own.end);
    if (isReadable && own.score > (readable?.score ?? 0)) readable = own;
    if (isReadable && inView.sentence !== undefined && inView.sentence.score > (sentence?.score ?? 0))
      sentence = movedBy(from, inView.sentence);
  }
  // Of a text in another script the encoder reads the gloss.
  const asked = readable === undefined ? estimate : { ...readable, score: estimate.score };
  return sentence === undefined ? asked : { ...asked, sentence };
}

function movedBy<P extends Passage>(by: number, passage: P): P {
  const { start, end, viewFrom, viewTo } = passage;
  return { ...passage, start: start + by, end: end + by, viewFrom: viewFrom + by, viewTo: viewTo + by };
}

/**
 * The estimate for one view; offsets are those of the view. A sentence with a known phrase is also read by itself: an order that somebody
 * put there owes nothing to the text around it, which the model would set off against it.
 */
function estimateOfView(
  model: AttackModel,
  view: string,
  signs: readonly Sign[],
  options: Pick<AttackOptions, 'channel' | 'tokens' | 'isForeign'>,
): Estimate {
  const { tokens, ...place } = options;
  const read = (text: string, within: readonly Sign[], from = 0, own?: TextTokens): AttackEstimate => {
    const phrases = within.flatMap(({ place: number, start }) => (number === undefined ? [] : [{ place: number, start: start - from }]));
    return model.estimate(tokens === own ? text : text.toLowerCase(), { ...place, phrases, phraseScore: together(within), tokens: own });
  };
  const { sentence: own, ...window } = read(view, signs, 0, tokens);
  const whole = { ...window, viewFrom: 0, viewTo: view.length };
  let sentence: Estimate['sentence'] = own === undefined ? undefined : { ...own, viewFrom: 0, viewTo: view.length };
  let best: Passage = ofWords(whole, view, (words) => read(words, signs));
  let first = 0;
  for (const { start: from, end: to } of sentencesWith(
    view,
    signs.filter((sign) => isTelling(sign, place.channel)),
  )) {
    while ((signs[first]?.start ?? from) < from) first += 1;
    let last = first;
    while ((signs[last]?.start ?? to) < to) last += 1;
    const { score: alone, start, end } = read(view.slice(from, to), signs.slice(first, last), from);
    const score = withOdds(alone, ALONE_SHARE[place.channel]);
    const found = { score, start: start + from, end: end + from, viewFrom: from, viewTo: to };
    if (score > best.score) best = found;
    const amongAll = own === undefined ? 0 : withOdds(score, own.share);
    if (sentence !== undefined && amongAll > sentence.score) sentence = { ...found, score: amongAll, isSuspicious: sentence.isSuspicious };
  }
  return sentence === undefined ? best : { ...best, sentence };
}

/**
 * Whether a sign is a known phrase that says enough by itself: what of a user's «repeat the text above» is meant depends on what stands
 * above it.
 */
function isTelling({ place, category }: Sign, channel: Channel): boolean {
  return place !== undefined && (channel !== 'user' || category !== 'system_prompt_leak');
}

/** An estimate that rests on figures, made again from the words beside them; offsets are those of the view. */
function ofWords(own: Passage, view: string, estimate: (words: string) => AttackEstimate): Passage {
  if (own.score < LEAST_SCORE) return own;
  const { text, figures, words } = withoutFigures(view, own.start, own.end);
  if (figures < words || figures === 0) return own;
  const { score, start, end } = estimate(text);
  return { ...own, score, start, end, read: text };
}

/** A score with a share of its odds. */
export function withOdds(score: number, share: number): number {
  return (score * share) / (1 - score + score * share);
}
