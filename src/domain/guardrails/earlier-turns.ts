import type { GuardPart, JudgedFinding } from '../../ports/guard.ts';
import { isJsonPart } from './redaction/json-notation.ts';
import { placeholder } from './redaction/redact.ts';

/** Faults that are not over when one text is taken away: what `size` finds about all of them. */
const OF_ALL_TEXTS: ReadonlySet<string> = new Set(['request_length', 'message_count']);

/** Findings with what is withheld for them: of each such part the category of what it is withheld for. */
export interface WithheldTurns {
  readonly findings: readonly JudgedFinding[];
  readonly withheld: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * What a rule blocks in an earlier turn was blocked when it was new, or came with a conversation that somebody put together.
 * It goes to the model no more, as a whole, and the turns behind it go on: a conversation would be over otherwise with the
 * first message that was blocked, since clients send it again with every turn.
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

/** What stands in the place of a text that is withheld; nothing puts it back. */
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
