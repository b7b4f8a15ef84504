import { FormRow } from '../../parts/FormRow';
import { editDraft } from '../../state/draft';

/** How many events, and how much virtual time lies between them. */
export function SendPlanFields({
  count,
  every,
  wrong,
}: {
  readonly count: string;
  readonly every: string;
  readonly wrong: (field: 'count' | 'everyMs') => string | null;
}) {
  return (
    <>
      <FormRow label="How many" wrong={wrong('count')}>
        {(control) => (
          <input
            {...control}
            className="text mono"
            inputMode="numeric"
            value={count}
            onChange={(event) => editDraft({ count: event.target.value })}
          />
        )}
      </FormRow>
      <FormRow label="One every" wrong={wrong('everyMs')}>
        {(control) => (
          <input
            {...control}
            className="text mono"
            spellCheck={false}
            placeholder="all at once"
            value={every}
            onChange={(event) => editDraft({ every: event.target.value })}
          />
        )}
      </FormRow>
    </>
  );
}
