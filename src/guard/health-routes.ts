import { Elysia } from 'elysia';
import { runProbes } from '../http/health.ts';
import type { GuardDeps } from './guard.ts';
import { DeepHealthBody, HealthBody } from './wire.ts';

/** How long a result is reused: this route needs no key, so callers must not be able to flood the dependencies through it. */
const SAME_ANSWER_MS = 1000;

/** GET /health calls no dependency; GET /health/deep calls each, once a second at most, and answers 503 when one is degraded. */
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
        return Response.json({ status: isHealthy ? 'ok' : 'degraded', version, components: results }, { status: isHealthy ? 200 : 503 });
      },
      {
        response: { 200: DeepHealthBody, 503: DeepHealthBody },
        detail: {
          tags: ['Health'],
          summary:
            'Readiness of the database, the policies, the message bus, the configured models and the upstream; 503 while one of them is degraded, even if requests are still answered',
        },
      },
    );
}
