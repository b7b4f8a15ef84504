import { useId } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import type { EndpointId } from '../../../shared/model/ids';

/** The endpoints that an event goes to. */
export function EndpointChoice({
  endpoints,
  chosen,
  wrong,
  onChoose,
}: {
  readonly endpoints: readonly EndpointView[];
  readonly chosen: readonly EndpointId[];
  readonly wrong: string | null;
  readonly onChoose: (ids: readonly EndpointId[]) => void;
}) {
  const noteId = useId();
  return (
    <fieldset className="form-row endpoint-choice" aria-describedby={wrong === null ? undefined : noteId}>
      <legend className="label">Endpoints</legend>
      <div className="choices">
        {endpoints.map((endpoint) => {
          const on = chosen.includes(endpoint.id);
          return (
            <label key={endpoint.id} className="check">
              <input
                type="checkbox"
                checked={on}
                onChange={() => onChoose(on ? chosen.filter((id) => id !== endpoint.id) : [...chosen, endpoint.id])}
              />
              <span className="cut">{endpoint.name}</span>
              <span className="chip">{endpoint.policy.name}</span>
              <span className="mono muted cut">{endpoint.url}</span>
            </label>
          );
        })}
      </div>
      {wrong === null ? null : (
        <p id={noteId} className="wrong" role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
