/**
 * A model that streams two hundred tokens in pieces of eight, with the pause in milliseconds that the last part of its
 * path names between two pieces, and a proxy that only passes bytes on.
 */
const TOKENS = 200;
const encoder = new TextEncoder();

function chunk(delta: object, finishReason: string | null): Uint8Array {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return encoder.encode(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`);
}

const upstream = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => {
    const pauseMs = Number(/\/every-(\d+)\//.exec(request.url)?.[1] ?? 0);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent === 0) controller.enqueue(chunk({ role: 'assistant', content: '' }, null));
        if (sent < TOKENS) {
          // Eight tokens at a time, as they come from a real server.
          for (let index = 0; index < 8; index += 1) controller.enqueue(chunk({ content: `w${(sent += 1)} ` }, null));
          if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
          return;
        }
        controller.enqueue(chunk({}, 'stop'));
        controller.enqueue(encoder.encode('data: [DONE]\n\n'));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  },
});
const proxy = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    const answer = await fetch(`http://127.0.0.1:${upstream.port}${pathname}`, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
      signal: request.signal,
    });
    return new Response(answer.body, { headers: { 'content-type': 'text/event-stream' } });
  },
});
postMessage({ upstream: upstream.port, proxy: proxy.port });
