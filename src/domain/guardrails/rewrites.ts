import type { Direction, GuardInput, JudgedFinding, Rewrite } from '../../ports/guard.ts';
import { withheldText, type WithheldTurns } from './earlier-turns.ts';
import { createJsonNesting, withNesting } from './redaction/json-nesting.ts';
import { isJsonText, spansInJson } from './redaction/json-notation.ts';
import { mergeSpans, redact, type RedactionSpan, type WriteRedaction } from './redaction/redact.ts';

/** Options for turning findings into redactions. */
export interface RewriteOptions {
  readonly direction: Direction;
  readonly spanOf: (finding: JudgedFinding) => RedactionSpan;
  readonly write: WriteRedaction;
}

/** The new texts of all parts that are withheld or have a finding to redact. */
export function rewritesOf(
  parts: GuardInput['parts'],
  { findings, withheld }: WithheldTurns,
  { direction, spanOf, write }: RewriteOptions,
): Rewrite[] {
  const rewrites: Rewrite[] = [];
  for (const part of parts) {
    const category = withheld.get(part.id);
    if (category !== undefined) {
      rewrites.push({ part: part.id, text: withheldText(part, category) });
      continue;
    }
    const found = findings.filter((finding) => finding.part === part.id && finding.action === 'redact');
    if (found.length === 0) continue;
    const isJson = isJsonText(part.id, part.text) === true;
    const spans = isJson ? spansInJson(part.text, found.map(spanOf)) : mergeSpans(found.map(spanOf));
    // JSON nested in plain text matters only in requests, whose values are restored there with its escapes.
    const own = isJson || direction === 'input' ? withNesting(part.text, spans, createJsonNesting(part.id)) : spans;
    rewrites.push({ part: part.id, text: redact(part.text, own, write) });
  }
  return rewrites;
}
