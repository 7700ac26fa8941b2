/** An annotation of a page, from pdf.js; the fields that are read here. */
export interface Annotation {
  readonly subtype?: string;
  readonly hidden?: boolean;
  readonly fieldType?: string | null;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  /** What a form calls a field to its readers. */
  readonly alternativeText?: string;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
  readonly password?: boolean;
  readonly contentsObj?: { readonly str?: string };
}

/** Notes of readers and texts that were typed onto a page. */
const NOTES = new Set(['FreeText', 'Text', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Caret', 'Stamp']);

/** What a page shows besides its own text: filled fields of a form, as `name: value`, and notes, each once. */
export function notesOf(annotations: readonly Annotation[]): string[] {
  const texts = annotations.filter(({ hidden }) => hidden !== true).map((annotation) => fieldOf(annotation) ?? noteOf(annotation));
  return [...new Set(texts.filter((text) => text !== ''))];
}

function fieldOf(annotation: Annotation): string | undefined {
  if (annotation.subtype !== 'Widget') return undefined;
  const value = annotation.password === true ? '' : valueOf(annotation);
  const name = (annotation.alternativeText || annotation.fieldName || '').trim();
  return value === '' || name === '' ? value : `${name}: ${value}`;
}

function valueOf({ fieldType, fieldValue, checkBox, radioButton, exportValue, buttonValue }: Annotation): string {
  if (fieldType === 'Btn') {
    // A button shows what is chosen only by being the one that is; push buttons have no value.
    const own = checkBox === true ? exportValue : radioButton === true ? buttonValue : undefined;
    return own !== undefined && own !== null && own === fieldValue ? own : '';
  }
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value) => typeof value === 'string')
    .join(', ')
    .replace(/\r\n?/g, '\n')
    .trim();
}

function noteOf({ subtype = '', contentsObj }: Annotation): string {
  return NOTES.has(subtype) ? (contentsObj?.str ?? '').replace(/\r\n?/g, '\n').trim() : '';
}
