import { Dices } from 'lucide-react';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Segments } from '../../parts/Segments';
import { secretOf } from '../../view-models/request-form';

const HOUR_MS = 3_600_000;
const OVERLAPS = [
  { value: 0, label: 'Not at all' },
  { value: HOUR_MS, label: '1 h' },
  { value: 24 * HOUR_MS, label: '24 h' },
  { value: 7 * 24 * HOUR_MS, label: '7 d' },
] as const;

/** The signing secret: a first one, or a new one with how long the former one signs beside it. */
export function SecretFields({
  rotates,
  first,
  secret,
  onSecret,
  overlapMs,
  onOverlap,
  wrong,
}: {
  readonly rotates: boolean;
  /** Whether the dialog was opened for it. */
  readonly first: boolean;
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  readonly overlapMs: number;
  readonly onOverlap: (ms: number) => void;
  readonly wrong: string | null;
}) {
  return (
    <>
      <FormRow
        label={rotates ? 'New secret' : 'Secret'}
        wrong={wrong}
        hint={rotates ? 'Left empty, it stays as it is.' : 'Left empty, one is made for you.'}
      >
        {(control) => (
          <div className="with-button">
            <input
              {...control}
              data-first={first ? '' : undefined}
              className="text mono"
              spellCheck={false}
              autoComplete="off"
              placeholder="whsec_"
              value={secret}
              onChange={(event) => onSecret(event.target.value)}
            />
            <button
              type="button"
              className="button"
              onClick={() => onSecret(secretOf(crypto.getRandomValues(new Uint8Array(32))))}
            >
              <Icon of={Dices} />
              Make one
            </button>
          </div>
        )}
      </FormRow>
      {rotates && secret.trim() !== '' ? (
        <div className="form-row">
          <span className="label">The former secret signs beside it for</span>
          <Segments label="Overlap" value={overlapMs} onChoose={onOverlap} choices={OVERLAPS} />
          <p className="hint">Real time. Meanwhile every attempt carries both signatures.</p>
        </div>
      ) : null}
    </>
  );
}
