import type { Foundation } from './foundation.ts';
import type { PlatformConfig } from './platform-config.ts';

/** Another Parley service, as a service's settings name it. */
export interface NeighbourOptions {
  /** The setting with its URL, and that URL. */
  readonly setting: { readonly name: string };
  readonly url: string;
  /** Its URL if it runs in this process. */
  readonly urlInside: string | undefined;
  readonly apiKey: string;
  /** Whether a server that was configured, or has a key of its own configured, shares our API keys and may get the caller's. */
  readonly forwardsKey: boolean;
}

/** The address of another service, and the keys it is called with. */
export interface NeighbourAddress {
  readonly baseUrl: string;
  /** For calls without a caller, and for all calls if callers' keys are not forwarded. */
  readonly apiKey: string;
  /** Whether calls carry the caller's own API key, so that the other service knows whose they are. */
  readonly forwardsKey: boolean;
}

/**
 * How a service reaches another one. Our own API keys are sent only to our own services, each call with its caller's; a server that was
 * configured gets only the key configured for it, unless it is said to share ours.
 */
export function neighbour(
  { platform, config }: Pick<Foundation, 'platform'> & { readonly config: Pick<PlatformConfig, 'apiKeys'> },
  { setting, url, urlInside, apiKey, forwardsKey }: NeighbourOptions,
): NeighbourAddress {
  const isConfigured = (platform.env[setting.name] ?? '') !== '';
  const baseUrl = isConfigured ? url : (urlInside ?? url);
  if (isConfigured || apiKey !== '') return { baseUrl, apiKey, forwardsKey };
  return { baseUrl, apiKey: config.apiKeys[0]?.key ?? '', forwardsKey: true };
}

/** The base URL of a service's API, below its own base URL. */
export function apiOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : `${url}/v1`;
}
