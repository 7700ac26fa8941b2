import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { buffersOf, type WorkerReply, type WorkerRequest } from './protocol.ts';
import { openSession, type Session } from './session.ts';

/** The part of a worker's global scope that is used here; TypeScript's DOM library describes a window's. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void): void;
  postMessage(reply: WorkerReply, transfer: ArrayBuffer[]): void;
}

/** How far below the HTTP thread inference stands where cores are scarce: nice 10 halves its tail latency. */
const NICE = 10;

const scope = globalThis as unknown as WorkerScope;
let session: Session | undefined;

/** Only on Linux does this lower the calling thread and not the whole process. */
function giveWay(): void {
  if (platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it; inference then competes on equal terms.
  }
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  if (request.type === 'load') {
    session = await openSession(request);
    return { type: 'loaded', report: session.report };
  }
  if (session === undefined) return { type: 'failed', reason: 'no model is loaded' };
  return { type: 'outputs', outputs: await session.run(request.inputs) };
}

function failed(error: unknown): WorkerReply {
  return { type: 'failed', reason: error instanceof Error ? error.message : String(error) };
}

async function reply(request: WorkerRequest): Promise<void> {
  const message = await answer(request).catch(failed);
  scope.postMessage(message, message.type === 'outputs' ? buffersOf(message.outputs) : []);
}

giveWay();
scope.addEventListener('message', ({ data }) => void reply(data));
