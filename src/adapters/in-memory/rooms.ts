import type { Rooms } from '../../ports/rooms.ts';

/** Rooms without a media server: sessions are opened and closed over HTTP, and there is nothing to be out of reach. */
export function createEmbeddedRooms(): Rooms {
  return {
    name: 'embedded',
    async ping(signal) {
      signal.throwIfAborted();
    },
  };
}
