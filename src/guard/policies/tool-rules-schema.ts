import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { messageOf } from '../../core/errors.ts';
import { compileLinearPattern } from '../../core/linear-pattern.ts';
import type { ToolRule, ToolRules } from '../../domain/guardrails/tools/tool-rules.ts';
import { DirectionBody, modeBody } from '../wire-enums.ts';

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  minItems: 1,
  maxItems: 256,
  description: 'Names of tools, `*` for any characters.',
});
const Pattern = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'A regular expression without back-references.',
});

/** The mode of one rule of a check, or of one tool rule. */
export const RuleMode = Type.Optional(modeBody('`shadow` only records what the rule would do; by default `enforce`.'));

const rule = <K extends ToolRule['kind'], T extends TProperties>(kind: K, description: string, fields: T) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$', description: 'Name of the rule in findings.' }),
      tools: Names,
      action: Type.Union([Type.Literal('allow'), Type.Literal('flag'), Type.Literal('block')]),
      directions: Type.Optional(
        Type.Array(DirectionBody, {
          minItems: 1,
          maxItems: 2,
          description: '`input` for calls in earlier turns, `output` for calls in the reply; by default both.',
        }),
      ),
      mode: RuleMode,
      ...fields,
    },
    { additionalProperties: false, description },
  );

const RULES = {
  allow_list: rule('allow_list', 'Only these tools may be called.', {}),
  deny_list: rule('deny_list', 'These tools may not be called.', {}),
  schema: rule('schema', 'The arguments must be valid against a JSON schema.', {
    schema: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'By default the schema of the tool in the request.' }),
    ),
  }),
  argument: rule('argument', 'The values of an argument must match `matches`, must not match `excludes`, and may name only `hosts`.', {
    argument: Type.Optional(
      Type.String({
        pattern: '^(/[^/]{0,256}){0,32}$',
        description: 'JSON pointer, `*` for any one segment; by default every argument.',
      }),
    ),
    matches: Type.Optional(Pattern),
    excludes: Type.Optional(Pattern),
    hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 1000,
        description: 'Hosts that URLs and mail addresses may name, such as `*.example.com`.',
      }),
    ),
  }),
  flow: rule(
    'flow',
    'The arguments must not contain text that a tool of `from` returned, unless the user or the system message contains it too.',
    {
      from: Names,
      min_length: Type.Optional(
        Type.Integer({ minimum: 8, maximum: 1024, default: 16, description: 'Shortest run of letters and digits that counts as copied.' }),
      ),
    },
  ),
  after: rule('after', 'Once a tool of `from` has returned anything, these tools may not be called.', {
    from: Names,
    until: Type.Optional(
      Type.Object(
        { user: Type.Optional(Type.Boolean({ description: 'Lifted by a user message.' })), tools: Type.Optional(Names) },
        { additionalProperties: false, description: 'What lifts the rule: a user message, or a result of one of these tools.' },
      ),
    ),
  }),
};

/** A policy's rules about tool calls in the wire form. */
export const ToolRulesBody = Type.Object(
  {
    fail: Type.Optional(
      Type.Union([Type.Literal('open'), Type.Literal('closed')], {
        description:
          'What happens to a call whose arguments a rule cannot parse: `open` lets it pass, `closed` blocks it; by default `closed`.',
      }),
    ),
    max_arguments_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 4_194_304, default: 262_144 })),
    rules: Type.Array(Type.Union(Object.values(RULES)), { maxItems: 128 }),
  },
  { additionalProperties: false },
);

type Body = Static<typeof ToolRulesBody>;
type RuleBody = Body['rules'][number];

const MAX_ARGUMENTS = 262_144;
const MIN_LENGTH = 16;

/** Reads rules that match the schema. For errors that the schema cannot express, throws what `fault` returns for their path and reason. */
export function readToolRules(body: Body, fault: (place: string, message: string) => Error): ToolRules {
  const names = new Set<string>();
  const rules = body.rules.map((written, index): ToolRule => {
    if (names.has(written.name)) throw fault(`rules[${index}].name`, 'another rule has this name');
    names.add(written.name);
    return readRule(written, (field, message) => fault(`rules[${index}].${field}`, message));
  });
  return { fail: body.fail ?? 'closed', maxArguments: body.max_arguments_length ?? MAX_ARGUMENTS, rules };
}

function readRule(body: RuleBody, fault: (field: string, message: string) => Error): ToolRule {
  const { name, tools, action, directions, mode } = body;
  const head = { name, tools, action, ...(directions === undefined ? {} : { directions }), ...(mode === 'shadow' ? { mode } : {}) };
  if (body.kind === 'allow_list' || body.kind === 'deny_list') return { ...head, kind: body.kind };
  if (body.kind === 'schema') return { ...head, kind: 'schema', ...(body.schema === undefined ? {} : { schema: body.schema }) };
  if (body.kind === 'flow') return { ...head, kind: 'flow', from: body.from, minLength: body.min_length ?? MIN_LENGTH };
  if (body.kind === 'argument') return { ...head, kind: 'argument', ...readArgument(body, fault) };
  const { user, tools: lifting } = body.until ?? {};
  const until = { ...(user === undefined ? {} : { user }), ...(lifting === undefined ? {} : { tools: lifting }) };
  return { ...head, kind: 'after', from: body.from, ...(body.until === undefined ? {} : { until }) };
}

function readArgument(
  { argument, matches, excludes, hosts }: Extract<RuleBody, { readonly kind: 'argument' }>,
  fault: (field: string, message: string) => Error,
) {
  if (matches === undefined && excludes === undefined && hosts === undefined)
    throw fault('matches', 'needs one of matches, excludes and hosts');
  for (const [field, source] of Object.entries({ matches, excludes })) {
    try {
      if (source !== undefined) compileLinearPattern(source);
    } catch (error) {
      throw fault(field, messageOf(error));
    }
  }
  return {
    ...(argument === undefined ? {} : { argument }),
    ...(matches === undefined ? {} : { matches }),
    ...(excludes === undefined ? {} : { excludes }),
    ...(hosts === undefined ? {} : { hosts: [...hosts] }),
  };
}

/** Rules in the wire form. */
export function toolRulesToBody({ fail, maxArguments, rules }: ToolRules): Body {
  return {
    fail,
    max_arguments_length: maxArguments,
    rules: rules.map((entry) => {
      if (entry.kind !== 'flow') return structuredClone(entry) as Body['rules'][number];
      const { minLength, ...flow } = entry;
      return structuredClone({ ...flow, min_length: minLength }) as Body['rules'][number];
    }),
  };
}
