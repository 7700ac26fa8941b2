import { readdirSync, readFileSync } from 'node:fs';
import type { Channel } from '../../../src/ports/guard.ts';
import { FOR_ENCODER, type Texts } from './generate-requests.ts';

/** A text of `written/`, one a line. */
interface Written {
  readonly text: string;
  readonly label: 'attack' | 'harmless';
  readonly channel: Channel;
}

const FOLDER = new URL('written/', import.meta.url);
const CHANNELS: readonly Channel[] = ['user', 'tool', 'document'];

/**
 * Texts written one by one for this recipe, a file for each kind of place: offices, the web, repositories, documents, papers, records,
 * tools of agents, ordinary output, notes about users, tickets, studies, other languages, and users. Two in five are attacks, and many
 * stand beside a harmless text that differs in the decisive words alone.
 */
export function writtenTexts(): Readonly<Record<string, Texts>> {
  const kinds: Record<string, Texts> = {};
  for (const file of readdirSync(FOLDER).toSorted()) {
    const rows = readFileSync(new URL(file, FOLDER), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Written);
    const place = file.replace('.jsonl', '');
    for (const label of ['harmless', 'attack'] as const)
      for (const channel of CHANNELS) {
        const texts = rows.filter((row) => row.label === label && row.channel === channel).map(({ text }) => text);
        if (texts.length > 0)
          kinds[`written ${place} ${channel} ${label}`] = { ...FOR_ENCODER, attack: label === 'attack', channels: [channel], texts };
      }
  }
  return kinds;
}
