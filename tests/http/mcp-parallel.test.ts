import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, it } from 'node:test';
import { saying, startMcpServer, type ServedTool } from '../contract/mcp-server.ts';
import { createTestGuard, WORDS } from '../unit/reasoner-doubles.ts';
import { callsIn, calling, mcpClient } from './mcp-client.ts';

const readOnly = { annotations: { readOnlyHint: true } };
const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

/** Tools that answer once all of them are called, the last one first. */
function meeting(names: readonly string[], more: Omit<ServedTool, 'run'> = readOnly): Record<string, ServedTool> {
  const ended = names.map(() => Promise.withResolvers<void>());
  let called = 0;
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        ...more,
        async run() {
          called += 1;
          if (called === names.length) ended.at(-1)?.resolve();
          await ended[index]?.promise;
          ended[index - 1]?.resolve();
          return text(name);
        },
      },
    ]),
  );
}

/** Tools that say when their calls begin and end, after as many others of them have begun as `together` says. */
function noting(tools: Readonly<Record<string, Omit<ServedTool, 'run'> & { readonly together?: number }>>): {
  readonly tools: Record<string, ServedTool>;
  readonly notes: string[];
  readonly most: () => number;
} {
  const notes: string[] = [];
  const begun = new EventEmitter();
  let running = 0;
  let most = 0;
  const noted = Object.entries(tools).map(([name, { together = 1, ...more }]): [string, ServedTool] => [
    name,
    {
      ...more,
      async run() {
        notes.push(`${name} begins`);
        running += 1;
        most = Math.max(most, running);
        begun.emit('one');
        const group = Math.ceil(notes.filter((note) => note.endsWith('begins')).length / together) * together;
        while (notes.filter((note) => note.endsWith('begins')).length < group) await once(begun, 'one');
        // Whatever may begin does so meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        notes.push(`${name} ends`);
        return text(name);
      },
    },
  ]);
  return { tools: Object.fromEntries(noted), notes, most: () => most };
}

const callAll = (names: readonly string[], label = 'shop') => calling(...names.map((name) => [`${label}__${name}`, '{}'] as const));

describe('MCP calls of one turn', () => {
  it('of tools that only read are made at the same time, and told of in the order in which the model asked', async () => {
    const names = ['a', 'b', 'c'];
    await using client = await mcpClient(meeting(names), [callAll(names), ['Ok.']]);
    const events = await client.stream({ input: 'x', tools: [client.tool()] });
    const body = events.at(-1)?.response ?? assert.fail('no response');
    assert.deepEqual(
      callsIn(body).map(({ name, output, status }) => [name, output, status]),
      names.map((name) => [name, name, 'completed']),
    );
    assert.deepEqual(
      events.filter(({ type }) => type === 'response.mcp_call.completed').map(({ output_index: index }) => index),
      [1, 2, 3],
    );
    assert.deepEqual(
      client.model.requests[1]?.messages.slice(-3).map(({ content, toolCallId }) => [content, toolCallId]),
      names.map((name, index) => [name, `c${index}`]),
    );
  });

  it('of different servers are made at the same time, whatever they do', async () => {
    const { buy, sell } = meeting(['buy', 'sell'], {});
    assert.ok(buy !== undefined && sell !== undefined);
    await using market = await startMcpServer({ sell });
    await using client = await mcpClient({ buy }, [calling(['shop__buy', '{}'], ['market__sell', '{}']), ['Ok.']], {
      settings: { mcpServers: ['*'] },
    });
    const tools = [client.tool(), client.tool({ server_label: 'market', server_url: market.url })];
    const calls = callsIn(await client.create({ input: 'x', tools }));
    assert.deepEqual(
      calls.map(({ output }) => output),
      ['buy', 'sell'],
    );
  });

  it('of a tool that may change something wait for earlier ones of the server, and later ones wait for them', async () => {
    const { tools, notes } = noting({
      look: { ...readOnly, together: 2 },
      see: { ...readOnly, together: 2 },
      peek: readOnly,
      pay: {},
      send: { annotations: { readOnlyHint: false } },
    });
    const names = ['look', 'see', 'pay', 'send', 'peek'];
    await using client = await mcpClient(tools, [callAll(names), ['Ok.']]);
    await client.create({ input: 'x', tools: [client.tool()] });
    assert.deepEqual(notes.slice(0, 2).toSorted(), ['look begins', 'see begins']);
    assert.deepEqual(notes.slice(4), ['pay begins', 'pay ends', 'send begins', 'send ends', 'peek begins', 'peek ends']);
  });

  it('are as many at the same time as REASONER_MCP_MAX_PARALLEL_CALLS says, and one with parallel_tool_calls false', async () => {
    for (const [settings, given, most] of [
      [{ mcpMaxParallelCalls: 2 }, {}, 2],
      [{}, { parallel_tool_calls: false }, 1],
    ] as const) {
      const noted = noting({ look: { ...readOnly, together: most } });
      await using client = await mcpClient(noted.tools, [callAll(['look', 'look', 'look', 'look']), ['Ok.']], { settings });
      const body = await client.create({ input: 'x', tools: [client.tool()], ...given });
      assert.equal(callsIn(body).filter(({ status }) => status === 'completed').length, 4);
      assert.equal(noted.most(), most);
    }
  });

  it('all end when the client leaves', async () => {
    const called = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const left = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = (index: number): ServedTool => ({
      ...readOnly,
      run: (_, stop) =>
        new Promise((_resolve, reject) => {
          called[index]?.resolve();
          stop.addEventListener('abort', () => {
            left[index]?.resolve();
            reject(new Error('stopped'));
          });
        }),
    });
    await using client = await mcpClient({ a: waiting(0), b: waiting(1) }, [callAll(['a', 'b'])]);
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'scripted', input: 'x', tools: [client.tool()], stream: true });
    const asked = new Request('http://localhost/v1/responses', { method: 'POST', body, signal: leaving.signal });
    asked.headers.set('content-type', 'application/json');
    const read = (await client.reasoner.handle(asked)).text().catch(() => '');
    await Promise.all(called.map(({ promise }) => promise));
    leaving.abort();
    await Promise.all(left.map(({ promise }) => promise));
    await read;
    await client.server.open.none();
  });

  it('all end when the guard cannot check the result of one of them', async () => {
    const stopped = Promise.withResolvers<void>();
    const called = Promise.withResolvers<void>();
    const tools: Record<string, ServedTool> = {
      first: { ...readOnly, run: async () => called.promise.then(() => text('unreadable')) },
      second: {
        ...readOnly,
        run: (_, stop) =>
          new Promise((_resolve, reject) => {
            stop.addEventListener('abort', () => {
              stopped.resolve();
              reject(new Error('stopped'));
            });
            called.resolve();
          }),
      },
    };
    const working = createTestGuard();
    const guard: typeof working = {
      ...working,
      evaluate: (input, options) =>
        input.parts.some((part) => part.text === 'unreadable') ? Promise.reject(new Error('broken')) : working.evaluate(input, options),
    };
    await using client = await mcpClient(tools, [callAll(['first', 'second'])], { guard });
    const response = await client.send('POST', '/v1/responses', { input: 'x', tools: [client.tool()] });
    assert.equal(response.status, 500, await response.text());
    await stopped.promise;
    await client.server.open.none();
  });

  it('do not fail with each other', async () => {
    const { a, b } = meeting(['a', 'b']);
    assert.ok(a !== undefined && b !== undefined);
    const fails: ServedTool = { ...a, run: async (given, stop) => ({ ...(await a.run(given, stop)), ...text(WORDS.block) }) };
    const tools = { a: fails, b, huge: saying('x'.repeat(1_100_000), readOnly) };
    await using client = await mcpClient(tools, [callAll(['huge', 'a', 'b']), ['Ok.']], { guard: createTestGuard() });
    const calls = callsIn(await client.create({ input: 'x', tools: [client.tool()] }));
    assert.deepEqual(
      calls.map(({ name, output, status }) => [name, output, status]),
      [
        ['huge', null, 'failed'],
        ['a', null, 'failed'],
        ['b', 'b', 'completed'],
      ],
    );
  });
});
