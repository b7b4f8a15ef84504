import { Plus, X } from 'lucide-react';
import type { AuthKind, EndpointRequest } from '../../../shared/model/endpoint-request';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Segments } from '../../parts/Segments';
import { type RequestForm, wrongHeader, wrongPart } from '../../view-models/request-form';

const AUTH_NAMES: Readonly<Record<AuthKind, string>> = { none: 'None', basic: 'Basic', bearer: 'Bearer' };

/** Headers of one's own and the authorization of an endpoint's requests. */
export function RequestFields({
  form,
  known,
  problem,
  onChange,
}: {
  readonly form: RequestForm;
  readonly known: EndpointRequest | undefined;
  readonly problem: Problem | null;
  readonly onChange: (change: Partial<RequestForm>) => void;
}) {
  const kept =
    known !== undefined && known.auth === form.auth ? 'Stored; kept unless you change the request.' : undefined;
  const wrongAuth = wrongPart(problem, 'auth');
  return (
    <>
      <HeaderRows form={form} problem={problem} onChange={onChange} />
      <div className="form-row">
        <span className="label">Authorization</span>
        <Segments
          label="Authorization"
          value={form.auth}
          onChoose={(auth) => onChange({ auth })}
          choices={(['none', 'basic', 'bearer'] as const).map((value) => ({ value, label: AUTH_NAMES[value] }))}
        />
      </div>
      {form.auth === 'basic' ? (
        <div className="two">
          <FormRow label="User" wrong={wrongAuth} hint={kept}>
            {(control) => (
              <input
                {...control}
                className="text mono"
                autoComplete="off"
                spellCheck={false}
                value={form.user}
                onChange={(event) => onChange({ user: event.target.value })}
              />
            )}
          </FormRow>
          <FormRow label="Password">
            {(control) => (
              <input
                {...control}
                className="text mono"
                type="password"
                autoComplete="new-password"
                value={form.password}
                onChange={(event) => onChange({ password: event.target.value })}
              />
            )}
          </FormRow>
        </div>
      ) : null}
      {form.auth === 'bearer' ? (
        <FormRow label="Token" wrong={wrongAuth} hint={kept}>
          {(control) => (
            <input
              {...control}
              className="text mono"
              type="password"
              autoComplete="new-password"
              value={form.token}
              onChange={(event) => onChange({ token: event.target.value })}
            />
          )}
        </FormRow>
      ) : null}
    </>
  );
}

function HeaderRows({
  form: { headers },
  problem,
  onChange,
}: {
  readonly form: RequestForm;
  readonly problem: Problem | null;
  readonly onChange: (change: Partial<RequestForm>) => void;
}) {
  const wrongAt = wrongHeader(problem);
  const wrong = wrongPart(problem, 'headers');
  const edit = (at: number, header: readonly [string, string]): void =>
    onChange({ headers: headers.map((known, i) => (i === at ? header : known)) });
  return (
    <div className="form-row">
      <span className="label">Headers, sent in this order and case</span>
      {headers.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header is its place; names may repeat
        <div key={i} className="header-line">
          <input
            className="text mono"
            aria-label={`Name of header ${i + 1}`}
            aria-invalid={wrongAt === i}
            placeholder="X-Name"
            spellCheck={false}
            value={name}
            onChange={(event) => edit(i, [event.target.value, value])}
          />
          <input
            className="text mono"
            aria-label={`Value of header ${i + 1}`}
            aria-invalid={wrongAt === i}
            placeholder="value"
            spellCheck={false}
            value={value}
            onChange={(event) => edit(i, [name, event.target.value])}
          />
          <button
            type="button"
            className="square plain small"
            aria-label={`Remove header ${i + 1}`}
            onClick={() => onChange({ headers: headers.filter((_, at) => at !== i) })}
          >
            <Icon of={X} />
          </button>
          {wrongAt === i ? (
            <p className="wrong" role="alert">
              {wrong}
            </p>
          ) : null}
        </div>
      ))}
      {wrong !== null && wrongAt === null ? (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      ) : null}
      <div>
        <button type="button" className="button small" onClick={() => onChange({ headers: [...headers, ['', '']] })}>
          <Icon of={Plus} size={13} />
          Add a header
        </button>
      </div>
    </div>
  );
}
