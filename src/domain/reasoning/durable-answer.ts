import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { ChatPart } from '../../ports/language.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { Answerer, AnswerState } from './answer.ts';
import type { Graph } from './graph.ts';
import { createThreads } from './threads.ts';

export interface DurableAnswererDeps {
  readonly graph: Graph<AnswerState, ChatPart>;
  /** Name of the model behind the graph. */
  readonly model: string;
  readonly checkpoints: Checkpoints;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An answerer whose answers go on where they were cut short. */
export interface DurableAnswerer extends Answerer {
  /** Deletes what was kept of an answer. */
  forget(requestId: string): Promise<void>;
}

const WAITING = 16;

/**
 * Answers by running a graph on a thread of its own for each request id, kept after every step. Asked again with the
 * id of an answer that was cut short, by the end of the process too, it goes on after the last node that had finished;
 * what that node had said is then said again in one piece.
 */
export function createDurableAnswerer({ graph, model, checkpoints, clock, ids }: DurableAnswererDeps): DurableAnswerer {
  const threads = createThreads({ graph, checkpoints, clock, ids, maxQueued: WAITING });
  return {
    model,
    forget: async (requestId) => {
      await threads.delete(threadOf(requestId));
    },
    async *answer(request, { signal, requestId, memory, search }) {
      const durations: Record<string, number> = {};
      const starts: Record<string, number> = {};
      const begun = clock.elapsed();
      let isSaid = false;
      let isFinished = false;
      const events = threads.run(threadOf(requestId), {
        input: () => ({ request, requestId, ...(memory === undefined ? {} : { memory }), ...(search === undefined ? {} : { search }) }),
        run: requestId,
        policy: 'queue',
        durability: 'sync',
        modes: ['tokens', 'debug'],
        signal,
      });
      for await (const event of events) {
        if (event.type === 'output') {
          if (event.output.type === 'finish') isFinished = true;
          else isSaid = true;
          yield event.output;
        } else if (event.type === 'node-started') starts[event.node] = clock.elapsed() - begun;
        else if (event.type === 'node-finished') durations[event.node] = event.durationMs;
        else if (event.type === 'finished') {
          const { screened, inspected, reply, finish } = event.state;
          if (!isSaid && reply !== undefined && reply !== '') yield { type: 'text-delta', text: reply };
          if (!isFinished && finish !== undefined) yield { type: 'finish', ...finish };
          yield { type: 'outcome', outcome: { screened, inspected, durations, starts } };
        }
      }
    },
  };
}

/** No thread that a client names holds two colons. */
function threadOf(requestId: string): string {
  return `durable::${requestId}`;
}
