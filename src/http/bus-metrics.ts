import type { Bus } from '../ports/bus.ts';
import type { Metrics, Sample } from '../ports/metrics.ts';

/** The metrics of a process's message bus. */
export function createBusMetrics(bus: Bus): Metrics {
  return {
    collect(): readonly Sample[] {
      const { published, failed, reconnects } = bus.counts?.() ?? { published: 0, failed: 0, reconnects: 0 };
      return [
        { name: 'parley_bus_connected', type: 'gauge', help: 'Whether the message bus is connected.', value: bus.connected ? 1 : 0 },
        {
          name: 'parley_bus_reconnects_total',
          type: 'counter',
          help: 'Connections to the message bus after the first one.',
          value: reconnects,
        },
        { name: 'parley_bus_published_total', type: 'counter', help: 'Messages published on the message bus.', value: published },
        {
          name: 'parley_bus_publish_failed_total',
          type: 'counter',
          help: 'Messages that could not be published: the bus was not connected or too slow, or they were too large.',
          value: failed,
        },
      ];
    },
  };
}
