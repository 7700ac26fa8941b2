/** The prefixes that Office writes, by the namespaces of its formats: of ECMA-376 first, then of its strict variant. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
]);

type Attributes = Readonly<Record<string, string>>;

/** Names of elements and attributes with the prefixes that Office uses, whatever prefixes the file declares. */
export interface OoxmlNames {
  /** Enters an element; `leave` must be called at its end. */
  enter(name: string, attributes: Attributes): { readonly name: string; readonly attributes: Attributes };
  leave(name: string): string;
}

/** Names of one document. */
export function createOoxmlNames(): OoxmlNames {
  /** The prefixes that stand for others, for each of the open elements; the empty one is the default of elements. */
  const scopes: ReadonlyMap<string, string>[] = [new Map()];
  const scope = (): ReadonlyMap<string, string> => scopes.at(-1) ?? new Map();
  return {
    enter(name, attributes) {
      const declared = Object.entries(attributes).filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
      scopes.push(declared.length === 0 ? scope() : withDeclared(scope(), declared));
      const renamed = scope();
      if (renamed.size === 0) return { name, attributes };
      // The default namespace is none of attributes.
      const entries = Object.entries(attributes).map(([key, value]) => [key.includes(':') ? rename(key, renamed) : key, value] as const);
      return { name: rename(name, renamed), attributes: Object.fromEntries(entries) };
    },
    leave(name) {
      const left = rename(name, scope());
      if (scopes.length > 1) scopes.pop();
      return left;
    },
  };
}

/** Only prefixes that differ from those of Office are kept, so that most files cost nothing. */
function withDeclared(outer: ReadonlyMap<string, string>, declared: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const inner = new Map(outer);
  for (const [key, uri] of declared) {
    const given = key.slice('xmlns:'.length);
    const usual = PREFIXES.get(uri);
    if (usual === undefined || usual === given) inner.delete(given);
    else inner.set(given, usual);
  }
  return inner;
}

function rename(name: string, renamed: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  const usual = renamed.get(colon < 0 ? '' : name.slice(0, colon));
  return usual === undefined ? name : `${usual}:${name.slice(colon + 1)}`;
}
