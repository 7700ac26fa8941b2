import type { Static } from '@sinclair/typebox';
import { LANGUAGES } from '../../domain/guardrails/detectors/text-language.ts';
import { categoriesOf, onlyDirectionOf } from '../../domain/guardrails/policy/finding-categories.ts';
import { harder } from '../../domain/guardrails/policy/policy.ts';
import type { SchemaFault } from '../../http/schema-fault.ts';
import { wantedOf } from '../../http/schema-words.ts';
import type { Action } from '../../ports/guard.ts';
import { ROLES } from '../chat-request.ts';
import { readSettingsOf, type CheckSettingsBody } from './check-settings-schema.ts';

/** The parts of a check in a policy's wire form whose words may be misspelt. */
interface Words {
  readonly detector: string;
  readonly trusted_roles?: readonly string[];
  readonly settings?: Static<typeof CheckSettingsBody>;
  readonly rules: readonly {
    readonly direction: string;
    readonly categories?: readonly string[];
    readonly steps: readonly { readonly threshold: number; readonly action: Action }[];
  }[];
}

/** The first word in a check that would make it do nothing, or something other than intended. */
export function unknownName(check: Words): SchemaFault | undefined {
  return strayRole(check) ?? strayLanguage(check) ?? strayDirection(check) ?? strayCategory(check) ?? strayStep(check);
}

function strayRole({ trusted_roles: roles = [] }: Words): SchemaFault | undefined {
  return strayOf(roles, ROLES, 'trusted_roles');
}

/** An allowed language given by a code of another standard would have all its texts blocked. */
function strayLanguage({ settings }: Words): SchemaFault | undefined {
  return strayOf(settings?.languages?.allowed ?? [], LANGUAGES, 'settings.languages.allowed');
}

function strayDirection({ detector, rules }: Words): SchemaFault | undefined {
  const only = onlyDirectionOf(detector);
  const stray = only === undefined ? -1 : rules.findIndex(({ direction }) => direction !== only);
  return stray < 0 ? undefined : { place: `rules[${stray}].direction`, message: `must be ${only}: this check reads nothing else` };
}

/** The first category in a rule that its check never finds, if the check's categories are known. */
function strayCategory({ detector, settings = {}, rules }: Words): SchemaFault | undefined {
  const known = categoriesOf(detector, readSettingsOf(settings));
  if (known === undefined) return undefined;
  for (const [at, { categories = [] }] of rules.entries()) {
    const stray = strayOf(categories, known, `rules[${at}].categories`);
    if (stray !== undefined) return stray;
  }
  return undefined;
}

/** The highest threshold that a score reaches decides, so a milder action there would let the surest findings pass. */
function strayStep({ rules }: Words): SchemaFault | undefined {
  for (const [at, { steps }] of rules.entries()) {
    for (const [own, { threshold, action }] of steps.entries()) {
      const place = `rules[${at}].steps[${own}]`;
      if (steps.findIndex((other) => other.threshold === threshold) < own)
        return { place: `${place}.threshold`, message: 'another step has this threshold' };
      const lower = steps.find(
        (other) => other.threshold < threshold && other.action !== action && harder(other.action, action) === other.action,
      );
      if (lower !== undefined)
        return { place: `${place}.action`, message: `must be at least as strict as ${lower.action}, the action from ${lower.threshold}` };
    }
  }
  return undefined;
}

function strayOf(words: readonly string[], known: readonly string[], place: string): SchemaFault | undefined {
  const stray = words.findIndex((word) => !known.includes(word));
  return stray < 0 ? undefined : { place: `${place}[${stray}]`, message: `must be ${wantedOf({ enum: known })}` };
}
