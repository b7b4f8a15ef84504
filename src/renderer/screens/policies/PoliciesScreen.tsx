import { FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { LIMITS } from '../../../shared/contract/limits';
import type { PolicyView } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';
import { later } from '../../parts/later';
import { useFileDrop } from '../../parts/use-file-drop';
import { useEngine } from '../../state/engine-context';
import { chooseTextFile, readTextFile, type TextFile } from '../../state/files';
import { navigation } from '../../state/navigation';
import { usePolicies } from '../../state/policies';
import { policyInShort } from '../../view-models/policy-facts';
import { LeaveDraft } from './LeaveDraft';
import { PolicyPage } from './PolicyPage';
import { beginnings, usePolicyDraft } from './use-policy-draft';

const PolicyEditor = later(async () => (await import('./editor/PolicyEditor')).PolicyEditor);

export function PoliciesScreen() {
  const engine = useEngine();
  const policies = usePolicies();
  const { draft, ...acts } = usePolicyDraft();
  const chosenId = useStore(navigation, (state) => state.policyId);
  const chosen = policies.find(({ policy }) => policy.id === chosenId) ?? policies[0];
  /** What a person wants to do instead of editing on. */
  const [instead, setInstead] = useState<(() => void) | null>(null);
  const begin = beginnings(engine, policies);
  const leaving = (act: () => void): void => {
    if (draft?.isChanged === true) setInstead(() => act);
    else act();
  };
  const take = (file: TextFile | null): void => {
    if (file !== null) leaving(() => void begin.file(file.text));
  };
  const drop = useFileDrop((file) => readTextFile(file, LIMITS.eventBodyBytes).then(take));
  const choose = async (): Promise<void> => take(await chooseTextFile('.yaml,.yml,.json', LIMITS.eventBodyBytes));
  const open = (id: string): void =>
    leaving(() => {
      acts.close();
      navigation.setState({ policyId: id, ruleId: null });
    });
  return (
    <main className={drop.over ? 'section dropping' : 'section'} aria-label="Policies" {...drop.handlers}>
      <div className="policies">
        <nav className="side-list" aria-label="Policies">
          <h2>Policies</h2>
          <PolicyItems views={policies.filter(({ own }) => own === null)} chosen={chosen} onOpen={open} />
          <h2>Yours</h2>
          {policies.some(({ own }) => own !== null) ? (
            <PolicyItems views={policies.filter(({ own }) => own !== null)} chosen={chosen} onOpen={open} />
          ) : (
            <p className="muted none-yet">None yet. Edit a copy of one above, or begin anew.</p>
          )}
          <div className="side-acts">
            <button type="button" className="button small" onClick={() => leaving(begin.blank)}>
              <Icon of={Plus} />
              New policy
            </button>
            <button
              type="button"
              className="button small"
              title="A policy file, YAML or JSON. It can be dropped here, too."
              onClick={() => void choose()}
            >
              <Icon of={FolderOpen} />
              Import file
            </button>
          </div>
        </nav>
        {draft !== null ? (
          <PolicyEditor
            draft={draft}
            policies={policies}
            acts={{ draft, ...acts }}
            onClose={() => leaving(acts.close)}
          />
        ) : chosen === undefined ? null : (
          <PolicyPage
            key={chosen.policy.id}
            view={chosen}
            onCopy={() => begin.copy(chosen)}
            onEdit={() => begin.edit(chosen)}
          />
        )}
      </div>
      {instead === null || draft === null ? null : (
        <LeaveDraft
          draft={draft}
          onStay={() => setInstead(null)}
          onDiscard={() => {
            setInstead(null);
            acts.close();
            instead();
          }}
        />
      )}
    </main>
  );
}

function PolicyItems({
  views,
  chosen,
  onOpen,
}: {
  readonly views: readonly PolicyView[];
  readonly chosen: PolicyView | undefined;
  readonly onOpen: (id: string) => void;
}) {
  return views.map(({ policy, preview }) => (
    <button
      key={policy.id}
      type="button"
      className="side-item inset-focus"
      aria-current={policy.id === chosen?.policy.id ? 'true' : undefined}
      onClick={() => onOpen(policy.id)}
    >
      <b>{policy.name}</b>
      <small>{policyInShort(policy, preview)}</small>
    </button>
  ));
}
