import { Parser } from 'htmlparser2';
import type { FileFormat } from '../../core/file-types.ts';

/** A declaration is searched for in so many bytes. The HTML standard asks for 1024; browsers also honour one behind a longer head. */
const HEAD_BYTES = 8192;
const XML_DECLARATION = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([-\w.:]+)["']/;
const PYTHON_COMMENT = /^\s*#.*?coding[:=][ \t]*([-\w.]+)/;
const RST_COMMENT = /^\.\.\s.*?coding[:=][ \t]*([-\w.]+)/;

/** The charset of a byte order mark. */
export function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/**
 * The charset that a text file declares, by its name in the Encoding standard; undefined if there is none or an unknown one. HTML
 * declares it in a `meta` element or an XML declaration, Python (PEP 263) and reStructuredText in a comment on one of the first two lines.
 */
export function declaredCharset(bytes: Uint8Array, format: FileFormat): string | undefined {
  const head = headOf(bytes);
  if (format === 'html') return metaCharset(head) ?? known(XML_DECLARATION.exec(head)?.[1]);
  if (format === 'python') return commentCharset(head, PYTHON_COMMENT);
  if (format === 'rst') return commentCharset(head, RST_COMMENT);
  return undefined;
}

/** The charset in the declaration of an XML document, as by `declaredCharset`. */
export function xmlCharset(bytes: Uint8Array): string | undefined {
  return known(XML_DECLARATION.exec(headOf(bytes))?.[1]);
}

function headOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
}

function metaCharset(head: string): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { charset, content, 'http-equiv': pragma }) {
      if (name !== 'meta') return;
      const isPragma = charset === undefined && pragma?.toLowerCase() === 'content-type';
      found ??= known(isPragma ? /charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(content ?? '')?.[1] : charset);
    },
  });
  parser.write(head);
  return found;
}

function commentCharset(head: string, comment: RegExp): string | undefined {
  const [first = '', second = ''] = head.split(/\r\n?|\n/, 2);
  // Python also knows charsets by names of its own.
  return known((comment.exec(first) ?? comment.exec(second))?.[1]?.replace(/^latin-/i, 'latin'));
}

/** The standard's name for a label. Bytes that declare UTF-16 legibly are not in UTF-16; the HTML standard takes them for UTF-8. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return undefined;
  }
}
