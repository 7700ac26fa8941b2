import { Type, type Static } from '@sinclair/typebox';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { isTrialOf } from '../../domain/guardrails/policy/policy-rules.ts';
import type { Policy } from '../../domain/guardrails/policy/policy.ts';
import { schemaFault } from '../../http/schema-fault.ts';
import { wantedOf } from '../../http/schema-words.ts';
import { CHECKED_ROUTES } from '../checked-routes.ts';
import { ActionBody, ChannelBody, DirectionBody, ModeBody } from '../wire-enums.ts';
import { CheckSettingsBody, readSettingsOf, settingsFault, settingsToBody } from './check-settings-schema.ts';
import { readToolRules, RuleMode, ToolRulesBody, toolRulesToBody } from './tool-rules-schema.ts';
import { unknownName } from './unknown-names.ts';

/** The pattern of policy ids, and the error message for any other id. */
export const POLICY_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
export const POLICY_ID_RULE = 'must be 1 to 64 characters of a-z 0-9 . _ -.';

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000 });
const Route = Type.Unsafe<string>(Type.Union(CHECKED_ROUTES.map((route) => Type.Literal(route))));
const Step = Type.Object(
  {
    threshold: Type.Number({ minimum: 0, maximum: 1, description: 'Lowest score to which this step applies.' }),
    action: ActionBody,
  },
  { additionalProperties: false },
);
const Rule = Type.Object(
  {
    direction: DirectionBody,
    channels: Type.Array(ChannelBody, { minItems: 1, maxItems: 3 }),
    categories: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 100,
        description:
          'The categories of findings that the rule covers; a rule without this field covers all categories that no other rule names. Categories that the check never finds are refused.',
      }),
    ),
    steps: Type.Array(Step, { minItems: 1, maxItems: 8 }),
    mode: RuleMode,
  },
  { additionalProperties: false },
);
const Redaction = Type.Union([
  Type.Object({ mode: Type.Literal('placeholder') }, { additionalProperties: false }),
  Type.Object({ mode: Type.Literal('mask'), visible: Type.Integer({ minimum: 0, maximum: 16 }) }, { additionalProperties: false }),
  Type.Object({ mode: Type.Literal('hash') }, { additionalProperties: false }),
  Type.Object({ mode: Type.Literal('replace'), text: Type.String({ maxLength: 256 }) }, { additionalProperties: false }),
]);
const Check = Type.Object(
  {
    detector: Type.String({ description: 'Name of the check.' }),
    fail: Type.Union([Type.Literal('open'), Type.Literal('closed')], {
      description: 'What happens to a text that could not be checked: `open` lets it pass, `closed` blocks it.',
    }),
    trusted_roles: Type.Optional(Names),
    redaction: Type.Optional(Redaction),
    allow: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { maxItems: 1000 })),
    settings: Type.Optional(CheckSettingsBody),
    rules: Type.Array(Rule, { maxItems: 128 }),
  },
  { additionalProperties: false },
);

/** A policy in the wire form, without its id and version, which the service sets. */
export const PolicyBody = Type.Object(
  {
    mode: Type.Optional(ModeBody),
    applies: Type.Optional(
      Type.Object(
        {
          keys: Type.Optional(Names),
          models: Type.Optional(Names),
          routes: Type.Optional(Type.Array(Route, { minItems: 1, maxItems: CHECKED_ROUTES.length })),
        },
        {
          additionalProperties: false,
          description:
            'The requests that the policy applies to: those with one of these API keys (by name), one of these models (`*` for any characters) and one of these routes. If several policies apply to a request, the first by id checks it; if none does, `default` does. A policy without this field is used only where a request names it, as in POST /v1/analyze.',
        },
      ),
    ),
    max_part_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 268_435_456 })),
    checks: Type.Array(Check, { minItems: 1, maxItems: 64 }),
    tools: Type.Optional(ToolRulesBody),
  },
  { additionalProperties: false },
);

/** A policy as the routes give it. */
export const PolicyAnswer = Type.Object({
  object: Type.Literal('guard.policy'),
  id: Type.String(),
  version: Type.Integer(),
  mode: ModeBody,
  applies: PolicyBody.properties.applies,
  max_part_length: Type.Integer(),
  checks: PolicyBody.properties.checks,
  tools: PolicyBody.properties.tools,
});

export const PolicyListAnswer = Type.Object({ object: Type.Literal('list'), data: Type.Array(PolicyAnswer), has_more: Type.Boolean() });

export const PolicyDeletedAnswer = Type.Object({
  object: Type.Literal('guard.policy.deleted'),
  id: Type.String(),
  deleted: Type.Literal(true),
});

export const PolicyVersionListAnswer = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      object: Type.Literal('guard.policy_version'),
      id: Type.String(),
      version: Type.Integer(),
      created_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Null for the built-in version.' }),
      author: Type.String({
        description: 'Name of the API key; empty if keys are off; `policy file` and `built in` for versions that come from there.',
      }),
      ended: Type.Union([Type.Object({ at: Type.String({ format: 'date-time' }), by: Type.String() }), Type.Null()], {
        description: 'When and by whom the policy was deleted while this was its latest version; null otherwise.',
      }),
      policy: PolicyBody,
    }),
  ),
  has_more: Type.Boolean(),
});

const TWICE = 'another rule already covers one of these channels; only an enforced rule and one in shadow may cover exactly the same';
/** Default of `max_part_length`, in UTF-16 code units. */
const MAX_PART_LENGTH = 4_194_304;

/**
 * Validates a policy. `detectors` are the installed checks. A stored policy may name categories and the like that no longer exist. Throws
 * `invalid_input` with the path of the first error as `param`, such as `checks[0].rules[1].steps[0].threshold`.
 */
export function readPolicy(
  value: unknown,
  { id, version, detectors, isStored = false }: { id: string; version: number; detectors: readonly string[]; isStored?: boolean },
): Policy {
  const fault = schemaFault(PolicyBody, value);
  if (fault !== undefined) throw invalid(fault.place, fault.message);
  const { checks, max_part_length: maxPartLength = MAX_PART_LENGTH, mode, applies, tools } = value as Static<typeof PolicyBody>;
  if (id === 'default' && applies !== undefined && !isStored)
    throw invalid('applies', 'the policy default always checks all requests to which no other policy applies');
  for (const [index, check] of checks.entries()) {
    const { detector, rules } = check;
    const place = `checks[${index}].detector`;
    if (!detectors.includes(detector)) throw invalid(place, `must be ${wantedOf({ enum: detectors })}`);
    if (checks.findIndex((other) => other.detector === detector) < index) throw invalid(place, 'this check is listed twice');
    const wrong = settingsFault(check);
    if (wrong !== undefined) throw invalid(`checks[${index}].${wrong.place}`, wrong.message);
    const stray = isStored ? undefined : unknownName(check);
    if (stray !== undefined) throw invalid(`checks[${index}].${stray.place}`, stray.message);
    for (const [at, rule] of rules.entries()) {
      const twice = rules.findIndex(
        (other) =>
          !isTrialOf(other, rule) &&
          other.direction === rule.direction &&
          other.channels.some((name) => rule.channels.includes(name)) &&
          (other.categories === undefined
            ? rule.categories === undefined
            : other.categories.some((name) => rule.categories?.includes(name) === true)),
      );

      if (twice < at) throw invalid(`checks[${index}].rules[${at}].channels`, TWICE);
    }
  }
  return {
    id,
    version,
    maxPartLength,
    ...(tools === undefined ? {} : { tools: readToolRules(tools, (place, message) => invalid(`tools.${place}`, message)) }),
    ...(mode === undefined ? {} : { mode }),
    ...(applies === undefined
      ? {}
      : {
          applies: {
            ...(applies.keys && { keys: applies.keys }),
            ...(applies.models && { models: applies.models }),
            ...(applies.routes && { routes: applies.routes }),
          },
        }),
    checks: checks.map(({ trusted_roles: trustedRoles = [], redaction, allow, settings, ...check }) => ({
      detector: check.detector,
      fail: check.fail,
      rules: check.rules.map(({ categories, mode: own, ...rule }) => ({
        ...rule,
        ...(categories === undefined ? {} : { categories }),
        ...(own === 'shadow' ? { mode: own } : {}),
      })),
      trustedRoles,
      ...(settings === undefined ? {} : { settings: readSettingsOf(settings) }),
      ...(redaction === undefined ? {} : { redaction }),
      ...(allow === undefined ? {} : { allow }),
    })),
  };
}

/** A policy in the wire form. */
export function policyToBody({ mode = 'enforce', applies, maxPartLength, checks, tools }: Policy): Static<typeof PolicyBody> {
  return {
    mode,
    ...(applies === undefined
      ? {}
      : {
          applies: {
            ...(applies.keys && { keys: [...applies.keys] }),
            ...(applies.models && { models: [...applies.models] }),
            ...(applies.routes && { routes: [...applies.routes] }),
          },
        }),
    max_part_length: maxPartLength,
    ...(tools === undefined ? {} : { tools: toolRulesToBody(tools) }),
    checks: checks.map(({ trustedRoles, redaction, allow, settings, rules, detector, fail }) => ({
      detector,
      fail,
      trusted_roles: [...trustedRoles],
      ...(redaction === undefined ? {} : { redaction }),
      ...(allow === undefined ? {} : { allow: [...allow] }),
      ...(settings === undefined ? {} : { settings: settingsToBody(settings) }),
      rules: rules.map(({ direction, channels, categories, steps, mode: own }) => {
        return {
          direction,
          channels: [...channels],
          ...(categories === undefined ? {} : { categories: [...categories] }),
          steps: [...steps],
          ...(own === undefined ? {} : { mode: own }),
        };
      }),
    })),
  };
}

/** A policy without the fields that the routes add in answers, so that a policy can be sent back as it was read. */
export function asWritten(body: unknown): unknown {
  if (!isJsonObject(body) || body['object'] !== SHOWN) return body;
  const { object: _object, id: _id, version: _version, ...written } = body;
  return written;
}

const SHOWN = 'guard.policy';

/** A policy as the routes return it. */
export function policyToWire(policy: Policy) {
  return { object: SHOWN, id: policy.id, version: policy.version, ...policyToBody(policy) };
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_input', `${param === '' ? 'policy' : param}: ${message}.`, { param: param === '' ? 'policy' : param });
}
