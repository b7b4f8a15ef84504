import { dirname, isAbsolute, join } from 'node:path';
import { oneOf } from '../../../shared/model/file-fields';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../../shared/policies/built-in';
import { type PolicyProblem, readPolicyFile } from '../../../shared/policies/file/read';
import type { Policy } from '../../../shared/policies/policy';
import { readTextFile } from './read-text-file';
import { type FilePath, type FileProblem, inOrder, type Read, readYaml, type YamlFile } from './read-yaml';

/** A policy as a file has it, and what is likely not meant, each with its line and column. */
export type PolicyText = {
  readonly policy: Policy;
  /** The id of the built-in policy that it extends. */
  readonly base: string | null;
  readonly warnings: readonly FileProblem[];
};

/** A policy file, YAML or JSON: the policy, or every problem with its line and column. */
export function readPolicyText(file: string, text: string): Read<PolicyText> {
  const yaml = readYaml(file, text);
  return yaml.ok ? policyIn(yaml.value, [], yaml.value.value) : yaml;
}

/** A policy that stands within a file, at a path. */
export function policyIn(yaml: YamlFile, path: FilePath, raw: unknown): Read<PolicyText> {
  const placed = (problems: readonly PolicyProblem[]): readonly FileProblem[] =>
    inOrder(problems.map((problem) => yaml.problemAt([...path, ...problem.path], problem.message, problem.where)));
  const read = readPolicyFile(raw);
  if (!read.ok) return { ok: false, problems: placed(read.problems) };
  return { ok: true, value: { ...read.value, warnings: placed(read.value.warnings) } };
}

/** What a file can name as its policy. */
export type PolicySource = {
  /** Policies of the app beside the built-in ones. */
  readonly own: readonly Policy[];
  /** Why no policy file can be read, or null where it can. */
  readonly noFiles: string | null;
};

/** What a file gives as a policy: an id, a path from the file's folder, or the policy itself. */
export function findPolicy(
  yaml: YamlFile,
  path: FilePath,
  given: unknown,
  { own, noFiles }: PolicySource,
): Read<Policy> {
  if (typeof given !== 'string') {
    const inner = policyIn(yaml, path, given);
    return inner.ok ? { ok: true, value: inner.value.policy } : inner;
  }
  const known = builtInPolicy(given) ?? own.find(({ id }) => id === given);
  if (known !== undefined) return { ok: true, value: known };
  if (!isPolicyPath(given)) {
    const choices = oneOf([...BUILT_IN_POLICIES, ...own].map(({ id }) => id));
    const message = `There is no policy “${given}”. Choose ${choices}, or give a path such as ./${given}.yaml.`;
    return { ok: false, problems: [yaml.problemAt(path, message)] };
  }
  if (noFiles !== null) return { ok: false, problems: [yaml.problemAt(path, noFiles)] };
  const file = isAbsolute(given) ? given : join(dirname(yaml.file), given);
  const text = readTextFile(file);
  if (!text.ok) return { ok: false, problems: [yaml.problemAt(path, text.why)] };
  const inner = readPolicyText(file, text.text);
  return inner.ok ? { ok: true, value: inner.value.policy } : inner;
}

/** Whether a name is a path to a policy file. */
export const isPolicyPath = (name: string): boolean => /[/\\]|\.(?:ya?ml|json)$/i.test(name);
