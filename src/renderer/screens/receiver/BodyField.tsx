import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { AnswerBody } from '../../../shared/model/script';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Segments } from '../../parts/Segments';
import { base64Of } from '../../view-models/body-bytes';
import { plural } from '../../view-models/numbers';

type BodyKind = 'text' | 'template' | 'bytes';

const KINDS: readonly { readonly value: BodyKind; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'template', label: 'Template' },
  { value: 'bytes', label: 'Bytes' },
];

const kindOf = (body: AnswerBody): BodyKind =>
  typeof body === 'string' ? 'text' : 'template' in body ? 'template' : 'bytes';

function asKind(body: AnswerBody, kind: BodyKind): AnswerBody {
  const text = typeof body === 'string' ? body : 'template' in body ? body.template : '';
  if (kind === 'text') return text;
  return kind === 'template' ? { template: text } : { base64: '' };
}

/** The bytes of an answer: typed, filled in from the request, or taken from a file. */
export function BodyField({
  label,
  body,
  wrong,
  onChange,
}: {
  readonly label: string;
  readonly body: AnswerBody;
  readonly wrong: string | null;
  readonly onChange: (body: AnswerBody) => void;
}) {
  const kind = kindOf(body);
  return (
    <div className="body-field">
      <Segments
        label="Made of"
        className="small"
        value={kind}
        choices={KINDS}
        onChoose={(next) => (next === kind ? undefined : onChange(asKind(body, next)))}
      />
      {typeof body === 'object' && 'base64' in body ? (
        <BytesField label={label} body={body} wrong={wrong} onChange={onChange} />
      ) : (
        <FormRow
          label={label}
          wrong={wrong}
          hint={
            kind === 'template'
              ? '{{method}} {{path}} {{query.a}} {{header.X}} {{body.a.b}} {{json body.a}} {{nth}} {{now}}'
              : undefined
          }
        >
          {(control) => (
            <textarea
              {...control}
              className="text"
              rows={3}
              spellCheck={false}
              value={typeof body === 'string' ? body : body.template}
              onChange={(event) =>
                onChange(kind === 'template' ? { template: event.target.value } : event.target.value)
              }
            />
          )}
        </FormRow>
      )}
    </div>
  );
}

type Bytes = Extract<AnswerBody, { readonly base64: string }>;

function BytesField({
  label,
  body,
  wrong,
  onChange,
}: {
  readonly label: string;
  readonly body: Bytes;
  readonly wrong: string | null;
  readonly onChange: (body: Bytes) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const take = async (chosen: File): Promise<void> => {
    if (chosen.size > LIMITS.eventBodyBytes) {
      setTooLarge(`${chosen.name} is larger than 1 MiB. Choose a smaller file.`);
      return;
    }
    setTooLarge(null);
    onChange({ base64: base64Of(new Uint8Array(await chosen.arrayBuffer())), name: chosen.name });
  };
  const size = plural(Math.floor((body.base64.replace(/=+$/, '').length * 3) / 4), 'byte');
  return (
    <>
      <FormRow
        label={`${label}, base64`}
        wrong={tooLarge ?? wrong}
        hint={body.name === undefined ? size : `${body.name}, ${size}`}
      >
        {(control) => (
          <textarea
            {...control}
            className="text"
            rows={2}
            spellCheck={false}
            value={body.base64}
            onChange={(event) => onChange({ base64: event.target.value.replace(/\s/g, '') })}
          />
        )}
      </FormRow>
      <button type="button" className="button small" onClick={() => file.current?.click()}>
        <Icon of={FileUp} size={13} />
        Choose a file
      </button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={`File for ${label.toLowerCase()}`}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) void take(chosen);
          event.target.value = '';
        }}
      />
    </>
  );
}
