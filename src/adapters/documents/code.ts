import type { FileFormat } from '../../core/file-types.ts';
import type { BlockWriter } from './block-writer.ts';
import { linesOf, type Line } from './plain-text.ts';

type CodeFormat = Extract<FileFormat, 'python' | 'go' | 'script'>;

interface Language {
  /** A line that begins a symbol; its first group is the indentation, its last the name. */
  readonly symbol: RegExp;
  /** A line that belongs to the symbol below it. */
  readonly lead: RegExp;
  /** Symbols whose members are blocks of their own. */
  readonly container: RegExp;
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;

const LANGUAGES: Readonly<Record<CodeFormat, Language>> = {
  python: {
    symbol: new RegExp(String.raw`^(\s*)(?:async\s+)?(?:def|class)\s+(${NAME})`, 'u'),
    lead: /^\s*(?:@|#)/,
    container: /^\s*class\s/,
  },
  go: {
    symbol: new RegExp(String.raw`^()(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+)(${NAME})`, 'u'),
    lead: /^\/\//,
    container: /^(?!)/,
  },
  script: {
    symbol: new RegExp(
      String.raw`^(\s*)(?:(?:export|default|declare|abstract|async|public|private|protected|static|readonly|override|get|set)\s+)*(?:(?:function\b\s*\*?|class|interface|enum|namespace|type|const|let|var)\s*(?=[\p{L}_$])|(?=(?:#|\*\s*)?${NAME}\s*(?:<[^()]*>)?\([^;]*\{$))(?:#|\*\s*)?(${NAME})`,
      'u',
    ),
    lead: /^\s*(?:@|\/\/|\/?\*)/,
    container: /^\s*(?:(?:export|default|declare|abstract)\s+)*(?:class|namespace)\s/,
  },
};

const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'with', 'do', 'else']);

interface Unit {
  readonly start: number;
  readonly headings: readonly string[];
}

/**
 * Splits code by symbols: a function, class, type or method with its comments and decorators is a block, with the names of the enclosing
 * symbols as headings; so is the code in between. Nested functions stay in their outer ones. Positions are those in the file.
 */
export function readCode(text: string, format: CodeFormat, writer: BlockWriter): void {
  const { symbol, lead, container } = LANGUAGES[format];
  let unit: Unit = { start: 0, headings: [] };
  let holder: { readonly name: string; readonly indent: number; inner?: number } | undefined;
  let leadStart: number | undefined;
  let inString = false;

  const begin = (start: number, headings: readonly string[]): void => {
    writer.add('code', text.slice(unit.start, start), { start: unit.start, headings: unit.headings });
    unit = { start, headings };
  };
  const visit = (line: Line): void => {
    if (line.text.length > 2000) return;
    const found = symbol.exec(line.text);
    const name = found?.[2];
    if (found === null || name === undefined || KEYWORDS.has(name)) {
      // Code at the left edge, other than a closing bracket, ends the symbol above it.
      if (/^[^\s)}\]]/.test(line.text) && !lead.test(line.text) && unit.headings.length > 0 && !continues(line.text)) {
        begin(leadStart ?? line.start, []);
        holder = undefined;
      }
      return;
    }
    const indent = found[1]?.length ?? 0;
    if (indent === 0) {
      begin(leadStart ?? line.start, [name]);
      holder = container.test(line.text) ? { name, indent } : undefined;
    } else if (holder !== undefined && !/^\s*(?:const|let|var|type)\s/.test(line.text)) {
      holder.inner ??= indent;
      if (indent === holder.inner) begin(leadStart ?? line.start, [holder.name, name]);
    }
  };
  for (const line of linesOf(text)) {
    const toggles = (line.text.match(format === 'python' ? /"""|'''/g : /`/g)?.length ?? 0) % 2 === 1;
    if (inString) {
      if (toggles) inString = false;
      continue;
    }
    visit(line);
    if (toggles) inString = true;
    if (line.text !== '' && lead.test(line.text)) leadStart ??= line.start;
    else leadStart = undefined;
  }
  writer.add('code', text.slice(unit.start), { start: unit.start, headings: unit.headings });
}

/** Go and shell scripts sometimes have the brace or the rest of a signature at the left edge. */
function continues(line: string): boolean {
  return /^(?:\{|else\b|catch\b|finally\b|except\b|elif\b)/.test(line);
}
