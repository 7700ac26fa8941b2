import assert from 'node:assert/strict';
import type { ResponseBody } from '../../src/reasoner/responses/response-body.ts';
import { saying, startMcpServer } from '../contract/mcp-server.ts';
import { startParley, type StartOptions } from '../system/parley-process.ts';
import { startModelServer } from '../system/response-model-server.ts';

/** What a response of a program says that calls a tool of an MCP server, with the types of its items. */
export async function answerByMcp(options: StartOptions): Promise<{ readonly types: readonly string[]; readonly said: string }> {
  await using pages = await startMcpServer({ read: saying(({ page }) => `The page ${String(page)} is empty.`) });
  await using models = await startModelServer();
  const env = {
    ...options.env,
    REASONER_MODEL: 'openai',
    REASONER_OPENAI_BASE_URL: models.url,
    REASONER_OPENAI_MODEL: 'stand-in',
    REASONER_MCP_SERVERS: pages.origin,
  };
  await using parley = await startParley({ ...options, env });
  const tool = { type: 'mcp', server_label: 'pages', server_url: pages.url, require_approval: 'never' };
  const response = await fetch(`${parley.reasoner}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stand-in', input: 'read news', tools: [tool] }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  const { output } = (await response.json()) as ResponseBody;
  const message = output.find((item) => item.type === 'message')?.content[0];
  return { types: output.map(({ type }) => type), said: message?.type === 'output_text' ? message.text : '' };
}
