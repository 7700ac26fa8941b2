import type { Library } from './library.ts';
import type { WhisperModel } from './whisper-model.ts';

/** How probable a language must be, and how many times as probable as the one that is left to others, for speech to be in it. */
const LEAST_CHANCE = 0.35;
const LEAST_ODDS = 10;

/** How many times as likely a language is in which the same people spoke before. */
const ODDS_OF_BEFORE = 10;

/** The probability of each language. */
export type LanguageChances = ReadonlyMap<string, number>;

export interface LanguageQuestion {
  readonly encoder_outputs: unknown;
  /** What was spoken before. */
  readonly before: string | undefined;
  /** The languages that it may be; all if absent. */
  readonly among: readonly string[] | undefined;
}

/** Whisper's language detection (Radford et al. 2022, 2.3): the probabilities of the language tokens after the start token. */
export async function languageChances(
  library: Library,
  model: WhisperModel,
  { encoder_outputs, before, among }: LanguageQuestion,
): Promise<LanguageChances> {
  const { lang_to_id: languages = {}, decoder_start_token_id: start = 0 } = model.generation_config;
  const decoder_input_ids = new library.Tensor('int64', BigInt64Array.of(BigInt(start)), [1, 1]);
  const outputs = await model({ encoder_outputs, decoder_input_ids });
  const logits = outputs.logits.to('float32');
  const scores = Object.entries(languages).flatMap(([token, id]) => {
    const language = token.replace(/^<\|(.*)\|>$/, '$1');
    if (among?.includes(language) === false) return [];
    return [[language, (logits.data[id] ?? -Infinity) + (language === before ? Math.log(ODDS_OF_BEFORE) : 0)] as const];
  });
  const most = Math.max(...scores.map(([, score]) => score));
  const sum = scores.reduce((total, [, score]) => total + Math.exp(score - most), 0);
  return new Map(scores.map(([language, score]) => [language, Math.exp(score - most) / sum]));
}

export function likeliestLanguage(chances: LanguageChances): string {
  return [...chances].reduce((best, next) => (next[1] > best[1] ? next : best), ['en', -1] as const)[0];
}

/** Whether speech is so likely in one language that it cannot well be in the other. */
export function isSurelyNot(other: string, language: string, chances: LanguageChances): boolean {
  const chance = chances.get(language) ?? 0;
  return language !== other && chance >= LEAST_CHANCE && chance >= LEAST_ODDS * (chances.get(other) ?? 0);
}
