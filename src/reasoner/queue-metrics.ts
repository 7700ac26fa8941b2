import { abortable, deadline } from '../core/abort.ts';
import type { Sample } from '../ports/metrics.ts';
import type { WorkItem, WorkQueue } from '../ports/work-queue.ts';

/** A work queue that counts what this process does with it. */
export interface MeasuredQueue {
  readonly queue: WorkQueue;
  /** Its metrics; those of its store are left out while that does not answer. */
  samples(): Promise<readonly Sample[]>;
}

/** Measures a queue. `timeoutMs` limits the look into its store. */
export function measureQueue(queue: WorkQueue, { timeoutMs }: { readonly timeoutMs: number }): MeasuredQueue {
  let redelivered = 0;
  let buried = 0;

  function counted(item: WorkItem): WorkItem {
    if (item.deliveries > 1) redelivered += 1;
    return {
      ...item,
      async bury(why) {
        await item.bury(why);
        buried += 1;
      },
    };
  }

  async function stored(): Promise<Sample[]> {
    try {
      const { pending, deadLetters } = await abortable(queue.backlog(), deadline(timeoutMs));
      return [
        {
          name: 'parley_bus_pending_messages',
          type: 'gauge',
          help: 'Requests in the durable queue that wait or are being answered, of all reasoners together.',
          value: pending,
        },
        {
          name: 'parley_bus_dead_letters',
          type: 'gauge',
          help: 'Dead letters that are kept, of all reasoners together.',
          value: deadLetters,
        },
      ];
    } catch {
      return [];
    }
  }

  return {
    queue: {
      ...queue,
      consume: (work, options) => queue.consume((item) => work(counted(item)), options),
      async bury(message) {
        await queue.bury(message);
        buried += 1;
      },
    },
    samples: async () => [
      ...(await stored()),
      {
        name: 'parley_bus_redeliveries_total',
        type: 'counter',
        help: 'Requests that this reasoner got from the durable queue again, as an earlier attempt failed or its reasoner died.',
        value: redelivered,
      },
      { name: 'parley_bus_dead_letters_total', type: 'counter', help: 'Messages that this reasoner made dead letters.', value: buried },
    ],
  };
}
