import { hundredths } from '../core/rounded.ts';
import type { AnswerState } from '../domain/reasoning/answer.ts';
import type { GraphEvent, Interrupt } from '../domain/reasoning/graph.ts';
import { decodeState } from '../domain/reasoning/state-codec.ts';
import type { ThreadState } from '../domain/reasoning/threads.ts';
import type { Checkpoint } from '../ports/checkpoints.ts';
import type { ChatPart } from '../ports/language.ts';
import { resultBody } from './library/wire.ts';
import { citationFields, usageBody } from './wire.ts';

/** A thread's state, or an update of it, in the API's fields. Fields that are not set are left out. */
function valuesBody({ request, screened, inspected, notes, passages, reply, finish }: Partial<AnswerState>) {
  return {
    ...(request === undefined ? {} : { messages: request.messages }),
    ...(notes === undefined ? {} : { notes }),
    ...(passages === undefined ? {} : { passages: passages.map(resultBody) }),
    ...(reply === undefined ? {} : { reply, ...citationFields(reply, passages ?? []) }),
    ...(screened === undefined ? {} : { input_verdict: screened.verdict }),
    ...(inspected === undefined ? {} : { output_verdict: inspected.verdict }),
    ...(finish === undefined ? {} : { finish_reason: finish.reason, usage: usageBody(finish.usage) }),
  };
}

/** One checkpoint of a thread's history. `created_at` is Unix time in seconds. */
export function checkpointBody({ id, parent, run, source, step, next, state, createdAt }: Checkpoint) {
  return {
    id,
    object: 'thread.checkpoint',
    parent_id: parent ?? null,
    run_id: run,
    source,
    step,
    next,
    values: valuesBody(decodeState(state) as AnswerState),
    created_at: Math.floor(createdAt.getTime() / 1000),
  };
}

/** A thread in a list of threads. `updated_at` is Unix time in seconds; `next` is empty if its last run has ended. */
export function threadSummary(id: string, { id: checkpointId, run, next, createdAt }: Checkpoint) {
  return { id, object: 'thread', run_id: run, checkpoint_id: checkpointId, next, updated_at: Math.floor(createdAt.getTime() / 1000) };
}

/** The state of a thread. */
export function threadBody(id: string, { status, checkpoint, state, interrupts }: ThreadState<AnswerState>) {
  return {
    id,
    object: 'thread',
    status,
    run_id: checkpoint.run,
    checkpoint_id: checkpoint.id,
    next: checkpoint.next,
    interrupts: interrupts.map(interruptBody),
    values: valuesBody(state),
  };
}

function interruptBody({ id, node, question }: Interrupt) {
  return { id, node, question };
}

/** The event of a run's stream, named after its mode, or after how the run ended. */
export function runEvent(event: GraphEvent<AnswerState, ChatPart>): { readonly event: string; readonly data: object } {
  switch (event.type) {
    case 'output':
      return { event: 'tokens', data: { node: event.node, ...partBody(event.output) } };
    case 'update':
      return { event: 'updates', data: { node: event.node, update: valuesBody(event.update) } };
    case 'values':
      return { event: 'values', data: valuesBody(event.state) };
    case 'cancelled':
      return { event: 'cancelled', data: { status: 'cancelled', values: valuesBody(event.state), checkpoint_id: event.checkpointId } };
    case 'finished':
      return { event: 'finished', data: { status: 'finished', values: valuesBody(event.state), steps: event.steps } };
    case 'interrupted':
      return {
        event: 'interrupted',
        data: {
          status: 'interrupted',
          values: valuesBody(event.state),
          checkpoint_id: event.checkpointId,
          interrupts: event.interrupts.map(interruptBody),
        },
      };
    case 'node-finished':
      return { event: 'debug', data: { type: event.type, node: event.node, step: event.step, duration_ms: hundredths(event.durationMs) } };
    case 'node-started':
    case 'node-retried':
    case 'node-replaced':
    case 'checkpoint':
    default:
      return { event: 'debug', data: event };
  }
}

function partBody(part: ChatPart) {
  if (part.type !== 'finish') return part;
  return { type: part.type, finish_reason: part.reason, usage: usageBody(part.usage) };
}
