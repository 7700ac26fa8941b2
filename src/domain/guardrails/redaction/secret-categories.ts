import { categoriesOf } from '../policy/finding-categories.ts';

let secret: ReadonlySet<string> | undefined;

/** Whether whoever knows a value of a category can act or pay in the name of its owner. */
export function isSecret(category: string): boolean {
  secret ??= new Set([...(categoriesOf('secrets') ?? []), ...(categoriesOf('card_number') ?? [])]);
  return secret.has(category);
}
