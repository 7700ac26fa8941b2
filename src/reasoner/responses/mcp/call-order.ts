/** Decides when calls are made that a model asks for at once. */
export interface CallOrder {
  /** Makes a call as soon as there is a place, and no earlier call that it has to wait for. */
  run<T>(call: OrderedCall, make: () => Promise<T>): Promise<T>;
}

/** What matters of a call. */
export interface OrderedCall {
  /** Calls of different servers never wait for each other. */
  readonly server: string;
  /** Whether the call changes nothing, as the server says. */
  readonly isReadOnly: boolean;
}

interface Entry extends OrderedCall {
  readonly begin: () => void;
  isRunning: boolean;
}

/**
 * Makes at most `most` calls at the same time. Those of a server that only read are made together; one that may change something waits
 * for all earlier ones of its server, and later ones wait for it, so that what it does comes in the order in which the model asked.
 */
export function createCallOrder(most: number): CallOrder {
  const entries: Entry[] = [];
  let running = 0;

  function goOn(): void {
    for (const [index, entry] of entries.entries()) {
      if (running >= most) return;
      if (entry.isRunning || entries.slice(0, index).some((earlier) => mustWait(entry, earlier))) continue;
      entry.isRunning = true;
      running += 1;
      entry.begin();
    }
  }

  return {
    async run({ server, isReadOnly }, make) {
      const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
      const entry: Entry = { server, isReadOnly, begin, isRunning: false };
      entries.push(entry);
      goOn();
      await turn;
      try {
        return await make();
      } finally {
        entries.splice(entries.indexOf(entry), 1);
        running -= 1;
        goOn();
      }
    },
  };
}

function mustWait(later: OrderedCall, earlier: OrderedCall): boolean {
  return later.server === earlier.server && !(later.isReadOnly && earlier.isReadOnly);
}
