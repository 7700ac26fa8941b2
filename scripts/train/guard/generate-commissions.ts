import { many, several } from './draws.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import type { Texts } from './generate-requests.ts';
import type { Random } from './random.ts';
import { COMMISSIONS, type Commissions } from './statute-phrases.ts';

/** How many rows are made; every second is Chinese, whose laws were most often mistaken. */
const ROWS = 1600;
/** Articles of the longest material. */
const MOST_ARTICLES = 24;

/** Users who want a text written after pasted laws and contracts, in other languages than English. */
export function commissionTexts(random: Random): Readonly<Record<string, Texts>> {
  return {
    'foreign commissions': {
      ...NOTICE_COUNTS,
      attack: false,
      texts: many(ROWS, (index) =>
        commission(COMMISSIONS[index % 2 === 0 ? 0 : 1 + (Math.floor(index / 2) % (COMMISSIONS.length - 1))]!, random),
      ),
    },
  };
}

function commission({ asks, wishes, leads, articles, subjects }: Commissions, random: Random): string {
  const ask = random.pick(asks).replace('{subject}', () => random.pick(subjects));
  const listed = several(2, 7, () => random.pick(wishes), random);
  const style = random.next();
  const list =
    style < 0.4
      ? listed.map((wish, index) => `${index + 1}) ${wish}`).join('; ')
      : listed.map((wish, index) => (style < 0.7 ? `${index + 1}. ${wish}` : `- ${wish}`)).join('\n');
  const request = `${ask}${style < 0.4 ? ' ' : '\n'}${list}`;
  if (random.next() < 0.35) return request;
  let number = 1 + Math.floor(random.next() * 40);
  const count = 1 + Math.floor(random.next() ** 2 * MOST_ARTICLES);
  const material = many(count, () => random.pick(articles).replace('{n}', () => String((number += 1)))).join('\n');
  const lead = random.pick(leads);
  return random.next() < 0.8 ? [request, lead, material].filter((each) => each !== '').join('\n') : `${material}\n\n${request}`;
}
