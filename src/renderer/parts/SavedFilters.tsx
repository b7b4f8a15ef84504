import { Bookmark, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { MOST_SAVED_FILTERS } from '../../shared/contract/preferences';
import type { FilterSubject } from '../../shared/filter/filter';
import { usePreferences, useSetPreferences } from '../state/preferences';
import { Icon } from './Icon';

/** The filters of a list that a person keeps, by their text. */
export function SavedFilters({
  subject,
  typed,
  isGood,
  onChoose,
}: {
  readonly subject: FilterSubject;
  readonly typed: string;
  /** Whether what is typed can be read. */
  readonly isGood: boolean;
  readonly onChoose: (text: string) => void;
}) {
  const { filters } = usePreferences();
  const set = useSetPreferences();
  const kept = filters[subject];
  const text = typed.trim();
  const isKept = kept.includes(text);
  const keep = (texts: readonly string[]): void => void set({ filters: { ...filters, [subject]: [...texts] } });
  const why =
    text === '' ? 'Type a filter to save it.' : isGood ? null : 'This filter cannot be read. Mend it to save it.';
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="plain" aria-label="Saved filters" title="Saved filters">
        <Icon of={Bookmark} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu saved-filters" sideOffset={6} align="end" aria-label="Saved filters">
          {kept.length === 0 ? <p className="menu-note">None is saved yet.</p> : null}
          {kept.map((saved) => (
            <DropdownMenu.Item key={saved} className="item" onSelect={() => onChoose(saved)}>
              <code className="cut">{saved}</code>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="separator" />
          {isKept ? (
            <DropdownMenu.Item className="item" onSelect={() => keep(kept.filter((saved) => saved !== text))}>
              <Icon of={Trash2} />
              Remove this one
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item
              className="item told"
              disabled={why !== null || kept.length >= MOST_SAVED_FILTERS}
              onSelect={() => keep([...kept, text])}
            >
              <Icon of={Bookmark} />
              <span>
                <b>Save this filter</b>
                {why === null && kept.length < MOST_SAVED_FILTERS ? null : (
                  <small>{why ?? `${MOST_SAVED_FILTERS} are saved. Remove one first.`}</small>
                )}
              </span>
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
