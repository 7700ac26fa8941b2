import type { MemoryStore } from '../ports/memory.ts';
import { factBody, turnBody } from './memory-wire.ts';

const PAGE = 200;

/** An owner's whole memory as JSON lines: the facts, latest first and including superseded ones, then the turns. */
export function exportLines(store: MemoryStore, owner: string): ReadableStream<Uint8Array> {
  const lines = linesOf(store, owner);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return();
    },
  });
}

/** The lines of one page after another. */
async function* linesOf(store: MemoryStore, owner: string): AsyncGenerator<string, void> {
  const text = (items: readonly object[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  let cursor: string | undefined;
  do {
    const page = await store.listFacts({ owner, limit: PAGE, superseded: true, ...(cursor === undefined ? {} : { cursor }) });
    if (page.items.length > 0) yield text(page.items.map(factBody));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  do {
    const page = await store.listTurns({ owner, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    if (page.items.length > 0) yield text(page.items.map(turnBody));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
