import type { Classifier } from '../../ports/classifier.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';
import type { SeedWords } from '../../ports/seed-words.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { TokenClassifier } from '../../ports/token-classifier.ts';
import type { AttackModel } from './attack/attack-model.ts';
import { createCanaryToken, plantCanary } from './canary.ts';
import { createClassifierDetector } from './detectors/classifier.ts';
import { createInjectionDetector, type EncoderStage } from './detectors/injection.ts';
import { createNamedEntitiesDetector } from './detectors/named-entities.ts';
import type { IdentifyLanguage } from './detectors/text-language.ts';
import { attackAside, besideLongTexts, dataDetectors, type LongTexts } from './long-texts.ts';
import { createTextProfiler } from './normalisation/text-profile.ts';
import { createGuardPipeline } from './pipeline.ts';
import { checksByPolicy, plantsCanary } from './policy/checks-by-policy.ts';
import { NAMED_ENTITIES_CHECK } from './policy/data-checks.ts';
import { CLASSIFIER_CHECK, DEFAULT_POLICY, type Policy } from './policy/policy.ts';
import type { KeyedHash } from './redaction/write-redaction.ts';
import { guardToolCalls } from './tools/guarded-calls.ts';
import { createToolCheck } from './tools/tool-check.ts';

/** A classifier to run besides the built-in checks, and the labels that mean an attack. */
export interface AttackClassifier {
  readonly classifier: Classifier;
  readonly labels: readonly string[];
}

/** Dependencies of the built-in checks. None is required for the default policy: no model, no network, no file. */
export interface DefaultPipelineDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly policy?: Policy;
  readonly attackClassifier?: AttackClassifier;
  /** Finds personal names and addresses. */
  readonly tagger?: TokenClassifier;
  /** The learned model of the injection check; without it only phrases count. */
  readonly attackModel?: AttackModel | undefined;
  /** Settles the texts on which the model is uncertain; without it the model alone decides. */
  readonly attackEncoder?: EncoderStage | undefined;
  /** Whether `+` and digits are a possible telephone number of their country; without it only the number of digits counts. */
  readonly isTelephone?: (number: string) => boolean;
  /** The words of wallet seeds; without them a seed is only found where a word names it. */
  readonly seedWords?: SeedWords;
  readonly hash?: KeyedHash;
  /** Validates tool-call arguments against JSON schemas, for policies with such rules. */
  readonly matchesSchema?: JsonSchemaCheck;
  /** Inspects long texts on another thread; without it they are inspected on the calling thread. */
  readonly longTexts?: LongTexts | undefined;
  /** Size of the verdict cache in UTF-16 code units; defaults to that of createGuardPipeline. */
  readonly cacheCharacters?: number;
  /** Tells languages that share a script apart, for policies with language rules. */
  readonly identifyLanguage?: IdentifyLanguage;
}

/** The pipeline of the built-in checks and any configured models, under the default policy unless another is given. */
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
  const { isTelephone = () => true, seedWords, hash, longTexts, cacheCharacters, identifyLanguage } = deps;
  const profile = createTextProfiler();
  const detectors = [
    createInjectionDetector({ model: attackModel, second: attackEncoder, aside: attackAside(longTexts), profile }),
    ...dataDetectors({ isTelephone, seedWords, profile }).map((detector) => besideLongTexts(detector, longTexts)),
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
