import { Elysia } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import { readJson, type HttpDeps } from '../http/app.ts';
import { authenticate } from '../http/auth.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Policies } from './policies.ts';
import { PolicyAnswer, PolicyBody, PolicyListAnswer, policyToBody, policyToWire, PolicyVersionListAnswer } from './policy-schema.ts';

export interface PolicyRoutesDeps {
  readonly http: HttpDeps;
  readonly policies: Policies;
  readonly lifecycle: Lifecycle;
}

const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const TAGS = ['Policies'];

/** Reading and changing the policies in force. Every change is a new version with its author, and an event. */
export function policyRoutes({ http, policies, lifecycle }: PolicyRoutesDeps) {
  function known(id: string): string {
    if (!ID.test(id)) throw new ServiceError('invalid_input', 'policy_id: must be 1 to 64 of a-z 0-9 . _ -.', { param: 'policy_id' });
    return id;
  }

  async function change(request: Request, id: string, work: (author: string) => Promise<object>): Promise<Response> {
    const author = (await authenticate(request.headers, http.apiKeys))?.name ?? '';
    const body = await work(author);
    const policy = policies.list().find((candidate) => candidate.id === id);
    lifecycle.publish('policy.changed', id, { policy: id, version: policy?.version ?? null, mode: policy?.mode ?? null, author });
    http.logger.info('policy changed', { policy: id, version: policy?.version, author });
    return Response.json(body);
  }

  const bodyDocument = { content: { 'application/json': { schema: PolicyBody } }, required: true };

  return new Elysia({ name: 'parley-guard-policies' })
    .get('/v1/policies', () => Response.json({ object: 'list', data: policies.list().map(policyToWire), has_more: false }), {
      response: { 200: PolicyListAnswer },
      detail: { tags: TAGS, summary: 'The policies in force' },
    })
    .get('/v1/policies/:policy_id', ({ params }) => Response.json(policyToWire(policies.get(known(params.policy_id)))), {
      response: { 200: PolicyAnswer },
      detail: { tags: TAGS, summary: 'One policy in force' },
    })
    .get(
      '/v1/policies/:policy_id/versions',
      async ({ params }) => {
        const versions = await policies.versions(known(params.policy_id));
        const data = versions.map(({ id, version, body, createdAt, author }) => {
          return {
            object: 'guard.policy_version',
            id,
            version,
            created_at: createdAt.toISOString(),
            author,
            policy: JSON.parse(body) as unknown,
          };
        });
        return Response.json({ object: 'list', data, has_more: false });
      },
      {
        response: { 200: PolicyVersionListAnswer },
        detail: { tags: TAGS, summary: 'What a policy was before, newest first, and who changed it' },
      },
    )
    .put(
      '/v1/policies/:policy_id',
      async ({ params, request }) => {
        const id = known(params.policy_id);
        const body = await readJson(request, http.maxBodyBytes);
        return change(request, id, async (author) => policyToWire(await policies.put(id, body, author)));
      },
      {
        parse: 'none',
        detail: {
          tags: TAGS,
          summary: 'Store a new version of a policy, in force at once; a faulty one changes nothing',
          requestBody: bodyDocument as never,
        },
      },
    )
    .post(
      '/v1/policies/:policy_id/promote',
      async ({ params, request }) => {
        const id = known(params.policy_id);
        const body = { ...policyToBody(policies.get(id)), mode: 'enforce' };
        return change(request, id, async (author) => policyToWire(await policies.put(id, body, author)));
      },
      { parse: 'none', detail: { tags: TAGS, summary: 'Enforce a policy that was watched in shadow mode' } },
    )
    .delete(
      '/v1/policies/:policy_id',
      async ({ params, request }) => {
        const id = known(params.policy_id);
        return change(request, id, async () => {
          await policies.delete(id);
          return { object: 'guard.policy.deleted', id, deleted: true };
        });
      },
      { parse: 'none', detail: { tags: TAGS, summary: 'Take a policy out of force; its versions stay' } },
    );
}
