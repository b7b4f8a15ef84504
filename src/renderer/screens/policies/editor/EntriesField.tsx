import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { firstValue } from '../../../../shared/policies/file/first';
import type { Shape } from '../../../../shared/policies/file/shape';
import { Icon } from '../../../parts/Icon';
import { partLabel } from '../../../view-models/policy-labels';
import { PartField, type PartProps } from './PartField';
import { Wrong } from './Wrong';

/** A list of parts: each can be changed, moved and removed, and another one added. */
export function EntriesField({ shape, value, place, path, form }: PartProps<Extract<Shape, { is: 'list' }>>) {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const group = useRef<HTMLFieldSetElement>(null);
  /** The entry that is to have the focus; -1 is the button that adds one. */
  const [focus, setFocus] = useState<number | null>(null);
  useEffect(() => {
    if (focus === null) return;
    const entry = group.current?.querySelector(`:scope > [data-entry="${focus}"]`);
    const add = group.current?.querySelector<HTMLElement>(':scope > .button');
    (entry?.querySelector<HTMLElement>('input, [role="combobox"]') ?? add)?.focus();
    setFocus(null);
  }, [focus]);
  const label = partLabel(place);
  const change = (next: readonly unknown[], focused: number): void => {
    form.onEdit(path, next);
    setFocus(focused);
  };
  const swapped = (at: number, to: number): readonly unknown[] =>
    entries.map((each, i) => (i === at ? entries[to] : i === to ? entries[at] : each));
  return (
    <fieldset ref={group} className="form-row entries">
      <legend className="label">{label}</legend>
      {entries.map((entry, i) => {
        const name = `${label} ${i + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own
          // biome-ignore lint/a11y/useSemanticElements: an entry of a list, within the fieldset of the list
          <div key={i} className="entry" role="group" aria-label={name} data-entry={i}>
            <div className="entry-acts">
              <EntryAct
                says={`Move up: ${name}`}
                icon={ArrowUp}
                off={i === 0}
                onAct={() => change(swapped(i, i - 1), i - 1)}
              />
              <EntryAct
                says={`Move down: ${name}`}
                icon={ArrowDown}
                off={i === entries.length - 1}
                onAct={() => change(swapped(i, i + 1), i + 1)}
              />
              <EntryAct
                says={`Remove: ${name}`}
                icon={Trash2}
                off={false}
                onAct={() =>
                  change(
                    entries.filter((_, at) => at !== i),
                    entries.length === 1 ? -1 : Math.min(i, entries.length - 2),
                  )
                }
              />
            </div>
            <PartField shape={shape.of} value={entry} place={`${place}[]`} path={[...path, i]} form={form} />
          </div>
        );
      })}
      <Wrong says={form.wrong(path, false)} />
      <button
        type="button"
        className="button small"
        aria-label={`Add to: ${label}`}
        onClick={() => change([...entries, firstValue(shape.of, `${place}[]`)], entries.length)}
      >
        <Icon of={Plus} />
        Add
      </button>
    </fieldset>
  );
}

function EntryAct({
  says,
  icon,
  off,
  onAct,
}: {
  readonly says: string;
  readonly icon: typeof Plus;
  readonly off: boolean;
  readonly onAct: () => void;
}) {
  return (
    <button type="button" className="square plain small" aria-label={says} title={says} disabled={off} onClick={onAct}>
      <Icon of={icon} />
    </button>
  );
}
