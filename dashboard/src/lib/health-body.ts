import type { DeepHealth } from './api/answers.ts';

type Component = NonNullable<DeepHealth['components']>[string];

/** What the services answer on /health/deep: they name their dependencies `components` or `checks`, some with yes or no alone. */
export interface HealthAnswer {
  readonly status: string;
  readonly version?: string;
  readonly components?: Readonly<Record<string, Component | boolean>>;
  readonly checks?: Readonly<Record<string, Component | boolean>>;
}

/** The same for every service. */
export function healthBody({ components, checks, ...rest }: HealthAnswer): DeepHealth {
  const named = components ?? checks;
  if (named === undefined) return rest;
  const asComponent = (component: Component | boolean): Component =>
    typeof component === 'boolean' ? { status: component ? 'ok' : 'degraded' } : component;
  return { ...rest, components: Object.fromEntries(Object.entries(named).map(([name, component]) => [name, asComponent(component)])) };
}
