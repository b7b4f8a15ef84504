import { useState } from 'react';
import type { RouteId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import type { RouteCheck } from '../../../shared/model/route-check';
import { FormRow } from '../../parts/FormRow';
import { Modal } from '../../parts/Modal';
import { Segments } from '../../parts/Segments';
import { useEngine, useMirror } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { choiceOf, formOfChoice, NEW_TEMPLATE } from '../../view-models/signature-form';
import { SchemeFields } from '../signatures/SchemeFields';

const KINDS = [
  { value: 'endpoints', label: 'By its endpoints' },
  { value: 'own', label: 'A secret of its own' },
  { value: 'off', label: 'Not checked' },
] as const;

const SAYS: Readonly<Record<RouteCheck['kind'], string>> = {
  endpoints: 'Standard Webhooks, under the secrets of the endpoints that point at this route.',
  own: 'For requests that come from elsewhere: the provider’s scheme and secret.',
  off: 'Requests are captured without a word about their signatures.',
};

/** Against what the signatures of a route's requests are checked. */
export function RouteCheckDialog({ id }: { readonly id: RouteId }) {
  const { call } = useEngine();
  const route = useMirror((mirror) => mirror.routes.find((candidate) => candidate.id === id));
  const was = route?.check;
  const [kind, setKind] = useState<RouteCheck['kind']>(was?.kind ?? 'endpoints');
  const [scheme, setScheme] = useState(
    was?.kind === 'own' ? formOfChoice(was.scheme) : { schemeId: 'github', template: NEW_TEMPLATE },
  );
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  if (route === undefined) return null;
  const hasOwn = was?.kind === 'own';
  const save = async (): Promise<void> => {
    const check = kind === 'own' ? { kind, scheme: choiceOf(scheme), secret: secret === '' ? null : secret } : { kind };
    const result = await call('route.checkWith', { id, check });
    if (!result.ok) {
      setProblem(result.problem);
      return;
    }
    closeOverlay();
    say(`${route.path} checks signatures so from the next request on.`);
  };
  const isPlaced = problem?.field?.startsWith('check.') === true;
  return (
    <Modal title={`Signatures on ${route.path}`} onClose={closeOverlay}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="content">
          <div className="form-row">
            <span className="label">Checked</span>
            <Segments label="Checked" value={kind} choices={KINDS} onChoose={setKind} />
            <p className="hint">{SAYS[kind]}</p>
          </div>
          {kind === 'own' ? (
            <>
              <SchemeFields
                form={scheme}
                problem={problem}
                onChange={(part) => {
                  setScheme({ ...scheme, ...part });
                  setProblem(null);
                }}
              />
              <FormRow
                label="Secret"
                wrong={problem?.field === 'check.secret' ? problem.message : null}
                {...(hasOwn ? { hint: 'Left empty, it stays as it is.' } : {})}
              >
                {(control) => (
                  <input
                    {...control}
                    type="password"
                    className="text mono"
                    spellCheck={false}
                    autoComplete="off"
                    value={secret}
                    onChange={(event) => {
                      setSecret(event.target.value);
                      setProblem(null);
                    }}
                  />
                )}
              </FormRow>
            </>
          ) : null}
          {problem === null || isPlaced ? null : (
            <p className="wrong" role="alert">
              {problem.message}
            </p>
          )}
        </div>
        <footer>
          <button type="button" className="button" onClick={closeOverlay}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            Save
          </button>
        </footer>
      </form>
    </Modal>
  );
}
