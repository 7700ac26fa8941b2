import type { Detector, DetectorContext, Finding, GuardPart } from '../../../ports/guard.ts';
import type { CheckSettings } from '../policy/check-settings.ts';

const NAME = 'size';
/** Categories of the findings. */
export const SIZE_CATEGORIES = ['message_length', 'request_length', 'message_count'] as const;
const MESSAGE = /^messages\[(\d+)\]/;

type Limits = NonNullable<CheckSettings['limits']>;

/**
 * Finds requests larger than a policy allows: too many characters in one message or in all, or too many messages. A finding
 * begins at the limit; one about the whole request is in the text that exceeds it.
 */
export function createSizeDetector(limits: Limits): Detector {
  const none: Detector = {
    name: NAME,
    directions: ['input'],
    inspect: ({ id, text }) => alone(id, text, limits),
    tail: (text) => text.length,
  };
  return {
    ...none,
    bind: ({ direction, parts }: DetectorContext) => (direction === 'input' ? { ...none, ...together(parts, limits) } : undefined),
  };
}

function together(parts: readonly GuardPart[], limits: Limits): Pick<Detector, 'inspect'> {
  const found = new Map<string, Finding[]>();
  const { messageCharacters = Infinity, requestCharacters = Infinity, messages = Infinity } = limits;
  const ofMessage = new Map<string, number>();
  let total = 0;
  for (const { id, text } of parts) {
    const name = MESSAGE.exec(id)?.[0];
    const own = name === undefined ? 0 : (ofMessage.get(name) ?? 0);
    const findings: Finding[] = [];
    const add = (category: (typeof SIZE_CATEGORIES)[number], start: number): void => {
      findings.push({ detector: NAME, category, part: id, start: Math.min(start, text.length), end: text.length, score: 1 });
    };
    if (name !== undefined && own <= messageCharacters && own + text.length > messageCharacters)
      add('message_length', messageCharacters - own);
    if (total <= requestCharacters && total + text.length > requestCharacters) add('request_length', requestCharacters - total);
    if (name !== undefined && own === 0 && !ofMessage.has(name) && ofMessage.size === messages) add('message_count', 0);
    if (name !== undefined) ofMessage.set(name, own + text.length);
    total += text.length;
    found.set(id, findings);
  }
  return { inspect: ({ id }) => found.get(id) ?? [] };
}

function alone(id: string, text: string, { messageCharacters = Infinity, requestCharacters = Infinity }: Limits): Finding[] {
  const limit = Math.min(messageCharacters, requestCharacters);
  if (text.length <= limit) return [];
  return [{ detector: NAME, category: 'message_length', part: id, start: limit, end: text.length, score: 1 }];
}
