/** A message of a conversation, as far as its place among calls and their results matters. */
interface Placed {
  readonly role: string;
  readonly toolCalls?: readonly { readonly id: string }[];
}

/**
 * Where the results of a function call stand: right behind the newest message with a call of this id, up to the first message that is no
 * result, where models expect them. Undefined without such a call.
 */
export function placeOfResults(messages: readonly Placed[], callId: string): { readonly from: number; readonly to: number } | undefined {
  const call = messages.findLastIndex(({ toolCalls = [] }) => toolCalls.some(({ id }) => id === callId));
  if (call < 0) return undefined;
  const next = messages.findIndex(({ role }, index) => index > call && role !== 'tool');
  return { from: call + 1, to: next < 0 ? messages.length : next };
}
