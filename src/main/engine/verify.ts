import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { splitUrl } from '../../shared/rules/request-headers';
import { sayFault } from '../../shared/words/explain';
import { reasonPhrase } from '../../shared/words/status';
import { reopen } from './circuit';
import { carriedBy } from './credentials';
import { liveEndpoint, logChange } from './endpoints';
import type { SendResult } from './ports';
import type { RunContext } from './run-context';

const CHALLENGE_BYTES = 18;

type Judged = { readonly passed: boolean; readonly detail: string };

/**
 * Sends the challenge to the endpoint's URL, or to the newer one that waits for it (F24), and opens the endpoint when
 * it passes (F25, R12). Returns the endpoint as it is afterwards.
 * @throws Refusal `conflict` when the policy has no verification, a person disabled the endpoint (F14), or its URL was
 * changed while the challenge was under way; what the store says when the endpoint's credentials cannot be read
 */
export async function verifyEndpoint(context: RunContext, id: EndpointId): Promise<Endpoint> {
  const endpoint = verifiable(context, id);
  const url = endpoint.condition.newerUrl ?? endpoint.url;
  const judged = endpoint.verification === 'assume' ? ASSUMED : await challenge(context, endpoint, url);
  const now = context.clock.now();
  // Read again: the challenge took its time, and the endpoint may have been disabled or got another URL meanwhile.
  const present = verifiable(context, id);
  const { newerUrl } = present.condition;
  if (url !== newerUrl && url !== present.url) {
    throw new Refusal({
      code: 'conflict',
      message: `The URL of ${present.name} was changed while the former one was being verified. Verify it again.`,
    });
  }
  return context.commit(() => {
    const { policy } = present;
    const rules = policy.suspension?.rules.end ?? policy.verification?.rules ?? [];
    context.logEndpoint(present, { kind: 'verify', url, ...judged, rules }, now);
    if (!judged.passed) return present;
    if (url !== present.url) logChange(context, present, now);
    const moved: Endpoint = { ...present, url, routeId: url === present.url ? present.routeId : null };
    const stillNewer = url === newerUrl ? null : newerUrl;
    return reopen(context, moved, 'verify', { verified: true, everVerified: true, newerUrl: stillNewer }, now);
  });
}

/** @throws Refusal `not-found`, or `conflict` as above */
function verifiable(context: RunContext, id: EndpointId): Endpoint {
  const endpoint = liveEndpoint(context, id);
  const { policy } = endpoint;
  if (policy.verification === null) {
    throw new Refusal({
      code: 'conflict',
      message: `${policy.name} has no verification. Enable the endpoint instead.`,
    });
  }
  if (endpoint.state === 'disabled') {
    throw new Refusal({ code: 'conflict', message: `${endpoint.name} is disabled, and stays so (F14).` });
  }
  return endpoint;
}

const ASSUMED: Judged = { passed: true, detail: 'assumed, no challenge was sent' };

async function challenge(context: RunContext, endpoint: Endpoint, url: string): Promise<Judged> {
  const word = Buffer.from(context.ports.chance.bytes(CHALLENGE_BYTES)).toString('base64url');
  const body = Buffer.from(JSON.stringify({ type: 'endpoint.verification', challenge: word }));
  // A challenge comes to the same door as the deliveries: it shows the same credentials and trusts the same certificate.
  const carried = carriedBy(endpoint, context.ports.store.secretOf(endpoint.id), context.receiverCa);
  const result = await context.ports.sender.send(
    {
      method: 'POST',
      url,
      headers: [
        ['host', splitUrl(url)?.host ?? ''],
        ['content-type', 'application/json'],
        ['content-length', String(body.byteLength)],
        ['user-agent', `Retryscope/${context.ports.version}`],
        ...carried.headers,
      ],
      body,
      timeouts: endpoint.policy.timeouts,
      ...carried.way,
    },
    context.stopSignal,
  );
  return judge(endpoint, result, word);
}

function judge(endpoint: Endpoint, { outcome, response }: SendResult, word: string): Judged {
  if (outcome.kind !== 'response') {
    const detail =
      outcome.kind === 'no-response' ? `${sayFault(outcome.fault)} ${outcome.detail}`.trim() : 'it was stopped';
    return { passed: false, detail };
  }
  const [from, to] = endpoint.policy.success;
  const answered = `${outcome.status} ${reasonPhrase(outcome.status)}`.trim();
  if (outcome.status < from || outcome.status > to) return { passed: false, detail: answered };
  if (endpoint.verification !== 'echo') return { passed: true, detail: answered };
  return Buffer.from(response?.body ?? []).includes(word)
    ? { passed: true, detail: `${answered} with the challenge in its body` }
    : { passed: false, detail: `${answered}, but the challenge is not in its body` };
}
