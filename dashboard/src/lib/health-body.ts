import type { AnswerOf } from './api/answer-of.ts';

/** How one dependency of a service stands. */
export interface ComponentHealth {
  readonly status: string;
  readonly latency_ms?: number;
  readonly reason?: string;
}

/** What a service says of its dependencies. */
export interface DeepHealth {
  readonly status: string;
  readonly version?: string;
  readonly components?: Readonly<Record<string, ComponentHealth>>;
}

/** What the services answer on /health/deep: they name their dependencies `components` or `checks`, some with yes or no alone. */
export type HealthAnswer =
  | AnswerOf<'guard', 'get', '/health/deep'>
  | AnswerOf<'reasoner', 'get', '/health/deep'>
  | AnswerOf<'voice', 'get', '/health/deep'>;

/** The same for every service. */
export function healthBody(answer: HealthAnswer): DeepHealth {
  const named: Readonly<Record<string, ComponentHealth | boolean>> | undefined =
    'checks' in answer ? answer.checks : 'components' in answer ? answer.components : undefined;
  const rest = { status: answer.status, ...('version' in answer ? { version: answer.version } : {}) };
  if (named === undefined) return rest;
  const asComponent = (component: ComponentHealth | boolean): ComponentHealth =>
    typeof component === 'boolean' ? { status: component ? 'ok' : 'degraded' } : component;
  return { ...rest, components: Object.fromEntries(Object.entries(named).map(([name, component]) => [name, asComponent(component)])) };
}
