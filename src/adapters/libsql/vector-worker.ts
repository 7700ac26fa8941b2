import { messageOf } from '../../core/errors.ts';
import { createTimeSlices } from './time-slices.ts';
import type { VectorCall, VectorReply, VectorRequest } from './vector-protocol.ts';
import { createVectorTable, type VectorTable } from './vector-table.ts';
import type { WordCounts } from './word-counter.ts';

/** The part of a dedicated worker's global scope that is used here. */
interface WorkerScope {
  postMessage(reply: VectorReply, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<VectorRequest>) => void): void;
}

type Question = Extract<VectorCall, { readonly type: 'search' | 'match' | 'select' | 'stats' }>;
type Change = Exclude<VectorCall, Question>;

const scope = globalThis as unknown as WorkerScope;
const slices = createTimeSlices();
/** How many passages are removed or moved in one step. */
const STROKE = 1024;
let table: VectorTable | undefined;
let last: Promise<void> = Promise.resolve();

function current(): VectorTable {
  if (table === undefined) throw new Error('the vectors are not set up');
  return table;
}

function answer(question: Question): Float64Array {
  if (question.type === 'search') return current().search(question.query);
  if (question.type === 'match') return current().match(question.query);
  if (question.type === 'select') return current().select(question.storeIds, question.filter);
  const { passages, vectorBytes, wordBytes } = current().stats;
  return Float64Array.of(passages, vectorBytes, wordBytes);
}

/** Applies a change. Queries are answered between its steps. */
async function apply(change: Change): Promise<void> {
  if (change.type === 'reset') {
    table = createVectorTable(change.dimensions);
    return;
  }
  if (change.type === 'renew') {
    current().renew(change.numbers, change.vectors);
    return;
  }
  slices.begin();
  if (change.type === 'put') {
    const { gone, rows } = change;
    const words: WordCounts[] = [];
    for (const text of rows.texts) {
      words.push(current().countWords(text));
      await slices.pause();
    }
    current().remove(gone);
    current().add(rows, words);
    // Releases the memory now instead of at a later garbage collection.
    rows.vectors.buffer.transfer(0);
  } else {
    const { numbers } = change;
    for (let start = 0; start < numbers.length; start += STROKE) {
      const some = numbers.subarray(start, start + STROKE);
      if (change.type === 'remove') current().remove(some);
      else current().move(some, change.groupIds.subarray(start, start + STROKE), change.groups);
      await slices.pause();
    }
  }
  const tidying = current().tidy();
  while (tidying.next().done !== true) await slices.pause();
}

function fail(id: number, error: unknown): void {
  scope.postMessage({ id, ok: false, message: messageOf(error) }, []);
}

scope.addEventListener('message', ({ data: { id, call } }) => {
  if (call.type === 'search' || call.type === 'match' || call.type === 'select' || call.type === 'stats') {
    try {
      scope.postMessage({ id, ok: true, values: answer(call) }, []);
    } catch (error) {
      fail(id, error);
    }
    return;
  }
  last = last
    .then(() => apply(call))
    .then(
      () => scope.postMessage({ id, ok: true, values: new Float64Array(0) }, []),
      (error: unknown) => fail(id, error),
    );
});
