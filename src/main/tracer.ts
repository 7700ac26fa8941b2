import type { Tracer } from '../ports/tracing.ts';
import type { Foundation } from './foundation.ts';
import { VERSION } from './version.ts';

/** The exporter of the spans of a service's requests, if the settings name a collector. Pending spans are sent before the process ends. */
export async function openTracer({ config, resources, logger }: Foundation, service: string): Promise<Tracer | undefined> {
  const { tracesEndpoint: endpoint, tracesHeaders: headers, tracesShare: share, shutdownGraceMs: graceMs } = config;
  if (endpoint === '') return undefined;
  const { createOtlpTracer } = await import('../adapters/opentelemetry/tracer.ts');
  return resources.use(
    createOtlpTracer({ endpoint, headers, share, service, version: VERSION, graceMs, logger: logger.with({ service }) }),
  );
}
