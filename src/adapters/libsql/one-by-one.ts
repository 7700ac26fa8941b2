import { ServiceError } from '../../core/errors.ts';

/**
 * Stores what a database refused as a whole in its parts, so that one of them does not take the others with it. One that is
 * refused itself goes to `lose`. Throws what keeps the database from storing any.
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

/** Whether the database took the batch and said no, so that trying again as it is cannot help. */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.kind === 'internal';
}
