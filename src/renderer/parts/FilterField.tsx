import { ListFilter, X } from 'lucide-react';
import { useRef } from 'react';
import { useCommandKey } from '../state/shortcuts';
import { Icon } from './Icon';
import { KeyHint } from './KeyHint';

/** Text that rows have to contain. Its command's keys come here; Esc empties it. */
export function FilterField({
  label,
  placeholder,
  value,
  onChange,
  wide = false,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly wide?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useCommandKey('filter', () => input.current?.select());
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <Icon of={ListFilter} />
      <input
        ref={input}
        type="text"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
      />
      {value === '' ? (
        <KeyHint of="filter" />
      ) : (
        <button type="button" aria-label="Clear the filter" onClick={() => onChange('')}>
          <Icon of={X} />
        </button>
      )}
    </div>
  );
}
