import { Document, isMap, isSeq, type Node, visit } from 'yaml';

const MOST_IN_LINE = 90;

/** A plain value as YAML in which what lies `depth` collections deep stands in one line, as far as it fits. */
export function shortYaml(value: unknown, depth: number): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_key, node, path) {
      const within = path.filter((parent) => isMap(parent) || isSeq(parent)).length;
      if (within < depth || !isShort(document, node)) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

const isShort = (document: Document, node: Node): boolean => {
  const text = document.createNode(node.toJS(document), { flow: true, aliasDuplicateObjects: false });
  const written = new Document(text).toString({ lineWidth: 0 });
  return written.trimEnd().length <= MOST_IN_LINE && !written.trimEnd().includes('\n');
};
