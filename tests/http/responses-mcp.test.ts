import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { saying, startMcpServer, type ServedTool } from '../contract/mcp-server.ts';
import { createTestLogger } from '../unit/reasoner-doubles.ts';
import { callsIn, calling, listsIn, mcpClient, typesIn } from './mcp-client.ts';
import { responseClient, textOf, turnsModel } from './response-client.ts';

const PRICE = {
  type: 'object' as const,
  properties: { item: { type: 'string' } },
  required: ['item'],
  additionalProperties: false,
} satisfies ServedTool['inputSchema'];
const price = saying(({ item }) => `${String(item)} costs 3 euros`, { description: 'The price of an item', inputSchema: PRICE });
const stock = saying('5 left', { annotations: { readOnlyHint: true } });

describe('MCP tools of a response', () => {
  it('are listed first, called by the model, and answered from', async () => {
    await using client = await mcpClient({ price }, [['I look. ', ...calling(['shop__price', '{"item":"tea"}'])], ['Three euros.']]);
    const body = await client.create({ input: 'What is tea?', tools: [client.tool({ server_description: 'A tea shop.' })] });
    assert.equal(body.status, 'completed');
    const [list, before, call, answer] = body.output;
    assert.deepEqual(list, {
      type: 'mcp_list_tools',
      id: list?.id,
      server_label: 'shop',
      tools: [{ name: 'price', description: 'The price of an item', input_schema: PRICE, annotations: null }],
      error: null,
    });
    assert.equal(before?.type, 'message');
    assert.deepEqual(call, {
      type: 'mcp_call',
      id: call?.id,
      server_label: 'shop',
      name: 'price',
      arguments: '{"item":"tea"}',
      approval_request_id: null,
      output: 'tea costs 3 euros',
      error: null,
      status: 'completed',
    });
    assert.equal(answer?.type, 'message');
    assert.deepEqual(client.server.calls, [{ name: 'price', given: { item: 'tea' } }]);
    assert.deepEqual(client.model.requests[0]?.tools, [
      { name: 'shop__price', description: 'A tea shop.\nThe price of an item', parameters: PRICE },
    ]);
    assert.deepEqual(client.model.requests[1]?.messages, [
      { role: 'user', content: 'What is tea?' },
      { role: 'assistant', content: 'I look. ', toolCalls: [{ id: 'c0', name: 'shop__price', arguments: '{"item":"tea"}' }] },
      { role: 'tool', content: 'tea costs 3 euros', toolCallId: 'c0' },
    ]);
    // The sum over both turns of the model.
    assert.deepEqual([body.usage?.input_tokens, body.usage?.output_tokens], [17, 5]);
  });

  it('may be on a server of the old transport, whose connection ends with the response', async () => {
    await using client = await mcpClient({ price }, [calling(['shop__price', '{"item":"tea"}']), ['Three.']], { served: { isOld: true } });
    const body = await client.create({ input: 'x', tools: [client.tool()] });
    assert.deepEqual([callsIn(body)[0]?.output, textOf(body)], ['tea costs 3 euros', 'Three.']);
    await client.server.open.none();
  });

  it('are streamed in OpenAI’s events, with rising sequence numbers, and can be streamed again', async () => {
    await using client = await mcpClient({ price }, [calling(['shop__price', '{"item":"tea"}']), ['Three.']]);
    const events = await client.stream({ input: 'x', tools: [client.tool()] });
    assert.deepEqual(
      events.map(({ type, output_index: index }) => `${type.replace('response.', '')}${index === undefined ? '' : ` ${index}`}`),
      [
        'created',
        'in_progress',
        'output_item.added 0',
        'mcp_list_tools.in_progress 0',
        'mcp_list_tools.completed 0',
        'output_item.done 0',
        'output_item.added 1',
        'mcp_call.in_progress 1',
        'mcp_call_arguments.delta 1',
        'mcp_call_arguments.delta 1',
        'mcp_call_arguments.done 1',
        'mcp_call.completed 1',
        'output_item.done 1',
        'output_item.added 2',
        'content_part.added 2',
        'output_text.delta 2',
        'output_text.done 2',
        'content_part.done 2',
        'output_item.done 2',
        'completed',
      ],
    );
    assert.deepEqual(
      events.map(({ sequence_number: number }) => number),
      [...events.keys()],
    );
    const done = events.find(({ type }) => type === 'response.mcp_call_arguments.done');
    const call = events.find(({ type, output_index: index }) => type === 'response.output_item.done' && index === 1)?.item;
    assert.deepEqual([done?.arguments, done?.item_id], ['{"item":"tea"}', call?.id]);
    const { id } = events.at(-1)?.response ?? assert.fail('no response');
    const again = await (await client.send('GET', `/v1/responses/${id}?stream=true`)).text();
    assert.equal(again, `${events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`);
  });

  it('are listed once in a conversation, and what they said goes on', async () => {
    const scripts = [
      calling(['shop__price', '{"item":"tea"}']),
      ['Three.'],
      calling(['shop__price', '{"item":"rum"}']),
      ['Three too.'],
      ['Yes.'],
    ];
    await using client = await mcpClient({ price }, scripts);
    const first = await client.create({ input: 'Tea?', tools: [client.tool()] });
    const second = await client.create({ input: 'Rum?', tools: [client.tool()], previous_response_id: first.id });
    assert.deepEqual(typesIn(second), ['mcp_call', 'message']);
    assert.equal(client.server.listings(), 1);
    const { id } = callsIn(first)[0] ?? assert.fail('no call');
    assert.deepEqual(client.model.requests[2]?.messages, [
      { role: 'user', content: 'Tea?' },
      { role: 'assistant', content: '', toolCalls: [{ id, name: 'shop__price', arguments: '{"item":"tea"}' }] },
      { role: 'tool', content: 'tea costs 3 euros', toolCallId: id },
      { role: 'assistant', content: 'Three.' },
      { role: 'user', content: 'Rum?' },
    ]);
    // So does a client that keeps the conversation by itself.
    const input = [{ role: 'user', content: 'Tea?' }, ...first.output, { role: 'user', content: 'Really?' }];
    const third = await client.create({ input, tools: [client.tool()], store: false });
    assert.deepEqual(typesIn(third), ['message']);
    assert.equal(client.server.listings(), 1);
  });

  it('go by the list that the conversation holds when the server changes its own', async () => {
    const scripts = [['Hi.'], calling(['shop__price', '{"item":"tea"}']), ['Gone.'], ['New.']];
    await using client = await mcpClient({ price }, scripts);
    const first = await client.create({ input: 'x', tools: [client.tool()] });
    delete client.server.tools.price;
    client.server.tools.stock = stock;
    const second = await client.create({ input: 'y', tools: [client.tool()], previous_response_id: first.id });
    const [call] = callsIn(second);
    assert.equal(call?.status, 'failed');
    assert.equal(call?.error?.type, 'mcp_protocol_error');
    // A tool that is named and not in it is looked for.
    const named = client.tool({ allowed_tools: ['stock'] });
    const third = await client.create({ input: 'z', tools: [named], previous_response_id: second.id });
    assert.deepEqual(
      listsIn(third)[0]?.tools.map(({ name }) => name),
      ['stock'],
    );
  });

  it('are in the items of the response, its input items and its conversation, which is counted and summed up', async () => {
    const scripts = [calling(['shop__price', '{"item":"tea"}']), ['Three.'], ['Fine.'], ['Sum.']];
    const model = turnsModel(scripts, { tools: true, summaries: true });
    await using client = await mcpClient({ price }, model);
    const made = (await (await client.send('POST', '/v1/conversations', {})).json()) as { id: string };
    const body = await client.create({ input: 'Tea?', tools: [client.tool()], conversation: made.id });
    const types = ['message', 'mcp_list_tools', 'mcp_call', 'message'];
    const listed = async (path: string): Promise<string[]> => {
      const { data } = (await (await client.send('GET', path)).json()) as { data: { type: string }[] };
      return data.map(({ type }) => type);
    };
    assert.deepEqual(await listed(`/v1/conversations/${made.id}/items?order=asc`), types);
    const later = await client.create({ input: 'And?', previous_response_id: body.id });
    assert.deepEqual(await listed(`/v1/responses/${later.id}/input_items?order=asc`), [...types, 'message']);
    const stored = (await (await client.send('GET', `/v1/responses/${body.id}`)).json()) as typeof body;
    assert.deepEqual(stored, body);
    const counted = await client.send('POST', '/v1/responses/input_tokens', {
      previous_response_id: body.id,
      input: 'x',
      tools: [client.tool()],
    });
    assert.equal(counted.status, 200, await counted.text());
    const compacted = await client.send('POST', '/v1/responses/compact', { previous_response_id: body.id });
    assert.equal(compacted.status, 200, await compacted.text());
    assert.equal(client.server.listings(), 1);
  });

  it('keep keys out of answers, records and logs', async () => {
    const logger = createTestLogger();
    await using client = await mcpClient({ price }, [calling(['shop__price', '{}']), ['Ok.']], { logger });
    const tool = client.tool({
      server_url: `${client.server.url}?key=url-key`,
      headers: { 'X-Team': 'header-key' },
      authorization: 'token-key',
    });
    const body = await client.create({ input: 'x', tools: [tool] });
    assert.deepEqual(body.tools, [
      {
        type: 'mcp',
        server_label: 'shop',
        server_url: `${client.server.origin}/<redacted>`,
        server_description: null,
        allowed_tools: null,
        headers: null,
        require_approval: 'never',
      },
    ]);
    assert.equal(client.server.headers[0]?.authorization, 'Bearer token-key');
    assert.equal(client.server.headers[0]?.['x-team'], 'header-key');
    const stored = await (await client.send('GET', `/v1/responses/${body.id}`)).text();
    const items = await (await client.send('GET', `/v1/responses/${body.id}/input_items`)).text();
    assert.doesNotMatch(JSON.stringify([body, stored, items, logger.lines]), /-key/);
    const refused = await client.send('POST', '/v1/responses', {
      input: 'x',
      tools: [client.tool({ headers: { 'bad name': 'header-key' } })],
    });
    assert.equal(refused.status, 400);
    assert.doesNotMatch(await refused.text(), /-key/);
  });

  it('of two servers with tools of the same name, and of odd names, get legal and different names', async () => {
    await using other = await startMcpServer({ price: saying('4 euros') });
    const scripts = [calling(['shop__price', '{"item":"tea"}'], ['rival__price', '{}']), ['Ok.']];
    await using client = await mcpClient({ price, 'get price/€!': saying('odd'), ['long'.repeat(30)]: saying('long') }, scripts, {
      settings: { mcpServers: ['*'] },
    });
    const tools = [client.tool(), { ...client.tool(), server_label: 'rival', server_url: other.url }];
    const body = await client.create({ input: 'x', tools });
    assert.deepEqual(
      callsIn(body).map(({ server_label: label, name, output }) => [label, name, output]),
      [
        ['shop', 'price', 'tea costs 3 euros'],
        ['rival', 'price', '4 euros'],
      ],
    );
    const names = client.model.requests[0]?.tools?.map(({ name }) => name) ?? [];
    assert.equal(new Set(names).size, 4);
    assert.ok(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name)));
    const odd = names.find((name) => name.includes('get_price')) ?? assert.fail('no odd name');
    await using again = await mcpClient({ 'get price/€!': saying('odd') }, [calling([odd, '']), ['Ok.']]);
    const [call] = callsIn(await again.create({ input: 'x', tools: [again.tool()] }));
    assert.deepEqual([call?.name, call?.arguments, call?.output], ['get price/€!', '', 'odd']);
  });

  it('are those that allowed_tools names, or that are read-only', async () => {
    await using client = await mcpClient({ price, stock }, [['a'], ['b'], ['c'], ['d']]);
    const offered = async (allowed: unknown): Promise<unknown> => {
      const body = await client.create({ input: 'x', tools: [client.tool({ allowed_tools: allowed })] });
      const names = listsIn(body)[0]?.tools.map(({ name }) => name);
      assert.deepEqual(
        client.model.requests.at(-1)?.tools?.map(({ name }) => name.replace('shop__', '')),
        names,
      );
      return names;
    };
    assert.deepEqual(await offered(['price']), ['price']);
    assert.deepEqual(await offered({ tool_names: ['stock', 'none'] }), ['stock']);
    assert.deepEqual(await offered({ read_only: true }), ['stock']);
    assert.deepEqual(await offered({ read_only: false }), ['price']);
  });

  it('are chosen by tool_choice: a server, one of its tools, none, and allowed_tools', async () => {
    await using client = await mcpClient({ price, stock }, [['a'], ['b'], ['c'], ['d']]);
    const asked = async (choice: unknown): Promise<unknown> => {
      await client.create({ input: 'x', tools: [client.tool(), { type: 'function', name: 'f' }], tool_choice: choice });
      const { tools = [], toolChoice } = client.model.requests.at(-1) ?? assert.fail('no request');
      return [tools.map(({ name }) => name), toolChoice];
    };
    assert.deepEqual(await asked({ type: 'mcp', server_label: 'shop' }), [['shop__price', 'shop__stock'], 'required']);
    assert.deepEqual(await asked({ type: 'mcp', server_label: 'shop', name: 'stock' }), [['shop__stock'], { name: 'shop__stock' }]);
    assert.deepEqual(await asked('none'), [['f'], 'none']);
    const allowed = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'mcp', server_label: 'shop' }] };
    assert.deepEqual(await asked(allowed), [['shop__price', 'shop__stock'], 'required']);
    const unknown = { type: 'mcp', server_label: 'shop', name: 'none' };
    assert.deepEqual(await client.refused({ input: 'x', tools: [client.tool()], tool_choice: unknown }), [
      400,
      'invalid_input',
      'tool_choice',
    ]);
  });

  it('beside functions of the client: their calls are made, and the functions are the client’s', async () => {
    const scripts = [calling(['f', '{}'], ['shop__price', '{"item":"tea"}']), ['Done.']];
    await using client = await mcpClient({ price }, scripts);
    const tools = [client.tool(), { type: 'function', name: 'f' }];
    const first = await client.create({ input: 'x', tools });
    assert.deepEqual(
      first.output.map(({ type, status }) => `${type} ${status ?? ''}`),
      ['mcp_list_tools ', 'function_call completed', 'mcp_call completed'],
    );
    const input = [{ type: 'function_call_output', call_id: 'c0', output: 'fine' }];
    const second = await client.create({ input, tools, previous_response_id: first.id });
    assert.equal(textOf(second), 'Done.');
    const { id } = callsIn(first)[0] ?? assert.fail('no call');
    assert.deepEqual(client.model.requests[1]?.messages, [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: 'c0', name: 'f', arguments: '{}' },
          { id, name: 'shop__price', arguments: '{"item":"tea"}' },
        ],
      },
      { role: 'tool', content: 'tea costs 3 euros', toolCallId: id },
      { role: 'tool', content: 'fine', toolCallId: 'c0' },
    ]);
  });

  it('are refused by a model without functions, such as the built-in one: 400 naming tools', async () => {
    await using client = await mcpClient({ price }, { ...createExtractiveLanguageModel(), requests: [] });
    assert.deepEqual(await client.refused({ input: 'x', tools: [client.tool()] }), [400, 'invalid_input', 'tools']);
    assert.deepEqual(client.server.headers, []);
  });

  it('are off until REASONER_MCP_SERVERS allows servers, and limited to those', async () => {
    await using client = await mcpClient({ price }, [], { settings: { mcpServers: [] } });
    const send = async (tool: object, by = client): Promise<string> => {
      const response = await by.send('POST', '/v1/responses', { input: 'x', tools: [tool] });
      assert.equal(response.status, 400);
      return response.text();
    };
    assert.match(await send(client.tool()), /REASONER_MCP_SERVERS.*"param":"tools\[0\]\.type"/);
    await using other = await mcpClient({ price }, []);
    for (const url of [
      'http://169.254.169.254/latest',
      'http://127.0.0.1.example/',
      `http://localhost:${new URL(other.server.url).port}/mcp`,
    ]) {
      assert.match(await send(other.tool({ server_url: url }), other), /REASONER_MCP_SERVERS.*"param":"tools\[0\]\.server_url"/);
    }
    assert.deepEqual([...client.server.headers, ...other.server.headers], []);
    assert.match(
      await (await responseClient().send('POST', '/v1/responses', { input: 'x', tools: [client.tool()] })).text(),
      /REASONER_MCP_SERVERS/,
    );
  });

  const refused: [string, object, string][] = [
    ['a label with a space', { server_label: 'a b' }, 'tools[0].server_label'],
    ['no URL', { server_url: undefined }, 'tools[0].server_url'],
    ['another protocol', { server_url: 'file:///etc/passwd' }, 'tools[0].server_url'],
    ['a password in the URL', { server_url: 'http://a:b@127.0.0.1/' }, 'tools[0].server_url'],
    ['a connector', { connector_id: 'connector_gmail' }, 'tools[0].connector_id'],
    ['headers that are no texts', { headers: { a: 1 } }, 'tools[0].headers'],
    ['a header with a line break', { headers: { a: 'b\r\nc: d' } }, 'tools[0].headers'],
    ['the header host', { headers: { Host: 'internal' } }, 'tools[0].headers'],
    ['two keys', { headers: { Authorization: 'a' }, authorization: 'b' }, 'tools[0].authorization'],
    ['an unknown approval', { require_approval: 'sometimes' }, 'tools[0].require_approval'],
    ['names that are numbers', { allowed_tools: [1] }, 'tools[0].allowed_tools'],
    ['a filter that is a word', { require_approval: { never: 'x' } }, 'tools[0].require_approval.never'],
  ];
  for (const [name, given, param] of refused) {
    it(`refuse ${name}: 400 naming ${param}`, async () => {
      await using client = await mcpClient({ price }, []);
      assert.deepEqual(await client.refused({ input: 'x', tools: [client.tool(given)] }), [400, 'invalid_input', param]);
    });
  }

  it('refuse a label that is used twice, and functions that begin like their tools', async () => {
    await using client = await mcpClient({ price }, []);
    assert.deepEqual(await client.refused({ input: 'x', tools: [client.tool(), client.tool()] }), [
      400,
      'invalid_input',
      'tools[1].server_label',
    ]);
    const tools = [client.tool(), { type: 'function', name: 'shop__price' }];
    assert.deepEqual(await client.refused({ input: 'x', tools }), [400, 'invalid_input', 'tools']);
  });
});
