import type { BlockWriter } from './block-writer.ts';
import { linesOf, type Line } from './plain-text.ts';

const ADORNMENT = /^([!-/:-@[-`{-~])\1+$/;
const ITEM = /^\s*(?:[-*+•]|(?:\d+|[a-z#])[.)])\s+\S/i;

/**
 * reStructuredText as written. A title is a line with an adornment below, and perhaps one above; the order in which the adornments first
 * appear determines their levels. Positions are those in the file.
 */
export function readRestructuredText(text: string, writer: BlockWriter): void {
  const lines = [...linesOf(text)];
  const levels: string[] = [];
  let from: Line | undefined;
  let to = 0;
  let literal = false;

  function close(): void {
    if (from === undefined) return;
    const body = text.slice(from.start, to);
    const indented = /^\s/.test(from.text);
    if (!indented) literal = false;
    const kind = ITEM.test(from.text) && !literal ? 'list' : (literal && indented) || body.startsWith('.. code') ? 'code' : 'paragraph';
    writer.add(kind, body, { start: from.start });
    literal = literal || body.endsWith('::');
    from = undefined;
  }

  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const mark = ADORNMENT.exec(line.text)?.[1];
    const next = lines[index + 1];
    const after = lines[index + 2];
    if (mark !== undefined && from === undefined && next !== undefined && after?.text === line.text && next.text.trim() !== '') {
      title(next, `${mark}${mark}`);
      index += 2;
    } else if (line.text !== '' && mark === undefined && from === undefined && next !== undefined && isUnderline(line, next)) {
      title(line, next.text.charAt(0));
      index += 1;
    } else if (line.text === '') close();
    else {
      if (from !== undefined && ITEM.test(line.text) && ITEM.test(from.text)) close();
      from ??= line;
      to = line.start + line.text.length;
    }
  }
  close();

  function title(line: Line, style: string): void {
    literal = false;
    if (!levels.includes(style)) levels.push(style);
    writer.heading(levels.indexOf(style) + 1, line.text, { start: line.start });
  }
}

function isUnderline(title: Line, line: Line): boolean {
  return ADORNMENT.test(line.text) && line.text.length >= Math.min(title.text.trimEnd().length, 4) && !/^\s/.test(title.text);
}
