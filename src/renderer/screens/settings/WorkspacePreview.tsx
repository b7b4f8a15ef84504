import type { WorkspacePlan } from '../../../shared/contract/views';
import { plural } from '../../view-models/numbers';

const SETTING_NAMES: Readonly<Record<string, string>> = {
  theme: 'theme',
  timeZone: 'time zone',
  exactForm: 'exact times',
  policyId: 'policy of new endpoints',
  verification: 'verification',
  contentType: 'content type',
  perEndpoint: 'requests at once for one endpoint',
  inAll: 'requests at once in all',
  durability: 'durability',
  keepDays: 'how long history is kept',
  redact: 'redaction',
  redactHeaders: 'redacted headers',
  redactQuery: 'redacted query parameters',
  redactJsonPaths: 'redacted places in bodies',
  keys: 'keys',
};

/** What a file would add, or what is wrong with it, before anything is done. */
export function WorkspacePreview({
  fileName,
  plan,
  problems,
  onAdd,
  onClose,
}: {
  readonly fileName: string;
  readonly plan: WorkspacePlan | null;
  readonly problems: readonly string[];
  readonly onAdd: () => void;
  readonly onClose: () => void;
}) {
  const isEmpty =
    plan !== null && plan.endpoints.length + plan.routes.length + plan.policies.length + plan.settings.length === 0;
  return (
    <section className="card workspace-plan" aria-label="What the file would add">
      {plan === null ? (
        <>
          <h3>{fileName} cannot be imported</h3>
          <ul className="mono" role="alert">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <h3>{isEmpty ? `${fileName} adds nothing: all of it is there` : `${fileName} would add`}</h3>
          <ul>
            {plan.endpoints.map(({ name, url, withSecret }) => (
              <li key={`${name} ${url}`}>
                Endpoint {name}, <span className="mono">{url}</span>, with {withSecret ? 'its secret' : 'a new secret'}
              </li>
            ))}
            {plan.policies.map((id) => (
              <li key={id}>
                Policy <span className="mono">{id}</span>
              </li>
            ))}
            {plan.routes.map((path) => (
              <li key={path}>
                Route <span className="mono">{path}</span>
              </li>
            ))}
            {plan.settings.length === 0 ? null : (
              <li>
                {plural(plan.settings.length, 'setting')} would change:{' '}
                {plan.settings.map((name) => SETTING_NAMES[name] ?? name).join(', ')}
              </li>
            )}
            {plan.left.length === 0 ? null : <li className="muted">Left as it is: {plan.left.join(', ')}</li>}
          </ul>
        </>
      )}
      <div className="acts">
        {plan === null || isEmpty ? null : (
          <button type="button" className="button primary" onClick={onAdd}>
            Import
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {plan === null || isEmpty ? 'Close' : 'Cancel'}
        </button>
      </div>
    </section>
  );
}
