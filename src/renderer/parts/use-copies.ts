import { useMemo } from 'react';
import { redactionOf } from '../../shared/contract/preferences';
import { makeRedactor, type Redactor, sayRedacted } from '../../shared/redaction/redactor';
import { usePreferences } from '../state/preferences';
import { say } from '../state/toasts';
import { WHOLE } from '../view-models/message-copies';
import { type Copied, copyText } from './CopyButton';

/** Makes a text that is copied, with the settings' redaction. What was redacted is said, and can be had all the same. */
export type Copies = (what: string, make: (redactor: Redactor) => string) => string | Copied;

/** `The body is copied`, `The headers are copied`. */
export const sayCopied = (what: string): string => `${what} ${what.endsWith('headers') ? 'are' : 'is'} copied`;

export function useCopies(): Copies {
  const preferences = usePreferences();
  return useMemo(
    () => (what, make) => {
      const redactor = makeRedactor(redactionOf(preferences));
      const text = make(redactor);
      const hidden = sayRedacted(redactor.counts());
      if (hidden === '') return text;
      const copyWhole = async (): Promise<void> => {
        if (await copyText(make(WHOLE))) say(`${sayCopied(what)}, secrets and all.`);
      };
      return {
        text,
        told: () =>
          say(`${sayCopied(what)}. Redacted: ${hidden}.`, { label: 'Copy it whole', run: () => void copyWhole() }),
      };
    },
    [preferences],
  );
}
