import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible server whose answers follow from the question. */
export interface ModelServer extends AsyncDisposable {
  /** Its base URL, with /v1. */
  readonly url: string;
}

interface Asked {
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly { readonly type: string; readonly text?: string }[] | null;
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: object;
}

/**
 * Starts a stand-in for a large model: it says what it was told, lists the conversation for `history`, calls the function
 * `weather` for a question about the weather and a tool `shell` to run something, a tool `read` of an MCP server to read something, repeats a tool's result, sums up a conversation by counting its messages, and never ends for
 * `wait for ever`.
 */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const piece of request.setEncoding('utf8')) text += String(piece);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (delta: object, finish: string | null = null): void => {
        const choices = [{ index: 0, delta, finish_reason: finish }];
        response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices })}\n\n`);
      };
      const ended = answer(JSON.parse(text) as Asked, send);
      if (!ended) return;
      const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [], usage })}\n\n`,
      );
      response.end('data: [DONE]\n\n');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether the answer has an end. */
function answer({ messages, tools = [], response_format: format }: Asked, send: (delta: object, finish?: string) => void): boolean {
  const last = messages.at(-1);
  const parts = typeof last?.content === 'string' ? [] : (last?.content ?? []);
  const said = typeof last?.content === 'string' ? last.content : parts.map(({ text = '' }) => text).join('');
  const images = parts.filter(({ type }) => type === 'image_url').length;
  if (said === 'wait for ever') {
    send({ role: 'assistant', content: 'I wait' });
    return false;
  }
  if (said.startsWith('Sum up the conversation')) {
    send({ role: 'assistant', content: `${messages.length - 1} messages` }, 'stop');
    return true;
  }
  if (last?.role === 'user' && tools.length > 0 && /weather/i.test(said)) {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":' } };
    send({ role: 'assistant', tool_calls: [call] });
    send({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] });
    send({}, 'tool_calls');
    return true;
  }
  if (last?.role === 'user' && tools.some(({ function: { name } }) => name === 'shell') && said.startsWith('run ')) {
    send({
      role: 'assistant',
      tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'shell', arguments: '{"input":' } }],
    });
    for (const piece of JSON.stringify(said.slice('run '.length)).match(/.{1,4}/gsu) ?? []) {
      send({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    }
    send({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }, 'tool_calls');
    return true;
  }
  const reader = tools.find(({ function: { name } }) => name.endsWith('__read'));
  if (last?.role === 'user' && reader !== undefined && /^read /i.test(said)) {
    const call = { name: reader.function.name, arguments: JSON.stringify({ page: said.slice('read '.length) }) };
    send({ role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] });
    send({}, 'tool_calls');
    return true;
  }
  const reply =
    last?.role === 'tool'
      ? `The tool says: ${said}`
      : format === undefined
        ? said === 'history'
          ? messages.map(({ content }) => (typeof content === 'string' ? content : '')).join(' | ')
          : `You said: ${said}${images === 0 ? '' : ` with ${images} image`}`
        : JSON.stringify({ said });
  for (const piece of reply.split(/(?<= )/)) send({ content: piece });
  send({}, 'stop');
  return true;
}
