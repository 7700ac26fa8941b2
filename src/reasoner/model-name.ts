import { ServiceError } from '../core/errors.ts';

/** Aliases of the configured model. */
const ANY_MODEL: ReadonlySet<string> = new Set(['default', 'parley']);

/** Throws `not_found` unless a request names the configured model. */
export function checkModelName(asked: string, modelId: string): void {
  if (asked === modelId || ANY_MODEL.has(asked)) return;
  const message = `The model ${JSON.stringify(asked.slice(0, 100))} does not exist here; this service runs ${JSON.stringify(modelId)}.`;
  throw new ServiceError('not_found', message, { param: 'model' });
}
