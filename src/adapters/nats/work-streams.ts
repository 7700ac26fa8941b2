import { AckPolicy, DiscardPolicy, NatsError, nanos, RetentionPolicy, StorageType, type NatsConnection, type StreamConfig } from 'nats.ws';

/** The names of a queue on its server. */
export interface WorkSubjects {
  /** The subject on which work is published to the queue. */
  readonly work: string;
  readonly failed: string;
  readonly result: string;
  /** The prefix of subjects of answers, followed by the request id; answers are published only through it. */
  readonly answers: string;
}

/** The limits of a queue. */
export interface WorkLimits {
  /** Milliseconds without a sign of life from a worker after which its items go to another one. */
  readonly leaseMs: number;
  /** Milliseconds within which an id is stored only once. */
  readonly duplicateWindowMs: number;
  /** Milliseconds answers are kept. */
  readonly keepAnswersMs: number;
  readonly maxItems: number;
  readonly maxDeadLetters: number;
}

export const WORKER = 'workers';

/** Names of the streams of a queue. */
export function streamNames(prefix: string) {
  return { work: `${prefix}_REQUESTS`, answers: `${prefix}_ANSWERS`, results: `${prefix}_RESULTS`, dead: `${prefix}_DEAD_LETTERS` };
}

/** Creates the queue's streams and its one consumer, or updates their limits. */
export async function prepareStreams(
  nats: NatsConnection,
  {
    prefix,
    subjects,
    limits,
    timeoutMs,
    replicas,
  }: { prefix: string; subjects: WorkSubjects; limits: WorkLimits; timeoutMs: number; replicas: number | undefined },
): Promise<void> {
  const manager = await nats.jetstreamManager({ timeout: timeoutMs });
  const names = streamNames(prefix);
  const ensure = async (own: Partial<StreamConfig> & { readonly name: string }): Promise<void> => {
    const config = replicas === undefined ? own : { ...own, num_replicas: replicas };
    try {
      await manager.streams.add({ storage: StorageType.File, ...config });
    } catch (error) {
      if (!(error instanceof NatsError) || error.api_error?.err_code !== STREAM_EXISTS) throw error;
      await manager.streams.update(config.name, config);
    }
  };
  const window = nanos(limits.duplicateWindowMs);
  await ensure({
    name: names.work,
    subjects: [subjects.work],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_msgs: limits.maxItems,
    duplicate_window: window,
  });
  await ensure({
    name: names.answers,
    subjects: [`${subjects.answers}.*`],
    max_msgs_per_subject: 1,
    max_age: nanos(limits.keepAnswersMs),
    duplicate_window: nanos(Math.min(limits.duplicateWindowMs, limits.keepAnswersMs)),
  });
  // The server publishes a result only after storing it, and stores it once: repeating it after a crash has no effect.
  await ensure({
    name: names.results,
    subjects: [subjects.answers],
    max_age: window,
    duplicate_window: window,
    republish: { src: subjects.answers, dest: subjects.result },
  });
  await ensure({
    name: names.dead,
    subjects: [subjects.failed],
    discard: DiscardPolicy.Old,
    max_msgs: limits.maxDeadLetters,
    duplicate_window: window,
  });
  await manager.consumers.add(names.work, {
    durable_name: WORKER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(limits.leaseMs),
    max_deliver: -1,
    max_ack_pending: 100_000,
  });
}

/** JetStream's error code for an existing stream with another configuration. */
const STREAM_EXISTS = 10058;
