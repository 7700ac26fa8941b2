/** What a span says of itself: names, counts and outcomes, never anything that somebody wrote. */
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
  /** The context of calls made on its behalf (https://www.w3.org/TR/trace-context/). */
  readonly traceparent: string;
  /** Begins a span below it: a call of another server, or a step of its own. */
  child(name: string, begun: { readonly at: number; readonly isCall?: boolean }): Span;
  end(end: SpanEnd): void;
}

/** Makes spans of requests and sends them on in the background; what cannot be sent is dropped. */
export interface Tracer {
  /** Begins the span of a request that came; `traceparent` is the caller's, whose trace it joins. */
  begin(name: string, begun: { readonly at: number; readonly traceparent?: string | undefined }): Span;
}
