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

/** An answerer whose answers continue where they were interrupted. */
export interface DurableAnswerer extends Answerer {
  /** Deletes the stored state of an answer. */
  forget(requestId: string): Promise<void>;
}

const WAITING = 16;

/**
 * Answers by running a graph on a thread of its own per request id, which is stored after every step. If an answer was interrupted, even
 * by the end of the process, the same id continues it after the last finished node, whose output is then repeated in one piece.
 */
export function createDurableAnswerer({ graph, model, checkpoints, clock, ids }: DurableAnswererDeps): DurableAnswerer {
  const threads = createThreads({ graph, checkpoints, clock, ids, maxQueued: WAITING });
  return {
    model,
    forget: async (requestId) => {
      await threads.delete(threadOf(requestId));
    },
    async *answer(request, { signal, ...given }) {
      const { requestId } = given;
      const durations: Record<string, number> = {};
      const starts: Record<string, number> = {};
      const begun = clock.elapsed();
      let isSaid = false;
      let isFinished = false;
      const events = threads.run(threadOf(requestId), {
        input: () => ({ request, ...given }),
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

/** Thread names of clients cannot contain two colons. */
function threadOf(requestId: string): string {
  return `durable::${requestId}`;
}
