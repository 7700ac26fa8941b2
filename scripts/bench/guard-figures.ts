/** One line of a result table: the measurement, its result, and the target with whether it was met. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly target?: string;
  readonly met?: boolean;
}

/** Figures under the heading of their part. */
export interface Figures {
  readonly heading: string;
  readonly figures: readonly Figure[];
}

/** The value at or below which a share of all values (0..1) lies; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const ordered = Float64Array.from(values).toSorted();
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN;
}

/** Milliseconds as people read them. */
export function milliseconds(value: number): string {
  return `${value.toFixed(value < 0.1 ? 3 : 2)} ms`;
}

/** Figures as rows of a table, with a line of names above. */
export function rowsOf(figures: readonly Figure[]): string[][] {
  const verdict = ({ met }: Figure): string => (met === undefined ? '' : met ? 'met' : 'MISSED');
  return [
    ['measured', 'value', 'target', ''],
    ...figures.map((figure) => [figure.name, figure.value, figure.target ?? '', verdict(figure)]),
  ];
}
