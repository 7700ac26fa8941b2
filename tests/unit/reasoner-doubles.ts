import { createOutputCheck } from '../../src/domain/guardrails/output-check.ts';
import type { Bus, Message } from '../../src/ports/bus.ts';
import type { Decision, Direction, GuardInput, GuardPipeline } from '../../src/ports/guard.ts';
import type { ChatPart, ChatRequest, LanguageModel } from '../../src/ports/language.ts';
import type { LogFields, Logger } from '../../src/ports/system.ts';

/** Words the test guard acts on. */
export const WORDS = { block: 'FORBIDDEN', redact: 'SECRET', flag: 'ODD' } as const;

export interface TestGuard extends GuardPipeline {
  readonly inputs: GuardInput[];
}

/** A guard that blocks, redacts and flags by word, and holds back what may still become one of the words. */
export function createTestGuard(): TestGuard {
  const inputs: GuardInput[] = [];
  const evaluate: GuardPipeline['evaluate'] = async (input, { signal }) => {
    signal.throwIfAborted();
    inputs.push(input);
    return judge(input);
  };
  return { inputs, evaluate, openOutput: (requestId) => createOutputCheck({ evaluate, releasable, requestId }) };
}

function releasable(text: string): number {
  for (let start = Math.max(0, text.length - 9); start < text.length; start += 1) {
    const tail = text.slice(start);
    if (Object.values(WORDS).some((word) => word !== tail && word.startsWith(tail))) return start;
  }
  return text.length;
}

function judge(input: GuardInput): Decision {
  const findings = input.parts.flatMap((part) =>
    (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((action) =>
      [...part.text.matchAll(new RegExp(WORDS[action], 'g'))].map(({ index, 0: word }) => {
        const span = { part: part.id, start: index, end: index + word.length };
        return { detector: 'words', category: `word-${action}`, ...span, score: 1, threshold: 0.5, action };
      }),
    ),
  );
  const verdict = (['block', 'redact', 'flag'] as const).find((action) => findings.some((finding) => finding.action === action)) ?? 'allow';
  const rewrites =
    verdict === 'redact' ? input.parts.map((part) => ({ part: part.id, text: part.text.replaceAll(WORDS.redact, '[WORD_REDACT]') })) : [];
  return decision(input, { verdict, findings, rewrites });
}

/** A decision with the given outcome. */
export function decision(
  input: { readonly requestId: string; readonly direction: Direction },
  outcome: Pick<Decision, 'verdict' | 'findings' | 'rewrites'>,
): Decision {
  return { id: 'decision-1', requestId: input.requestId, direction: input.direction, policy: 'test', checks: [], latencyMs: 0, ...outcome };
}

export interface ScriptedModel extends LanguageModel {
  readonly requests: ChatRequest[];
  /** The signal of the newest call. */
  signal(): AbortSignal | undefined;
  /** How many parts the newest call has given. */
  given(): number;
}

/** A model that gives the scripted parts; a function among them is awaited, and may throw. */
export function createScriptedModel(script: readonly (string | ChatPart | ((signal: AbortSignal) => Promise<void>))[]): ScriptedModel {
  const requests: ChatRequest[] = [];
  let signal: AbortSignal | undefined;
  let given = 0;
  return {
    model: 'scripted',
    requests,
    signal: () => signal,
    given: () => given,
    async *stream(request, options) {
      requests.push(request);
      signal = options.signal;
      given = 0;
      for (const step of script) {
        if (typeof step === 'function') await step(options.signal);
        else {
          given += 1;
          yield typeof step === 'string' ? { type: 'text-delta', text: step } : step;
        }
      }
      yield { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: given } };
    },
  };
}

/** Waits without end, and ignores whoever tells it to stop. */
export function stuck(): Promise<void> {
  return new Promise(() => undefined);
}

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps its lines. */
export function createTestLogger(lines: LogLine[] = [], fixed: LogFields = {}): Logger & { readonly lines: LogLine[] } {
  const at =
    (level: string) =>
    (message: string, fields: LogFields = {}): void =>
      void lines.push({ level, message, fields: { ...fixed, ...fields } });
  return {
    lines,
    with: (fields) => createTestLogger(lines, { ...fixed, ...fields }),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
}

/** A clock that stands still at 2026-01-02T03:04:05Z; its elapsed time moves one millisecond with every look. */
export function createTestClock() {
  let elapsed = 0;
  return { now: () => new Date('2026-01-02T03:04:05.000Z'), elapsed: () => (elapsed += 1) };
}

/** A bus that is another one but for its connection. */
export function withConnection(bus: Bus, connection: Pick<Bus, 'connected' | 'wasConnected' | 'ping'>): Bus {
  return {
    ...connection,
    publish: (subject, data, headers) => bus.publish(subject, data, headers),
    subscribe: (pattern, options) => bus.subscribe(pattern, options),
    [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose](),
  };
}

/** A bus on which every message that is heard names this inbox, which may be no subject: a server does not look at it. */
export function withInbox(bus: Bus, reply: string): Bus {
  async function* named(messages: AsyncIterable<Message>): AsyncGenerator<Message> {
    for await (const message of messages) yield { ...message, reply };
  }
  return {
    ...withConnection(bus, { connected: true, ping: (signal) => bus.ping(signal) }),
    subscribe: (pattern, options) => named(bus.subscribe(pattern, options)),
  };
}
