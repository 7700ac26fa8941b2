import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { startNatsServer } from '../system/nats-server.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { until } from '../system/until.ts';
import { busContract } from './bus-contract.ts';

busContract('connectNatsBus()', async () => {
  const server = await startNatsServer();
  return {
    open: async (options) => {
      const bus = connectNatsBus({ url: server.url, name: 'contract', logger: createRecordedLogger(), ...options });
      await until('the bus connects', () => bus.connected);
      return bus;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
});
