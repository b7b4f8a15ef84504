import { generate } from 'selfsigned';

export type Pair = { readonly cert: string; readonly key: string };

const DAY_MS = 86_400_000;

/** An authority of our own, made anew for each test file. */
export async function makeAuthority(): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

export type LeafOptions = {
  /** Left out: self-signed. */
  readonly authority?: Pair;
  /** DNS names; 127.0.0.1 is always in it unless `addresses` says otherwise. */
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  readonly expired?: boolean;
};

export async function makeLeaf({
  authority,
  names = [],
  addresses = ['127.0.0.1'],
  expired,
}: LeafOptions = {}): Promise<Pair> {
  const now = Date.now();
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'leaf' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 10 * DAY_MS),
    notAfterDate: new Date(expired === true ? now - DAY_MS : now + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
    ...(authority === undefined ? {} : { ca: authority }),
  });
  return { cert: made.cert, key: made.private };
}
