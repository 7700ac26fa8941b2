import type { GuardPipeline } from '../../ports/guard.ts';
import type { Classifier } from '../../ports/classifier.ts';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';
import type { TokenClassifier } from '../../ports/token-classifier.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { AttackModel } from './attack/attack-model.ts';
import { createClassifierDetector } from './detectors/classifier.ts';
import { createInjectionDetector, type EncoderStage } from './detectors/injection.ts';
import { NAMED_ENTITIES_CHECK } from './policy/data-checks.ts';
import { createNamedEntitiesDetector } from './detectors/named-entities.ts';
import { createCanaryToken, plantCanary } from './canary.ts';
import { checksByPolicy, plantsCanary } from './policy/checks-by-policy.ts';
import type { IdentifyLanguage } from './detectors/text-language.ts';
import { attackAside, besideLongTexts, dataDetectors, type LongTexts } from './long-texts.ts';
import { createGuardPipeline } from './pipeline.ts';
import { createTextSurvey } from './reading/text-survey.ts';
import type { KeyedHash } from './redaction/write-redaction.ts';
import { CLASSIFIER_CHECK, DEFAULT_POLICY, type Policy } from './policy/policy.ts';
import { guardToolCalls } from './tools/guarded-calls.ts';
import { createToolCheck } from './tools/tool-check.ts';

/** A classifier that joins the built-in checks, and which of its labels speak of an attack. */
export interface AttackClassifier {
  readonly classifier: Classifier;
  readonly labels: readonly string[];
}

/** What the built-in checks may be given. They need no model, no network and no file. */
export interface DefaultPipelineDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly policy?: Policy;
  readonly attackClassifier?: AttackClassifier;
  /** Finds names and addresses beside the built-in checks. */
  readonly tagger?: TokenClassifier;
  /** The learned half of the injection check; phrases alone decide without it. */
  readonly attackModel?: AttackModel | undefined;
  /** Reads again what the model leaves in doubt; the model alone decides without it. */
  readonly attackEncoder?: EncoderStage | undefined;
  /** Whether `+` and digits can be a telephone number of their country; by their count alone unless given. */
  readonly isTelephone?: (number: string) => boolean;
  readonly hash?: KeyedHash;
  /** Holds the arguments of tool calls against schemas, where a policy has such rules. */
  readonly matchesSchema?: JsonSchemaCheck;
  /** Reads long texts away from the calling thread; they are read on it otherwise. */
  readonly longTexts?: LongTexts | undefined;
  /** How many characters are remembered with what the checks said of them; as createGuardPipeline has it unless given. */
  readonly cacheCharacters?: number;
  /** Tells languages of one script apart, where a policy has rules about languages. */
  readonly identifyLanguage?: IdentifyLanguage;
}

/** The built-in checks under the default policy, or another one, and the models that join them. */
export function createDefaultPipeline(deps: DefaultPipelineDeps): GuardPipeline {
  const canary = plantsCanary(deps.policy ?? DEFAULT_POLICY) ? createCanaryToken() : undefined;
  const pipeline = withToolRules(checksOf(deps, canary), deps);
  return canary === undefined ? pipeline : { ...pipeline, plant: (body) => plantCanary(body, canary) };
}

function withToolRules(pipeline: GuardPipeline, { policy, clock, matchesSchema = noSchemas }: DefaultPipelineDeps): GuardPipeline {
  if (policy?.tools === undefined || policy.tools.rules.length === 0) return pipeline;
  const { tools: rules, mode } = policy;
  return guardToolCalls(pipeline, { check: createToolCheck(rules, matchesSchema), rules, mode, clock });
}

function noSchemas(): never {
  throw new TypeError('schemas cannot be read here');
}

function checksOf(deps: DefaultPipelineDeps, canary: string | undefined): GuardPipeline {
  const { clock, ids, policy = DEFAULT_POLICY, attackClassifier, tagger, attackModel, attackEncoder } = deps;
  const { isTelephone = () => true, hash, longTexts, cacheCharacters, identifyLanguage } = deps;
  const survey = createTextSurvey();
  const detectors = [
    createInjectionDetector({ model: attackModel, second: attackEncoder, aside: attackAside(longTexts), survey }),
    ...dataDetectors({ isTelephone, survey }).map((detector) => besideLongTexts(detector, longTexts)),
    ...checksByPolicy(policy, { canary, identifyLanguage }),
  ];
  const models = [
    ...(attackClassifier === undefined ? [] : [{ detector: createClassifierDetector(attackClassifier), check: CLASSIFIER_CHECK }]),
    ...(tagger === undefined ? [] : [{ detector: createNamedEntitiesDetector({ tagger }), check: NAMED_ENTITIES_CHECK }]),
  ];
  const added = models.map(({ check }) => check).filter((check) => !policy.checks.some(({ detector }) => detector === check.detector));
  return createGuardPipeline({
    detectors: [...detectors, ...models.map(({ detector }) => detector)],
    policy: added.length === 0 ? policy : { ...policy, checks: [...policy.checks, ...added] },
    clock,
    ids,
    hash,
    cacheCharacters,
  });
}
