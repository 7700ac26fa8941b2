/** A text with the headings above it in its source, and the row of column names where it begins within a table. */
export interface PlacedText {
  readonly text: string;
  readonly headings?: readonly string[];
  readonly header?: string;
}

/** What of a text is embedded, matched and ranked: its headings, the header of its table and the text. */
export function searchableText({ headings = [], header, text }: PlacedText): string {
  const above = headings.join(' > ');
  return [above, header ?? '', text].filter((part) => part !== '').join('\n');
}
