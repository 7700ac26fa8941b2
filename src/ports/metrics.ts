/** One sample of a metric, in the terms of the Prometheus text format. */
export interface Sample {
  /** Letters, digits and underscores, with its unit: `parley_engine_load_seconds`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The metric family, as `parley_wait_seconds` for `parley_wait_seconds_bucket`; its own name if absent. */
  readonly family?: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A source of metrics, read on every request. */
export interface Metrics {
  collect(): readonly Sample[];
}
