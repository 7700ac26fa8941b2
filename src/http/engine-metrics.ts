import type { PoolStats } from '../core/pool-stats.ts';
import type { Sample } from '../ports/metrics.ts';

/** The metrics of every model: name, type, help and where the value is. An undefined value is left out. */
const FIGURES: readonly (readonly [string, Sample['type'], string, (stats: PoolStats) => number | undefined])[] = [
  ['load_seconds', 'gauge', 'How long the last load of the model took.', ({ loadedMs }) => loadedMs / 1000],
  ['workers', 'gauge', 'Workers that have the model loaded or are loading it.', ({ workers }) => workers],
  ['queue_depth', 'gauge', 'Runs that wait for a worker.', ({ queueDepth }) => queueDepth],
  ['running', 'gauge', 'Runs under way.', ({ running }) => running],
  ['completed_total', 'counter', 'Runs that gave an answer.', ({ completed }) => completed],
  ['failed_total', 'counter', 'Runs that failed or took too long.', ({ failed }) => failed],
  ['refused_total', 'counter', 'Runs refused because the queue was full.', ({ refused }) => refused],
  ['run_seconds_total', 'counter', 'Time spent in completed runs.', ({ totalRunMs }) => totalRunMs / 1000],
  ['run_mean_seconds', 'gauge', 'Mean time of the last runs.', ({ meanRunMs }) => meanRunMs / 1000],
  ['real_time_factor', 'gauge', 'Seconds of work for a second of audio.', ({ realTimeFactor }) => realTimeFactor],
];

/** The metrics of models as samples, labelled by model and provider. */
export function engineSamples(models: readonly PoolStats[]): Sample[] {
  return models.flatMap((stats) =>
    FIGURES.flatMap(([name, type, help, figure]) => {
      const value = figure(stats);
      if (value === undefined) return [];
      return [{ name: `parley_engine_${name}`, type, help, labels: { model: stats.model, provider: stats.provider }, value }];
    }),
  );
}
