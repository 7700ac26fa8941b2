import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { busContract } from './bus-contract.ts';

busContract('createInMemoryBus()', async () => ({
  open: async (options) => createInMemoryBus(options),
  [Symbol.asyncDispose]: async () => undefined,
}));
