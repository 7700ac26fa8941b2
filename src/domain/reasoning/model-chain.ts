import { delay } from '../../core/abort.ts';
import { toServiceError, type ErrorKind, type ServiceError } from '../../core/errors.ts';
import type { ChatPart, LanguageModel } from '../../ports/language.ts';
import type { Logger } from '../../ports/system.ts';

export interface ModelChainOptions {
  /** Retries per model, 0 for none. */
  readonly retries: number;
  /** Pause before the first retry in milliseconds; it doubles. A server's Retry-After takes precedence. */
  readonly pauseMs: number;
  /** Longest pause in milliseconds; a server that asks for more is not waited for. */
  readonly maxPauseMs: number;
  /** 0 up to 1; spreads the pauses of many callers. */
  readonly random: () => number;
  readonly logger: Logger;
}

/** Errors for which a retry or another model may help. A refused request stays refused. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['too_many_requests', 'provider_unavailable', 'unavailable', 'timeout']);

/**
 * Asks the first model, with retries after failures that may pass, then the next ones in order, as long as nothing has been passed on: an
 * answer is never started twice. It has the first model's name and capabilities. Throws the first model's last error if all have failed.
 */
export function createModelChain(models: readonly [LanguageModel, ...LanguageModel[]], options: ModelChainOptions): LanguageModel {
  const [first] = models;
  const { retries, pauseMs, maxPauseMs, random, logger } = options;

  /** Milliseconds until the next attempt; undefined if there should be none. */
  function pauseAfter(failure: ServiceError, attempt: number): number | undefined {
    if (attempt >= retries || failure.isLasting) return undefined;
    const asked = failure.retryAfterInSeconds === undefined ? undefined : failure.retryAfterInSeconds * 1000;
    const pause = asked ?? pauseMs * 2 ** attempt * (0.5 + random() / 2);
    return pause > maxPauseMs ? undefined : pause;
  }

  return {
    model: first.model,
    ...(first.takes === undefined ? {} : { takes: first.takes }),
    ...(first.countTokens === undefined ? {} : { countTokens: first.countTokens }),
    async *stream(request, callOptions): AsyncGenerator<ChatPart, void> {
      let failed: ServiceError | undefined;
      for (const model of models) {
        for (let attempt = 0; ; attempt += 1) {
          let begun = false;
          try {
            for await (const part of model.stream(request, callOptions)) {
              begun = true;
              yield part;
            }
            return;
          } catch (error) {
            const failure = toServiceError(error);
            if (begun || callOptions.signal.aborted || !PASSING.has(failure.kind)) throw error;
            failed ??= failure;
            if (model === first) failed = failure;
            const pause = pauseAfter(failure, attempt);
            logger.warn('model failed', { model: model.model, error_type: failure.kind, attempt: attempt + 1, retry_ms: pause });
            if (pause === undefined) break;
            await delay(pause, callOptions.signal);
          }
        }
      }
      throw failed;
    },
  };
}
