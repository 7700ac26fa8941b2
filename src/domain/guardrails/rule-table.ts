import type { Channel, Direction } from '../../ports/guard.ts';
import type { PolicyCheck, PolicyRule } from './policy.ts';

/** The rules of a check for texts that go one way and come from one channel. */
export type RuleTable = (check: PolicyCheck, channel: Channel, direction: Direction) => readonly PolicyRule[];

const CHANNELS: readonly Channel[] = ['user', 'tool', 'document'];
const NONE: readonly PolicyRule[] = [];

/** Sorts the rules of a policy's checks once, so that nothing is looked through for every text. */
export function createRuleTable(checks: readonly PolicyCheck[]): RuleTable {
  const table = new Map(checks.map((check) => [check, { input: byChannel(check, 'input'), output: byChannel(check, 'output') }]));
  return (check, channel, direction) => table.get(check)?.[direction].get(channel) ?? NONE;
}

function byChannel({ rules }: PolicyCheck, direction: Direction): ReadonlyMap<Channel, readonly PolicyRule[]> {
  return new Map(
    CHANNELS.map((channel) => [channel, rules.filter((rule) => rule.direction === direction && rule.channels.includes(channel))]),
  );
}
