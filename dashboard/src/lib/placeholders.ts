/** A stretch of a preview: plain, or what the guard put in place of something it found. */
export interface PreviewStretch {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

const PLACEHOLDER = /\[[A-Z][A-Z0-9_]{2,60}\]/g;

/** Cuts a preview at its placeholders, such as `[EMAIL_ADDRESS]`. */
export function stretchesOf(preview: string): readonly PreviewStretch[] {
  const stretches: PreviewStretch[] = [];
  let at = 0;
  for (const match of preview.matchAll(PLACEHOLDER)) {
    if (match.index > at) stretches.push({ text: preview.slice(at, match.index), isPlaceholder: false });
    stretches.push({ text: match[0], isPlaceholder: true });
    at = match.index + match[0].length;
  }
  if (at < preview.length) stretches.push({ text: preview.slice(at), isPlaceholder: false });
  return stretches;
}
