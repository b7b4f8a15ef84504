import { Copy, Download, Pencil, Trash2 } from 'lucide-react';
import type { PolicyView } from '../../../shared/contract/views';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Icon } from '../../parts/Icon';
import { useEngine, useLiveMirror, usePerform } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { saveFile, textBlob } from '../../state/save-file';
import { say, sayProblem } from '../../state/toasts';
import { plural } from '../../view-models/numbers';

/** What a person may do with a policy. A built-in one stays as it is: what is edited is a copy. */
export function PolicyActs({
  view: { policy, own },
  onCopy,
  onEdit,
}: {
  readonly view: PolicyView;
  readonly onCopy: () => void;
  readonly onEdit: () => void;
}) {
  const { call } = useEngine();
  const perform = usePerform();
  const used = useLiveMirror(
    (mirror) => mirror.endpoints.filter((endpoint) => endpoint.policy.id === policy.id).length,
  );
  const save = async (): Promise<void> => {
    const text = own?.text ?? (await perform('policy.write', { policy, base: null }))?.text;
    if (text !== undefined) saveFile(textBlob(text), `${policy.id}.yaml`);
  };
  const remove = async (): Promise<void> => {
    if (own === null || (await perform('policy.remove', { id: policy.id })) === null) return;
    navigation.setState({ policyId: null });
    say(`${policy.name} is removed.`, {
      label: 'Undo',
      run: () =>
        void call('policy.create', { text: own.text }).then((result) => {
          if (result.ok) navigation.setState({ policyId: policy.id });
          else sayProblem(result.problem.message);
        }),
    });
  };
  const keeps = `${plural(used, 'endpoint')} of this run ${used === 1 ? 'runs' : 'run'} under it and ${used === 1 ? 'keeps' : 'keep'} it as it is.`;
  return (
    <>
      {own === null ? null : (
        <button type="button" className="button" onClick={onEdit}>
          <Icon of={Pencil} />
          Edit
        </button>
      )}
      <button type="button" className="button" onClick={onCopy}>
        <Icon of={Copy} />
        {own === null ? 'Edit a copy' : 'Copy'}
      </button>
      <button type="button" className="button" onClick={() => void save()}>
        <Icon of={Download} />
        Export file
      </button>
      {own === null ? null : (
        <ConfirmButton
          label="Remove"
          confirm="Remove"
          icon={Trash2}
          says={used === 0 ? 'No endpoint of this run uses it.' : keeps}
          onConfirm={() => void remove()}
        />
      )}
    </>
  );
}
