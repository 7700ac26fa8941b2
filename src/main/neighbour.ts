import type { Foundation } from './foundation.ts';

/** Another Parley service, as a service's settings name it. */
export interface NeighbourOptions {
  /** The setting with its URL, and that URL. */
  readonly setting: { readonly name: string };
  readonly url: string;
  /** Its URL if it runs in this process. */
  readonly urlInside: string | undefined;
  readonly apiKey: string;
}

/**
 * How a service reaches another one. Our own API keys are sent only to our own services; a server that was configured gets only the key
 * configured for it.
 */
export function neighbour(
  { platform, apiKeys }: Pick<Foundation, 'platform' | 'apiKeys'>,
  { setting, url, urlInside, apiKey }: NeighbourOptions,
): { readonly baseUrl: string; readonly apiKey: string } {
  if ((platform.env[setting.name] ?? '') !== '') return { baseUrl: url, apiKey };
  return { baseUrl: urlInside ?? url, apiKey: apiKey === '' ? (apiKeys[0]?.key ?? '') : apiKey };
}

/** The base URL of a service's API, below its own base URL. */
export function apiOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : `${url}/v1`;
}
