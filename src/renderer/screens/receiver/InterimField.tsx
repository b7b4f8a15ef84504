import { useState } from 'react';
import type { Interim } from '../../../shared/model/script';
import { TextRow } from './TextRow';

/** The 1xx answers before the answer, by their statuses; the headers of one that stays are kept. */
export function InterimField({
  interim = [],
  wrong,
  onChange,
}: {
  readonly interim: readonly Interim[] | undefined;
  readonly wrong: string | null;
  readonly onChange: (interim: readonly Interim[] | undefined) => void;
}) {
  const [typed, setTyped] = useState(() => interim.map(({ reply }) => reply).join(', '));
  const [unread, setUnread] = useState<string | null>(null);
  return (
    <TextRow
      label="Before it (1xx)"
      hint="Such as 102, 103"
      value={typed}
      wrong={unread ?? wrong}
      onChange={(text) => {
        setTyped(text);
        const words = text.split(',').map((word) => word.trim());
        if (text.trim() === '') {
          setUnread(null);
          onChange(undefined);
        } else if (words.every((word) => /^\d{3}$/.test(word))) {
          setUnread(null);
          onChange(
            words.map(
              (word) => interim.find(({ reply }) => reply === Number(word)) ?? { reply: Number(word), headers: [] },
            ),
          );
        } else setUnread('Statuses with commas between them, such as 102, 103.');
      }}
    />
  );
}
