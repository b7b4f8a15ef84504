import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { bits, context, integer, octets, oid, sequence, set, time, utf8, yes } from './der';

/** A certificate and its private key, PEM. */
export type Pair = { readonly cert: string; readonly key: string };

export type CertificateWish = {
  /** The common name. */
  readonly name: string;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  /** DNS names and IP addresses that it is for; `authority` makes one that signs others. */
  readonly for: 'authority' | { readonly names: readonly string[]; readonly addresses: readonly string[] };
};

type Issuer = Pair & { readonly name: string };

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const COMMON_NAME = oid('2.5.4.3');
const SERIAL_BYTES = 16;

/**
 * A new key pair (P-256) and a certificate for it by RFC 5280, with the extensions that strict clients ask for.
 * @param issuer who signs it; without one it is self-signed
 */
export function makeCertificate(wish: CertificateWish, issuer?: Issuer): Pair {
  const keys = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = keys.privateKey;
  const body = sequence(
    context(0, integer(Buffer.from([2]))),
    integer(serial()),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? wish.name),
    sequence(time(wish.from), time(wish.until)),
    nameOf(wish.name),
    keys.publicKey,
    context(3, sequence(...extensions(wish, keys.publicKey, issuer === undefined ? null : spkiOf(issuer.key)))),
  );
  const signature = sign('sha256', body, createPrivateKey(issuer?.key ?? key));
  return { cert: pem(sequence(body, ECDSA_SHA256, bits(signature))), key };
}

/** Positive, and not zero in its first byte, which DER would forbid. */
function serial(): Buffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

const nameOf = (name: string): Buffer => sequence(set(sequence(COMMON_NAME, utf8(name))));

const spkiOf = (key: string): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

/** RFC 5280 4.2.1.2: the hash of the key's bits, which are the last 65 bytes of an uncompressed point's SPKI. */
const keyId = (spki: Uint8Array): Buffer => createHash('sha1').update(spki.subarray(-65)).digest();

const extension = (id: string, critical: boolean, value: Uint8Array): Buffer =>
  sequence(oid(id), ...(critical ? [yes] : []), octets(value));

/** Bits count from the left: digitalSignature is 0, keyCertSign 5, cRLSign 6. */
const SIGNS_HANDSHAKES = bits(Buffer.from([0b1000_0000]), 7);
const SIGNS_CERTIFICATES = bits(Buffer.from([0b0000_0110]), 1);

/**
 * RFC 5280 4.2.1.10: of all names, who trusts the authority trusts it for `localhost` alone, and for `invalid`, which
 * is the name of no host at all (RFC 6761). Addresses are not bound: Electron's TLS refuses an authority that does so.
 */
const THIS_COMPUTER = ['localhost', 'invalid'].map((name) => sequence(context(2, Buffer.from(name), false)));

/** @param issuerSpki null: it is self-signed */
function extensions({ for: purpose }: CertificateWish, spki: Uint8Array, issuerSpki: Uint8Array | null): Buffer[] {
  const ofKeys = [
    extension('2.5.29.14', false, octets(keyId(spki))),
    extension('2.5.29.35', false, sequence(context(0, keyId(issuerSpki ?? spki), false))),
  ];
  if (purpose === 'authority') {
    return [
      ...ofKeys,
      extension('2.5.29.19', true, sequence(yes)),
      extension('2.5.29.15', true, SIGNS_CERTIFICATES),
      extension('2.5.29.30', true, sequence(context(0, Buffer.concat(THIS_COMPUTER)))),
    ];
  }
  const subjects = [
    ...purpose.names.map((name) => context(2, Buffer.from(name), false)),
    ...purpose.addresses.map((address) => context(7, addressBytes(address), false)),
  ];
  return [
    ...ofKeys,
    extension('2.5.29.19', true, sequence()),
    // One that signed itself says nothing of its use: Electron's TLS would not take it for its own issuer otherwise.
    ...(issuerSpki === null ? [] : [extension('2.5.29.15', true, SIGNS_HANDSHAKES)]),
    extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', false, sequence(...subjects)),
  ];
}

/** IPv4, and of IPv6 the loopback address alone. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  if (address !== '::1') throw new Error(`${address} is no address that a certificate is made for`);
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
}

const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
