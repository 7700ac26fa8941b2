import { guardSettings, type GuardSettings } from '../guard/config.ts';
import type { Neighbour, Neighbours } from '../guard/dashboard/neighbour-routes.ts';
import type { Foundation } from './foundation.ts';
import { neighbour } from './neighbour.ts';

/** Base URLs of the services of this process; the voice service starts after the guard. */
export interface ServicesBeside {
  readonly reasonerUrl?: string;
  readonly voiceUrl?: () => string | undefined;
}

/** How the dashboard reaches the reasoner and the voice service. */
export function guardNeighbours(foundation: Foundation, settings: GuardSettings, beside: ServicesBeside): Neighbours {
  const reach =
    (name: 'reasonerUrl' | 'voiceUrl', own: () => string | undefined): Neighbour =>
    (path, init, caller) => {
      const { baseUrl, apiKey, forwardsKey } = neighbour(foundation, {
        setting: guardSettings[name],
        url: settings[name],
        urlInside: own(),
        apiKey: settings.neighbourApiKey,
        forwardsKey: settings.neighbourForwardKey,
      });
      const headers = new Headers(init.headers);
      const key = forwardsKey ? (caller?.key ?? apiKey) : apiKey;
      if (key !== '') headers.set('authorization', `Bearer ${key}`);
      return fetch(baseUrl.replace(/\/+$/, '') + path, { ...init, headers });
    };
  return { reasoner: reach('reasonerUrl', () => beside.reasonerUrl), voice: reach('voiceUrl', () => beside.voiceUrl?.()) };
}
