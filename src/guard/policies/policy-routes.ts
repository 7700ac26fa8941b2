import { Elysia, t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import type { Policy } from '../../domain/guardrails/policy/policy.ts';
import { readJson, type HttpDeps } from '../../http/app.ts';
import { authenticate } from '../../http/auth.ts';
import { failing } from '../../http/documentation.ts';
import type { Mode } from '../../ports/guard.ts';
import type { Lifecycle } from '../events/lifecycle.ts';
import type { ChangedBy, Policies } from './policies.ts';
import {
  asWritten,
  POLICY_ID,
  POLICY_ID_RULE,
  PolicyAnswer,
  PolicyBody,
  PolicyDeletedAnswer,
  PolicyListAnswer,
  policyToWire,
  PolicyVersionListAnswer,
} from './policy-schema.ts';

export interface PolicyRoutesDeps {
  readonly http: HttpDeps;
  readonly policies: Policies;
  readonly lifecycle: Lifecycle;
}

const TAGS = ['Policies'];
const CHANGE = { tags: TAGS, ...failing('conflict', 'precondition_failed') };
const headers = t.Object({
  'If-Match': t.Optional(
    t.String({
      description: 'The version the change is based on, as in the `ETag` of a policy; answers 412 if it is no longer the latest.',
    }),
  ),
});
const RULE_NAMES =
  'The shadow report lists the names of the rules. Answers with the new version of the policy, or with the current one if the rule already has that mode. With `If-Match`, answers 412 if the policy was changed since that version.';

/** A request, and the headers of its answer, among them its id. */
interface Call {
  readonly request: Request;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}

function idOf({ headers }: Call['set']): string {
  const id = headers[REQUEST_ID_HEADER];
  return typeof id === 'string' ? id : '';
}

/** Routes that read and change the policies in force. Every change is a new version with its author, and an event. */
export function policyRoutes({ http, policies, lifecycle }: PolicyRoutesDeps) {
  function known(id: string): string {
    if (!POLICY_ID.test(id)) throw new ServiceError('invalid_input', `policy_id: ${POLICY_ID_RULE}`, { param: 'policy_id' });
    return id;
  }

  async function authorOf({ headers }: Request): Promise<string> {
    return (await authenticate(headers, http.apiKeys, http.sessions))?.name ?? '';
  }

  function announce(
    requestId: string,
    { id, author }: { readonly id: string; readonly author: string },
    policy: Policy | undefined,
    more: { readonly rule?: string; readonly rule_mode?: Mode } = {},
  ): void {
    lifecycle.publish('policy.changed', requestId, {
      policy: id,
      version: policy?.version ?? null,
      mode: policy?.mode ?? null,
      author,
      ...more,
    });
    http.logger.info('policy changed', { request_id: requestId, policy: id, version: policy?.version, author, ...more });
  }

  /** Makes a change and publishes its event, unless it changed nothing. */
  async function change(
    { request, set }: Call,
    id: string,
    work: (by: ChangedBy) => Promise<Policy>,
    more: { readonly rule?: string; readonly rule_mode?: Mode } = {},
  ): Promise<Response> {
    const author = await authorOf(request);
    assertOwn(policies, id);
    const before = policies.list().find((policy) => policy.id === id)?.version;
    const policy = await asMatched(request, () => work({ author, ifVersion: ifMatch(request) }));
    if (policy.version !== before) announce(idOf(set), { id, author }, policy, more);
    return answer(policy);
  }

  const setRuleMode = (call: Call, id: string, rule: string, mode: Mode): Promise<Response> =>
    change(call, policies.get(id).id, (by) => policies.setRuleMode(id, rule, mode, by), { rule, rule_mode: mode });

  const bodyDocument = { content: { 'application/json': { schema: PolicyBody } }, required: true };

  return new Elysia({ name: 'parley-guard-policies' })
    .get('/v1/policies', () => Response.json({ object: 'list', data: policies.list().map(policyToWire), has_more: false }), {
      response: { 200: PolicyListAnswer },
      detail: { tags: TAGS, summary: 'The policies in force' },
    })
    .get('/v1/policies/:policy_id', ({ params }) => answer(policies.get(known(params.policy_id))), {
      response: { 200: PolicyAnswer },
      detail: { tags: TAGS, summary: 'One policy in force' },
    })
    .get(
      '/v1/policies/:policy_id/versions',
      async ({ params }) => {
        const { versions, hasMore } = await policies.versions(known(params.policy_id));
        const data = versions.map(({ id, version, body, createdAt, author, ended }) => {
          return {
            object: 'guard.policy_version',
            id,
            version,
            created_at: createdAt?.toISOString() ?? null,
            author,
            ended: ended === undefined ? null : { at: ended.at.toISOString(), by: ended.by },
            policy: JSON.parse(body) as unknown,
          };
        });
        return Response.json({ object: 'list', data, has_more: hasMore });
      },
      {
        response: { 200: PolicyVersionListAnswer },
        detail: { tags: TAGS, summary: 'The versions of a policy with their authors, newest first' },
      },
    )
    .put(
      '/v1/policies/:policy_id',
      async ({ params, request, set }) => {
        const id = known(params.policy_id);
        const body = await readJson(request, http.maxBodyBytes);
        const shown = versionShown(id, body);
        assertNew(request, policies, id);
        return change({ request, set }, id, ({ author, ifVersion = shown }) => policies.put(id, asWritten(body), author, ifVersion));
      },
      {
        parse: 'none',
        headers,
        response: { 200: PolicyAnswer },
        detail: {
          ...CHANGE,
          summary: 'Store a new version of a policy, in force at once; an invalid one changes nothing',
          description:
            'A policy may be sent as it was read, with `object`, `id` and `version`; it is then refused with 409 if the policy was changed since. If it equals the policy in force, no new version is made, no event is sent, and the answer is the policy in force with its version. With `If-None-Match: *`, answers 412 if the policy exists.',
          requestBody: bodyDocument as never,
        },
      },
    )
    .post(
      '/v1/policies/:policy_id/promote',
      async ({ params, request, set }) => {
        const { id } = policies.get(known(params.policy_id));
        return change({ request, set }, id, (by) => policies.promote(id, by));
      },
      {
        parse: 'none',
        headers,
        response: { 200: PolicyAnswer },
        detail: {
          ...CHANGE,
          summary: 'Take a whole policy out of shadow mode; its rules with a shadow mode of their own stay in it',
          description: 'Answers with the new version of the policy, or with the current one if it is already enforced.',
        },
      },
    )
    .post(
      '/v1/policies/:policy_id/rules/:rule/promote',
      ({ params, request, set }) => setRuleMode({ request, set }, known(params.policy_id), params.rule, 'enforce'),
      {
        parse: 'none',
        headers,
        response: { 200: PolicyAnswer },
        detail: {
          ...CHANGE,
          summary: 'Enforce one rule that is in shadow, leaving all others unchanged',
          description: `${RULE_NAMES} If the whole policy is in shadow, it takes over from the policy that checked its requests, with only this rule enforced.`,
        },
      },
    )
    .post(
      '/v1/policies/:policy_id/rules/:rule/demote',
      ({ params, request, set }) => setRuleMode({ request, set }, known(params.policy_id), params.rule, 'shadow'),
      {
        parse: 'none',
        headers,
        response: { 200: PolicyAnswer },
        detail: {
          ...CHANGE,
          summary: 'Put one rule in shadow, leaving all others unchanged',
          description: RULE_NAMES,
        },
      },
    )
    .delete(
      '/v1/policies/:policy_id',
      async ({ params, request, set }) => {
        const id = known(params.policy_id);
        const author = await authorOf(request);
        assertOwn(policies, id);
        await asMatched(request, () => policies.delete(id, author, ifMatch(request)));
        announce(idOf(set), { id, author }, undefined);
        return Response.json({ object: 'guard.policy.deleted', id, deleted: true });
      },
      {
        parse: 'none',
        headers,
        response: { 200: PolicyDeletedAnswer },
        detail: { ...CHANGE, summary: 'Delete a policy; its versions can still be read' },
      },
    );
}

/**
 * The version in a policy that is sent back as it was read, on which the change is then based. Throws `invalid_input` for the id of another
 * policy.
 */
function versionShown(id: string, body: unknown): number | undefined {
  if (!isJsonObject(body) || asWritten(body) === body) return undefined;
  if (body['id'] !== undefined && body['id'] !== id)
    throw new ServiceError('invalid_input', `id: must be ${id}, as in the path.`, { param: 'id' });
  return typeof body['version'] === 'number' ? body['version'] : undefined;
}

/** A policy, with its version as the `ETag` to send in `If-Match`. */
function answer(policy: Policy): Response {
  return Response.json(policyToWire(policy), { headers: { etag: `"${policy.version}"` } });
}

/** Makes a change. If the version in `If-Match` is not the latest, that is a failed precondition (RFC 9110, section 13.1.1). */
async function asMatched<T>(request: Request, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAsked = ifMatch(request) !== undefined || isForNew(request);
    if (!(error instanceof ServiceError) || error.kind !== 'conflict' || !isAsked) throw error;
    throw new ServiceError('precondition_failed', error.message, { param: 'if-match', cause: error });
  }
}

/** Throws `conflict` for a policy of the policy file, which would silently undo the change at the next start. */
function assertOwn({ synced }: Pick<Policies, 'synced'>, id: string): void {
  if (!synced.has(id)) return;
  throw new ServiceError('conflict', `The policy ${id} is defined in the policy file (GUARD_POLICY_FILE): change it there.`, {
    param: 'policy_id',
  });
}

/** Throws `precondition_failed` if the policy exists and `If-None-Match: *` was sent (RFC 9110, section 13.1.2). */
function assertNew(request: Request, policies: Pick<Policies, 'list'>, id: string): void {
  if (!isForNew(request) || !policies.list().some((policy) => policy.id === id)) return;
  throw new ServiceError('precondition_failed', 'A policy with this id exists already.', { param: 'if-none-match' });
}

function isForNew({ headers }: Request): boolean {
  return headers.get('if-none-match')?.trim() === '*';
}

/** The version in `If-Match`; undefined without one. Throws `invalid_input`. */
function ifMatch({ headers }: Request): number | undefined {
  const value = headers.get('if-match')?.trim() ?? '*';
  if (value === '*') return undefined;
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(value) ?? [];
  if (version === undefined) throw new ServiceError('invalid_input', 'If-Match: must be a version, such as "3".', { param: 'if-match' });
  return Number(version);
}
