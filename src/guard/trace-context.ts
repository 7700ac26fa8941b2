/** The caller's W3C trace context, to be forwarded unchanged (https://www.w3.org/TR/trace-context/). */
export function traceOf(request: Request): { readonly traceparent?: string } {
  const traceparent = request.headers.get('traceparent');
  return traceparent === null || !/^[0-9a-f-]{55,512}$/.test(traceparent) ? {} : { traceparent };
}
