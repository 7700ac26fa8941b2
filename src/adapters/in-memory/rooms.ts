import type { Rooms } from '../../ports/rooms.ts';

/** Rooms without a media server: sessions are opened and closed over HTTP, and nothing can be unreachable. */
export function createEmbeddedRooms(): Rooms {
  return {
    name: 'embedded',
    async ping(signal) {
      signal.throwIfAborted();
    },
  };
}
