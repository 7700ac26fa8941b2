import type { FactKind } from '../../ports/memory.ts';

/** All kinds of facts with their properties. */
export const FACT_KINDS: Readonly<Record<FactKind, string>> = {
  identity: 'who the user is: name, age, birthday, nationality',
  relation: 'family, friends, pets, colleagues',
  place: 'where the user lives, comes from or stays',
  work: 'job, employer, studies',
  preference: 'what the user likes, dislikes or prefers',
  health: 'allergies, diets, illnesses',
  plan: 'what the user is going to do',
  event: 'what the user did or what happened to them',
  other: 'anything else about the user',
};

/** Whether a text is the name of a kind. */
export function isFactKind(text: unknown): text is FactKind {
  return typeof text === 'string' && Object.hasOwn(FACT_KINDS, text);
}

/** Whether a text is an existing year, month or day: `2026`, `2026-11` or `2026-11-21`. */
export function isFactDate(text: string): boolean {
  if (!/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(text)) return false;
  const date = new Date(`${text}${'-01-01'.slice(text.length === 4 ? 0 : text.length === 7 ? 3 : 6)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
