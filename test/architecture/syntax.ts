import { parseSync } from 'oxc-parser';

/** A node of the syntax tree: its kind, and its parts by name. */
export type SyntaxNode = { readonly type: string };

/** A part of a node by its name; undefined where there is none. */
export const part = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
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
  if (node.type === 'Literal') return asText(part(node, 'value'));
  const quasis = part(node, 'quasis');
  if (node.type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return null;
  return asText(part(part(quasis[0], 'value'), 'cooked'));
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
