import type { Handlers } from '../../shared/contract/commands';
import type { PolicyReading, PolicyView } from '../../shared/contract/views';
import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../shared/policies/built-in';
import { policyAsFile } from '../../shared/policies/file/write';
import type { Policy } from '../../shared/policies/policy';
import { withFormerSettings } from '../../shared/rules/policy-version';
import { previewSchedule } from '../../shared/rules/preview';
import { settingsOf } from '../../shared/rules/settings';
import type { EngineStore, OwnPolicy } from '../engine/ports';
import type { LiveRun } from './live-run';
import { writePolicyText } from './scenario/policy-text';
import { readPolicyText } from './scenario/read-policy';
import { type FileProblem, sayFileProblem } from './scenario/read-yaml';

export type PolicyPorts = {
  readonly store: EngineStore;
  readonly live: LiveRun;
  readonly wallMs: () => number;
  /** The list of policies is another one. */
  readonly changed: () => void;
};

type Names = Extract<keyof Handlers, `policy.${string}`>;

const FILE = 'policy';

/** What the section Policies asks for. An endpoint keeps its snapshot whatever happens to its policy here. */
export function policyHandlers({ store, live, wallMs, changed }: PolicyPorts): Pick<Handlers, Names> {
  const save = (own: OwnPolicy): PolicyView => {
    store.transact(() => store.saveOwnPolicy(own));
    changed();
    return viewOf(own);
  };
  const known = (id: string): OwnPolicy => {
    const own = store.ownPolicy(id);
    if (own !== null) return own;
    throw new Refusal(
      builtInPolicy(id) === undefined
        ? { code: 'not-found', message: `There is no policy ${id}. It may have been removed.` }
        : { code: 'conflict', message: `${id} is built in and cannot be changed. Edit a copy of it.` },
    );
  };
  const written = (text: string): OwnPolicy => {
    const read = readPolicyText(FILE, text);
    if (!read.ok) {
      throw new Refusal({ code: 'invalid', field: 'text', message: read.problems.map(sayFileProblem).join('\n') });
    }
    const { policy, base } = read.value;
    return { id: policy.id, policy, base, text, savedWallAt: wallMs() };
  };
  return {
    'policy.list': () => [...BUILT_IN_POLICIES.map(builtInView), ...store.ownPolicies().map(viewOf)],
    'policy.create': ({ text }) => {
      const own = written(text);
      const taken = takenIds(store);
      if (taken.includes(own.id)) {
        const which = builtInPolicy(own.id) === undefined ? 'Another policy has' : 'A built-in policy has';
        const message = `${which} the id ${own.id}. Choose another, such as ${freeId(own.id, taken)}.`;
        throw new Refusal({ code: 'conflict', field: 'id', message });
      }
      return save(own);
    },
    'policy.update': ({ id, text }) => {
      known(id);
      const own = written(text);
      if (own.id !== id) {
        const message = `This policy is known by the id ${id}, which stays. To have one with the id ${own.id}, make a copy.`;
        throw new Refusal({ code: 'conflict', field: 'id', message });
      }
      return save(own);
    },
    'policy.remove': ({ id }) => {
      known(id);
      store.transact(() => store.removeOwnPolicy(id));
      changed();
      return { removed: true };
    },
    'policy.read': ({ text }) => readingOf(text),
    'policy.write': ({ policy, base }) => ({ text: writePolicyText(policyAsFile(policy, base)) }),
    'policy.use': ({ id, endpointIds }) => {
      const policy = builtInPolicy(id) ?? known(id).policy;
      const endpoints = endpointIds.map((endpointId) => store.endpoint(endpointId));
      return store.transact(() => {
        for (const endpoint of endpoints) {
          if (endpoint === null) continue;
          const settings = settingsOf(withFormerSettings(policy, endpoint.policy));
          live.engine.updateEndpoint({ id: endpoint.id, policyId: id, settings, secretOverlapMs: 0 });
        }
        return { updated: endpoints.filter((endpoint) => endpoint !== null).length };
      });
    },
  };
}

const builtInView = (policy: Policy): PolicyView => ({ policy, preview: previewSchedule(policy), own: null });

const viewOf = ({ policy, base, text, savedWallAt }: OwnPolicy): PolicyView => ({
  policy,
  preview: previewSchedule(policy),
  own: { base, text, savedWallAt },
});

const takenIds = (store: EngineStore): readonly string[] =>
  [...BUILT_IN_POLICIES, ...store.ownPolicies()].map(({ id }) => id);

/** The next id of the same name that nobody has. */
function freeId(id: string, taken: readonly string[]): string {
  const stem = id.replace(/-\d+$/, '').slice(0, 58);
  let n = 2;
  while (taken.includes(`${stem}-${n}`)) n += 1;
  return `${stem}-${n}`;
}

function readingOf(text: string): PolicyReading {
  const read = readPolicyText(FILE, text);
  const placed = (problems: readonly FileProblem[]) =>
    problems.map(({ line, column, path, message }) => ({ line, column, path, message }));
  if (!read.ok) return { ok: false, problems: placed(read.problems) };
  const { policy, base, warnings } = read.value;
  return { ok: true, policy, base, warnings: placed(warnings) };
}
