import { compileLinearPattern, type LinearPattern } from '../../../core/linear-pattern.ts';
import { isBelow } from './argument-values.ts';
import { isNamed } from './name-pattern.ts';
import { namedHosts } from './named-hosts.ts';
import type { CallFault, ReadCall } from './tool-check.ts';
import type { ToolRule } from './tool-rules.ts';

/** A compiled rule about arguments. */
export interface ArgumentTest {
  readonly argument: string;
  /** The rule names the place of the value, which must therefore be a URL or an address. */
  readonly isNamed: boolean;
  readonly matches: LinearPattern | undefined;
  readonly excludes: LinearPattern | undefined;
  readonly hosts: readonly string[] | undefined;
}

/** Length limit of a value that a pattern is matched against, in UTF-16 code units. */
const MAX_VALUE = 65_536;

/** Compiles a rule about arguments. Throws a SyntaxError for an invalid pattern. */
export function compileArgumentRule(rule: Extract<ToolRule, { readonly kind: 'argument' }>): ArgumentTest {
  const { argument, matches, excludes, hosts } = rule;
  return {
    argument: argument ?? '',
    isNamed: argument !== undefined,
    matches: matches === undefined ? undefined : compileLinearPattern(matches),
    excludes: excludes === undefined ? undefined : compileLinearPattern(excludes, { ignoreCase: true }),
    hosts,
  };
}

/** The values of a call that break a rule. Throws a RangeError for a value too long to match. */
export function argumentFaults(test: ArgumentTest, { call, values }: ReadCall): CallFault[] {
  const faults: CallFault[] = [];
  for (const { pointer, text, isKey } of values) {
    // In a tool that takes free text, the text is the only argument.
    if (isKey || (call.isJson && !isBelow(test.argument, pointer))) continue;
    if (text.length > MAX_VALUE) throw new RangeError(`a value longer than ${MAX_VALUE} characters`);
    if (isFault(test, text)) faults.push({ call, pointer });
  }
  return faults;
}

function isFault({ matches, excludes, hosts, isNamed: isAddress }: ArgumentTest, text: string): boolean {
  if (matches?.test(text) === false || excludes?.test(text) === true) return true;
  return hosts !== undefined && namedHosts(text, isAddress).some((host) => host === undefined || !isNamed(hosts, host));
}
