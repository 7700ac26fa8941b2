import type { GuardPart, JudgedFinding } from '../../ports/guard.ts';
import { isJsonPart } from './redaction/json-notation.ts';
import { placeholder } from './redaction/redact.ts';

/** Categories of `size` that concern all texts together, so that withholding one text would not help. */
const OF_ALL_TEXTS: ReadonlySet<string> = new Set(['request_length', 'message_count']);

/** Findings, and the withheld parts with the category of the finding that caused it (the first one). */
export interface WithheldTurns {
  readonly findings: readonly JudgedFinding[];
  readonly withheld: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * Turns a block in an earlier turn into a withheld text. Clients resend the whole conversation with every turn, so blocking an
 * old message again would end the conversation for good; instead the model does not see that text.
 */
export function withholdEarlier(parts: readonly GuardPart[], findings: readonly JudgedFinding[]): WithheldTurns {
  if (!findings.some(blocks)) return { findings, withheld: NOTHING };
  const earlier = new Map(parts.filter(({ isEarlier }) => isEarlier === true).map((part) => [part.id, part]));
  if (earlier.size === 0) return { findings, withheld: NOTHING };
  const withheld = new Map<string, string>();
  const judged = findings.map((finding) => {
    const part = earlier.get(finding.part);
    if (part === undefined || !blocks(finding) || isOfAll(finding)) return finding;
    const { action, shadow, category } = finding;
    const ids = action === 'block' ? (part.joins?.map((own) => own.part) ?? [part.id]) : [];
    for (const id of ids) if (!withheld.has(id)) withheld.set(id, category);
    const softened: JudgedFinding = action === 'block' ? { ...finding, action: 'redact' } : finding;
    return shadow?.action === 'block' ? { ...softened, shadow: { ...shadow, action: 'redact' as const } } : softened;
  });
  return { findings: judged, withheld };
}

/** The text that replaces a withheld one; it is never restored. */
export function withheldText({ id }: Pick<GuardPart, 'id'>, category: string): string {
  const text = placeholder(category);
  return isJsonPart(id) ? JSON.stringify({ withheld: text }) : text;
}

function isOfAll({ detector, category }: JudgedFinding): boolean {
  return detector === 'size' && OF_ALL_TEXTS.has(category);
}

function blocks({ action, shadow }: JudgedFinding): boolean {
  return action === 'block' || shadow?.action === 'block';
}
