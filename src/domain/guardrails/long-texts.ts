import type { Detector, GuardPart } from '../../ports/guard.ts';
import type { SeedWords } from '../../ports/seed-words.ts';
import type { AttackModel } from './attack/attack-model.ts';
import { createCardNumberDetector } from './detectors/card-number.ts';
import { emailAddressDetector } from './detectors/email-address.ts';
import { createAttackReader, INJECTION_DETECTOR, type AttackReading } from './detectors/injection.ts';
import { createPersonalDataDetector } from './detectors/personal-data.ts';
import { createSecretsDetector } from './detectors/secrets.ts';
import { createSpokenReader } from './detectors/spoken-digits.ts';
import { highestScore } from './highest-score.ts';
import { createTextProfiler, type ProfileText } from './normalisation/text-profile.ts';

/** Inspects long texts off the thread that answers requests. */
export interface LongTexts {
  /** Runs a built-in check on a part. Rejects if the check fails, or with the signal's reason. */
  read(check: string, part: GuardPart, signal: AbortSignal): Promise<AttackReading>;
  /** The same for several parts that are not read again, in one go. */
  readAll(check: string, parts: readonly GuardPart[], signal: AbortSignal): Promise<readonly AttackReading[]>;
}

/** Runs a built-in check by name, on a worker thread. Throws a TypeError for an unknown name. */
export type LongTextReader = (check: string, part: GuardPart) => AttackReading;

/** Capacity in UTF-16 code units of the buffers kept for reuse: allocating them takes as long as reading a text of that size. */
export const LONG_TEXT_ROOM = 1_048_576;

/** Runs the first stage of the injection check. */
export function createLongAttackReader(attackModel: AttackModel | undefined): LongTextReader {
  const read = createAttackReader(attackModel, createTextProfiler(), LONG_TEXT_ROOM);
  return (check, part) => {
    if (check !== INJECTION_DETECTOR) throw unknownCheck(check);
    return read(part);
  };
}

/** Runs the checks for personal data and secrets. */
export function createLongDataReader(knowledge: DataKnowledge): LongTextReader {
  const byName = new Map(dataDetectors({ ...knowledge, profile: createTextProfiler() }).map((detector) => [detector.name, detector]));
  return (check, part) => {
    const detector = byName.get(check);
    if (detector === undefined) throw unknownCheck(check);
    const findings = detector.inspect(part);
    return { findings, score: highestScore(findings) };
  };
}

function unknownCheck(check: string): TypeError {
  return new TypeError(`no check named ${check} reads long texts`);
}

/** What the checks for personal data and secrets know of the world. */
export interface DataKnowledge {
  /** Whether `+` and digits are a possible telephone number of their country. */
  readonly isTelephone: (number: string) => boolean;
  /** The words of wallet seeds; without them a seed is only found where a word names it. */
  readonly seedWords?: SeedWords | undefined;
}

/** The built-in checks for personal data and secrets. They share a text profile, so that it is computed once per text. */
export function dataDetectors(deps: DataKnowledge & { readonly profile: ProfileText }): readonly Detector[] {
  const { profile } = deps;
  const readSpoken = createSpokenReader();
  return [
    createCardNumberDetector(profile, readSpoken),
    emailAddressDetector,
    createPersonalDataDetector({ ...deps, readSpoken }),
    createSecretsDetector(deps),
  ];
}

/** The detector, inspecting long texts through `longTexts` if given. */
export function besideLongTexts(detector: Detector, longTexts: LongTexts | undefined): Detector {
  if (longTexts === undefined) return detector;
  const { name } = detector;
  return {
    ...detector,
    inspectAside: async (part, signal) => (await longTexts.read(name, part, signal)).findings,
    inspectAllAside: async (parts, signal) => (await longTexts.readAll(name, parts, signal)).map(({ findings }) => findings),
  };
}

/** Runs the first stage of the injection check through `longTexts`; undefined without it. */
export function attackAside(
  longTexts: LongTexts | undefined,
): ((part: GuardPart, signal: AbortSignal) => Promise<AttackReading>) | undefined {
  return longTexts === undefined ? undefined : (part, signal) => longTexts.read(INJECTION_DETECTOR, part, signal);
}
