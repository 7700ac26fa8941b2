import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import { checkpointsContract } from './checkpoints-contract.ts';

checkpointsContract('createInMemoryCheckpoints()', async () => createInMemoryCheckpoints({ maxPerThread: 5 }));
