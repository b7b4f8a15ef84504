import { useEffect, useState } from 'react';
import type { BodyForm, Formatted, OpenedBody } from '../view-models/bodies/open-body';
import { askBody } from './ask-body';

type Work<T> = { readonly value: T | null; readonly problem: string | null };
const NONE = { value: null, problem: null };

/** What a task answers; null while it is worked on. `key` names what is asked: another key is another question. */
function useWork<T>(key: string, ask: (() => Promise<T>) | null): Work<T> {
  const [done, setDone] = useState<{ readonly key: string; readonly work: Work<T> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked
  useEffect(() => {
    if (ask === null) return;
    let gone = false;
    ask().then(
      (value) => gone || setDone({ key, work: { value, problem: null } }),
      (error: unknown) =>
        gone ||
        setDone({ key, work: { value: null, problem: error instanceof Error ? error.message : String(error) } }),
    );
    return () => {
      gone = true;
    };
  }, [key]);
  return done?.key === key ? done.work : NONE;
}

/** A body that is to be shown. `key` is the same only for the same body. */
export type BodyInput = {
  readonly key: string;
  readonly base64: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly cut: boolean;
};

export const useOpenedBody = (input: BodyInput): Work<OpenedBody> =>
  useWork(input.key, () => askBody('open', input, input.base64.length));

/** A form of an opened body; null asks for none yet. */
export function useFormatted(input: BodyInput, opened: OpenedBody | null, form: BodyForm | null): Work<Formatted> {
  return useWork(
    `${input.key} ${opened === null ? '' : (form ?? '')}`,
    opened === null || form === null
      ? null
      : () => {
          const needsBytes = form === 'parts' || opened.text === null;
          return askBody(
            'format',
            {
              form,
              kind: opened.kind,
              text: opened.text?.text ?? null,
              bytes: needsBytes && form !== 'hex' && form !== 'image' ? opened.bytes : new Uint8Array(0),
              contentType: input.contentType,
              cut: input.cut,
            },
            form === 'hex' || form === 'image' ? 0 : opened.bytes.length,
          );
        },
  );
}
