import { toolFunctionName } from '../../../domain/reasoning/tool-function-name.ts';
import { fault } from '../../fields.ts';
import type { ConversationItem } from '../response-items.ts';
import { callResult, type McpApprovalRequestItem } from './mcp-items.ts';

/** What stands for the result of a call that was not approved, or not yet. */
const DECLINED = 'The user did not approve this call, so it was not made.';
const WAITING = 'This call has not been made: nobody has approved it.';

/**
 * The calls that the input approves, in its order. Throws `invalid_input` naming the field for an answer to no request of the
 * conversation, or to one that was answered before.
 */
export function approvedCalls(before: readonly ConversationItem[], items: readonly ConversationItem[]): McpApprovalRequestItem[] {
  const answered = new Set(before.flatMap((item) => answeredBy(item) ?? []));
  const known = [...before, ...items];
  const approved: McpApprovalRequestItem[] = [];
  for (const [index, item] of items.entries()) {
    const answer = answeredBy(item);
    if (answer === undefined) continue;
    const param = `input[${index}].approval_request_id`;
    const request = known.find((other) => other.type === 'mcp_approval_request' && other.id === answer);
    if (request?.type !== 'mcp_approval_request') throw fault(param, 'is not the id of an approval request in this conversation');
    if (item.type === 'mcp_call') {
      // A client that sends the whole conversation says how the call ended.
      const place = approved.findIndex(({ id }) => id === answer);
      if (place >= 0) approved.splice(place, 1);
    } else if (answered.has(answer)) throw fault(param, 'is the id of an approval request that was answered before');
    else if (item.type === 'mcp_approval_response' && item.approve) approved.push(request);
    answered.add(answer);
  }
  return approved;
}

/** The approval request that an item answers: somebody's decision, or the call that was made then. */
function answeredBy(item: ConversationItem): string | undefined {
  if (item.type === 'mcp_approval_response') return item.approval_request_id;
  return item.type === 'mcp_call' ? (item.approval_request_id ?? undefined) : undefined;
}

/**
 * A conversation with the calls of MCP servers as function calls with their results, as models know them. A call that waited for approval
 * stands where it was asked for.
 */
export function withPlainCalls(items: readonly ConversationItem[]): ConversationItem[] {
  const asked = new Set(items.flatMap(({ type, id }) => (type === 'mcp_approval_request' ? [id] : [])));
  return items.flatMap((item): ConversationItem[] => {
    if (item.type === 'mcp_list_tools' || item.type === 'mcp_approval_response') return [];
    if (item.type !== 'mcp_call' && item.type !== 'mcp_approval_request') return [item];
    if (item.type === 'mcp_call' && asked.has(item.approval_request_id ?? '')) return [];
    const output = item.type === 'mcp_call' ? callResult(item) : resultOfRequest(item.id, items);
    const { id, server_label: server, name, arguments: given } = item;
    return [
      { type: 'function_call', id, call_id: id, name: toolFunctionName(server, name), arguments: given, status: 'completed' },
      { type: 'function_call_output', id, call_id: id, output, status: 'completed' },
    ];
  });
}

function resultOfRequest(id: string, items: readonly ConversationItem[]): string {
  const call = items.find((item) => item.type === 'mcp_call' && item.approval_request_id === id);
  if (call?.type === 'mcp_call') return callResult(call);
  const answer = items.find((item) => item.type === 'mcp_approval_response' && item.approval_request_id === id);
  if (answer?.type !== 'mcp_approval_response' || answer.approve) return WAITING;
  return answer.reason === null ? DECLINED : `${DECLINED} The reason: ${answer.reason}`;
}
