import { ServiceError } from '../../core/errors.ts';

/**
 * Stores the entries of a refused batch one by one, so that one bad entry does not lose the others. Entries that are refused themselves
 * go to `lose`. Throws if the database accepts none at all.
 */
export async function storeOneByOne<T>(
  parts: Iterable<T>,
  { store, lose }: { readonly store: (part: T) => Promise<unknown>; readonly lose: (cause: unknown) => void },
): Promise<void> {
  for (const part of parts) {
    try {
      await store(part);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      lose(error);
    }
  }
}

/** Whether the database refused the batch for its content, so that trying it again cannot help. */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.kind === 'internal';
}
