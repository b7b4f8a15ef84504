import type { CommandInput } from '../../shared/contract/commands';
import { LIMITS } from '../../shared/contract/limits';
import type { SignatureReport } from '../../shared/contract/signature';
import type { RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { type Diagnosis, diagnose } from '../../shared/rules/signatures/diagnose';
import { encoded } from '../../shared/rules/signatures/encodings';
import { readPastedHead } from '../../shared/rules/signatures/pasted';
import { type SignatureScheme, schemeOfChoice, signedPieces } from '../../shared/rules/signatures/scheme';
import {
  type Brought,
  broughtBy,
  digestOf,
  type KnownSecret,
  type SignedRequest,
  signedParts,
  verifySignature,
} from '../../shared/rules/signatures/verify';
import { sayDiagnosis } from '../../shared/words/signature';
import type { SystemClock } from '../engine/ports';
import type { Views } from '../engine/views-port';
import { primitives } from './signature-primitives';
import type { SignatureSecrets } from './signature-secrets';

export type SignatureLabPorts = {
  readonly runId: () => RunId;
  readonly views: Pick<Views, 'capture' | 'attempt'>;
  readonly secrets: SignatureSecrets;
  readonly system: Pick<SystemClock, 'elapsedMs'>;
};

type Input = CommandInput<'signature.check'>;
type Asked = {
  readonly request: SignedRequest;
  /** Wall epoch ms; null for a pasted request. */
  readonly arrivedAt: number | null;
};

/** How long the search for a mistake may keep others waiting, real ms. */
const SLICE_MS = 4;

/** @throws Refusal `not-found` for what is gone, `invalid` for what cannot be read */
export async function checkSignature(ports: SignatureLabPorts, input: Input): Promise<SignatureReport> {
  const scheme = schemeOfChoice(input.scheme);
  if (scheme === undefined)
    throw new Refusal({ code: 'invalid', field: 'scheme', message: 'There is no such scheme.' });
  const { request, arrivedAt } = await askedOf(ports, input.request);
  const secrets = secretsOf(ports, input.secret, arrivedAt);
  const [secret] = secrets;
  if (secret === undefined)
    throw new Refusal({
      code: 'not-found',
      field: 'secret',
      message: 'There is no secret. Type the one to check with.',
    });
  const brought = broughtBy(scheme, request.headers);
  const verdict = verifySignature(
    primitives,
    scheme,
    secrets,
    request,
    arrivedAt === null ? null : Math.floor(arrivedAt / 1_000),
  );
  const received = request.headers
    .filter(([name]) => name.toLowerCase() === scheme.header.toLowerCase())
    .map(([, value]) => value);
  const expected = digestOf(primitives, scheme, secret.text, request.body, brought);
  const explains = input.computed === '' ? 'received' : 'computed';
  const values =
    explains === 'computed'
      ? [unmarked(scheme, input.computed)]
      : brought.signatures.length > 0
        ? brought.signatures
        : received.filter((value) => value.trim() !== '');
  const isWhole = request.body.length === request.bodyBytes;
  const isAmiss = explains === 'computed' || (verdict.kind === 'invalid' && !/^too-/.test(verdict.fault));
  const others = ports.secrets.all(ports.runId()).filter(({ text }) => text !== secret.text);
  const diagnosis =
    isWhole && isAmiss && values.length > 0
      ? await inSlices(
          diagnose({ primitives, scheme, secret, others, request, brought, received: values }),
          ports.system,
        )
      : null;
  const base = baseOf(scheme, brought, request.body);
  return {
    verdict,
    received,
    expected: expected === null ? null : written(scheme, encoded(expected, scheme.encoding), brought),
    base: base.subarray(0, LIMITS.baseShownBytes).toString('base64'),
    baseBytes: base.length,
    explained:
      diagnosis === null
        ? null
        : { value: explains, says: sayDiagnosis(diagnosis, explains), known: diagnosis.mistakes !== null },
  };
}

async function askedOf({ views }: SignatureLabPorts, wanted: Input['request']): Promise<Asked> {
  switch (wanted.kind) {
    case 'capture': {
      const capture = await views.capture(wanted.id);
      if (capture === null) throw gone('capture', wanted.id);
      const { headers, body, bodyBytes, wallAt } = capture;
      return { request: { headers, body: Buffer.from(body, 'base64'), bodyBytes }, arrivedAt: wallAt };
    }
    case 'attempt': {
      const attempt = await views.attempt(wanted.deliveryId, wanted.n);
      if (attempt === null) throw gone('attempt', `${wanted.deliveryId} #${wanted.n}`);
      const { headers, bodyBytes } = attempt.request;
      return {
        request: { headers, body: Buffer.from(attempt.requestBody, 'base64'), bodyBytes },
        arrivedAt: attempt.startedWallAt,
      };
    }
    case 'pasted': {
      const head = readPastedHead(wanted.head);
      if (!head.ok) {
        const message = `Line ${head.line} of the headers has no colon. Write one header a line, as Name: value.`;
        throw new Refusal({ code: 'invalid', field: 'request.head', message });
      }
      const body = wanted.bodyIs === 'text' ? Buffer.from(wanted.body, 'utf8') : fromBase64(wanted.body);
      return { request: { headers: head.headers, body, bodyBytes: body.length }, arrivedAt: null };
    }
  }
}

function fromBase64(text: string): Buffer {
  const bare = text.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(bare))
    throw new Refusal({
      code: 'invalid',
      field: 'request.body',
      message: 'The body is not base64. Choose text instead.',
    });
  return Buffer.from(bare, 'base64');
}

const gone = (what: string, id: string): Refusal =>
  new Refusal({ code: 'not-found', message: `There is no ${what} ${id}. It may have been deleted.` });

function secretsOf(ports: SignatureLabPorts, wanted: Input['secret'], at: number | null): readonly KnownSecret[] {
  switch (wanted.kind) {
    case 'typed':
      return [{ name: 'the secret that you typed', text: wanted.text }];
    case 'endpoint':
      return ports.secrets.ofEndpoint(ports.runId(), wanted.id, at);
    case 'route':
      return ports.secrets.ofRoute(ports.runId(), wanted.id, at);
  }
}

function baseOf(scheme: SignatureScheme, { id, timestamp }: Brought, body: Uint8Array): Buffer {
  return Buffer.concat(signedParts(signedPieces(scheme.signed), { id: id ?? '', timestamp: timestamp ?? '', body }));
}

/** A signature as it stands in the header. */
function written({ shape }: SignatureScheme, signature: string, { timestamp }: Brought): string {
  if (shape.kind !== 'fields') return shape.prefix + signature;
  return `${shape.timestamp}=${timestamp ?? ''},${shape.field}=${signature}`;
}

function unmarked({ shape }: SignatureScheme, value: string): string {
  const mark = shape.kind === 'fields' ? `${shape.field}=` : shape.prefix;
  const text = shape.kind === 'fields' ? (value.split(',').find((part) => part.startsWith(mark)) ?? value) : value;
  return text.startsWith(mark) ? text.slice(mark.length) : text;
}

/** Runs a search piece by piece, so that an attempt that is due meanwhile goes in time. */
function inSlices(search: Generator<void, Diagnosis>, { elapsedMs }: SignatureLabPorts['system']): Promise<Diagnosis> {
  return new Promise((resolve, reject) => {
    const goOn = (): void => {
      const until = elapsedMs() + SLICE_MS;
      try {
        for (;;) {
          const step = search.next();
          if (step.done === true) {
            resolve(step.value);
            return;
          }
          if (elapsedMs() >= until) break;
        }
        setImmediate(goOn);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    goOn();
  });
}
