import { useState } from 'react';
import type { EndpointView, PolicyView } from '../../../shared/contract/views';
import type { Channel } from '../../../shared/model/channel';
import type { Verification } from '../../../shared/model/condition';
import type { EndpointId } from '../../../shared/model/ids';
import type { Problem, Result } from '../../../shared/model/problem';
import type { SettingValues } from '../../../shared/policies/settings';
import { previewSchedule } from '../../../shared/rules/preview';
import { settingsOf } from '../../../shared/rules/settings';
import { FormRow } from '../../parts/FormRow';
import { Modal } from '../../parts/Modal';
import { PolicyCards } from '../../parts/PolicyCards';
import { ProblemNote } from '../../parts/ProblemNote';
import { editDraft } from '../../state/draft';
import { useEngine, useMirror } from '../../state/engine-context';
import { type BurstAct, useGate } from '../../state/gate';
import { goTo, navigation } from '../../state/navigation';
import { closeLater, closeOverlay, openOverlay } from '../../state/overlays';
import { usePolicies } from '../../state/policies';
import { usePreferencesOnce } from '../../state/preferences';
import { say } from '../../state/toasts';
import { nameForUrl } from '../../view-models/endpoint-name';
import { type RequestForm, requestForm, requestOf, wrongPart } from '../../view-models/request-form';
import { whatWaits } from '../../view-models/traffic';
import { isAbout } from '../events/ComposeForm';
import { More } from './More';
import { PolicyChoices } from './PolicyChoices';
import { PolicySettings } from './PolicySettings';
import { RequestFields } from './RequestFields';
import { SecretFields } from './SecretFields';
import { TlsFields } from './TlsFields';

const FIELDS = ['name', 'url', 'policyId', 'secret', 'secretOverlapMs', 'request', 'settings'];

/** What waits goes to the new URL from the next attempt on. */
const movedTo = (known: EndpointView, url: string): BurstAct => ({
  title: `Edit ${known.name}`,
  go: 'Save',
  going: ({ deliveries }) => whatWaits([{ ...known, url }], deliveries),
});

/** The policies, and the one that the endpoint keeps though it was removed. */
function withKept(policies: readonly PolicyView[], known: EndpointView | undefined): readonly PolicyView[] {
  if (known === undefined || policies.some(({ policy }) => policy.id === known.policy.id)) return policies;
  return [...policies, { policy: known.policy, preview: previewSchedule(known.policy), own: null }];
}

/** Makes an endpoint, or changes one. */
export function EndpointDialog({
  id,
  like,
  part,
}: {
  readonly id: EndpointId | null;
  readonly like?: EndpointId;
  /** What it was opened for. */
  readonly part?: 'secret';
}) {
  const { call } = useEngine();
  const pass = useGate();
  const known = useMirror((mirror) => mirror.endpoints.find((endpoint) => endpoint.id === id));
  const model = useMirror((mirror) => mirror.endpoints.find((endpoint) => endpoint.id === (id ?? like)));
  const policies = usePolicies();
  const proposed = usePreferencesOnce();
  const [name, setName] = useState(
    model === undefined || model === known ? (known?.name ?? '') : `${model.name.slice(0, 75)} copy`,
  );
  const [url, setUrl] = useState(model?.url ?? '');
  const [policyId, setPolicyId] = useState<string>(model?.policy.id ?? proposed.policyId);
  const [secret, setSecret] = useState('');
  const [channel, setChannel] = useState<Channel>(model?.channel ?? 'webhook');
  const [verification, setVerification] = useState<Verification>(model?.verification ?? proposed.verification);
  const [settings, setSettings] = useState<SettingValues>({});
  const builtIn = policies.find((candidate) => candidate.policy.id === policyId)?.policy;
  // Its own policy is the one that it keeps, with what was set before.
  const policy = policyId === model?.policy.id ? model.policy : builtIn;
  const [overlapMs, setOverlapMs] = useState(0);
  const [form, setForm] = useState<RequestForm>(() => requestForm(model?.request));
  const edit = (change: Partial<RequestForm>): void => setForm((before) => ({ ...before, ...change }));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const wrong = (field: string): string | null => (isAbout(problem, field) ? (problem?.message ?? null) : null);

  const about = {
    sent: wrongPart(problem, 'headers') !== null || wrongPart(problem, 'auth') !== null,
    tls: (['ca', 'client', 'proxy'] as const).some((part) => wrongPart(problem, part) !== null),
  };

  const save = async (): Promise<Result<EndpointView>> => {
    const typed = secret.trim();
    const request = requestOf(form, known?.request);
    if (!request.ok) return request;
    // A line left empty is not sent; what is said of the others' places then fits.
    if (request.value?.headers !== undefined) edit({ headers: request.value.headers });
    const changed = request.value === null ? {} : { request: request.value };
    if (known === undefined) {
      const given = name.trim() === '' ? nameForUrl(url) : name;
      return call('endpoint.create', {
        name: given,
        url,
        policyId,
        secret: typed === '' ? null : typed,
        channel,
        verification,
        settings: policy === undefined ? {} : { ...settingsOf(policy), ...settings },
        ...changed,
      });
    }
    return call('endpoint.update', {
      id: known.id,
      name,
      url,
      channel,
      verification,
      ...(policyId === known.policy.id ? {} : { policyId }),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
      ...(typed === '' ? {} : { secret: typed, secretOverlapMs: overlapMs }),
      ...changed,
    });
  };
  const submit = async (): Promise<void> => {
    if (known !== undefined && url !== known.url && !(await pass(movedTo(known, url)))) return;
    const close = closeLater();
    setBusy(true);
    const result = await save();
    setBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    close();
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
            <PolicyCards
              policies={withKept(policies, known)}
              value={policyId}
              onChoose={(id) => {
                setPolicyId(id);
                setSettings({});
              }}
            />
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
          {policy === undefined ? null : (
            <PolicySettings
              offered={policy.settings}
              values={{ ...settingsOf(policy), ...settings }}
              onChange={setSettings}
              wrong={(key) => (problem?.field === `settings.${key}` ? problem.message : null)}
            />
          )}
          <SecretFields
            first={part === 'secret'}
            rotates={known !== undefined}
            secret={secret}
            onSecret={setSecret}
            overlapMs={overlapMs}
            onOverlap={setOverlapMs}
            wrong={wrong('secret') ?? wrong('secretOverlapMs')}
          />
          <More name="Headers and authorization" open={form.headers.length > 0 || form.auth !== 'none' || about.sent}>
            <RequestFields form={form} known={known?.request} problem={problem} onChange={edit} />
          </More>
          <More
            name="Proxy and TLS"
            open={form.proxy !== '' || form.ca !== '' || !form.verify || form.client || about.tls}
          >
            <TlsFields form={form} known={known?.request} problem={problem} onChange={edit} />
          </More>
          {problem !== null && !FIELDS.some((field) => isAbout(problem, field)) ? (
            <ProblemNote problem={problem} inForm />
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
