import type { Metrics, Sample } from '../ports/metrics.ts';
import type { Lifecycle } from './events/lifecycle.ts';

/** The report of GET /metrics: the guard's own counts, its event stream and the other metrics of its process. */
export function guardMetrics({
  measures,
  lifecycle,
  others,
}: {
  readonly measures: Metrics;
  readonly lifecycle: Pick<Lifecycle, 'figures'>;
  readonly others: Metrics;
}): Metrics {
  function eventSamples(): Sample[] {
    const { clients, cutOff, published } = lifecycle.figures;
    return [
      { name: 'parley_guard_event_clients', type: 'gauge', help: 'Clients of GET /events.', value: clients },
      {
        name: 'parley_guard_event_clients_cut_off_total',
        type: 'counter',
        help: 'Clients of GET /events that were disconnected because they read too slowly.',
        value: cutOff,
      },
      { name: 'parley_guard_events_total', type: 'counter', help: 'Lifecycle events that were published.', value: published },
    ];
  }

  return { collect: () => [...measures.collect(), ...eventSamples(), ...others.collect()] };
}
