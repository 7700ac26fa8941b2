import type { Neighbour, Neighbours } from '../guard/neighbour-routes.ts';
import { guardSettings, type GuardSettings } from '../guard/config.ts';
import type { Foundation } from './foundation.ts';

/** Where the services of this process listen; the voice service is started after the guard. */
export interface ServicesBeside {
  readonly reasonerUrl?: string;
  readonly voiceUrl?: () => string | undefined;
}

/** How the dashboard reaches reasoner and voice. Our own keys open our own neighbours; a server somebody
 * configured gets only the key that was configured for it. */
export function guardNeighbours({ platform, apiKeys }: Foundation, settings: GuardSettings, beside: ServicesBeside): Neighbours {
  const reach =
    (name: 'reasonerUrl' | 'voiceUrl', own: () => string | undefined): Neighbour =>
    (path, init) => {
      const explicit = platform.env[guardSettings[name].name];
      const isOurs = explicit === undefined || explicit === '';
      const key = settings.neighbourApiKey !== '' ? settings.neighbourApiKey : isOurs ? (apiKeys[0]?.key ?? '') : '';
      const headers = new Headers(init.headers);
      if (key !== '') headers.set('authorization', `Bearer ${key}`);
      return fetch(((isOurs ? own() : undefined) ?? settings[name]).replace(/\/+$/, '') + path, { ...init, headers });
    };
  return { reasoner: reach('reasonerUrl', () => beside.reasonerUrl), voice: reach('voiceUrl', () => beside.voiceUrl?.()) };
}
