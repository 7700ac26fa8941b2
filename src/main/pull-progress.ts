import type { PullEvent } from '../adapters/model-store/pull-model.ts';

/** Where progress is shown: `node:process`'s stderr. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface ProgressOptions {
  readonly id: string;
  /** Shown if the hub names no licence. */
  readonly knownLicence: string;
  readonly output: ProgressOutput;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

/** Shortest time between two updates of the bar on a terminal, in milliseconds. */
const REDRAW_MS = 100;

/** Shows a pull: a bar on a terminal, otherwise a line for every tenth. `done` ends the bar's line. */
export function showProgress({ id, knownLicence, output, elapsed }: ProgressOptions): {
  readonly onProgress: (event: PullEvent) => void;
  readonly done: () => void;
} {
  const live = output.isTTY === true;
  let drawn = false;
  let drawnAt = -REDRAW_MS;
  let tenth = 0;
  let started = { at: elapsed(), bytes: 0 };

  const line = (text: string): void => {
    done();
    output.write(`${text}\n`);
  };
  function done(): void {
    if (drawn) output.write('\n');
    drawn = false;
  }
  function progress(doneBytes: number, bytes: number, path: string): void {
    const share = bytes === 0 ? 1 : Math.min(1, doneBytes / bytes);
    if (live) {
      if (elapsed() - drawnAt < REDRAW_MS && share < 1) return;
      drawnAt = elapsed();
      drawn = true;
      const seconds = Math.max(0.001, (elapsed() - started.at) / 1000);
      const rate = `${megabytes(Math.max(0, doneBytes - started.bytes) / seconds)}/s`;
      const bar = '#'.repeat(Math.round(share * 24)).padEnd(24, '-');
      const text = `[${bar}] ${percent(share)} ${megabytes(doneBytes)} of ${megabytes(bytes)}, ${rate}  ${path}`;
      output.write(`\r${text.slice(0, (output.columns ?? 80) - 1)}\u001B[K`);
    } else if (Math.floor(share * 10) > tenth) {
      tenth = Math.floor(share * 10);
      line(`${id}: ${percent(share)}, ${megabytes(doneBytes)} of ${megabytes(bytes)}`);
    }
  }

  return {
    done,
    onProgress(event) {
      if (event.kind === 'progress') progress(event.doneBytes, event.bytes, event.path);
      else if (event.kind === 'waiting') line(`${id}: another process is pulling it; waiting for that.`);
      else if (event.kind === 'retry') line(`${id}: ${event.reason}; trying again in ${(event.waitMs / 1000).toFixed(1)} s.`);
      else {
        started = { at: elapsed(), bytes: event.presentBytes };
        tenth = event.bytes === 0 ? 0 : Math.floor((event.presentBytes / event.bytes) * 10);
        const present = event.presentBytes === 0 ? '' : `, ${megabytes(event.presentBytes)} of it here already`;
        line(`${id} at ${event.commit.slice(0, 12)}: ${event.files} files, ${megabytes(event.bytes)}${present}`);
        line(`licence: ${event.licence || knownLicence || 'none named; look at the card of the model'}`);
        const formats = Object.entries(event.dtypes).map(([part, dtype]) => `${part} ${dtype}`);
        line(`number format: ${formats.join(', ')}`);
      }
    },
  };
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function megabytes(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
