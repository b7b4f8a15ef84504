import { posix } from 'node:path';
import { isSyntaxNode, parseSource, part, type SyntaxNode, textOf, visit } from './syntax';

/** Source text by path from the root of the repository, with forward slashes: `src/shared/model/ids.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** One broken arrow: which file asks for what, and the rule against it. */
export type BrokenArrow = { readonly file: string; readonly imports: string; readonly rule: string };

type Layer = {
  readonly name: string;
  readonly holds: (path: string) => boolean;
  /** May this file of our own be imported? */
  readonly mayImport: (path: string) => boolean;
  readonly node: boolean;
  readonly packages: (name: string) => boolean;
  readonly rule: string;
};

const inside =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));

const isShared = inside('src/shared');
const isContract = inside('src/shared/contract');
const isPort = (path: string): boolean =>
  /^src\/main\/engine\/(ports|receiver-ports|views-port|forwarder-port)\.ts$/.test(path);
const electron = (name: string): boolean => name === 'electron' || name.startsWith('electron/');
const anyButElectron = (name: string): boolean => !electron(name);
const none = (): boolean => false;

/** sender, receiver, store, feed and export stand beside each other and know nothing of one another. */
const besideEngine = (name: string): Layer => ({
  name,
  holds: inside(`src/main/${name}`),
  mayImport: (path) => isShared(path) || isPort(path) || inside(`src/main/${name}`)(path),
  node: true,
  packages: anyButElectron,
  rule: `${name} imports shared, the engine's ports, Node and packages, never a neighbour or electron`,
});

const LAYERS: readonly Layer[] = [
  {
    name: 'shared',
    holds: isShared,
    mayImport: isShared,
    node: false,
    packages: (name) => name === 'zod',
    rule: 'shared imports only shared and zod',
  },
  {
    name: 'engine',
    holds: inside('src/main/engine'),
    mayImport: (path) => isShared(path) || inside('src/main/engine')(path),
    node: false,
    packages: none,
    rule: 'engine imports only shared; the world comes in through its ports',
  },
  ...['sender', 'receiver', 'store', 'feed', 'export'].map(besideEngine),
  {
    name: 'host',
    holds: inside('src/main/host'),
    // The package's own name and version come from package.json, so that they are said once.
    mayImport: (path) =>
      isShared(path) || path === 'package.json' || (inside('src/main')(path) && !inside('src/main/shell')(path)),
    node: true,
    packages: anyButElectron,
    rule: 'host imports every part of src/main but the shell, and never electron',
  },
  {
    name: 'shell',
    holds: inside('src/main/shell'),
    mayImport: (path) => isContract(path) || inside('src/main/shell')(path),
    node: true,
    packages: electron,
    rule: 'shell imports electron, Node and shared/contract; it starts the engine process by its path',
  },
  {
    name: 'preload',
    holds: inside('src/preload'),
    mayImport: (path) => isContract(path) || inside('src/preload')(path),
    node: false,
    packages: electron,
    rule: 'preload imports electron and shared/contract',
  },
  {
    name: 'renderer',
    holds: inside('src/renderer'),
    mayImport: (path) => isShared(path) || inside('src/renderer')(path),
    node: false,
    packages: anyButElectron,
    rule: 'renderer imports shared and packages, never Node, electron or src/main',
  },
];

/** Every import that goes against an arrow, in any of the forms in which a module can ask for another. */
export function brokenArrows(sources: Sources): readonly BrokenArrow[] {
  const broken: BrokenArrow[] = [];
  for (const [file, text] of sources) {
    const layer = LAYERS.find(({ holds }) => holds(file));
    const asked = importsOf(file, text);
    if (layer === undefined) {
      broken.push({ file, imports: '', rule: 'every file of src belongs to a layer' });
      continue;
    }
    for (const wanted of asked) {
      if (!isAllowed(layer, file, wanted, sources))
        broken.push({ file, imports: wanted ?? '(computed)', rule: layer.rule });
    }
  }
  return broken;
}

function isAllowed(layer: Layer, file: string, wanted: string | null, sources: Sources): boolean {
  if (wanted === null) return false;
  if (wanted.startsWith('.')) {
    const target = posix.join(posix.dirname(file), wanted.replace(/\?.*$/, ''));
    return layer.mayImport(withExtension(target, sources));
  }
  if (wanted.startsWith('/')) return false;
  return wanted.startsWith('node:') ? layer.node : layer.packages(wanted);
}

/** Imports are written without extension; the file behind one decides whether it is a port. */
function withExtension(path: string, sources: Sources): string {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`];
  return candidates.find((candidate) => sources.has(candidate)) ?? path;
}

/** What a file asks for, in any form; null for a request whose text is computed. */
export function importsOf(file: string, text: string): readonly (string | null)[] {
  const wanted: (string | null)[] = [];
  visit(parseSource(file, text), (node) => {
    if (isModuleRequest(node)) wanted.push(textOf(part(node, 'source')));
    else if (node.type === 'TSExternalModuleReference') wanted.push(textOf(part(node, 'expression')));
    else if (node.type === 'CallExpression' && isRequire(node)) wanted.push(textOf(argumentsOf(node)[0]));
    else if (node.type === 'NewExpression' && isModuleUrl(node)) wanted.push(textOf(argumentsOf(node)[0]));
  });
  return wanted;
}

function isModuleRequest(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return true;
    case 'ExportNamedDeclaration':
      return part(node, 'source') !== null && part(node, 'source') !== undefined;
    default:
      return false;
  }
}

const isRequire = (node: SyntaxNode): boolean => {
  const callee = part(node, 'callee');
  return isSyntaxNode(callee) && callee.type === 'Identifier' && part(callee, 'name') === 'require';
};

/** `new URL('./worker.js', import.meta.url)`: how a worker's file is named. */
const isModuleUrl = (node: SyntaxNode): boolean => {
  const [path, base] = argumentsOf(node);
  const origin = part(base, 'object');
  const isOwn = isSyntaxNode(origin) && origin.type === 'MetaProperty';
  return part(part(node, 'callee'), 'name') === 'URL' && isOwn && textOf(path) !== null;
};

const argumentsOf = (node: SyntaxNode): readonly unknown[] => {
  const list = part(node, 'arguments');
  return Array.isArray(list) ? list : [];
};
