import { ServiceError } from '../../src/core/errors.ts';
import { servePool } from '../../src/core/serve-pool.ts';

/** What the scripted worker is told to do. */
export interface Script {
  readonly what: 'echo' | 'crash' | 'spin' | 'fail' | 'refuse' | 'hold' | 'parts' | 'until cancelled';
  readonly name?: string;
  readonly data?: Float32Array<ArrayBuffer>;
}

/** Which run of its worker this was, and the name it was given. */
export interface Echo {
  readonly runs: number;
  readonly name: string;
}

/** Ends a held run. */
export interface Release {
  readonly type: 'release';
}

/** What a scripted worker loads. */
export interface ScriptedModel {
  readonly provider: string;
  readonly fails?: boolean;
}

const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: MessageEvent<Release | { readonly type: 'run' }>) => void): void;
};
let held = Promise.withResolvers<void>();
scope.addEventListener('message', ({ data }) => {
  if (data.type !== 'release') return;
  held.resolve();
  held = Promise.withResolvers();
});

let runs = 0;
servePool<ScriptedModel, Script, number, Echo>({
  load: async ({ provider, fails = false }) => {
    if (fails) throw new Error('there is no model');
    return { provider, milliseconds: 0, reason: 'it was asked for' };
  },
  async run({ what, name = '' }, { signal, part }) {
    runs += 1;
    if (what === 'hold') await held.promise;
    if (what === 'until cancelled') await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    if (what === 'parts') for (const value of [1, 2, 3]) part(value);
    if (what === 'fail') throw new Error('failed on purpose');
    if (what === 'refuse') throw new ServiceError('invalid_input', 'The model does not speak that.', { param: 'language' });
    // Thrown outside the handler, so that it ends the thread instead of the run.
    if (what === 'crash') {
      queueMicrotask(crash);
      await new Promise(() => undefined);
    }
    if (what === 'spin') for (;;);
    return { value: { runs, name } };
  },
});

function crash(): never {
  throw new Error('crashed on purpose');
}
