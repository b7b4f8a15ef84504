import { ShieldAlert } from 'lucide-react';
import { type EndpointRequest, RECEIVER_CA } from '../../../shared/model/endpoint-request';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { type RequestForm, wrongPart } from '../../view-models/request-form';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/** How an endpoint is reached: through which proxy, whom its https is trusted by, and the certificate shown to it. */
export function TlsFields({
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
  const pem = (label: string, field: 'ca' | 'cert' | 'key', hint?: string, placeholder = CERTIFICATE) => (
    <FormRow
      label={label}
      hint={hint}
      wrong={field === 'key' ? null : wrongPart(problem, field === 'ca' ? 'ca' : 'client')}
    >
      {(control) => (
        <textarea
          {...control}
          className="text"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          value={form[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </FormRow>
  );
  return (
    <>
      <FormRow
        label="Proxy"
        hint="What is set below is for the endpoint, not for the proxy; left empty, there is none."
        wrong={wrongPart(problem, 'proxy')}
      >
        {(control) => (
          <input
            {...control}
            className="text mono"
            autoComplete="off"
            spellCheck={false}
            placeholder="http://proxy.local:8080"
            value={form.proxy}
            onChange={(event) => onChange({ proxy: event.target.value })}
          />
        )}
      </FormRow>
      <label className="check">
        <input
          type="checkbox"
          checked={form.ca === RECEIVER_CA}
          onChange={(event) => onChange({ ca: event.target.checked ? RECEIVER_CA : '' })}
        />
        <span>Trust the certificate of the built-in receiver</span>
      </label>
      {form.ca === RECEIVER_CA
        ? null
        : pem('Trusted CA, PEM', 'ca', 'Trusted instead of the built-in ones; left empty, those are.')}
      <label className="check">
        <input
          type="checkbox"
          checked={!form.verify}
          onChange={(event) => onChange({ verify: !event.target.checked })}
        />
        <span className="unsafe">Do not verify the certificate</span>
      </label>
      {form.verify ? null : (
        <p className="unsafe note-line" role="status">
          <Icon of={ShieldAlert} />
          Anyone between here and the endpoint can read and change what is sent, its signature and authorization too.
        </p>
      )}
      <label className="check">
        <input type="checkbox" checked={form.client} onChange={(event) => onChange({ client: event.target.checked })} />
        <span>Show a client certificate</span>
      </label>
      {form.client ? (
        <>
          {pem(
            'Client certificate, PEM',
            'cert',
            known?.clientCertificate === true ? 'Stored; kept unless you change the request.' : undefined,
          )}
          {pem('Its key, PEM', 'key', 'Sealed; it is never shown again.', '-----BEGIN PRIVATE KEY-----')}
        </>
      ) : null}
    </>
  );
}
