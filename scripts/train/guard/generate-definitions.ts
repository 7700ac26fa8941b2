import { DEFINITION_LISTS, DEFINITIONS } from './definition-phrases.ts';
import { among, atTimes, many, several } from './draws.ts';
import { capital, fill } from './fill.ts';
import { weighed, type Texts } from './generate-requests.ts';
import type { Random } from './random.ts';
import { SERVICE_LISTS, SERVICE_PARAMETERS, SERVICE_TOOLS } from './service-tool-phrases.ts';
import { TOOL_ORDERS, TOOL_PURPOSE_LISTS, TOOL_PURPOSES, TOOL_RULE_LISTS, TOOL_RULES } from './tool-order-phrases.ts';

/** How many rows of each kind are made. */
const ORDER_ROWS = 1800;
const RULE_ROWS = 1200;
const SERVICE_ROWS = 1600;

/** What a row counts. */
const WEIGHT = 0.4;

const TOOL = ['tool'] as const;

/**
 * Definitions of tools as the guard reads them, all texts of one tool line by line: such as give the model orders against its
 * user, in one line or split over several parameters, such as are only strict, and those of services.
 */
export function definitionTexts(random: Random): Readonly<Record<string, Texts>> {
  const say = (templates: readonly string[], lists: Readonly<Record<string, readonly string[]>>): string =>
    capital(fill(random.pick(templates), lists, random));
  const purpose = (): string => say(TOOL_PURPOSES, TOOL_PURPOSE_LISTS);
  const parameter = (): string => say(DEFINITIONS, DEFINITION_LISTS);
  const rule = (): string => say(TOOL_RULES, TOOL_RULE_LISTS);
  const order = (): string => say(TOOL_ORDERS, TOOL_RULE_LISTS);
  const parameters = (least: number, most: number): string[] => several(least, most, parameter, random);
  const serviceParameters = (most: number): string[] => several(0, most, () => say(SERVICE_PARAMETERS, SERVICE_LISTS), random);
  const service = (): string => [say(SERVICE_TOOLS, SERVICE_LISTS), ...serviceParameters(random.next() < 0.3 ? 14 : 5)].join('\n');

  /** A sentence over several lines, with the description of a parameter before some of them. */
  const split = (sentence: string): string[] => {
    const words = sentence.split(' ');
    const pieces = 2 + Math.floor(random.next() * 2.5);
    const size = Math.ceil(words.length / pieces);
    return Array.from({ length: pieces }, (_, index) => words.slice(index * size, (index + 1) * size).join(' '))
      .filter((piece) => piece !== '')
      .map((piece) => [...atTimes(0.35, parameter, random), piece].join(' '));
  };
  const mixed = (lines: readonly string[], own: readonly string[]): string =>
    among<string | readonly string[]>(lines, own, random).flat().join('\n');
  const withOwn = (own: () => string): string => {
    const style = random.next();
    const head = [purpose(), ...atTimes(0.3, rule, random)].join(' ');
    if (style < 0.45) return [`${head} ${own()}`, ...parameters(0, 3)].join('\n');
    if (style < 0.65) return `${head}\n${mixed(parameters(1, 3), [own()])}`;
    if (style < 0.82) return `${head}\n${mixed(parameters(0, 2), split(own()))}`;
    if (style < 0.92)
      return `${say(SERVICE_TOOLS, SERVICE_LISTS)}\n${mixed(serviceParameters(5), random.next() < 0.5 ? [own()] : split(own()))}`;
    return own();
  };
  return weighed(
    {
      'tools with orders': { attack: true, texts: many(ORDER_ROWS, () => withOwn(order)), channels: TOOL },
      'tools with rules': { attack: false, texts: many(RULE_ROWS, () => withOwn(rule)), channels: TOOL },
      'tools of services': { attack: false, texts: many(SERVICE_ROWS, service), channels: TOOL },
    },
    WEIGHT,
  );
}
