import { strToU8, zipSync } from 'fflate';

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document with this body in its main part, and further parts by name. */
export function docxOf(
  body: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
  main = 'word/document.xml',
): Uint8Array<ArrayBuffer> {
  const all: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8('<Types/>'),
    [main]: strToU8(`<?xml version="1.0"?><w:document ${WORD}><w:body>${body}</w:body></w:document>`),
  };
  for (const [name, part] of Object.entries(parts)) all[name] = typeof part === 'string' ? strToU8(part) : part;
  return new Uint8Array(zipSync(all));
}

/** A paragraph of such a document. */
export function paragraphOf(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** A PDF with these lines on each page, in 12 points, titles in 24. */
export function pdfOf(pages: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids: string[] = [];
  for (const lines of pages) {
    const shown = lines.map((line, index) => {
      const [size, text] = line.startsWith('# ') ? [24, line.slice(2)] : [12, line];
      return `BT /F1 ${size} Tf 72 ${740 - index * 40} Td (${text}) Tj ET`;
    });
    const content = shown.join('\n');
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Uint8Array.from(`${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`, (mark) =>
    mark.charCodeAt(0),
  );
}

/** A PDF of one page with this content and these annotations. */
export function pdfOfObjects({
  content,
  annotations,
}: {
  readonly content: string;
  readonly annotations: readonly string[];
}): Uint8Array<ArrayBuffer> {
  const places = annotations.map((_, index) => `${index + 5} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${places}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [${places}] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...annotations,
  ];
  return pdfFrom(objects);
}

/** A PDF of these objects, numbered from 1, the catalogue first, without a table of them, which readers rebuild. */
export function pdfFrom(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Uint8Array.from(`%PDF-1.4\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`, (mark) => mark.charCodeAt(0));
}
