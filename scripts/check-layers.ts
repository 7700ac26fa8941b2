/**
 * Fails when a file under src/ imports across a layer it must not, or touches a runtime's global
 * outside the composition roots. The table is the one in the README.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** The layers and services, by the first folder under src/. */
const SERVICES = ['voice', 'reasoner', 'guard'];
const GLOBALS = new Set(['Bun', 'Deno', 'process', 'Buffer', 'require', 'global', '__dirname', '__filename']);

interface Rule {
  readonly imports: readonly string[];
  /** Packages it may import: none, types only counting as an import too, or any. */
  readonly packages: boolean;
  readonly node: boolean;
  readonly globals: boolean;
}

const RULES: Readonly<Record<string, Rule>> = {
  core: { imports: ['core'], packages: false, node: false, globals: false },
  ports: { imports: ['ports', 'core'], packages: false, node: false, globals: false },
  domain: { imports: ['core', 'ports', 'domain/*own'], packages: false, node: false, globals: false },
  http: { imports: ['core', 'ports', 'http'], packages: true, node: false, globals: false },
  service: { imports: ['core', 'ports', 'domain', 'http', '*own'], packages: true, node: false, globals: false },
  adapters: { imports: ['core', 'ports', 'adapters/*own'], packages: true, node: true, globals: false },
  main: { imports: ['core', 'ports', 'domain', 'http', ...SERVICES, 'adapters', 'main'], packages: true, node: true, globals: true },
};

/** One broken rule, as `file:line message`. */
export interface Breach {
  readonly file: string;
  readonly message: string;
}

/** What one source file (a path under src/) does that its layer may not. */
export function breachesOf(file: string, source: string): Breach[] {
  const [layer = '', own = ''] = file.split('/');
  const rule = RULES[SERVICES.includes(layer) ? 'service' : layer];
  if (rule === undefined) return [{ file, message: `src/${layer} is not a layer` }];
  const breaches: Breach[] = [];
  const add = (message: string): void => void breaches.push({ file, message });

  const allowed = rule.imports.map((path) =>
    path.replace('domain/*own', `domain/${own}`).replace('adapters/*own', `adapters/${own}`).replace('*own', layer),
  );
  const checkImport = (specifier: string): void => {
    if (specifier.startsWith('node:')) {
      if (!rule.node) add(`imports ${specifier}: only adapters and main may`);
    } else if (!specifier.startsWith('.')) {
      if (!rule.packages) add(`imports the package ${specifier}: ${layer} imports none`);
    } else {
      const target = normalize(join(dirname(file), specifier));
      if (target.startsWith('..')) {
        if (layer !== 'main') add(`imports ${specifier}, outside src/`);
      } else if (!allowed.some((path) => target.startsWith(`${path}/`)))
        add(`imports ${target}: ${layer} may import ${allowed.join(', ')}`);
      if (!/\.(ts|json)$/.test(specifier) && layer !== 'main') add(`imports ${specifier} without its .ts extension`);
    }
  };

  const { program, errors } = parseSync(file, source);
  for (const error of errors) add(`does not parse: ${error.message}`);
  new Visitor({
    ImportDeclaration: (node) => checkImport(node.source.value),
    ExportNamedDeclaration: (node) => node.source && checkImport(node.source.value),
    ExportAllDeclaration: () => add('uses export *'),
    ExportDefaultDeclaration: () => add('uses a default export'),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') checkImport(node.source.value);
      else if (!rule.node) add('imports a computed path');
    },
    TSImportType: (node) => node.source.type === 'Literal' && checkImport(node.source.value),
    MemberExpression: (node) => {
      if (!rule.globals && node.object.type === 'Identifier' && GLOBALS.has(node.object.name))
        add(`touches the global ${node.object.name}`);
    },
    CallExpression: (node) => {
      if (!rule.globals && node.callee.type === 'Identifier' && GLOBALS.has(node.callee.name)) add(`calls the global ${node.callee.name}`);
    },
    UnaryExpression: (node) => {
      if (!rule.globals && node.argument.type === 'Identifier' && GLOBALS.has(node.argument.name))
        add(`asks for the global ${node.argument.name}`);
    },
  }).visit(program);
  return breaches;
}

/** Every breach under src/. */
export async function checkLayers(root: string): Promise<Breach[]> {
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts')).toSorted();
  const found = await Promise.all(files.map(async (file) => breachesOf(file, await readFile(join(root, file), 'utf8'))));
  return found.flat();
}

if (import.meta.main) {
  const breaches = await checkLayers('src');
  for (const { file, message } of breaches) console.error(`src/${file} ${message}`);
  if (breaches.length > 0) process.exitCode = 1;
  else console.log('layers hold');
}
