import { uuidIds } from '../../src/adapters/system/ids.ts';
import type { Action, Decision, JudgedFinding } from '../../src/ports/guard.ts';
import type { DebugEntry, Journal, JournalEntry, RequestStatus } from '../../src/ports/journal.ts';

/** The days over which the records are spread, the last of them the fullest. */
const DAYS = 7;
const DAY_MS = 86_400_000;
const CHECKS = ['prompt_injection', 'card_number', 'email_address', 'personal_data', 'secrets'];
const MODELS = ['parley', 'gpt-4o-mini', 'llama-3.1-70b-instruct', 'qwen2.5-7b'];
const KEYS = ['web', 'mobile', 'batch', 'support'];
const WORDS =
  'please summarise the attached report for our customers and list open questions about the invoice delivery account password refund order number next week meeting notes german translation code review error in production database migration plan budget holiday'.split(
    ' ',
  );

/** One in this many requests has what is rare: a check, a key, a word of its preview. */
const RARE_EVERY = 20_000;
export const RARE = { detector: 'classifier', key: 'auditor', text: 'zanzibar' } as const;

/** Seeded random numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Records as a busy guard leaves them: most requests pass, some are flagged, redacted, blocked, failed or cancelled. */
export async function fillJournal(
  journal: Journal,
  options: { readonly count: number; readonly until: Date; readonly capture: boolean },
): Promise<void> {
  const random = createRandom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const span = DAYS * DAY_MS;
  for (let index = 0; index < options.count; index += 1) {
    // A quadratic distribution puts more of them into the last hours.
    const age = span * (1 - index / options.count) ** 2;
    const isRare = index % RARE_EVERY === 100;
    const roll = random();
    const verdict: Action = roll < 0.9 ? 'allow' : roll < 0.95 ? 'flag' : roll < 0.98 ? 'redact' : 'block';
    const ending = random();
    const status: RequestStatus = verdict === 'block' ? 'blocked' : ending < 0.97 ? 'completed' : ending < 0.99 ? 'failed' : 'cancelled';
    const id = uuidIds.next();
    const receivedAt = new Date(options.until.getTime() - age);
    const words = Array.from({ length: 20 + Math.floor(random() * 60) }, () => pick(WORDS));
    if (isRare) words.push(RARE.text);
    const text = words.join(' ');
    const checks = isRare ? [...CHECKS, RARE.detector] : CHECKS;
    const found = verdict === 'allow' ? [] : [isRare ? RARE.detector : pick(CHECKS)];
    const decisions = [
      decisionOf(id, 'input', verdict, checks, found, 3),
      ...(status === 'completed' ? [decisionOf(id, 'output', 'allow', checks, [], 1)] : []),
    ];
    const entry: JournalEntry = {
      request: {
        id,
        receivedAt,
        status,
        httpStatus: status === 'failed' ? 502 : 200,
        verdict,
        model: pick(MODELS),
        stream: random() < 0.6,
        upstream: 'http://127.0.0.1:8802/v1',
        policy: 'default@1',
        keyName: isRare ? RARE.key : pick(KEYS),
        inputParts: 3,
        inputLength: text.length,
        outputLength: 400,
        totalMs: 200 + random() * 4000,
        guardMs: 0.2 + random() * 2,
        upstreamMs: 150 + random() * 3900,
        promptTokens: Math.floor(text.length / 4),
        completionTokens: Math.floor(random() * 500),
        error:
          status === 'failed' ? { type: pick(['provider_unavailable', 'timeout']), message: 'The upstream is unavailable.' } : undefined,
        preview: options.capture ? text.slice(0, 2000) : undefined,
      },
      decisions,
      debug: decisions
        .flatMap((decision) => debugOf(decision, receivedAt))
        .map((entry, position) => ({ ...entry, sequence: position + 1 })),
      ...(options.capture
        ? { content: { input: JSON.stringify({ model: 'parley', messages: [{ role: 'user', content: text }] }), output: text } }
        : {}),
    };
    journal.record(entry);
    if (index % 2000 === 1999) await journal.flush();
  }
  await journal.flush();
}

function decisionOf(
  id: string,
  direction: 'input' | 'output',
  verdict: Action,
  checks: readonly string[],
  found: readonly string[],
  parts: number,
): Decision {
  const findings = found.map((detector): JudgedFinding => {
    const place = { part: 'messages[2].content', start: 10, end: 40, score: 0.875, threshold: 0.5, channel: 'user' } as const;
    return { detector, category: `${detector}_category`, ...place, action: verdict };
  });
  return {
    id: `dec-${id}-${direction}`,
    requestId: id,
    direction,
    verdict,
    policy: 'default@1',
    findings,
    checks: checks.flatMap((detector) =>
      Array.from({ length: parts }, (_, part) => {
        const latencyMs = 0.0625;
        return { detector, part: `messages[${part}].content`, outcome: 'scanned', findings: 0, score: 0, latencyMs } as const;
      }),
    ),
    rewrites: [],
    latencyMs: 0.75,
  };
}

function debugOf({ direction, checks }: Decision, at: Date): Omit<DebugEntry, 'sequence'>[] {
  return checks.map(({ detector, part, outcome, findings, score, latencyMs }) => {
    return { at, stage: direction, name: detector, part, outcome, reason: undefined, findings, score, latencyMs };
  });
}
