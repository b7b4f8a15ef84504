import type { WorkspaceFile } from '../../shared/contract/workspace-file';
import type { Endpoint } from '../../shared/model/endpoint';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../shared/policies/built-in';
import { isMapping, type Mapping } from '../../shared/policies/file/values';
import { policyAsFile } from '../../shared/policies/file/write';
import type { Policy } from '../../shared/policies/policy';
import { newVersionOf } from '../../shared/rules/policy-version';
import type { EngineStore, OwnPolicy } from '../engine/ports';
import { writePolicyText } from './scenario/policy-text';
import { type PolicySource, policyIn } from './scenario/read-policy';
import type { FileProblem, YamlFile } from './scenario/read-yaml';

/** The policies that a workspace file brings, and those that it may name. */
export type WorkspacePolicies = {
  readonly source: PolicySource;
  /** What the app does not have yet. */
  readonly fresh: readonly OwnPolicy[];
  /** Ids of those that are there already, and stay as they are. */
  readonly left: readonly string[];
  readonly problems: readonly FileProblem[];
};

const NO_FILES =
  'A workspace is read in the app, which cannot open other files. Import the policy under Policies and name its id, or write it out here.';

export function policiesOf(
  store: EngineStore,
  yaml: YamlFile,
  file: WorkspaceFile,
  savedWallAt: number,
): WorkspacePolicies {
  const problems: FileProblem[] = [];
  const brought: OwnPolicy[] = [];
  for (const [i, raw] of file.policies.entries()) {
    const read = policyIn(yaml, ['policies', i], raw);
    if (!read.ok) {
      problems.push(...read.problems);
      continue;
    }
    const { policy, base } = read.value;
    const refuse = (message: string): void => void problems.push(yaml.problemAt(['policies', i, 'id'], message));
    if (builtInPolicy(policy.id) !== undefined) refuse('A built-in policy has this id. Choose another.');
    if (brought.some(({ id }) => id === policy.id)) refuse('Another policy of this file has this id.');
    brought.push({ id: policy.id, policy, base, text: writePolicyText(raw), savedWallAt });
  }
  const isThere = ({ id }: OwnPolicy): boolean => store.ownPolicy(id) !== null;
  // What the file says of a policy holds for its endpoints, whatever the app has by that id.
  const others = store.ownPolicies().filter(({ id }) => !brought.some((own) => own.id === id));
  return {
    source: { own: [...brought, ...others].map(({ policy }) => policy), noFiles: NO_FILES },
    fresh: brought.filter((own) => !isThere(own)),
    left: brought.filter(isThere).map(({ id }) => id),
    problems,
  };
}

/** What an endpoint's policy is called in a file: its id, or the policy itself where no other one says the same. */
export function namedPolicy(store: EngineStore, policy: Policy): string | Mapping {
  const current = builtInPolicy(policy.id) ?? store.ownPolicy(policy.id)?.policy;
  return current !== undefined && newVersionOf(policy, current) === null ? policy.id : shortestPolicy(policy);
}

/** The policies of one's own that some endpoint names, each as its file has it. */
export function policiesUsed(
  store: EngineStore,
  endpoints: readonly Endpoint[],
): { readonly policies?: readonly Mapping[] } {
  const named = new Set(endpoints.map(({ policy }) => namedPolicy(store, policy)));
  const used = store.ownPolicies().filter(({ id }) => named.has(id));
  return used.length === 0 ? {} : { policies: used.map(({ policy, base }) => policyAsFile(policy, base)) };
}

/** Whichever base leaves least to be written. */
export function shortestPolicy(policy: Policy): Mapping {
  const written = [null, ...BUILT_IN_POLICIES.map(({ id }) => id)].map((base) => policyAsFile(policy, base));
  const [first] = written.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  return isMapping(first) ? first : policy;
}
