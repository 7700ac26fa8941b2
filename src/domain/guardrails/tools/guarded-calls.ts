import type {
  Action,
  CheckRecord,
  Decision,
  FailedCheck,
  GuardPipeline,
  OutputCheck,
  ShadowUnread,
  ToolCall,
} from '../../../ports/guard.ts';
import type { Clock } from '../../../ports/system.ts';
import { failedClosed } from '../policy/failed-closed.ts';
import { harder, type Policy } from '../policy/policy.ts';
import { isEnforced, shadowVerdict } from '../policy/shadow-verdict.ts';
import { NO_CONVERSATION } from './conversation.ts';
import { TOOL_RULES_DETECTOR, type CallOutcome, type ToolCheck } from './tool-check.ts';
import type { ToolRules } from './tool-rules.ts';

export interface GuardedCallsOptions {
  readonly check: ToolCheck;
  readonly rules: ToolRules;
  readonly mode: Policy['mode'];
  readonly clock: Clock;
}

const NO_CALL = 'no tool call';
const UNREAD_CALL: FailedCheck = { detector: TOOL_RULES_DETECTOR, failure: 'error' };

/** A pipeline that also checks tool calls against a policy's rules; its decisions and records cover both. */
export function guardToolCalls(pipeline: GuardPipeline, { check, rules, mode, clock }: GuardedCallsOptions): GuardPipeline {
  function merged(decision: Decision, outcomes: readonly CallOutcome[], latencyMs: number): Decision {
    const findings = outcomes.flatMap((outcome) => outcome.findings);
    const isClosed = rules.fail === 'closed';
    const isBroken = isClosed && outcomes.some((outcome) => outcome.isBroken);
    const own = findings.reduce<Action>((hardest, { action }) => harder(hardest, action), isBroken ? 'block' : 'allow');
    const verdict = harder(decision.verdict, own);
    const { wouldBe: _, unreadInShadow: before = [], ...rest } = decision;
    const unread = isClosed ? outcomes.flatMap(({ unreadInShadow }) => unreadInShadow.map(unreadOf)) : [];
    const all = [...decision.findings, ...findings];
    return {
      ...rest,
      verdict,
      ...failedClosed([...(decision.failedClosed ?? []), ...(isBroken ? [UNREAD_CALL] : [])]),
      ...shadowVerdict({ verdict, findings: all }, [...before, ...unread]),
      findings: all,
      checks: [...decision.checks, ...recordsOf(decision, outcomes, latencyMs)],
      rewrites: verdict === 'redact' ? decision.rewrites : [],
      latencyMs: decision.latencyMs + latencyMs,
    };
  }

  return {
    readsConversation: true,
    async evaluate(input, options) {
      const decision = await pipeline.evaluate(input, options);
      const start = clock.elapsed();
      const outcomes = check.inspect(input.conversation ?? NO_CONVERSATION, input.direction);
      return merged(decision, outcomes, clock.elapsed() - start);
    },
    openOutput(requestId, conversation = NO_CONVERSATION, options = {}): OutputCheck {
      const base = pipeline.openOutput(requestId, conversation, options);
      const outcomes: CallOutcome[] = [];
      let [isBlocked, latencyMs] = [false, 0];

      function complete(call: ToolCall): boolean {
        const start = clock.elapsed();
        const [outcome] = check.inspect({ ...conversation, reply: [call] }, 'output');
        latencyMs += clock.elapsed() - start;
        if (outcome === undefined) return true;
        outcomes.push(outcome);
        const isForbidden = outcome.findings.some(({ action }) => action === 'block');
        isBlocked ||= mode !== 'shadow' && (isForbidden || (outcome.isBroken && rules.fail === 'closed'));
        return !isBlocked;
      }

      return {
        get blocked() {
          return isBlocked || base.blocked;
        },
        push: (part, delta) => base.push(part, delta),
        end: (id) => base.end(id),
        held: (id) => base.held(id),
        read: (part, text, options) => base.read(part, text, options),
        note: (part) => base.note(part),
        calls: {
          onlyWatches: mode === 'shadow' || !rules.rules.some(isEnforced),
          treatment(tool) {
            const treatment = check.treatment(tool);
            return treatment === 'hold' && mode === 'shadow' ? 'watch' : treatment;
          },
          complete,
        },
        decide: async () => merged(await base.decide(), outcomes, latencyMs),
      };
    },
  };
}

function unreadOf(category: string): ShadowUnread {
  return { detector: TOOL_RULES_DETECTOR, category, channel: 'user' };
}

/** One record per part: the result for each call, and `not_scanned` for parts that are not calls. */
function recordsOf({ checks }: Decision, outcomes: readonly CallOutcome[], latencyMs: number): CheckRecord[] {
  const record = (part: string, more: Pick<CheckRecord, 'outcome'> & Partial<CheckRecord>): CheckRecord => {
    return { detector: TOOL_RULES_DETECTOR, part, findings: 0, score: 0, latencyMs: 0, ...more };
  };
  const calls = new Map(outcomes.map((outcome) => [outcome.call.part, outcome]));
  const share = latencyMs / Math.max(1, calls.size);
  const others = new Set(checks.map(({ part }) => part).filter((part) => !calls.has(part)));
  return [
    ...Array.from(calls.values(), ({ call, findings, problem }) =>
      problem === undefined
        ? record(call.part, { outcome: 'scanned', findings: findings.length, score: findings.length > 0 ? 1 : 0, latencyMs: share })
        : record(call.part, { outcome: 'not_scanned', reason: problem, findings: findings.length, latencyMs: share }),
    ),
    ...Array.from(others, (part) => record(part, { outcome: 'not_scanned', reason: NO_CALL })),
  ];
}
