/** Milliseconds between two looks at the processor time. */
const LOOK_MS = 1000;
/** A process that computes for less than this share of the time is idle. */
const IDLE_SHARE = 0.02;
/** Milliseconds of computing after which a collection is worth the thirty that it takes. */
const WORTH_MS = 1000;

/** What a watch asks of its process. */
export interface IdleWatchDeps {
  /** Processor time that the process has used so far, in milliseconds. */
  readonly spent: () => number;
  readonly collect: () => void;
}

/**
 * Collects garbage once after every period of work, as soon as the process is idle: by itself an engine collects when it allocates, so that
 * what the last requests left stays for as long as no others come. Call the result every `LOOK_MS`.
 */
export function createIdleWatch({ spent, collect }: IdleWatchDeps): () => void {
  let last = spent();
  let collectedAt = last;
  return () => {
    const now = spent();
    const isIdle = now - last < LOOK_MS * IDLE_SHARE;
    last = now;
    if (!isIdle || now - collectedAt < WORTH_MS) return;
    collect();
    collectedAt = now;
  };
}

/** Watches this process for as long as it runs. Only a collection in one go also returns what native code has freed to the system. */
export function collectWhenIdle(): void {
  const spent = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  setInterval(createIdleWatch({ spent, collect: () => Bun.gc(true) }), LOOK_MS).unref();
}
