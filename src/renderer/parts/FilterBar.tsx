import { ListFilter, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { FilterSubject } from '../../shared/filter/filter';
import { type FilterHints, type FilterSuggestion, suggestFilter } from '../../shared/filter/suggest';
import { useCommandKey } from '../state/shortcuts';
import type { TypedFilter } from '../state/use-filter';
import { Icon } from './Icon';
import { KeyHint } from './KeyHint';
import { SavedFilters } from './SavedFilters';

const NO_HINTS: FilterHints = { types: [], endpoints: [] };

/** Where a list is filtered: what can be typed is offered at the caret, what cannot be read is said below. */
export function FilterBar({
  subject,
  label,
  placeholder,
  filter: { typed, setTyped, problem },
  hints = NO_HINTS,
}: {
  readonly subject: FilterSubject;
  readonly label: string;
  readonly placeholder: string;
  readonly filter: TypedFilter;
  readonly hints?: FilterHints;
}) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState<number | null>(null);
  useCommandKey('filter', () => input.current?.select());

  const offers = caret === null ? [] : suggestFilter(subject, typed, caret, hints);
  const isOpen = offers.length > 0;
  const chosen = active === null ? undefined : offers[active];

  const type = (text: string, at: number | null): void => {
    setTyped(text);
    setCaret(at);
    setActive(null);
  };
  const take = ({ from, to, insert }: FilterSuggestion): void => {
    // A value is whole, a word waits for one.
    const end = /[:>(]$/.test(insert) ? '' : ' ';
    const text = `${typed.slice(0, from)}${insert}${end}${typed.slice(to)}`;
    const at = from + insert.length + end.length;
    type(text, at);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(at, at);
    });
  };
  const close = (): void => {
    setCaret(null);
    setActive(null);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!isOpen) {
        setCaret(input.current?.selectionStart ?? typed.length);
        return;
      }
      const from = active ?? (step > 0 ? -1 : offers.length);
      setActive((from + step + offers.length) % offers.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Enter') {
      close();
    } else if (event.key === 'Escape' && (isOpen || typed !== '')) {
      event.stopPropagation();
      if (isOpen) close();
      else type('', null);
    }
  };

  return (
    <div className="filter-bar">
      <div className={problem === null ? 'field wide' : 'field wide is-wrong'}>
        <Icon of={ListFilter} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={`${id}-offers`}
          aria-autocomplete="list"
          aria-activedescendant={active === null ? undefined : `${id}-${active}`}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-wrong`}
          placeholder={placeholder}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => type(currentTarget.value, currentTarget.selectionStart)}
          onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {typed === '' ? (
          <KeyHint of="filter" />
        ) : (
          <button
            type="button"
            aria-label="Clear the filter"
            onClick={() => {
              type('', null);
              input.current?.focus();
            }}
          >
            <Icon of={X} />
          </button>
        )}
        <SavedFilters subject={subject} typed={typed} isGood={problem === null} onChoose={(text) => type(text, null)} />
      </div>
      <div className="filter-offers" hidden={!isOpen}>
        <div id={`${id}-offers`} role="listbox" aria-label="What can be filtered by">
          {offers.map((offer, n) => (
            <div
              key={offer.insert}
              id={`${id}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === active}
              className={n === active ? 'filter-offer is-active' : 'filter-offer'}
              onPointerDown={(event) => {
                event.preventDefault();
                take(offer);
              }}
            >
              <code>{offer.insert}</code>
              <span>{offer.says}</span>
            </div>
          ))}
        </div>
        <p className="filter-hint">Anything else is looked for as it stands. Quotes keep words together.</p>
      </div>
      {problem === null || isOpen ? null : (
        <p id={`${id}-wrong`} className="filter-wrong" role="status">
          {problem.message}
        </p>
      )}
    </div>
  );
}
