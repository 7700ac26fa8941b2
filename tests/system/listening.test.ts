import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bunPlatform } from '../../src/main/bun-platform.ts';

describe('a port that a service listens on', () => {
  it('is refused to a second service, which would get some of the first one’s requests', async () => {
    const handle = async (): Promise<Response> => new Response('the first');
    const first = await bunPlatform.serve({ host: '127.0.0.1', port: 0, handle });
    try {
      const port = Number(new URL(first.url).port);
      const second = bunPlatform.serve({ host: '127.0.0.1', port, handle });
      await assert.rejects(
        second.then(({ stop }) => stop(0)),
        { code: 'EADDRINUSE' },
      );
    } finally {
      await first.stop(0);
    }
  });
});
