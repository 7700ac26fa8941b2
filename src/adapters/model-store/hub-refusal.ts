import { ServiceError } from '../../core/errors.ts';
import { readRetryAfter } from '../../core/retry-after.ts';
import { TransientFault } from './transient-fault.ts';

/** What was requested from the hub, for messages. */
export interface Asked {
  readonly id: string;
  readonly revision: string;
  readonly path?: string;
  readonly hub: string;
  readonly hasToken: boolean;
}

/** The error for an answer that is neither 2xx nor a redirect: a TransientFault if a retry may help, otherwise a ServiceError. */
export function fromHubRefusal(response: Response, { id, revision, path, hub, hasToken }: Asked): ServiceError | TransientFault {
  const { status, headers } = response;
  // https://github.com/huggingface/huggingface_hub/blob/main/src/huggingface_hub/utils/_http.py
  const code = headers.get('x-error-code') ?? '';
  const what = path === undefined ? `the model ${id}` : `${path} of ${id}`;
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = readRetryAfter(headers.get('retry-after'), new Date());
    return new TransientFault(`${hub} answered ${status} for ${what}`, {
      retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
    });
  }
  if (status === 401 || status === 403) {
    const gated = `${hub} gives out ${id} only to those who accepted its terms`;
    const remedy = hasToken
      ? `accept the terms at ${hub}/${id}, or check PLATFORM_MODEL_HUB_TOKEN`
      : `accept the terms at ${hub}/${id} and set PLATFORM_MODEL_HUB_TOKEN`;
    // Without a token the hub also answers 401 for models that do not exist.
    const unknown = code === 'RepoNotFound' ? `, or has no such model` : '';
    return new ServiceError('provider_unavailable', `${gated}${unknown} (${status}): ${remedy}.`);
  }
  if (status === 404 && code === 'RevisionNotFound') return new ServiceError('not_found', `${id} has no revision ${revision} at ${hub}.`);
  if (status === 404 || status === 410) return new ServiceError('not_found', `${hub} has no ${what.replace(/^the /, '')} (${status}).`);
  return new ServiceError('provider_unavailable', `${hub} answered ${status} for ${what}.`);
}
