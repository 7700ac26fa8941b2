import { guardSettings, type GuardSettings } from '../guard/config.ts';
import type { VoiceSocket } from '../guard/dashboard/live-relay.ts';
import type { Neighbour, Neighbours } from '../guard/dashboard/neighbour-routes.ts';
import type { ApiKey } from '../http/auth.ts';
import type { Foundation } from './foundation.ts';
import { neighbour } from './neighbour.ts';

/** WebSockets as Bun and Deno have them: with headers, in which a key may have any characters. */
const HeaderSocket = WebSocket as unknown as new (
  url: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => WebSocket;

/** Base URLs of the services of this process; the voice service starts after the guard. */
export interface ServicesBeside {
  readonly reasonerUrl?: string;
  readonly voiceUrl?: () => string | undefined;
}

/** How the dashboard reaches the reasoner and the voice service. */
export function guardNeighbours(
  foundation: Foundation,
  settings: GuardSettings,
  beside: ServicesBeside,
): { readonly neighbours: Neighbours; readonly voiceSocket: VoiceSocket } {
  const inside = { reasonerUrl: () => beside.reasonerUrl, voiceUrl: () => beside.voiceUrl?.() };

  /** Where a service is, and the key that a caller's request is sent with, which may be empty. */
  function address(name: 'reasonerUrl' | 'voiceUrl', caller: ApiKey | undefined): { readonly url: string; readonly key: string } {
    const { baseUrl, apiKey, forwardsKey } = neighbour(foundation, {
      setting: guardSettings[name],
      url: settings[name],
      urlInside: inside[name](),
      apiKey: settings.neighbourApiKey,
      forwardsKey: settings.neighbourForwardKey,
    });
    return { url: baseUrl.replace(/\/+$/, ''), key: forwardsKey ? (caller?.key ?? apiKey) : apiKey };
  }

  const reach =
    (name: 'reasonerUrl' | 'voiceUrl'): Neighbour =>
    (path, init, caller) => {
      const { url, key } = address(name, caller);
      const headers = new Headers(init.headers);
      if (key !== '') headers.set('authorization', `Bearer ${key}`);
      return fetch(url + path, { ...init, headers });
    };

  return {
    neighbours: { reasoner: reach('reasonerUrl'), voice: reach('voiceUrl') },
    voiceSocket(path, caller) {
      const { url, key } = address('voiceUrl', caller);
      return new HeaderSocket(url.replace(/^http/, 'ws') + path, { headers: key === '' ? {} : { authorization: `Bearer ${key}` } });
    },
  };
}
