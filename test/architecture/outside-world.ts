import { parseSource, type SyntaxNode, visit } from './syntax';

/** A name through which a pure file would read the world, and where it stands. */
export type Glimpse = { readonly file: string; readonly name: string };

/** Names of the global scope that read a clock, chance or the process, or act on the world. */
export const CLOCKS_AND_CHANCE: readonly string[] = [
  'performance',
  'process',
  'crypto',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'globalThis',
  'global',
  'window',
  'self',
];

/** For code that has no world at all: neither does it speak to it. */
export const THE_WORLD: readonly string[] = [
  ...CLOCKS_AND_CHANCE,
  'console',
  'document',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'require',
];

/**
 * Every use of a forbidden global, `Date.now()`, `Date()`, `new Date()` and `Math.random` in a file. `new Date(ms)`
 * formats and is allowed; so are properties and local names that merely sound alike.
 */
export function glimpses(file: string, text: string, forbidden: readonly string[]): readonly Glimpse[] {
  const tree = parseSource(file, text);
  const local = namesDeclaredIn(tree);
  const found: Glimpse[] = [];
  visit(tree, (node, parent) => {
    if (node.type !== 'Identifier' || typeof node['name'] !== 'string') return;
    const { name } = node;
    if (local.has(name) || !isUse(node, parent)) return;
    if (forbidden.includes(name)) found.push({ file, name });
    if (name === 'Date' && !isHarmlessDate(node, parent)) found.push({ file, name: 'Date' });
    if (name === 'Math' && !isHarmlessMath(node, parent)) found.push({ file, name: 'Math.random' });
  });
  return found;
}

/** Whether an identifier stands for the value of that name, and not for a property or a type. */
function isUse(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent['object'] === node || parent['computed'] === true;
    case 'Property':
      return parent['value'] === node || parent['computed'] === true;
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return parent['value'] === node || parent['computed'] === true;
    case 'TSTypeReference':
    case 'TSQualifiedName':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'TSInterfaceHeritage':
    case 'TSNamedTupleMember':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
      return false;
    default:
      return true;
  }
}

const hasArguments = (node: SyntaxNode): boolean => Array.isArray(node['arguments']) && node['arguments'].length > 0;

const memberName = (parent: SyntaxNode): unknown => {
  const property = parent['property'];
  if (typeof property !== 'object' || property === null) return undefined;
  if (parent['computed'] === true) return 'value' in property ? property.value : undefined;
  return 'name' in property ? property.name : undefined;
};

function isHarmlessDate(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (parent?.type === 'NewExpression' && parent['callee'] === node) return hasArguments(parent);
  if (parent?.type === 'BinaryExpression') return parent['operator'] === 'instanceof';
  return parent?.type === 'MemberExpression' && ['UTC', 'parse'].includes(String(memberName(parent)));
}

const isHarmlessMath = (node: SyntaxNode, parent: SyntaxNode | null): boolean =>
  parent?.type === 'MemberExpression' &&
  parent['object'] === node &&
  memberName(parent) !== undefined &&
  memberName(parent) !== 'random';

/** Names that the file itself gives to something: they hide the globals. */
function namesDeclaredIn(tree: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (pattern: unknown): void => {
    if (Array.isArray(pattern)) for (const part of pattern) add(part);
    if (typeof pattern !== 'object' || pattern === null || !('type' in pattern)) return;
    const node = pattern as SyntaxNode;
    if (node.type === 'Identifier' && typeof node['name'] === 'string') names.add(node['name']);
    else if (node.type === 'ObjectPattern') add(node['properties']);
    else if (node.type === 'ArrayPattern') add(node['elements']);
    else if (node.type === 'Property') add(node['value']);
    else if (node.type === 'AssignmentPattern') add(node['left']);
    else if (node.type === 'RestElement') add(node['argument']);
  };
  visit(tree, (node) => {
    if (node.type === 'VariableDeclarator') add(node['id']);
    else if (/^(Function|Class)(Declaration|Expression)$/.test(node.type)) add(node['id']);
    else if (/^Import.*Specifier$/.test(node.type)) add(node['local']);
    else if (node.type === 'CatchClause') add(node['param']);
    if (Array.isArray(node['params'])) add(node['params']);
  });
  return names;
}
