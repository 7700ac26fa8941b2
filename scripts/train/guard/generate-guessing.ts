import { atTimes, many } from './draws.ts';
import { capital, fill } from './fill.ts';
import { weighed, type Texts } from './generate-requests.ts';
import { GUESSING, GUESSING_LISTS, OPEN_SECRET_LISTS, OPEN_SECRETS, type Guessing } from './guessing-phrases.ts';
import type { Random } from './random.ts';

const GAME_ROWS = 900;
const OPEN_ROWS = 400;

/** What a row counts. */
const WEIGHT = 0.4;

/** How many games are in the first language, which has the most ways. */
const FIRST = 0.5;

/** Games for the secret that an assistant keeps, the same games with any other word, and ordinary talk about secrets. */
export function guessingTexts(random: Random): Readonly<Record<string, Texts>> {
  const some = (list: readonly string[], share: number): string[] => atTimes(share, () => random.pick(list), random);
  const play = (attack: boolean): string => {
    const own: Guessing = random.next() < FIRST ? GUESSING[0]! : random.pick(GUESSING.slice(1));
    const [things, asides] = attack ? [own.kept, own.excuses] : [own.other, own.reasons];
    const game = capital(
      fill(
        random.pick(own.ways).replace('{s}', () => random.pick(things)),
        GUESSING_LISTS,
        random,
      ),
    );
    return [...some(asides, 0.2), game, ...some(asides, 0.35)].join(' ');
  };
  const lists = { ...GUESSING_LISTS, ...OPEN_SECRET_LISTS };
  const talk = (): string => [fill(random.pick(OPEN_SECRETS), lists, random), ...some(GUESSING[0]!.reasons, 0.2)].join(' ');
  return weighed(
    {
      'games for a secret': { attack: true, texts: many(GAME_ROWS, () => play(true)) },
      'games with words': { attack: false, texts: many(GAME_ROWS, () => play(false)) },
      'open secrets': { attack: false, texts: many(OPEN_ROWS, talk) },
    },
    WEIGHT,
  );
}
