import { EASTERN_ROLES } from './role-phrases-east.ts';
import { FAR_ROLES } from './role-phrases-far.ts';
import { ISLAND_ROLES } from './role-phrases-islands.ts';
import { NORTHERN_ROLES } from './role-phrases-north.ts';
import { SOUTHERN_ROLES } from './role-phrases-south.ts';
import { SOUTHEASTERN_ROLES } from './role-phrases-southeast.ts';
import { WESTERN_ROLES } from './role-phrases-west.ts';
import { EASTERN_TALK } from './role-talk-east.ts';
import { FAR_TALK } from './role-talk-far.ts';
import { WESTERN_TALK } from './role-talk-west.ts';
import { ROLE_TASKS } from './role-tasks.ts';

/** What is said beside a role, in one language. */
export interface RoleTalk {
  /** What only lawless prompts say. */
  readonly lawless: readonly string[];
  /** Orders to drop instructions. */
  readonly drops: readonly string[];
  /** Requests for what is hidden. */
  readonly leaks: readonly string[];
  /** Harmless messages with the same verbs. */
  readonly ordinary: readonly string[];
}

/**
 * Roles that users give an assistant in one language, lawful and lawless, and orders and requests that share their verbs.
 * Everything was written for this recipe.
 */
export interface RoleTongue extends RoleTalk {
  readonly lang: string;
  /** How a role is given; `{r}` is the role. Lawful and lawless prompts begin alike. */
  readonly openings: readonly string[];
  readonly roles: readonly string[];
  /** What shall and shall not be answered. Either kind of prompt has them. */
  readonly answers: readonly string[];
  /** First requests. */
  readonly firsts: readonly string[];
  /** Roles without limits, as `{r}`; `{n}` is a name. */
  readonly outlaws: readonly string[];
}

/** With what lawful roles are for, which hardly any lawless prompt says. */
export interface TaskedTongue extends RoleTongue {
  readonly tasks: readonly string[];
}

/** Names of lawless roles. */
export const OUTLAW_NAMES: readonly string[] = ['DAN', 'Nova', 'Max', 'Zero', 'Chaos', 'Omega', 'Loki', 'FreeGPT', 'X-7', 'JAX'];

const TALK: Readonly<Record<string, RoleTalk>> = { ...WESTERN_TALK, ...EASTERN_TALK, ...FAR_TALK };

export const ROLE_TONGUES: readonly TaskedTongue[] = [
  ...WESTERN_ROLES,
  ...NORTHERN_ROLES,
  ...EASTERN_ROLES,
  ...SOUTHEASTERN_ROLES,
  ...SOUTHERN_ROLES,
  ...FAR_ROLES,
  ...ISLAND_ROLES,
].map((tongue) => {
  const { lawless, drops, leaks, ordinary } = TALK[tongue.lang]!;
  return {
    ...tongue,
    tasks: ROLE_TASKS[tongue.lang]!,
    lawless: [...tongue.lawless, ...lawless],
    drops: [...tongue.drops, ...drops],
    leaks: [...tongue.leaks, ...leaks],
    ordinary: [...tongue.ordinary, ...ordinary],
  };
});
