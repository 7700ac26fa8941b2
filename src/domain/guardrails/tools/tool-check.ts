import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { Conversation, Direction, JudgedFinding, ToolCall } from '../../../ports/guard.ts';
import type { JsonSchemaCheck } from '../../../ports/json-schema.ts';
import { isIdentifier, isWord } from '../payload/plain-words.ts';
import { isEnforced } from '../policy/shadow-verdict.ts';
import { argumentFaults, compileArgumentRule } from './argument-rule.ts';
import { argumentValues, type ArgumentValue } from './argument-values.ts';
import { afterFault, flowFaults } from './flow-rules.ts';
import { isNamed } from './name-pattern.ts';
import { countNames, writtenNames } from './repeated-names.ts';
import { schemaFault } from './schema-rule.ts';
import { isFor, type ToolRule, type ToolRules } from './tool-rules.ts';

/** Detector name of the tool rules in records. */
export const TOOL_RULES_DETECTOR = 'tool_rules';

/** A call with its arguments parsed. */
export interface ReadCall {
  readonly call: ToolCall;
  readonly value: JsonValue;
  readonly values: readonly ArgumentValue[];
  /** Number of conversation steps before it. */
  readonly steps: number;
}

/** Result of the rules for one call. */
export interface CallOutcome {
  readonly call: ToolCall;
  readonly findings: readonly JudgedFinding[];
  /** Why a rule could not read the call, if that happened. */
  readonly problem: string | undefined;
  /** Whether one of the rules that could not read it is enforced. */
  readonly isBroken: boolean;
  /** Names of the shadow rules that could not read it. */
  readonly unreadInShadow: readonly string[];
}

/** A call that breaks a rule, with the JSON pointer of the argument; empty for the call itself. */
export interface CallFault {
  readonly call: ToolCall;
  readonly pointer: string;
}

/** Why the arguments of a call cannot be read. */
interface Unread {
  readonly problem: string;
  /** They break every schema. */
  readonly isMalformed: boolean;
}

/** The compiled tool rules of one policy. */
export interface ToolCheck {
  /** Whether any rule applies to calls in this direction. */
  reads(direction: Direction): boolean;
  /** How a streamed call is treated: `hold` if a rule may block it, `watch` if rules only flag it or are in shadow. */
  treatment(tool: string): 'pass' | 'watch' | 'hold';
  /** Checks the calls of a conversation: those of earlier turns on input, those of the reply on output. */
  inspect(conversation: Conversation, direction: Direction): readonly CallOutcome[];
}

/** Limit on the reported findings of one rule in one call. */
const MAX_FINDINGS = 8;
/** Length limits of tool name and pointer in a finding. */
const MAX_NAME = 128;

/** Compiles rules. Throws a SyntaxError for an invalid pattern. */
export function createToolCheck({ fail, maxArguments, rules }: ToolRules, matchesSchema: JsonSchemaCheck): ToolCheck {
  const compiled = rules.map((rule) => ({ rule, test: rule.kind === 'argument' ? compileArgumentRule(rule) : undefined }));
  const concerns = (rule: ToolRule, tool: string): boolean =>
    rule.kind === 'allow_list' ? !isNamed(rule.tools, tool, true) : isNamed(rule.tools, tool);

  function read(call: ToolCall, steps: number): ReadCall | Unread {
    const malformed = (problem: string): Unread => ({ problem, isMalformed: true });
    if (call.arguments.length > maxArguments) return { problem: `arguments longer than ${maxArguments} characters`, isMalformed: false };
    try {
      const value = call.isJson ? (call.arguments.trim() === '' ? {} : (JSON.parse(call.arguments) as JsonValue)) : call.arguments;
      if (call.isJson && !isJsonObject(value)) return malformed('arguments that are no JSON object');
      if (call.isJson && countNames(value) < writtenNames(call.arguments)) return malformed('arguments that name a field twice');
      return { call, value, values: [...argumentValues(value)], steps };
    } catch (error) {
      if (error instanceof RangeError) return { problem: 'arguments that are nested too deep', isMalformed: false };
      return malformed('arguments that are not JSON');
    }
  }

  function faultsOf(
    { rule, test }: (typeof compiled)[number],
    calls: readonly ReadCall[],
    { steps, definitions }: Conversation,
  ): readonly CallFault[] {
    if (rule.kind === 'allow_list' || rule.kind === 'deny_list') return calls.map(({ call }) => ({ call, pointer: '' }));
    if (rule.kind === 'argument') return test === undefined ? [] : calls.flatMap((call) => argumentFaults(test, call));
    if (rule.kind === 'flow') return flowFaults(rule, calls, steps);
    return calls.flatMap((read) => {
      if (rule.kind === 'after') return afterFault(rule, read, steps) ? [{ call: read.call, pointer: '' }] : [];
      const pointer = schemaFault(rule.schema ?? definitions.get(read.call.tool), read.value, matchesSchema);
      return pointer === undefined ? [] : [{ call: read.call, pointer }];
    });
  }

  function inspect(conversation: Conversation, direction: Direction): readonly CallOutcome[] {
    const own: { readonly call: ToolCall; readonly steps: number }[] =
      direction === 'output'
        ? conversation.reply.map((call) => ({ call, steps: conversation.steps.length }))
        : conversation.steps.flatMap((step, index) => (step.kind === 'call' ? [{ call: step.call, steps: index }] : []));
    const outcomes = own.map(({ call, steps }) => ({
      call,
      steps,
      findings: [] as JudgedFinding[],
      problem: undefined as string | undefined,
      isBroken: false,
      unreadInShadow: [] as string[],
    }));
    const byCall = new Map(outcomes.map((outcome) => [outcome.call, outcome]));
    const fails = (outcome: (typeof outcomes)[number], rule: ToolRule, problem: string): void => {
      outcome.problem = problem;
      if (isEnforced(rule)) outcome.isBroken = true;
      else outcome.unreadInShadow.push(rule.name);
    };
    for (const entry of compiled) {
      const { rule } = entry;
      if (!isFor(rule, direction)) continue;
      const readable: ReadCall[] = [];
      for (const outcome of outcomes) {
        const { call, steps } = outcome;
        if (!concerns(rule, call.tool)) continue;
        // These kinds only look at the name of the tool.
        const isAboutNames = rule.kind === 'allow_list' || rule.kind === 'deny_list' || rule.kind === 'after';
        const known = isAboutNames ? { call, value: null, values: [], steps } : read(call, steps);
        if (!('problem' in known)) readable.push(known);
        else if (known.isMalformed && hasSchema(rule, call, conversation)) outcome.findings.push(findingOf(rule, { call, pointer: '' }));
        else fails(outcome, rule, known.problem);
      }
      try {
        for (const fault of faultsOf(entry, readable, conversation)) {
          const outcome = byCall.get(fault.call);
          if (outcome !== undefined && outcome.findings.filter(({ category }) => category === rule.name).length < MAX_FINDINGS)
            outcome.findings.push(findingOf(rule, fault));
        }
      } catch (error) {
        const reason = error instanceof RangeError ? error.message : 'failed';
        for (const { call } of readable) {
          const outcome = byCall.get(call);
          if (outcome !== undefined) fails(outcome, rule, `the rule ${rule.name} could not be held against it: ${reason}`);
        }
      }
    }
    return outcomes;
  }

  return {
    reads: (direction) => rules.some((rule) => isFor(rule, direction)),
    treatment(tool) {
      const named = rules.filter((rule) => isFor(rule, 'output') && concerns(rule, tool));
      if (named.length === 0) return 'pass';
      const enforced = named.filter(isEnforced);
      const readsArguments = enforced.some((rule) => rule.kind !== 'allow_list' && rule.kind !== 'deny_list' && rule.kind !== 'after');
      return enforced.some(({ action }) => action === 'block') || (readsArguments && fail === 'closed') ? 'hold' : 'watch';
    },
    inspect,
  };
}

function hasSchema(rule: ToolRule, { tool }: ToolCall, { definitions }: Conversation): boolean {
  return rule.kind === 'schema' && (rule.schema ?? definitions.get(tool)) !== undefined;
}

function findingOf(rule: ToolRule, { call, pointer }: CallFault): JudgedFinding {
  return {
    detector: TOOL_RULES_DETECTOR,
    category: rule.name,
    part: call.part,
    start: 0,
    end: call.arguments.length,
    score: 1,
    threshold: 1,
    ...(isEnforced(rule) ? { action: rule.action } : { action: 'allow', shadow: { threshold: 1, action: rule.action } }),
    tool: isIdentifier(call.tool) ? call.tool.slice(0, MAX_NAME) : '*',
    pointer: pointerOf(pointer),
  };
}

/** A pointer for records: `*` replaces field names that may be sensitive text. */
function pointerOf(pointer: string): string {
  const steps = pointer.split('/').map((step) => (step === '' || isWord(step) ? step : '*'));
  return steps.join('/').slice(0, MAX_NAME);
}
