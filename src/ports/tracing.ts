/** The attributes of a span: names, counts and outcomes, never content. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** How a span ended. Times are Unix time in milliseconds, with fractions. */
export interface SpanEnd {
  readonly at: number;
  readonly attributes?: SpanAttributes;
  /** The kind of failure it ended with. */
  readonly failure?: string | undefined;
}

/** One span of a trace (https://opentelemetry.io/docs/concepts/signals/traces). */
export interface Span {
  /** The trace context for calls made within it (https://www.w3.org/TR/trace-context/). */
  readonly traceparent: string;
  /** Begins a child span: a call of another server, or a step within this process. */
  child(name: string, begun: { readonly at: number; readonly isCall?: boolean }): Span;
  end(end: SpanEnd): void;
}

/** Makes spans of requests and exports them in the background; spans that cannot be sent are dropped. */
export interface Tracer {
  /** Begins the span of an incoming request; with `traceparent` it joins the caller's trace. */
  begin(name: string, begun: { readonly at: number; readonly traceparent?: string | undefined }): Span;
}
