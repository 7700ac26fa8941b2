import { Type } from '@sinclair/typebox';
import { ACTIONS, CHANNELS, DIRECTIONS, MODES, type Action } from '../ports/guard.ts';
import { REQUEST_STATUSES } from '../ports/journal.ts';

/** A schema for one of these strings. */
function oneOf<W extends string>(words: readonly W[], options: { readonly description?: string } = {}) {
  return Type.Unsafe<W>(
    Type.Union(
      words.map((word) => Type.Literal(word)),
      options,
    ),
  );
}

/** The action for a finding, and the verdict of a decision. */
export const ActionBody = oneOf(ACTIONS);
/** A verdict or null. One flat union, because the OpenAPI document loses `nullable` in nested ones. */
export const optionalAction = (description?: string) =>
  Type.Unsafe<Action | null>(
    Type.Union([...ACTIONS.map((action) => Type.Literal(action)), Type.Null()], description === undefined ? {} : { description }),
  );
/** Where a text came from. */
export const ChannelBody = oneOf(CHANNELS);
/** Whether a text goes to the model or comes from it. */
export const DirectionBody = oneOf(DIRECTIONS);
/** Whether a policy or rule is enforced or only recorded. */
export const ModeBody = oneOf(MODES);
/** The same with its own description. */
export const modeBody = (description: string) => oneOf(MODES, { description });
/** The state of a request. */
export const StatusBody = oneOf(REQUEST_STATUSES);
