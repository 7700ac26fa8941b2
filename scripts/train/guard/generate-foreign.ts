import { joined } from './fill.ts';
import { FOREIGN_PROSE } from './foreign-prose.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';

/** How many rows of authored prose are made. */
const PROSE_ROWS = 4000;

/** Where texts of a channel can stand as well: whoever reads a page may paste it, and a tool may return it. */
const OTHERS = { user: [], tool: ['user', 'document'], document: ['user', 'tool'] } as const;
const CHANNELS = ['user', 'document', 'tool', 'user'] as const;

type Made = Pick<Row, 'text' | 'channel' | 'fold' | 'lang' | 'moved'>;

/**
 * Ordinary prose in other languages, in every channel. The data has users' messages in them that are short or attacks, and pages that are
 * of an encyclopaedia: what is long and no English would be learned as an attack.
 */
export function foreignTexts(rows: readonly Row[], random: Random, noFold: number): { readonly moved: Made[]; readonly prose: Made[] } {
  const pages = rows.filter(({ label, lang, channel }) => label === 'benign' && lang !== undefined && lang !== 'en' && channel !== 'user');
  const moved = pages.flatMap(({ text, channel, fold, lang }) =>
    OTHERS[channel].map((other): Made => ({ text, channel: other, fold, ...(lang === undefined ? {} : { lang }), moved: true })),
  );
  const prose = Array.from({ length: PROSE_ROWS }, (_, index): Made => {
    const paragraphs = FOREIGN_PROSE[index % FOREIGN_PROSE.length]!;
    return { text: passage(paragraphs, random), channel: random.pick(CHANNELS), fold: noFold };
  });
  return { moved, prose };
}

/** A few sentences of a paragraph, a paragraph, or two. */
function passage(paragraphs: readonly string[], random: Random): string {
  const style = random.next();
  if (style < 0.2) return [random.pick(paragraphs), random.pick(paragraphs)].join('\n\n');
  const paragraph = random.pick(paragraphs);
  if (style < 0.5) return paragraph;
  const sentences = paragraph.split(/(?<=[.!?。！？।؟…])\s*(?=\S)/u);
  const from = Math.floor(random.next() * sentences.length);
  return joined(sentences.slice(from, from + 1 + Math.floor(random.next() * 2)));
}
