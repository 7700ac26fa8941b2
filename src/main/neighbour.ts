import type { ApiKey } from '../http/auth.ts';

export interface NeighbourOptions {
  /** The URL as the environment gives it; undefined or empty when it gives none. */
  readonly explicitUrl: string | undefined;
  readonly defaultUrl: string;
  /** Where the service listens when it runs in this process. */
  readonly neighbourUrl: string | undefined;
  readonly apiKey: string;
  readonly apiKeys: readonly ApiKey[];
}

/**
 * How one of our services reaches the next. Our own keys open our own neighbour; a server somebody
 * configured gets only the key that was configured for it.
 */
export function neighbour(options: NeighbourOptions): { readonly baseUrl: string; readonly apiKey: string } {
  const { explicitUrl, defaultUrl, neighbourUrl, apiKey, apiKeys } = options;
  if (explicitUrl !== undefined && explicitUrl !== '') return { baseUrl: explicitUrl, apiKey };
  return {
    baseUrl: neighbourUrl === undefined ? defaultUrl : `${neighbourUrl}/v1`,
    apiKey: apiKey === '' ? (apiKeys[0]?.key ?? '') : apiKey,
  };
}
