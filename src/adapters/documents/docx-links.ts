import type { LinkNote } from './link-notes.ts';
import { readXml } from './ooxml-parts.ts';

/** The targets of a part's links that lead out of the file, by their ids; none if its list of relationships cannot be read. */
export function readTargets(part: Uint8Array | undefined): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  if (part === undefined) return targets;
  try {
    readXml(part, {
      open(name, { Id: id, Target: target, TargetMode: mode }) {
        if (/(?:^|:)Relationship$/.test(name) && mode === 'External' && id !== undefined && target !== undefined) targets.set(id, target);
      },
    });
  } catch {
    return new Map();
  }
  return targets;
}

/** A paragraph to which the text of links is added. */
export interface LinkedParagraph {
  text: string;
}

interface OpenLink {
  readonly target: string | undefined;
  readonly paragraph: LinkedParagraph | undefined;
  readonly start: number;
}

interface OpenField {
  code: string;
  link?: OpenLink;
}

/** The links of one part while it is read: elements, and fields, whose code is not shown. */
export interface LinkReader {
  open(name: string, attributes: Readonly<Record<string, string>>, paragraph: LinkedParagraph | undefined): void;
  /** A piece of the code of a field. */
  code(text: string): void;
  /** The end of an element within a paragraph of which `isHeading` tells; headings get no notes. */
  close(name: string, paragraph: LinkedParagraph | undefined, isHeading: boolean): void;
}

/** Longer codes are no links. */
const MAX_CODE = 4000;

/** Reads links whose targets are in `targets`, and writes a note behind the text of each. */
export function createLinkReader(targets: ReadonlyMap<string, string>, note: LinkNote): LinkReader {
  const links: OpenLink[] = [];
  const fields: OpenField[] = [];
  /** What the field character that is open does. */
  let mark = '';
  const begin = (target: string | undefined, paragraph: LinkedParagraph | undefined): OpenLink => {
    return { target, paragraph, start: paragraph?.text.length ?? 0 };
  };

  return {
    open(name, attributes, paragraph) {
      if (name === 'w:hyperlink') links.push(begin(targets.get(idOf(attributes)), paragraph));
      else if (name === 'w:fldSimple') links.push(begin(targetOf(attributes['w:instr'] ?? ''), paragraph));
      else if (name === 'w:fldChar') {
        mark = attributes['w:fldCharType'] ?? '';
        const field = fields.at(-1);
        if (mark === 'begin') fields.push({ code: '' });
        else if (mark === 'separate' && field !== undefined) field.link = begin(targetOf(field.code), paragraph);
      }
    },
    code(text) {
      const field = fields.at(-1);
      if (field !== undefined && field.code.length < MAX_CODE) field.code += text;
    },
    close(name, paragraph, isHeading) {
      const isField = name === 'w:fldChar' && mark === 'end';
      const link = isField ? fields.pop()?.link : name === 'w:hyperlink' || name === 'w:fldSimple' ? links.pop() : undefined;
      // A field may end in another paragraph.
      if (link === undefined || paragraph === undefined || link.paragraph !== paragraph || isHeading) return;
      paragraph.text += note(link.target, paragraph.text.slice(link.start));
    },
  };
}

/** The id of a relationship, whatever prefix the file has for their namespace. */
function idOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
}

/** The target of a field such as `HYPERLINK "https://example.com"`. */
function targetOf(code: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"\\]*)"/i.exec(code)?.[1];
}
