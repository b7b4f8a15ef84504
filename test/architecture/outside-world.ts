import { isSyntaxNode, parseSource, part, type SyntaxNode, visit } from './syntax';

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
    const name = nameOf(node);
    if (name === null || local.has(name) || !isUse(node, parent)) return;
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
      return part(parent, 'object') === node || part(parent, 'computed') === true;
    case 'Property':
      return part(parent, 'value') === node || part(parent, 'computed') === true;
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return part(parent, 'value') === node || part(parent, 'computed') === true;
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

const hasArguments = (node: SyntaxNode): boolean => {
  const list = part(node, 'arguments');
  return Array.isArray(list) && list.length > 0;
};

/** The property that a member expression asks for: of `a.b` and of `a['b']`; undefined when it is computed. */
const memberName = (parent: SyntaxNode): unknown =>
  part(part(parent, 'property'), part(parent, 'computed') === true ? 'value' : 'name');

function isHarmlessDate(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (parent?.type === 'NewExpression' && part(parent, 'callee') === node) return hasArguments(parent);
  if (parent?.type === 'BinaryExpression') return part(parent, 'operator') === 'instanceof';
  return parent?.type === 'MemberExpression' && ['UTC', 'parse'].includes(String(memberName(parent)));
}

const isHarmlessMath = (node: SyntaxNode, parent: SyntaxNode | null): boolean =>
  parent?.type === 'MemberExpression' &&
  part(parent, 'object') === node &&
  memberName(parent) !== undefined &&
  memberName(parent) !== 'random';

const nameOf = (node: SyntaxNode): string | null => {
  const name = part(node, 'name');
  return node.type === 'Identifier' && typeof name === 'string' ? name : null;
};

/** Names that the file itself gives to something: they hide the globals. */
function namesDeclaredIn(tree: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (pattern: unknown): void => {
    if (Array.isArray(pattern)) for (const element of pattern) add(element);
    if (!isSyntaxNode(pattern)) return;
    const name = nameOf(pattern);
    if (name !== null) names.add(name);
    else if (pattern.type in NAMED_BY) add(part(pattern, NAMED_BY[pattern.type] ?? ''));
  };
  visit(tree, (node) => {
    if (node.type === 'VariableDeclarator') add(part(node, 'id'));
    else if (/^(Function|Class)(Declaration|Expression)$/.test(node.type)) add(part(node, 'id'));
    else if (/^Import.*Specifier$/.test(node.type)) add(part(node, 'local'));
    else if (node.type === 'CatchClause') add(part(node, 'param'));
    add(part(node, 'params'));
  });
  return names;
}

/** Where each kind of pattern keeps what it binds. */
const NAMED_BY: Readonly<Record<string, string>> = {
  ObjectPattern: 'properties',
  ArrayPattern: 'elements',
  Property: 'value',
  AssignmentPattern: 'left',
  RestElement: 'argument',
};
