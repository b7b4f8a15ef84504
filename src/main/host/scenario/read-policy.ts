import { dirname, isAbsolute, join } from 'node:path';
import { oneOf } from '../../../shared/model/file-fields';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../../shared/policies/built-in';
import { type Policy, policySchema } from '../../../shared/policies/policy';
import { readTextFile } from './read-text-file';
import { decode, type FilePath, type Read, readYaml, type YamlFile } from './read-yaml';

/** A policy file, YAML or JSON. */
function readPolicyText(file: string, text: string): Read<Policy> {
  const yaml = readYaml(file, text);
  return yaml.ok ? decode(yaml.value, policySchema) : yaml;
}

/** What an endpoint names as its policy: a built-in one's id, or a path from the scenario's folder, where `files` allows it. */
export function findPolicy(scenario: YamlFile, path: FilePath, named: string, files: boolean): Read<Policy> {
  const builtIn = builtInPolicy(named);
  if (builtIn !== undefined) return { ok: true, value: builtIn };
  if (!/[/\\]|\.(?:ya?ml|json)$/i.test(named)) {
    const known = oneOf(BUILT_IN_POLICIES.map(({ id }) => id));
    const message = `There is no policy “${named}”. Choose ${known}, or give a path such as ./${named}.yaml.`;
    return { ok: false, problems: [scenario.problemAt(path, message)] };
  }
  if (!files) {
    const message = 'A scenario that is opened in the app cannot read policy files. Run it with: retryscope run FILE.';
    return { ok: false, problems: [scenario.problemAt(path, message)] };
  }
  const file = isAbsolute(named) ? named : join(dirname(scenario.file), named);
  const text = readTextFile(file);
  if (!text.ok) return { ok: false, problems: [scenario.problemAt(path, text.why)] };
  return readPolicyText(file, text.text);
}
