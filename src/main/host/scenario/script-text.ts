import { Document, isMap, isSeq, type Node, visit } from 'yaml';
import type { ScriptReading } from '../../../shared/contract/views';
import { scriptText } from '../../../shared/model/scenario-script';
import type { Script } from '../../../shared/model/script';
import { scriptAsFile } from '../../../shared/model/script-file';
import { decode, readYaml } from './read-yaml';

/** A script in the words of a scenario file, or what is wrong with it, each with its line and column. */
export function readScriptText(text: string): ScriptReading {
  const yaml = readYaml('script', text);
  const read = yaml.ok ? decode(yaml.value, scriptText) : yaml;
  return read.ok
    ? { ok: true, script: read.value }
    : {
        ok: false,
        problems: read.problems.map(({ line, column, path, message }) => ({ line, column, path, message })),
      };
}

const MOST_IN_LINE = 90;

/** The same as text: a step stands in one line, as far as it fits. */
export function writeScriptText(script: Script): string {
  const document = new Document(scriptAsFile(script), { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_key, node, path) {
      const depth = path.filter((parent) => isMap(parent) || isSeq(parent)).length;
      if (depth < 2 || !isShort(document, node)) return undefined;
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
