import type { ScriptReading } from '../../../shared/contract/views';
import { scriptText } from '../../../shared/model/scenario-script';
import type { Script } from '../../../shared/model/script';
import { scriptAsFile } from '../../../shared/model/script-file';
import { decode, readYaml } from './read-yaml';
import { shortYaml } from './short-yaml';

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

/** The same as text: a step stands in one line, as far as it fits. */
export const writeScriptText = (script: Script): string => shortYaml(scriptAsFile(script), 2);
