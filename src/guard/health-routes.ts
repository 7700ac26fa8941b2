import { Elysia } from 'elysia';
import { runProbes } from '../http/health.ts';
import type { GuardDeps } from './guard.ts';
import { DeepHealthBody, HealthBody } from './wire.ts';

/** How long a result is reused: this route needs no key, so callers must not be able to flood the dependencies through it. */
const SAME_ANSWER_MS = 1000;

/**
 * GET /health calls no dependency; GET /health/deep calls each, once a second at most. It answers 503 while one is degraded that requests
 * cannot do without: a load balancer would otherwise take away an instance that answers them.
 */
export function healthRoutes({ version, probes, http, settings }: Pick<GuardDeps, 'version' | 'probes' | 'http' | 'settings'>) {
  let asked: { readonly at: number; readonly answer: ReturnType<typeof runProbes> } | undefined;

  function components(): ReturnType<typeof runProbes> {
    const at = http.clock.elapsed();
    if (asked === undefined || at - asked.at >= SAME_ANSWER_MS)
      asked = { at, answer: runProbes(probes, http.clock, settings.probeTimeoutMs) };
    return asked.answer;
  }

  return new Elysia({ name: 'parley-guard-health' })
    .get('/health', () => Response.json({ status: 'ok', version }), {
      response: { 200: HealthBody },
      detail: { tags: ['Health'], summary: 'Liveness, without a call to any dependency' },
    })
    .get(
      '/health/deep',
      async () => {
        const results = await components();
        const isHealthy = Object.values(results).every((component) => component.status === 'ok');
        const isReady = probes.every(({ name, isSpared }) => results[name]?.status === 'ok' || isSpared?.() === true);
        return Response.json({ status: isHealthy ? 'ok' : 'degraded', version, components: results }, { status: isReady ? 200 : 503 });
      },
      {
        response: { 200: DeepHealthBody, 503: DeepHealthBody },
        detail: {
          tags: ['Health'],
          summary:
            'Readiness of the database, the policies, the message bus, the configured models and the upstream; 503 only while requests cannot be answered and checked as configured',
          description:
            'It answers 503 while the upstream or a configured model is degraded, and while the policies are not known, since requests are refused then. It answers 200 with status `degraded` while the database or the message bus is degraded, since records wait on the disk, and while a policy file or a stored policy cannot be read and the policies in force stay. `components` names what is degraded and why.',
        },
      },
    );
}
