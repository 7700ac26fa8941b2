import type { Foundation } from './foundation.ts';

/** A service beside one of ours, as the settings of ours name it. */
export interface NeighbourOptions {
  /** The setting that holds its URL, and that URL. */
  readonly setting: { readonly name: string };
  readonly url: string;
  /** Its URL where it runs in this process. */
  readonly urlInside: string | undefined;
  readonly apiKey: string;
}

/**
 * How one of our services reaches the next. Our own keys open our own neighbour; a server somebody
 * configured gets only the key that was configured for it.
 */
export function neighbour(
  { platform, apiKeys }: Pick<Foundation, 'platform' | 'apiKeys'>,
  { setting, url, urlInside, apiKey }: NeighbourOptions,
): { readonly baseUrl: string; readonly apiKey: string } {
  if ((platform.env[setting.name] ?? '') !== '') return { baseUrl: url, apiKey };
  return { baseUrl: urlInside ?? url, apiKey: apiKey === '' ? (apiKeys[0]?.key ?? '') : apiKey };
}

/** Where a service's own API begins, below its base URL. */
export function apiOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : `${url}/v1`;
}
