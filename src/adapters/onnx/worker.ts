import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import { buffersOf, type InputTensors, type SessionRequest, type Tensors } from './protocol.ts';
import type { LoadReport } from './runtime.ts';
import { openSession, type Session } from './session.ts';

let session: Session | undefined;

lowerPriority(platform, setPriority);
servePool<SessionRequest, InputTensors, never, Tensors, LoadReport>({
  async load(request) {
    session = await openSession(request);
    return session.report;
  },
  async run(inputs) {
    if (session === undefined) throw new Error('no model is loaded');
    const value = await session.run(inputs);
    return { value, transfer: buffersOf(value) };
  },
  unload: async () => session?.release(),
});
