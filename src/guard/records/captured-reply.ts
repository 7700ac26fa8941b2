import { isFault } from '../../domain/guardrails/policy/shadow-verdict.ts';
import { placeholder } from '../../domain/guardrails/redaction/redact.ts';
import type { Decision, JudgedFinding } from '../../ports/guard.ts';

/** Longest captured text in a record or an event, in UTF-16 code units. */
export const CAPTURE_LENGTH = 2000;

/** Id of the captured text. */
const FIRST_TEXT = 'choices[0].message.content';

/** How much of a text is searched: more than is kept, so that a value is found even if the end of the kept text cuts it. */
const READ_LENGTH = 2 * CAPTURE_LENGTH;

/** The captured beginning of a reply's first text. */
export interface CapturedReply {
  /** For the record: what the client received, less what rules in shadow would have redacted. */
  readonly kept: string;
  /** For events: without anything found by a check, as in the preview of a request. */
  readonly told: string;
}

export const NO_REPLY: CapturedReply = { kept: '', told: '' };

/** Captures a reply. `said` is the upstream's text, to which the findings' offsets refer; `left` is the text as checked and redacted. */
export function capturedReply(said: string, left: string, { mode, findings }: Decision): CapturedReply {
  const found = findings.filter(({ part, start }) => part === FIRST_TEXT && start < READ_LENGTH);
  // Redacted values are no longer in `left`.
  const shown = mode === 'shadow' ? found : found.filter(({ action }) => action !== 'redact');
  const text = left.slice(0, READ_LENGTH);
  const unredacted = shown.filter(({ action, shadow }) => action === 'redact' || shadow?.action === 'redact');
  return { kept: withoutValues(text, said, unredacted), told: withoutValues(text, said, shown.filter(isFault)) };
}

/** Replaces findings by value, since redactions before them shift their offsets. */
function withoutValues(text: string, said: string, found: readonly JudgedFinding[]): string {
  const categories = new Map(found.map(({ start, end, category }) => [said.slice(start, end), category]));
  categories.delete('');
  let left = text;
  // Longest first, because one value may contain another.
  for (const value of [...categories.keys()].toSorted((one, other) => other.length - one.length)) {
    left = left.replaceAll(value, () => placeholder(categories.get(value) ?? ''));
  }
  return left.slice(0, CAPTURE_LENGTH);
}

/** Captures the first text of a streamed reply as it arrives. */
export interface ReplyCapture {
  /** Takes a piece of the upstream's text. */
  readonly onRead: (id: string, piece: string) => void;
  /** Takes a piece released by the check. */
  readonly onRelease: (id: string, released: string) => void;
  captured(decision: Decision): CapturedReply;
}

/** Begins to capture a streamed reply. */
export function createReplyCapture(): ReplyCapture {
  let said = '';
  let left = '';
  return {
    onRead(id, piece) {
      // The check releases text later than it reads it, so more of the upstream's text is kept.
      if (id === FIRST_TEXT && said.length < 2 * READ_LENGTH) said += piece;
    },
    onRelease(id, released) {
      if (id === FIRST_TEXT && left.length < READ_LENGTH) left += released;
    },
    captured: (decision) => capturedReply(said, left, decision),
  };
}
