import type { WorkerReply, WorkerRequest } from '../../src/adapters/onnx/protocol.ts';

/** What the scripted worker does for a run, told by the first value of its input. */
export const SCRIPT = { echo: 0, crash: 1, spin: 2, fail: 3, hold: 4 } as const;

/** Ends a held run. */
export interface Release {
  readonly type: 'release';
}

interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest | Release>) => void): void;
  postMessage(reply: WorkerReply, transfer: readonly ArrayBuffer[]): void;
}

const scope = globalThis as unknown as Scope;
let runs = 0;

function reply(message: WorkerReply): void {
  scope.postMessage(message, []);
}

/** Answers how many runs this worker has had. */
function answer(): void {
  reply({ type: 'outputs', outputs: { runs: { data: new Float32Array([runs]), dims: [1] } } });
}

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'release') return answer();
  if (data.type === 'load') {
    return reply({ type: 'loaded', report: { provider: data.runtime.provider === 'wasm' ? 'wasm' : 'native', milliseconds: 0 } });
  }
  runs += 1;
  const what = data.inputs['script']?.data[0];
  if (what === SCRIPT.hold) return;
  if (what === SCRIPT.crash) throw new Error('crashed on purpose');
  if (what === SCRIPT.fail) return reply({ type: 'failed', reason: 'failed on purpose' });
  while (what === SCRIPT.spin);
  answer();
});
