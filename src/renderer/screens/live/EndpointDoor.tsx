import { Plug, Plus, Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import { Icon } from '../../parts/Icon';
import { PolicyCards } from '../../parts/PolicyCards';
import { editDraft } from '../../state/draft';
import { useEngine } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';
import { usePolicies } from '../../state/policies';
import { nameForUrl } from '../../view-models/endpoint-name';
import { Door } from './Door';

export function EndpointDoor() {
  const { call } = useEngine();
  const policies = usePolicies();
  const [url, setUrl] = useState('');
  const [policyId, setPolicyId] = useState('fianto');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<EndpointView | null>(null);
  const [busy, setBusy] = useState(false);
  const fieldId = useId();

  const add = async (): Promise<void> => {
    setBusy(true);
    const result = await call('endpoint.create', { name: nameForUrl(url), url, policyId });
    setBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    setMade(result.value);
    editDraft({ endpointIds: [result.value.id] });
  };

  if (made !== null) {
    return (
      <Door
        title="Point it at my endpoint"
        icon={Plug}
        about={`${made.name} is added under ${made.policy.name}’s policy. Nothing was sent yet.`}
        picture={
          <div className="picture form made">
            <b>{made.name}</b>
            <code className="cut">{made.url}</code>
            <span className="muted">{made.policy.summary}</span>
          </div>
        }
      >
        <button type="button" className="button large" onClick={() => openOverlay({ kind: 'compose' })}>
          <Icon of={Send} />
          Send event
        </button>
        <button type="button" className="button large" onClick={() => setMade(null)}>
          Add another
        </button>
      </Door>
    );
  }
  return (
    <Door
      title="Point it at my endpoint"
      icon={Plug}
      about="Paste a URL and choose whose rules it lives under. Nothing is sent before you send an event."
      picture={
        <form
          className="picture form"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <label htmlFor={fieldId}>URL</label>
          <input
            id={fieldId}
            className="text mono"
            type="text"
            inputMode="url"
            placeholder="http://localhost:3000/webhooks"
            spellCheck={false}
            value={url}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : `${fieldId}-wrong`}
            onChange={(event) => {
              setUrl(event.target.value);
              setProblem(null);
            }}
          />
          <PolicyCards policies={policies} value={policyId} onChoose={setPolicyId} />
          {problem === null ? null : (
            <p id={`${fieldId}-wrong`} className="wrong" role="alert">
              {problem.message}
            </p>
          )}
        </form>
      }
    >
      <button type="button" className="button large" disabled={busy} onClick={() => void add()}>
        <Icon of={Plus} />
        Add endpoint
      </button>
      <span>Secret is made for you</span>
    </Door>
  );
}
