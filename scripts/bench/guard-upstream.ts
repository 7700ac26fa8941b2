/**
 * A model that answers every chat at once with the same reply of half a kilobyte, and a proxy that only forwards bytes; both in one thread
 * of their own.
 */
const REPLY =
  'The tide comes in twice a day because the moon pulls at the water on the near side of the earth more than at the earth itself, and at the earth more than at the water on the far side. Two bulges stay in line with the moon while the earth turns under them. Where the coast is narrow the water piles up and the difference grows; in an open sea it is hardly as high as a chair. The sun does the same, only weaker, and when both pull in one line the tides are at their highest for a few days.';
const body = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: REPLY }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const headers = { 'content-type': 'application/json' };

const upstream = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    await request.arrayBuffer();
    return new Response(body, { headers });
  },
});
const target = `http://127.0.0.1:${upstream.port}/v1/chat/completions`;
const proxy = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    const answer = await fetch(target, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
      signal: request.signal,
    });
    return new Response(answer.body, { headers });
  },
});
postMessage({ upstream: upstream.port, proxy: proxy.port });
