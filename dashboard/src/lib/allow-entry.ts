import type { Policy } from './api/guard-api.ts';

/** The longest entry of a check's `allow` list. */
export const LONGEST_ENTRY = 1024;

/** A text as an operator sees it, with what was found in it. What was redacted is a placeholder there. */
export interface SeenText {
  readonly text: string;
  readonly findings: readonly (FoundAt & { readonly action: string; readonly shadow?: { readonly action: string } })[];
}

/** Where a finding is in a text, and by which check. */
export interface FoundAt {
  readonly detector: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What an entry may be for a finding: the line that it stands in, as far as nothing of it is hidden, or no more than the
 * finding where that is too long.
 */
export function entryFor({ text, findings }: SeenText, { start, end }: FoundAt): string {
  const hidden = findings.filter(({ action, shadow }) => action === 'redact' || shadow?.action === 'redact');
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, ...hidden.map((span) => (span.end <= start ? span.end : 0)));
  const lineEnd = text.indexOf('\n', end);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, ...hidden.map((span) => (span.start >= end ? span.start : text.length)));
  const line = text.slice(from, to).trim();
  return line.length <= LONGEST_ENTRY ? line : text.slice(start, end).slice(0, LONGEST_ENTRY);
}

/** A policy by which an entry is no finding of a check any more. Throws where the policy has no such check. */
export function allowing(
  { object, id, version, ...policy }: Policy,
  detector: string,
  entry: string,
): Omit<Policy, 'object' | 'id' | 'version'> {
  void [object, version];
  if (!policy.checks.some((check) => check.detector === detector)) throw new Error(`The policy ${id} has no check ${detector} any more.`);
  const checks = policy.checks.map((check) =>
    check.detector === detector ? { ...check, allow: [...new Set([...(check.allow ?? []), entry])] } : check,
  );
  return { ...policy, checks };
}
