/** Text of an encoded value, and how to encode a replacement. */
export interface CodedText {
  readonly text: string;
  write(text: string): string;
}

/** Whether a `data:` URL holds text by its media type, in valid UTF-8, and is not the start of a PDF. */
export function isText(url: string): boolean {
  const found = textInDataUrl(url);
  return found !== undefined && !found.text.startsWith('%PDF-');
}

/** Start of a `data:` URL (RFC 2397) with a text type, in base64 or percent-encoded. */
const TEXT_URL =
  /^data:(?:text\/[\w.+-]{1,64}|application\/(?:json|xml|x?html[\w.+-]{0,16}|yaml|x-ndjson))?(?:;[\w-]{1,32}=[\w."+-]{1,64}){0,4}(;base64)?,/i;

/** The text of a `data:` URL with a text type; undefined for anything else and for invalid UTF-8. */
export function textInDataUrl(url: string): CodedText | undefined {
  if (!url.startsWith('data:')) return undefined;
  const begun = TEXT_URL.exec(url.slice(0, 512));
  if (begun === null) return undefined;
  const [head, isCoded] = begun;
  try {
    if (isCoded === undefined)
      return { text: decodeURIComponent(url.slice(head.length)), write: (text) => head + encodeURIComponent(text) };
    return { text: fromBase64(url.slice(head.length)), write: (text) => head + new TextEncoder().encode(text).toBase64() };
  } catch {
    return undefined;
  }
}

/** The bytes of base64, standard or URL-safe (RFC 4648, sections 4 and 5). Throws a SyntaxError for anything else. */
export function bytesOfBase64(code: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(code.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Throws a SyntaxError for invalid base64, and a TypeError for invalid UTF-8. */
function fromBase64(code: string): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(code));
}
