import type { VectorCall, VectorReply, VectorRequest } from './vector-protocol.ts';
import { createVectorTable, type VectorTable } from './vector-table.ts';

/** The side of a dedicated worker's global scope that is used here. */
interface WorkerScope {
  postMessage(reply: VectorReply, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<VectorRequest>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const NOTHING = new Float64Array(0);
let table: VectorTable | undefined;

function answer(call: VectorCall): Float64Array {
  if (call.type === 'reset') {
    table = createVectorTable(call.dimensions);
    return NOTHING;
  }
  if (table === undefined) throw new Error('the vectors are not set up');
  switch (call.type) {
    case 'add':
      table.add(call.rows);
      return NOTHING;
    case 'remove':
      table.remove(call.numbers);
      return NOTHING;
    case 'move':
      table.move(call.numbers, call.groupIds, call.groups);
      return NOTHING;
    case 'search':
      return table.search(call.query);
    case 'select':
      return table.select(call.storeIds, call.filter);
    case 'stats':
      return Float64Array.of(table.size, table.bytes);
  }
  return NOTHING;
}

scope.addEventListener('message', ({ data: { id, call } }) => {
  try {
    scope.postMessage({ id, ok: true, values: answer(call) }, []);
  } catch (error) {
    scope.postMessage({ id, ok: false, message: error instanceof Error ? error.message : String(error) }, []);
  }
});
