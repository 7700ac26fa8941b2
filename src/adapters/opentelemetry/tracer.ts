import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span as OtelSpan } from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { abortable } from '../../core/abort.ts';
import type { Logger } from '../../ports/system.ts';
import type { Span, SpanAttributes, Tracer } from '../../ports/tracing.ts';

export interface OtlpTracerOptions {
  /** The collector, such as `http://127.0.0.1:4318`; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Headers of every call, as `name=value` pairs separated by commas (W3C Baggage), such as an API key. */
  readonly headers: string;
  /** Which share of the traces that begin here is sent, 0 to 1; a trace that a caller began is sent if the caller sends it. */
  readonly share: number;
  /** `service.name` of the spans. */
  readonly service: string;
  readonly version: string;
  /** How long disposing waits for the collector, in milliseconds; what it has not taken by then is lost. */
  readonly graceMs: number;
  readonly logger: Logger;
}

/** Sends spans in batches to a collector of OpenTelemetry, OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp). Disposing sends what waits. */
export function createOtlpTracer(options: OtlpTracerOptions): Tracer & AsyncDisposable {
  const { endpoint, headers, share, service, version, graceMs, logger } = options;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: parseKeyPairsIntoRecord(headers) });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter, logger) })],
  });
  const tracer = provider.getTracer('parley', version);

  function opened(own: OtelSpan, parent: Context): Span {
    const { traceId, spanId, traceFlags } = own.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      child(name, { at, isCall = false }) {
        const inside = trace.setSpan(parent, own);
        return opened(tracer.startSpan(name, { kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL, startTime: at }, inside), inside);
      },
      end({ at, attributes = {}, failure }) {
        own.setAttributes(written(attributes));
        if (failure !== undefined) {
          own.setAttribute('error.type', failure);
          own.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        }
        own.end(at);
      },
    };
  }

  return {
    begin(name, { at, traceparent }) {
      const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
      const parent = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
      return opened(tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: at }, parent), parent);
    },
    [Symbol.asyncDispose]: () => abortable(provider.shutdown(), AbortSignal.timeout(graceMs)).catch(() => undefined),
  };
}

function written(attributes: SpanAttributes): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]));
}

/** Says once that spans are lost, and once that they are sent again. */
function telling(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isLost = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !isLost) logger.warn('traces cannot be sent and are dropped', { cause: result.error?.name ?? 'unknown' });
        if (!failed && isLost) logger.info('traces are sent again');
        isLost = failed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
