/**
 * onnxruntime-web and transformers.js resolve their addresses against `location`. In a Deno worker started from a
 * file its origin is the word "null", no base for a URL; without a `location` they take their addresses as they are.
 */
export function hideOpaqueLocation(): void {
  if (globalThis.location?.origin !== 'null') return;
  Object.defineProperty(globalThis, 'location', { value: undefined, configurable: true });
}
