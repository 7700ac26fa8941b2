import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('foreign-prose/', import.meta.url);

/** Ordinary prose written for this recipe, paragraphs by language: manuals, help, encyclopaedia, letters, sayings. */
export const FOREIGN_PROSE: readonly (readonly string[])[] = readdirSync(FOLDER)
  .toSorted()
  .map((file) =>
    readFileSync(new URL(file, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
