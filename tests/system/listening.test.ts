import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bunPlatform } from '../../src/main/bun-platform.ts';

describe('a service that stops', () => {
  it('asks requests in progress to end before it closes their connections', async () => {
    const cut = Promise.withResolvers<Response>();
    const service = await bunPlatform.serve({
      host: '127.0.0.1',
      port: 0,
      handle: () => cut.promise,
      endRequests: () => cut.resolve(new Response('the service stops', { status: 503 })),
    });
    const answer = fetch(service.url);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await service.stop(400);
    const response = await answer;
    assert.deepEqual([response.status, await response.text()], [503, 'the service stops']);
  });

  it('stops silently if no time is left for requests in progress', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    const service = await bunPlatform.serve({ host: '127.0.0.1', port: 0, handle: async () => new Response('') });
    await service.stop(0);
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('warning', note);
    assert.deepEqual(warnings, []);
  });
});

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
