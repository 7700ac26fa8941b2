import { Elysia } from 'elysia';
import { runProbes } from '../http/health.ts';
import type { GuardDeps } from './guard.ts';
import { DeepHealthBody, HealthBody } from './wire.ts';

/** GET /health asks nobody; GET /health/deep asks every dependency and answers 503 when one is degraded. */
export function healthRoutes({ version, probes, http, settings }: Pick<GuardDeps, 'version' | 'probes' | 'http' | 'settings'>) {
  return new Elysia({ name: 'parley-guard-health' })
    .get('/health', () => Response.json({ status: 'ok', version }), {
      response: { 200: HealthBody },
      detail: { tags: ['Health'], summary: 'Liveness, without a call to any dependency' },
    })
    .get(
      '/health/deep',
      async () => {
        const components = await runProbes(probes, http.clock, settings.probeTimeoutMs);
        const isHealthy = Object.values(components).every((component) => component.status === 'ok');
        return Response.json({ status: isHealthy ? 'ok' : 'degraded', version, components }, { status: isHealthy ? 200 : 503 });
      },
      {
        response: { 200: DeepHealthBody, 503: DeepHealthBody },
        detail: { tags: ['Health'], summary: 'Readiness of the database, the policies, the message bus and the upstream' },
      },
    );
}
