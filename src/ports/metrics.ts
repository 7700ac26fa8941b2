/** One figure of a running service, in the terms of the Prometheus text format. */
export interface Sample {
  /** Letters, digits and underscores, with its unit: `parley_engine_load_seconds`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The figure it is a part of, as `parley_wait_seconds_bucket` is of `parley_wait_seconds`; itself when absent. */
  readonly family?: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Where a service's figures come from; they are read when somebody asks. */
export interface Metrics {
  collect(): readonly Sample[];
}
