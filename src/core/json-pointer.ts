import { isJsonObject, type JsonValue } from './json.ts';

/** A name as a step of a JSON pointer (RFC 6901). */
export function pointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names of which a JSON pointer consists. */
export function pointerNames(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value to which a JSON pointer leads from another one; undefined if there is none. */
export function valueAt(from: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let at = from;
  for (const name of pointerNames(pointer)) {
    if (Array.isArray(at)) at = at[Number(name)];
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}
