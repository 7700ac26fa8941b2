import type { Channel, Direction } from '../../../ports/guard.ts';
import type { PolicyCheck, PolicyRule } from './policy.ts';

/** Looks up the rules of a check for texts of one channel and direction. */
export type RuleTable = (check: PolicyCheck, channel: Channel, direction: Direction) => readonly PolicyRule[];

const NONE: readonly PolicyRule[] = [];

/** Indexes the rules of a policy's checks once, so that looking them up for a text needs no search. */
export function createRuleTable(checks: readonly PolicyCheck[]): RuleTable {
  const table = new Map(checks.map((check) => [check, { input: byChannel(check, 'input'), output: byChannel(check, 'output') }]));
  return (check, channel, direction) => table.get(check)?.[direction][channel] ?? NONE;
}

function byChannel({ rules }: PolicyCheck, direction: Direction): Readonly<Record<Channel, readonly PolicyRule[]>> {
  const own = (channel: Channel): readonly PolicyRule[] =>
    rules.filter((rule) => rule.direction === direction && rule.channels.includes(channel));
  return { user: own('user'), tool: own('tool'), document: own('document') };
}
