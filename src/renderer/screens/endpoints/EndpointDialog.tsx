import { useState } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import type { Channel } from '../../../shared/model/channel';
import type { Verification } from '../../../shared/model/condition';
import type { EndpointId } from '../../../shared/model/ids';
import type { Problem, Result } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { Modal } from '../../parts/Modal';
import { PolicyCards } from '../../parts/PolicyCards';
import { editDraft } from '../../state/draft';
import { useEngine, useMirror } from '../../state/engine-context';
import { goTo, navigation } from '../../state/navigation';
import { closeOverlay, openOverlay } from '../../state/overlays';
import { usePolicies } from '../../state/policies';
import { say } from '../../state/toasts';
import { nameForUrl } from '../../view-models/endpoint-name';
import { isAbout } from '../events/ComposeForm';
import { PolicyChoices } from './PolicyChoices';

const FIELDS = ['name', 'url', 'policyId', 'secret'];

/** Makes an endpoint, or changes one. */
export function EndpointDialog({ id }: { readonly id: EndpointId | null }) {
  const { call } = useEngine();
  const known = useMirror((mirror) => mirror.endpoints.find((endpoint) => endpoint.id === id));
  const policies = usePolicies();
  const [name, setName] = useState(known?.name ?? '');
  const [url, setUrl] = useState(known?.url ?? '');
  const [policyId, setPolicyId] = useState<string>(known?.policy.id ?? 'fianto');
  const [secret, setSecret] = useState('');
  const [channel, setChannel] = useState<Channel>(known?.channel ?? 'webhook');
  const [verification, setVerification] = useState<Verification>(known?.verification ?? 'assume');
  const policy = policies.find((candidate) => candidate.policy.id === policyId)?.policy;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const wrong = (field: string): string | null => (isAbout(problem, field) ? (problem?.message ?? null) : null);

  const save = (): Promise<Result<EndpointView>> => {
    const typed = secret.trim();
    if (known === undefined) {
      const given = name.trim() === '' ? nameForUrl(url) : name;
      return call('endpoint.create', {
        name: given,
        url,
        policyId,
        secret: typed === '' ? null : typed,
        channel,
        verification,
      });
    }
    return call('endpoint.update', {
      id: known.id,
      name,
      url,
      channel,
      verification,
      ...(policyId === known.policy.id ? {} : { policyId }),
      ...(typed === '' ? {} : { secret: typed }),
    });
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    const result = await save();
    setBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    closeOverlay();
    const endpoint = result.value;
    if (known !== undefined) {
      say(`${endpoint.name} is changed.`);
      return;
    }
    editDraft({ endpointIds: [endpoint.id] });
    if (navigation.getState().section === 'endpoints') goTo('endpoints', { endpointId: endpoint.id });
    say(`${endpoint.name} is added. Nothing was sent yet.`, {
      label: 'Send event',
      run: () => openOverlay({ kind: 'compose' }),
    });
  };

  return (
    <Modal title={known === undefined ? 'Add an endpoint' : `Edit ${known.name}`} onClose={closeOverlay}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="content">
          <FormRow label="URL" wrong={wrong('url')} hint="Sent to exactly as typed.">
            {(control) => (
              <input
                {...control}
                className="text mono"
                inputMode="url"
                spellCheck={false}
                placeholder="http://localhost:3000/webhooks"
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </FormRow>
          <FormRow
            label="Name"
            wrong={wrong('name')}
            hint={known === undefined ? 'Left empty, it is named after its host.' : undefined}
          >
            {(control) => (
              <input {...control} className="text" value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </FormRow>
          <div className="form-row">
            <span className="label">Policy</span>
            <PolicyCards policies={policies} value={policyId} onChoose={setPolicyId} />
            {wrong('policyId') === null ? null : (
              <p className="wrong" role="alert">
                {wrong('policyId')}
              </p>
            )}
            {known !== undefined && policyId !== known.policy.id ? (
              <p className="hint">Deliveries that wait keep their due times; what follows obeys the new policy.</p>
            ) : null}
          </div>
          <PolicyChoices
            policy={policy}
            channel={channel}
            onChannel={setChannel}
            verification={verification}
            onVerification={setVerification}
          />
          <FormRow
            label="Secret"
            wrong={wrong('secret')}
            hint={known === undefined ? 'Left empty, one is made for you.' : 'Left empty, it stays as it is.'}
          >
            {(control) => (
              <input
                {...control}
                className="text mono"
                spellCheck={false}
                autoComplete="off"
                placeholder="whsec_"
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
              />
            )}
          </FormRow>
          {problem !== null && !FIELDS.some((field) => isAbout(problem, field)) ? (
            <p className="form-problem" role="alert">
              {problem.message}
            </p>
          ) : null}
        </div>
        <footer>
          <button type="button" className="button" onClick={closeOverlay}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {known === undefined ? 'Add endpoint' : 'Save'}
          </button>
        </footer>
      </form>
    </Modal>
  );
}
