import type { HarEvent } from '../../../shared/imports/read-har';
import { sayEntry } from '../../view-models/har-choice';
import { sayBytes } from '../../view-models/numbers';

/** What the requests of a HAR file carried, to choose from. */
export function HarList({
  events,
  chosen,
  onChoose,
  onAll,
  onNone,
}: {
  readonly events: readonly HarEvent[];
  /** By their numbers. */
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
  readonly onAll: () => void;
  readonly onNone: () => void;
}) {
  const turn = (n: number): void => {
    const next = new Set(chosen);
    if (!next.delete(n)) next.add(n);
    onChoose(next);
  };
  return (
    <fieldset className="form-row endpoint-choice har-list">
      <legend className="label">Requests</legend>
      <div className="templates">
        <button type="button" className="button small" onClick={onAll}>
          All
        </button>
        <button type="button" className="button small" onClick={onNone}>
          None
        </button>
      </div>
      <div className="choices">
        {events.map((event) => {
          const says = sayEntry(event);
          return (
            <label key={event.n} className="check">
              <input
                type="checkbox"
                checked={chosen.has(event.n)}
                disabled={event.isTooLarge}
                onChange={() => turn(event.n)}
              />
              <span className="mono muted">{event.n}</span>
              <span className={event.type === null ? 'muted cut' : 'cut'}>{event.type ?? 'no type'}</span>
              {says === null ? null : <span className="chip">{says}</span>}
              <span className="mono muted cut grow">
                {event.method} {event.place}
              </span>
              <span className="mono muted">{sayBytes(event.body.length)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
