import type { HttpApp } from '../http/app.ts';
import { runProbes } from '../http/health.ts';
import type { Probe } from '../ports/probe.ts';
import type { VoiceParts } from './voice.ts';
import { DeepHealthBody, HealthBody } from './wire.ts';

/** GET /health calls no dependency; GET /health/deep probes the media server and the bus, and always answers 200. */
export function addHealthRoutes(app: HttpApp, { deps }: VoiceParts): void {
  const { bus, clock, limits, rooms } = deps;
  const realtime: Probe = { name: 'platform-realtime', check: (signal) => rooms.ping(signal) };
  const messaging: Probe = { name: 'platform-messaging', check: (signal) => bus.ping(signal) };

  app.get('/health', () => ({ status: 'ok' as const }), {
    response: { 200: HealthBody },
    detail: { summary: 'Liveness; no dependency is called', tags: ['health'] },
  });

  app.get(
    '/health/deep',
    async () => {
      const checks = await runProbes([realtime, messaging], clock, limits.probeTimeoutMs);
      const degraded = Object.values(checks).some(({ status }) => status === 'degraded');
      return Response.json({ status: degraded ? 'degraded' : 'ok', checks });
    },
    { response: { 200: DeepHealthBody }, detail: { summary: 'Readiness; always 200, the body says what is degraded', tags: ['health'] } },
  );
}
