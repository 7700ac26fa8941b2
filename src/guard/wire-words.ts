import { Type } from '@sinclair/typebox';
import { ACTIONS, CHANNELS, DIRECTIONS, type Action } from '../ports/guard.ts';
import { REQUEST_STATUSES } from '../ports/journal.ts';

/** One of some words. */
function oneOf<W extends string>(words: readonly W[]) {
  return Type.Unsafe<W>(Type.Union(words.map((word) => Type.Literal(word))));
}

/** What is done about a finding, and the verdict of a decision. */
export const ActionBody = oneOf(ACTIONS);
/** A verdict that there may not be. One union: of a union inside another the document would lose that it may be null. */
export const optionalAction = (description?: string) =>
  Type.Unsafe<Action | null>(
    Type.Union([...ACTIONS.map((action) => Type.Literal(action)), Type.Null()], description === undefined ? {} : { description }),
  );
/** Where a text came from. */
export const ChannelBody = oneOf(CHANNELS);
/** Which way a text goes. */
export const DirectionBody = oneOf(DIRECTIONS);
/** Whether something does what it says, or only records it. */
export const ModeBody = oneOf(['enforce', 'shadow']);
/** How a request ended. */
export const StatusBody = oneOf(REQUEST_STATUSES);
