import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { saying } from '../contract/mcp-server.ts';
import { callsIn, calling, mcpClient, typesIn } from './mcp-client.ts';
import { textOf } from './response-client.ts';

const pay = saying('paid');
const look = saying('seen', { annotations: { readOnlyHint: true } });
const approval = (request: string, approve: boolean, more: object = {}): object => ({
  type: 'mcp_approval_response',
  approval_request_id: request,
  approve,
  ...more,
});
const askPay = calling(['shop__pay', '{"sum":3}']);

/** The id of the only approval request of a response. */
function requestIn({ output }: { readonly output: readonly { readonly type: string; readonly id: string }[] }): string {
  const requests = output.filter(({ type }) => type === 'mcp_approval_request');
  assert.equal(requests.length, 1);
  return requests[0]?.id ?? '';
}

describe('approvals of MCP calls', () => {
  it('are asked for by default: the response ends with the request, and goes on once it is approved', async () => {
    await using client = await mcpClient({ pay }, [askPay, ['It is paid.'], ['Twice?']]);
    const tools = [client.tool({ require_approval: undefined })];
    const first = await client.create({ input: 'Pay', tools });
    assert.deepEqual([first.status, typesIn(first)], ['completed', ['mcp_list_tools', 'mcp_approval_request']]);
    const request = requestIn(first);
    assert.deepEqual(first.output[1], {
      type: 'mcp_approval_request',
      id: request,
      server_label: 'shop',
      name: 'pay',
      arguments: '{"sum":3}',
    });
    assert.deepEqual(client.server.calls, []);
    const second = await client.create({ input: [approval(request, true)], tools, previous_response_id: first.id });
    assert.deepEqual(typesIn(second), ['mcp_call', 'message']);
    const [call] = callsIn(second);
    assert.deepEqual([call?.approval_request_id, call?.output, call?.status], [request, 'paid', 'completed']);
    assert.deepEqual(client.server.calls, [{ name: 'pay', given: { sum: 3 } }]);
    const told = [
      { role: 'user', content: 'Pay' },
      { role: 'assistant', content: '', toolCalls: [{ id: request, name: 'shop__pay', arguments: '{"sum":3}' }] },
      { role: 'tool', content: 'paid', toolCallId: request },
    ];
    assert.deepEqual(client.model.requests[1]?.messages, told);
    await client.create({ input: 'And?', tools, previous_response_id: second.id });
    assert.deepEqual(client.model.requests[2]?.messages, [
      ...told,
      { role: 'assistant', content: 'It is paid.' },
      { role: 'user', content: 'And?' },
    ]);
    // Answered once and for all.
    const again = { input: [approval(request, true)], tools, previous_response_id: second.id };
    assert.deepEqual(await client.refused(again), [400, 'invalid_input', 'input[0].approval_request_id']);
    assert.equal(client.server.calls.length, 1);
  });

  it('are given in a conversation, and by clients that keep the conversation by themselves', async () => {
    await using client = await mcpClient({ pay }, [askPay, ['Paid.'], askPay, ['Paid.'], ['Ok.']]);
    const tools = [client.tool({ require_approval: 'always' })];
    const { id: conversation } = (await (await client.send('POST', '/v1/conversations', {})).json()) as { id: string };
    const first = await client.create({ input: 'Pay', tools, conversation });
    const second = await client.create({ input: [approval(requestIn(first), true)], tools, conversation });
    assert.deepEqual([typesIn(second), textOf(second)], [['mcp_call', 'message'], 'Paid.']);

    const store = false;
    const third = await client.create({ input: 'Pay', tools, store });
    const input = [{ role: 'user', content: 'Pay' }, ...third.output, approval(requestIn(third), true)];
    const fourth = await client.create({ input, tools, store });
    assert.deepEqual([typesIn(fourth), textOf(fourth)], [['mcp_call', 'message'], 'Paid.']);
    const fifth = await client.create({ input: [...input, ...fourth.output, { role: 'user', content: 'x' }], tools, store });
    assert.deepEqual(typesIn(fifth), ['message']);
    assert.equal(client.server.calls.length, 2);
  });

  it('that are declined make no call, and the model learns it with the reason', async () => {
    await using client = await mcpClient({ pay }, [askPay, ['As you wish.']]);
    const tools = [client.tool({ require_approval: 'always' })];
    const first = await client.create({ input: 'Pay', tools });
    const input = [approval(requestIn(first), false, { reason: 'Too dear.' })];
    const second = await client.create({ input, tools, previous_response_id: first.id });
    assert.deepEqual(typesIn(second), ['message']);
    assert.match(client.model.requests[1]?.messages.at(-1)?.content ?? '', /did not approve.*Too dear\./);
    assert.deepEqual(client.server.calls, []);
  });

  it('that nobody answers let the conversation go on without the call', async () => {
    await using client = await mcpClient({ pay }, [askPay, ['Fine.']]);
    const tools = [client.tool({ require_approval: 'always' })];
    const first = await client.create({ input: 'Pay', tools });
    const second = await client.create({ input: 'Never mind', tools, previous_response_id: first.id });
    assert.equal(textOf(second), 'Fine.');
    assert.match(client.model.requests[1]?.messages[2]?.content ?? '', /nobody has approved/);
    assert.deepEqual(client.server.calls, []);
  });

  it('are asked for the tools that a filter says, while the others of the turn are called', async () => {
    for (const [filter, calls] of [
      [{ never: { tool_names: ['look'] } }, ['look']],
      [{ never: { read_only: true } }, ['look']],
      [{ always: { tool_names: ['look'] } }, ['pay']],
      [{ always: { read_only: false }, never: { tool_names: ['pay', 'look'] } }, ['look']],
    ] as const) {
      await using client = await mcpClient({ pay, look }, [calling(['shop__pay', '{}'], ['shop__look', '{}'])]);
      const body = await client.create({ input: 'x', tools: [client.tool({ require_approval: filter })] });
      assert.deepEqual(
        client.server.calls.map(({ name }) => name),
        calls,
      );
      assert.deepEqual(typesIn(body).toSorted(), ['mcp_approval_request', 'mcp_call', 'mcp_list_tools']);
      assert.equal(body.status, 'completed');
    }
  });

  it('are streamed: the request as an item, and the approved call with its events', async () => {
    await using client = await mcpClient({ pay }, [askPay, ['Paid.']]);
    const tools = [client.tool({ require_approval: 'always' })];
    const asked = await client.stream({ input: 'Pay', tools });
    assert.deepEqual(
      asked.slice(-3).map(({ type }) => type),
      ['response.output_item.added', 'response.output_item.done', 'response.completed'],
    );
    const first = asked.at(-1)?.response ?? assert.fail('no response');
    const events = await client.stream({ input: [approval(requestIn(first), true)], tools, previous_response_id: first.id });
    assert.deepEqual(
      events.slice(2, 8).map(({ type }) => type.replace('response.', '')),
      [
        'output_item.added',
        'mcp_call.in_progress',
        'mcp_call_arguments.delta',
        'mcp_call_arguments.done',
        'mcp_call.completed',
        'output_item.done',
      ],
    );
  });

  it('of an unknown request, or without its server among the tools, are refused', async () => {
    await using client = await mcpClient({ pay }, [askPay]);
    const first = await client.create({ input: 'Pay', tools: [client.tool({ require_approval: 'always' })] });
    const continued = { previous_response_id: first.id };
    const unknown = { input: [approval('mcpr_none', true)], tools: [client.tool()], ...continued };
    assert.deepEqual(await client.refused(unknown), [400, 'invalid_input', 'input[0].approval_request_id']);
    assert.deepEqual(await client.refused({ input: [approval(requestIn(first), true)], ...continued }), [400, 'invalid_input', 'tools']);
    const undecided = { input: [{ type: 'mcp_approval_response', approval_request_id: requestIn(first) }], ...continued };
    assert.deepEqual(await client.refused(undecided), [400, 'invalid_input', 'input[0].approve']);
  });
});
