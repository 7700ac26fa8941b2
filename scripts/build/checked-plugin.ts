import type { BunPlugin } from 'bun';

/** A build plugin that knows whether it found what it is there to change. */
export interface CheckedPlugin {
  readonly plugin: BunPlugin;
  /** Throws, after the build, when something it must change never came by. */
  verify(): void;
}

/** Replaces the one occurrence of a pattern. Throws when it is gone or no longer unique: the package changed. */
export function replaceOnce(source: string, pattern: string, replacement: string, file: string): string {
  const parts = source.split(pattern);
  if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(pattern)} ${parts.length - 1} times, not once`);
  return parts.join(replacement);
}
