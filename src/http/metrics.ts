import { Elysia } from 'elysia';
import type { Sample } from '../ports/metrics.ts';

const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Samples in the Prometheus text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/),
 * those of one family together under one HELP and TYPE line.
 */
export function encodeMetrics(samples: readonly Sample[]): string {
  const byFamily = Map.groupBy(samples, ({ name, family = name }) => family);
  return [...byFamily]
    .flatMap(([family, group]) => [
      `# HELP ${family} ${(group[0]?.help ?? '').replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${family} ${group[0]?.type ?? 'gauge'}`,
      ...group.map(({ name, labels = {}, value }) => `${name}${encodeLabels(labels)} ${encodeValue(value)}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function encodeLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function encodeValue(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** `GET /metrics`: a service's metrics for Prometheus. */
export function metricsRoute(metrics: { collect(): readonly Sample[] | Promise<readonly Sample[]> }) {
  return new Elysia({ name: 'parley-metrics' }).get(
    '/metrics',
    async () => new Response(encodeMetrics(await metrics.collect()), { headers: { 'content-type': MEDIA_TYPE } }),
    {
      detail: {
        summary: 'Metrics in the Prometheus text format',
        responses: { 200: { description: 'The samples.', content: { 'text/plain': { schema: { type: 'string' as const } } } } },
      },
    },
  );
}
