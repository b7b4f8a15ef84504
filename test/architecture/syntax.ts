import { parseSync } from 'oxc-parser';

/** A node of the syntax tree: its kind, and its parts by name. */
export type SyntaxNode = { readonly type: string; readonly [part: string]: unknown };

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The tree of a TypeScript file. @throws Error when the text does not parse */
export function parseSource(file: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(file, text);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${file}: ${first.message}`);
  const tree: unknown = program;
  if (!isSyntaxNode(tree)) throw new Error(`${file}: no syntax tree`);
  return tree;
}

/** Calls `enter` for a node and everything below it, with the node above. */
export function visit(
  node: SyntaxNode,
  enter: (node: SyntaxNode, parent: SyntaxNode | null) => void,
  parent: SyntaxNode | null = null,
): void {
  enter(node, parent);
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) if (isSyntaxNode(child)) visit(child, enter, node);
  }
}

/** The text of a string literal (or of a template without holes), or null. */
export function textOf(node: unknown): string | null {
  if (!isSyntaxNode(node)) return null;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis']) || node['quasis'].length !== 1) return null;
  const [only]: readonly unknown[] = node['quasis'];
  if (!isSyntaxNode(only) || typeof only['value'] !== 'object' || only['value'] === null) return null;
  return 'cooked' in only['value'] && typeof only['value'].cooked === 'string' ? only['value'].cooked : null;
}
