import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { makeSigner } from '../../src/main/sender/signer';

type Vector = {
  readonly name: string;
  readonly secret: string;
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly signature: string;
};

const vectors = JSON.parse(
  readFileSync(new URL('./standard-webhooks.json', import.meta.url), 'utf8'),
) as readonly Vector[];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const SECRETS = ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno'];

describe('Standard Webhooks v1', () => {
  it.each(vectors)('signs $name', ({ secret, id, timestamp, body, signature }) => {
    const signer = makeSigner();
    expect(signer.sign(secret, id, timestamp, bytes(body))).toBe(signature);
    // A second time with the key that was kept.
    expect(signer.sign(secret, id, timestamp, bytes(body))).toBe(signature);
  });

  it('signs bytes, not text: a body that is not UTF-8 differs from its replacement characters', () => {
    const signer = makeSigner();
    const raw = new Uint8Array([0xa4, 0x26, 0x37, 0x13]);
    const decoded = bytes(new TextDecoder().decode(raw));
    expect(signer.sign(SECRETS[0] ?? '', 'id', 1, raw)).not.toBe(signer.sign(SECRETS[0] ?? '', 'id', 1, decoded));
  });

  it('is accepted by the reference library', () => {
    const timestampS = Math.floor(Date.now() / 1_000);
    const body = '{"name":"Zoë – 東京 🚀"}';
    for (const secret of SECRETS) {
      const value = makeSigner().sign(secret, 'evt_1', timestampS, bytes(body));
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestampS), 'webhook-signature': value };
      expect(new Webhook(secret).verify(body, headers)).toEqual({ name: 'Zoë – 東京 🚀' });
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    }
  });

  it('signs with old and new secret while one is rotated; a receiver with either accepts', () => {
    const timestampS = Math.floor(Date.now() / 1_000);
    const signer = makeSigner();
    const value = signer.signAll(SECRETS, 'evt_1', timestampS, bytes('{}'));
    expect(value).toBe(SECRETS.map((secret) => signer.sign(secret, 'evt_1', timestampS, bytes('{}'))).join(' '));
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestampS), 'webhook-signature': value };
    for (const secret of SECRETS) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
  });

  it('stays right when more secrets are used than keys are kept', () => {
    const signer = makeSigner();
    const first = vectors[0];
    if (first === undefined) throw new Error('The vectors are missing.');
    for (let i = 0; i < 1_100; i++) {
      signer.sign(`whsec_${Buffer.alloc(24, `${i}`).toString('base64')}`, 'id', 1, bytes(''));
    }
    expect(signer.sign(first.secret, first.id, first.timestamp, bytes(first.body))).toBe(first.signature);
  });
});
