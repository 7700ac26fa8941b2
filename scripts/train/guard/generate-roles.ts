import { atTimes, many, several } from './draws.ts';
import { fill, paragraph } from './fill.ts';
import type { Texts } from './generate-requests.ts';
import type { Random } from './random.ts';
import { OUTLAW_NAMES, ROLE_TONGUES, type RoleTongue, type TaskedTongue } from './role-phrases.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made. */
const ROLE_ROWS = 3100;
const ORDER_ROWS = 4340;

/** What a row counts: words of one language are learned as well with little weight, and rows of English lose less of theirs. Of pages it says nothing. */
const COUNTS = { weight: 0.4, apart: true };

/** Roles in some thirty languages, lawful and lawless, and orders to drop instructions or to show them beside harmless ones with their verbs. */
export function roleTexts(random: Random): Readonly<Record<string, Texts>> {
  const rows = (count: number, make: (tongue: TaskedTongue) => readonly string[]): string[] =>
    many(count, (index) => {
      const said = make(ROLE_TONGUES[index % ROLE_TONGUES.length]!).map((sentence) => sentence.trim());
      return typed(paragraph(said), random);
    });
  const some = (list: readonly string[], share: number): string[] => atTimes(share, () => random.pick(list), random);
  const fewOf = (list: readonly string[], least: number, most: number): string[] => several(least, most, () => random.pick(list), random);
  const opening = ({ openings }: RoleTongue, roles: readonly string[]): string =>
    fill(random.pick(openings), { r: roles, n: OUTLAW_NAMES }, random);
  return {
    'lawful roles': {
      attack: false,
      ...COUNTS,
      texts: rows(ROLE_ROWS, (tongue) => [
        opening(tongue, tongue.roles),
        ...some(tongue.tasks, 0.5),
        ...fewOf(tongue.answers, random.next() < 0.15 ? 0 : 1, 4),
        ...some(tongue.firsts, 0.6),
      ]),
    },
    'lawless roles': {
      attack: true,
      ...COUNTS,
      texts: rows(ROLE_ROWS, (tongue) => [
        ...some(tongue.drops, 0.25),
        opening(tongue, random.next() < 0.7 ? tongue.outlaws : tongue.roles),
        ...some(tongue.tasks, 0.1),
        ...shuffled([...fewOf(tongue.answers, 0, 2), ...fewOf(tongue.lawless, 1, 3)], random),
        ...some(tongue.firsts, 0.4),
        ...some(tongue.leaks, 0.05),
      ]),
    },
    'dropped orders': {
      attack: true,
      ...COUNTS,
      texts: rows(ORDER_ROWS, ({ ordinary, drops, leaks, lawless, firsts }) => {
        const kind = random.next();
        const before = some(ordinary, 0.2);
        if (kind < 0.35) return [...before, random.pick(drops), random.pick(leaks)];
        if (kind < 0.6) return [...before, random.pick(leaks)];
        if (kind < 0.8) return [...before, random.pick(drops), random.pick(random.next() < 0.5 ? lawless : firsts)];
        return [...before, random.pick(drops)];
      }),
    },
    'ordinary orders': {
      attack: false,
      ...COUNTS,
      texts: rows(ORDER_ROWS, ({ ordinary, answers, firsts }) => [...fewOf(ordinary, 1, 2), ...some(answers, 0.3), ...some(firsts, 0.2)]),
    },
  };
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
