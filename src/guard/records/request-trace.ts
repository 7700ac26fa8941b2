import type { Decision } from '../../ports/guard.ts';
import type { RequestRecord } from '../../ports/journal.ts';
import type { Span, SpanAttributes, Tracer } from '../../ports/tracing.ts';

/** The spans of one request: its own, its checks' and its upstream call's. Times are Unix milliseconds. Spans contain no content. */
export interface RequestTrace {
  /** The W3C trace context for the upstream call. */
  readonly traceparent: string;
  checked(decision: Decision, at: number): void;
  upstreamStarted(record: Pick<RequestRecord, 'model' | 'upstream'>, at: number): void;
  upstreamEnded(outcome: string, reason: string | undefined, at: number): void;
  end(record: RequestRecord, at: number): void;
}

/** Starts the trace of a request, within the caller's trace if there is one. */
export function createRequestTrace(
  tracer: Tracer,
  { path, at, traceparent }: { readonly path: string; readonly at: number; readonly traceparent: string | undefined },
): RequestTrace {
  const own = tracer.begin(`POST ${path}`, { at, traceparent });
  let call: { readonly span: Span; readonly attributes: SpanAttributes } | undefined;
  return {
    get traceparent() {
      return (call?.span ?? own).traceparent;
    },
    checked(decision, now) {
      own.child(`check ${decision.direction}`, { at: now - decision.latencyMs }).end({ at: now, attributes: decisionAttributes(decision) });
    },
    upstreamStarted({ model, upstream }, now) {
      const span = own.child(model === '' ? 'chat' : `chat ${model}`, { at: now, isCall: true });
      call = { span, attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'server.address': upstream } };
    },
    upstreamEnded(outcome, reason, now) {
      call?.span.end({ at: now, attributes: { ...call.attributes, 'parley.outcome': outcome }, failure: reason });
      call = undefined;
    },
    end(record, now) {
      own.end({ at: now, attributes: requestAttributes(record, path), failure: record.error?.type });
    },
  };
}

/** The attributes of a request's span, without content, named by OpenTelemetry's semantic conventions where these exist. */
function requestAttributes(record: RequestRecord, path: string): SpanAttributes {
  const { id, httpStatus, status, model, verdict, wouldBe, policy, keyName, userHash, promptTokens, completionTokens, stream } = record;
  return {
    'http.request.method': 'POST',
    'http.route': path,
    'http.response.status_code': httpStatus,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.request.stream': stream,
    ...(promptTokens === undefined ? {} : { 'gen_ai.usage.input_tokens': promptTokens }),
    ...(completionTokens === undefined ? {} : { 'gen_ai.usage.output_tokens': completionTokens }),
    'parley.request_id': id,
    'parley.status': status,
    'parley.policy': policy,
    ...(keyName === undefined ? {} : { 'parley.key_name': keyName }),
    ...(userHash === undefined ? {} : { 'enduser.pseudo.id': userHash }),
    ...(verdict === undefined ? {} : { 'parley.verdict': verdict }),
    ...(wouldBe === undefined ? {} : { 'parley.would_be': wouldBe }),
  };
}

function decisionAttributes({ id, verdict, wouldBe, policy, findings }: Decision): SpanAttributes {
  return {
    'parley.decision_id': id,
    'parley.verdict': verdict,
    ...(wouldBe === undefined ? {} : { 'parley.would_be': wouldBe }),
    'parley.policy': policy,
    'parley.findings': findings.length,
    'parley.categories': [...new Set(findings.map(({ detector, category }) => `${detector}/${category}`))],
  };
}
