import { placeholder } from '../../domain/guardrails/redaction/redact.ts';
import { isFault } from '../../domain/guardrails/policy/shadow-verdict.ts';
import type { Decision, JudgedFinding } from '../../ports/guard.ts';

/** Longest text that capture puts into a record or an event, in UTF-16 code units. */
export const CAPTURE_LENGTH = 2000;

/** The text of a reply that is captured. */
const FIRST_TEXT = 'choices[0].message.content';

/** How much of a text is looked at: a value must not be cut where the captured part ends. */
const READ_LENGTH = 2 * CAPTURE_LENGTH;

/** What capture keeps of the first text of a reply. */
export interface CapturedReply {
  /** For the record, as the client got it, but for what would have been redacted if nothing were in shadow. */
  readonly kept: string;
  /** For events, without anything that a check found, as the preview of a request is. */
  readonly told: string;
}

export const NO_REPLY: CapturedReply = { kept: '', told: '' };

/** `said` is the text as the upstream wrote it and the findings count in it, `left` is what the check let through. */
export function capturedReply(said: string, left: string, { mode, findings }: Decision): CapturedReply {
  const found = findings.filter(({ part, start }) => part === FIRST_TEXT && start < READ_LENGTH);
  // What is redacted stands in what is left no more.
  const shown = mode === 'shadow' ? found : found.filter(({ action }) => action !== 'redact');
  const text = left.slice(0, READ_LENGTH);
  const unredacted = shown.filter(({ action, shadow }) => action === 'redact' || shadow?.action === 'redact');
  return { kept: withoutValues(text, said, unredacted), told: withoutValues(text, said, shown.filter(isFault)) };
}

/** By their values: where something before them was redacted, they are no more where they were found. */
function withoutValues(text: string, said: string, found: readonly JudgedFinding[]): string {
  const categories = new Map(found.map(({ start, end, category }) => [said.slice(start, end), category]));
  categories.delete('');
  let left = text;
  // One may stand in another one.
  for (const value of [...categories.keys()].toSorted((one, other) => other.length - one.length)) {
    left = left.replaceAll(value, () => placeholder(categories.get(value) ?? ''));
  }
  return left.slice(0, CAPTURE_LENGTH);
}

/** The first text of a streamed reply while it comes. */
export interface ReplyCapture {
  /** Takes a piece as the upstream wrote it. */
  readonly onRead: (id: string, piece: string) => void;
  /** Takes what the check released. */
  readonly onRelease: (id: string, released: string) => void;
  captured(decision: Decision): CapturedReply;
}

/** Keeps as much of a reply as is captured of it. */
export function createReplyCapture(): ReplyCapture {
  let said = '';
  let left = '';
  return {
    onRead(id, piece) {
      // A little more than is let through by then.
      if (id === FIRST_TEXT && said.length < 2 * READ_LENGTH) said += piece;
    },
    onRelease(id, released) {
      if (id === FIRST_TEXT && left.length < READ_LENGTH) left += released;
    },
    captured: (decision) => capturedReply(said, left, decision),
  };
}
