import type { Sample } from '../ports/metrics.ts';

/** Counters that differ in their labels. */
export interface Counts<L extends string> {
  add(labels: Readonly<Record<L, string>>, by?: number): void;
  samples(name: string, help: string): Sample[];
}

/** A counter for each combination of label values seen. */
export function createCounts<L extends string>(): Counts<L> {
  const counts = new Map<string, { readonly labels: Readonly<Record<L, string>>; value: number }>();
  return {
    add(labels, by = 1) {
      const key = Object.values(labels).join(' ');
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { labels, value: by });
      else known.value += by;
    },
    samples: (name, help) => [...counts.values()].map(({ labels, value }) => ({ name, type: 'counter', help, labels, value })),
  };
}

/** Values counted by size. */
export interface Histogram {
  observe(value: number): void;
  samples(family: string, help: string, labels?: Readonly<Record<string, string>>): Sample[];
}

/** A Prometheus histogram: each bucket counts the values up to its upper bound. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe(value) {
      count += 1;
      sum += value;
      let place = 0;
      while (place < bounds.length && value > (bounds[place] ?? 0)) place += 1;
      if (place < bounds.length) counts[place] = (counts[place] ?? 0) + 1;
    },
    samples(family, help, labels = {}) {
      const base = { family, type: 'histogram', help } as const;
      let below = 0;
      return [
        ...bounds.map((bound, index): Sample => {
          below += counts[index] ?? 0;
          return { ...base, name: `${family}_bucket`, labels: { ...labels, le: String(bound) }, value: below };
        }),
        { ...base, name: `${family}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
        { ...base, name: `${family}_sum`, labels, value: sum },
        { ...base, name: `${family}_count`, labels, value: count },
      ];
    },
  };
}
