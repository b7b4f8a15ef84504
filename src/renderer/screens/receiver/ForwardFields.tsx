import type { EndpointView } from '../../../shared/contract/views';
import type { Forward } from '../../../shared/model/receiver';
import { FormRow } from '../../parts/FormRow';
import { Segments } from '../../parts/Segments';
import { SIGNING_WORDS } from '../../view-models/forwarding';
import { PickerRow } from './PickerRow';
import { NumberField } from './ReadField';

const SIGNINGS = (['as-captured', 'anew'] as const).map((value) => ({ value, label: SIGNING_WORDS[value].label }));

/** Where a route forwards to, what its sender is answered, and whose signatures go on. */
export function ForwardFields({
  forward,
  endpoints,
  wrong,
  onChange,
}: {
  readonly forward: Forward;
  readonly endpoints: readonly EndpointView[];
  readonly wrong: { readonly endpoint: string | null; readonly status: string | null };
  readonly onChange: (forward: Forward) => void;
}) {
  const target = endpoints.find(({ id }) => id === forward.endpointId);
  return (
    <div className="forward-fields">
      <div className="forward-to">
        <PickerRow
          label="Forwards to"
          value={forward.endpointId}
          choices={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(endpointId) => onChange({ ...forward, endpointId })}
        />
        {wrong.endpoint === null ? (
          target === undefined ? null : (
            <p className="hint cut" title={target.url}>
              {target.policy.name}, <span className="mono">{target.url}</span>
            </p>
          )
        ) : (
          <p className="wrong" role="alert">
            {wrong.endpoint}
          </p>
        )}
      </div>
      <NumberField
        label="Answers the sender at once"
        value={forward.status}
        wrong={wrong.status}
        hint="200 to 299"
        onChange={(status) => onChange({ ...forward, status })}
      />
      <FormRow label="Ids and signatures" hint={SIGNING_WORDS[forward.signing].says}>
        {() => (
          <Segments
            label="Ids and signatures"
            className="small"
            value={forward.signing}
            choices={SIGNINGS}
            onChoose={(signing) => onChange({ ...forward, signing })}
          />
        )}
      </FormRow>
    </div>
  );
}
