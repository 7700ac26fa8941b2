import { isJsonObject } from './json.ts';

/** Tells which calls of a turn are whole while their pieces still come. */
export interface WholeCalls {
  /**
   * Takes a piece of the arguments of the call at `index`. With the first piece of a call, those before it are whole whose arguments are a
   * whole JSON object, to which nothing can be added; resolves to their indexes, each once.
   */
  push(index: number, piece: string): readonly number[];
  /** The calls that are not whole yet. */
  open(): readonly number[];
}

/** Model servers send the pieces of one call after the other, but do not say where one ends, and need not keep to it. */
export function createWholeCalls(): WholeCalls {
  const written = new Map<number, string>();
  const whole = new Set<number>();
  const open = (): number[] => [...written.keys()].filter((index) => !whole.has(index));
  return {
    open,
    push(index, piece) {
      const ended = written.has(index) ? [] : open().filter((other) => isObject(written.get(other) ?? ''));
      for (const other of ended) whole.add(other);
      written.set(index, (written.get(index) ?? '') + piece);
      return ended;
    },
  };
}

function isObject(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
