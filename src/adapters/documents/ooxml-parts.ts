import { Parser } from 'htmlparser2';
import { markedCharset, xmlCharset } from './declared-charset.ts';
import { fileFault } from './faults.ts';
import { createOoxmlNames } from './ooxml-names.ts';

const MAX_DEPTH = 500;

export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads one part of an Office file; names have the prefixes that Office writes, whatever the file calls its namespaces. Custom entities
 * are never expanded: a part with a document type is refused, as Office does. Throws `invalid_file`.
 */
export function readXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  const xml = new TextDecoder(markedCharset(bytes) ?? xmlCharset(bytes)).decode(bytes);
  const names = createOoxmlNames();
  let depth = 0;
  let root: string | undefined;
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.toLowerCase().startsWith('!')) throw fileFault('invalid_file', 'its XML declares a document type.');
      },
      onopentag(name, attributes) {
        depth += 1;
        root ??= name;
        if (depth > MAX_DEPTH) throw fileFault('invalid_file', `its XML is nested deeper than ${MAX_DEPTH} levels.`);
        const known = names.enter(name, attributes);
        handlers.open?.(known.name, known.attributes);
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(name) {
        depth -= 1;
        handlers.close?.(names.leave(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  // The parser itself closes elements that were left open.
  const end = xml.trimEnd();
  if (root === undefined || !(end.endsWith(`</${root}>`) || end.endsWith('/>')))
    throw fileFault('invalid_file', 'its XML is cut off or malformed.');
}

/** What the styles of a Word document say, by their ids. */
export interface WordStyles {
  /** The heading level, from 1, of styles of headings; names and outline levels identify them in any language. */
  readonly levels: ReadonlyMap<string, number>;
  /** Whether a style hides text; absent where it does not say. */
  readonly hidden: ReadonlyMap<string, boolean>;
  /** The list that numbers the paragraphs of a style, and the level in it if the style says. */
  readonly lists: ReadonlyMap<string, { readonly list: string; readonly level?: number }>;
}

/** The styles of `styles.xml`. */
export function readStyles(part: Uint8Array | undefined): WordStyles {
  const levels = new Map<string, number>();
  const hidden = new Map<string, boolean>();
  const lists = new Map<string, { list: string; level?: number }>();
  const parents = new Map<string, string>();
  let id = '';
  let level: number | undefined;
  if (part === undefined) return { levels, hidden, lists };
  readXml(part, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:style') id = attributes['w:styleId'] ?? '';
      else if (name === 'w:basedOn') parents.set(id, value);
      else if (name === 'w:name' && /^(?:heading [1-9]|title)$/i.test(value)) levels.set(id, Number(/\d/.exec(value)?.[0] ?? '1'));
      else if (name === 'w:outlineLvl' && Number(value) < 9) levels.set(id, Number(value) + 1);
      else if (name === 'w:numPr') level = undefined;
      else if (name === 'w:ilvl') level = Number(value);
      else if (name === 'w:numId') lists.set(id, { list: value, ...(level === undefined ? {} : { level }) });
      else if (name === 'w:vanish') hidden.set(id, isOn(attributes));
    },
  });
  for (const [style, parent] of parents) {
    inherit(levels, style, parent);
    inherit(hidden, style, parent);
    inherit(lists, style, parent);
  }
  return { levels, hidden, lists };
}

function inherit<Value>(values: Map<string, Value>, style: string, parent: string): void {
  const value = values.get(parent);
  if (value !== undefined && !values.has(style)) values.set(style, value);
}

/** Whether an element that stands for a property turns it on, as it does without a value. */
export function isOn(attributes: Readonly<Record<string, string>>): boolean {
  return !/^(?:0|false|off)$/i.test(attributes['w:val'] ?? '');
}
