import type { Detector, GuardPart } from '../../ports/guard.ts';
import type { AttackModel } from './attack/attack-model.ts';
import { createCardNumberDetector } from './detectors/card-number.ts';
import { emailAddressDetector } from './detectors/email-address.ts';
import { createAttackReader, INJECTION_DETECTOR, type AttackReading } from './detectors/injection.ts';
import { createSpokenReader } from './detectors/spoken-digits.ts';
import { createPersonalDataDetector } from './detectors/personal-data.ts';
import { createSecretsDetector } from './detectors/secrets.ts';
import { highestScore } from './highest-score.ts';
import { createTextSurvey, type SurveyText } from './reading/text-survey.ts';

/** Reads long texts away from the thread that answers requests. */
export interface LongTexts {
  /** What a built-in check says of a part. Rejects when it cannot tell, or with the signal's reason. */
  read(check: string, part: GuardPart, signal: AbortSignal): Promise<AttackReading>;
}

/** What a built-in check says of a long part. Throws a TypeError for a check that it does not have. */
export type LongTextReader = (check: string, part: GuardPart) => AttackReading;

/** Room for texts of so many characters is kept by whoever reads long ones: to get it anew takes as long as to read them. */
export const LONG_TEXT_ROOM = 1_048_576;

/** The first stage of the injection check, for the thread that reads long texts for it. */
export function createLongAttackReader(attackModel: AttackModel | undefined): LongTextReader {
  const read = createAttackReader(attackModel, createTextSurvey(), LONG_TEXT_ROOM);
  return (check, part) => {
    if (check !== INJECTION_DETECTOR) throw unknownCheck(check);
    return read(part);
  };
}

/** The checks for data of people and for secrets, for the thread that reads long texts for them. */
export function createLongDataReader(isTelephone: IsTelephone): LongTextReader {
  const byName = new Map(dataDetectors({ isTelephone, survey: createTextSurvey() }).map((detector) => [detector.name, detector]));
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

type IsTelephone = (number: string) => boolean;

/** The built-in checks for data of people and for secrets. They share a survey, which the next check of a text finds made. */
export function dataDetectors(deps: { readonly isTelephone: IsTelephone; readonly survey: SurveyText }): readonly Detector[] {
  const { survey } = deps;
  const readSpoken = createSpokenReader();
  return [
    createCardNumberDetector(survey, readSpoken),
    emailAddressDetector,
    createPersonalDataDetector({ ...deps, readSpoken }),
    createSecretsDetector(survey),
  ];
}

/** The detector, with long texts read aside where there is somebody to do so. */
export function besideLongTexts(detector: Detector, longTexts: LongTexts | undefined): Detector {
  if (longTexts === undefined) return detector;
  return { ...detector, inspectAside: async (part, signal) => (await longTexts.read(detector.name, part, signal)).findings };
}

/** The first stage of the injection check, read aside. */
export function attackAside(
  longTexts: LongTexts | undefined,
): ((part: GuardPart, signal: AbortSignal) => Promise<AttackReading>) | undefined {
  return longTexts === undefined ? undefined : (part, signal) => longTexts.read(INJECTION_DETECTOR, part, signal);
}
