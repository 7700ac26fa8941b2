import { readFile } from 'node:fs/promises';
import { seedWords } from '../adapters/bip39/seed-words.ts';
import { checkJsonSchema } from '../adapters/json-schema/check.ts';
import { identifyLanguage } from '../adapters/language/identify-language.ts';
import { createOnnxAttackEncoder, type OnnxAttackEncoder } from '../adapters/onnx/attack-encoder.ts';
import { isTelephone } from '../adapters/phone/is-telephone.ts';
import { messageOf } from '../core/errors.ts';
import { openAttackModel, type AttackModel } from '../domain/guardrails/attack/attack-model.ts';
import type { EncoderStage } from '../domain/guardrails/detectors/injection.ts';
import type { IdentifyLanguage } from '../domain/guardrails/detectors/text-language.ts';
import type { LongTexts } from '../domain/guardrails/long-texts.ts';
import type { JsonSchemaCheck } from '../ports/json-schema.ts';
import type { SeedWords } from '../ports/seed-words.ts';
import { register } from './adopt-engine.ts';
import { onnxRuntime } from './engines.ts';
import type { Foundation } from './foundation.ts';
import { createLongTexts } from './long-texts.ts';
import type { Assets } from './platform.ts';

/** The encoder's name in logs and metrics. */
const ENCODER = 'guard-en';

/** Texts that may wait for each worker of the encoder; with more waiting, the first stage decides alone. */
const ENCODER_QUEUE = 32;

/**
 * Time in milliseconds after which a run of the encoder counts as stuck. Runs take milliseconds of computing, but get little of it while
 * all cores are busy with requests; replacing the worker would take a hundred times as much.
 */
const ENCODER_STUCK_MS = 30_000;

/** What the built-in checks of guard and reasoner need besides their code. */
export interface GuardChecks {
  readonly attackModel: AttackModel;
  readonly isTelephone: (number: string) => boolean;
  readonly seedWords: SeedWords;
  readonly matchesSchema: JsonSchemaCheck;
  readonly identifyLanguage: IdentifyLanguage;
}

/** Loads the shipped weights and word tables of the built-in checks. */
export async function loadGuardChecks({ guardWeights }: Assets): Promise<GuardChecks> {
  return {
    attackModel: openAttackModel(new Uint8Array(await readFile(guardWeights))),
    isTelephone,
    seedWords,
    matchesSchema: checkJsonSchema,
    identifyLanguage,
  };
}

/** The workers that read long texts for the services of this process. */
export async function loadLongTexts(foundation: Foundation): Promise<{ readonly longTexts: LongTexts }> {
  const { engines, platform } = foundation;
  const longTexts = await engines.shared('guard-long-texts', async () =>
    register(foundation, createLongTexts({ guardWeights: platform.assets.guardWeights, memory: engines.limits.memory })),
  );
  return { longTexts };
}

/**
 * The encoder of the injection check under the shared settings; undefined if they turn it off. The services of a process share it. It
 * loads while they start: requests before that wait for it or are decided without it.
 */
export async function loadAttackEncoder(foundation: Foundation): Promise<{ readonly attackEncoder?: EncoderStage }> {
  const { config, engines } = foundation;
  if (config.guardEncoder === 'off') return {};
  const encoder = await engines.shared(ENCODER, async () => openAttackEncoder(foundation));
  return { attackEncoder: { encoder, timeoutMs: config.guardEncoderTimeoutMs, atOnce: config.guardEncoderWorkers } };
}

function openAttackEncoder(foundation: Foundation): OnnxAttackEncoder {
  const { config, platform, engines, resources, logger } = foundation;
  const encoder = register(
    foundation,
    createOnnxAttackEncoder({
      model: ENCODER,
      modelPath: platform.assets.guardEncoder,
      wordsPath: platform.assets.guardWords,
      tokenizerPath: platform.assets.embedTokenizer,
      runtime: onnxRuntime(platform, 'auto'),
      workers: config.guardEncoderWorkers,
      queueLimit: ENCODER_QUEUE * config.guardEncoderWorkers,
      // The check itself waits no longer than its setting says.
      timeoutMs: ENCODER_STUCK_MS,
      graceMs: ENCODER_STUCK_MS,
      ...engines.limits,
      ...engines.events(ENCODER),
    }),
  );
  encoder.warmUp().catch((error: unknown) => {
    // A service that could not start reports the reason itself.
    if (resources.disposed) return;
    logger.error('a model failed to load', { model: ENCODER, reason: messageOf(error) });
  });
  return encoder;
}
