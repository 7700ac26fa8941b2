import { createWorkerPool } from '../../core/worker-pool.ts';
import type { AttackEncoder } from '../../ports/attack-encoder.ts';
import type { Channel } from '../../ports/guard.ts';
import type { AttackRequest, AttackResult, AttackSessionRequest } from './attack-protocol.ts';
import type { EngineDeps, EngineHost } from './engine.ts';
import { entersNativeCode } from './protocol.ts';
import type { LoadReport } from './runtime.ts';

/** The inputs of `models/guard-en/encoder.onnx`; see the README there. */
const MAX_TOKENS = 126;
const WORD_WIDTH = 384;
const CHANNELS: Readonly<Record<Channel, number>> = { user: 0, tool: 1, document: 2 };

/** Characters considered of a passage and on either side of it: more than the tokens read ever span in real text. */
const CONTEXT = 640;
const PASSAGE = 1280;

export interface OnnxAttackEncoderDeps extends EngineDeps {
  /** Path of the model's `tokenizer.json`, readable by node:fs. */
  readonly tokenizerPath: string;
  /** Path of the model's `words.bin`, likewise. */
  readonly wordsPath: string;
}

/** The encoder's port plus warm-up, statistics and shutdown. */
export interface OnnxAttackEncoder extends AttackEncoder, EngineHost {}

/** The guard's encoder, run in workers that also tokenise. */
export function createOnnxAttackEncoder(deps: OnnxAttackEncoderDeps): OnnxAttackEncoder {
  const pool = createWorkerPool<AttackSessionRequest, AttackRequest, never, AttackResult, LoadReport>({
    // On Bun, `smol` makes a worker's heap grow in small steps; the model lies outside that heap.
    createWorker: () => new Worker(new URL('./attack-worker.ts', import.meta.url).href, { type: 'module', smol: true }),
    ...deps,
    load: {
      modelPath: deps.modelPath,
      runtime: deps.runtime,
      tokenizerPath: deps.tokenizerPath,
      wordsPath: deps.wordsPath,
      wordWidth: WORD_WIDTH,
      maxTokens: MAX_TOKENS,
    },
    entersNativeCode: entersNativeCode(deps.runtime),
  });
  return {
    model: deps.model,
    async weigh({ text, start, end, channel }, { signal } = {}) {
      const request = {
        before: text.slice(Math.max(0, start - CONTEXT), start),
        passage: text.slice(start, Math.min(end, start + PASSAGE)),
        after: end > start + PASSAGE ? '' : text.slice(end, end + CONTEXT),
        channel: CHANNELS[channel],
      };
      const { logOdds } = await pool.run(request, [], signal === undefined ? {} : { signal });
      return logOdds;
    },
    warmUp: () => pool.warmUp(),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
