import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { CommandInput } from '../../shared/contract/commands';
import { RECEIVER_CA } from '../../shared/model/endpoint-request';
import { Refusal } from '../../shared/model/problem';

type Wanted = NonNullable<CommandInput<'endpoint.update'>['request']>;

/** @throws Refusal `invalid` when a CA, a client certificate or its key is no PEM that can be read */
export function checkPem({ ca, client }: Pick<Wanted, 'ca' | 'client'>): void {
  if (ca !== null && ca !== RECEIVER_CA) mustRead('request.ca', 'The CA', () => new X509Certificate(ca));
  if (client === null) return;
  mustRead('request.client', 'The client certificate', () => new X509Certificate(client.cert));
  mustRead('request.client', 'The client’s key', () => createPrivateKey(client.key));
}

function mustRead(field: string, what: string, read: () => unknown): void {
  try {
    read();
  } catch {
    const message = `${what} is not PEM that can be read. Paste it with its BEGIN and END lines.`;
    throw new Refusal({ code: 'invalid', field, message });
  }
}
