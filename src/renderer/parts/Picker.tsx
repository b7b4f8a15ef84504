import { Check, ChevronDown } from 'lucide-react';
import { Select } from 'radix-ui';
import { Icon } from './Icon';

/** One of many: a list that opens. */
export function Picker({
  label,
  value,
  placeholder,
  choices,
  onChoose,
}: {
  readonly label: string;
  /** Empty: none is chosen, and `placeholder` stands there. */
  readonly value: string;
  readonly placeholder?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <Select.Root value={value} onValueChange={onChoose}>
      <Select.Trigger className="button" aria-label={label}>
        <Select.Value placeholder={placeholder} />
        <Select.Icon>
          <Icon of={ChevronDown} />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className="menu" position="popper" sideOffset={4}>
          <Select.Viewport>
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={choice.value} className="item">
                <Select.ItemText>{choice.label}</Select.ItemText>
                <Select.ItemIndicator>
                  <Icon of={Check} size={13} />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}
