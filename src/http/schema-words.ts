/** The parts of a JSON Schema that are put into words; `shape` is wording of our own that replaces them. */
interface Schema {
  readonly shape?: unknown;
  readonly anyOf?: unknown;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly type?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly [keyword: string]: unknown;
}

/** What a schema expects, to follow "must be": `one of user, tool, document`, `a whole number from 1 to 100`, `a string or null`. */
export function wantedOf(schema: Schema): string {
  const { shape, anyOf, type } = schema;
  if (typeof shape === 'string') return shape.replace(/^must be /, '');
  if (Array.isArray(anyOf)) return choice(anyOf as readonly Schema[]);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum);
  if ('const' in schema) return written(schema.const);
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'number':
      return `a number${range(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `an array${bounds(schema.minItems, schema.maxItems, ['item', 'items'])}${itemsOf(schema.items)}`;
    case 'object':
      return `an object${bounds(schema.minProperties, schema.maxProperties, ['field', 'fields'])}`;
    default:
      return 'of another shape';
  }
}

/** The values that an array's items can have, if they are a fixed choice. */
function itemsOf(items: Schema | undefined): string {
  const shapes = Array.isArray(items?.anyOf) ? (items.anyOf as readonly Schema[]) : [];
  return items !== undefined && shapes.length > 0 && shapes.every((shape) => 'const' in shape) ? ` (each ${wantedOf(items)})` : '';
}

/** Formats of query parameters whose values are written as text. */
const STANDS_FOR: Readonly<Record<string, string>> = { integer: 'integer', numeric: 'number', boolean: 'boolean' };

function choice(given: readonly Schema[]): string {
  const types = new Set(given.map(({ type }) => type));
  const shapes = given.filter(({ format }) => typeof format !== 'string' || !types.has(STANDS_FOR[format]));
  const fixed = shapes.filter((shape) => 'const' in shape);
  const others = shapes.filter((shape) => !('const' in shape)).map(wantedOf);
  const words = fixed.length === 0 ? others : [oneOf([...new Set(fixed.map((shape) => shape.const))]), ...others];
  const distinct = [...new Set(words)];
  return distinct.length < 2 ? (distinct[0] ?? 'absent') : `${distinct.slice(0, -1).join(', ')} or ${distinct.at(-1)}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? written(values[0]) : `one of ${values.map(written).join(', ')}`;
}

function written(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function textOf(schema: Schema): string {
  const { format, pattern, minLength: least = 0, maxLength: most } = schema;
  const size =
    least === 1 && most === undefined ? ' that is not empty' : bounds(least === 0 ? undefined : least, most, ['character', 'characters']);
  if (typeof pattern === 'string') return `a string${size} that matches ${pattern}`;
  return typeof format === 'string' ? `a string in the format ${format}` : `a string${size}`;
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const least = minimum === undefined ? said('above', exclusiveMinimum) : said('of at least', minimum);
  const most = maximum === undefined ? said('below', exclusiveMaximum) : said('of at most', maximum);
  const words = [least, most].filter((word) => word !== '').join(' and ');
  return words === '' ? '' : ` ${words}`;
}

function said(word: string, bound: number | undefined): string {
  return bound === undefined ? '' : `${word} ${bound}`;
}

function bounds(least: number | undefined, most: number | undefined, [one, many]: readonly [one: string, many: string]): string {
  const unit = (count: number): string => `${count} ${count === 1 ? one : many}`;
  if (least !== undefined && most !== undefined) return ` of ${least} to ${unit(most)}`;
  if (least !== undefined) return ` of at least ${unit(least)}`;
  return most === undefined ? '' : ` of at most ${unit(most)}`;
}
