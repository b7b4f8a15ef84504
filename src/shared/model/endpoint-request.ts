import type { HeaderList } from './header';

export const AUTH_KINDS = ['none', 'basic', 'bearer'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

/** What an endpoint's requests carry beside the policy's own headers, without anything secret. */
export type EndpointRequest = {
  /** Sent with every attempt, after the policy's own, in this order and case. */
  readonly headers: HeaderList;
  /** Which `authorization` is sent; what it says is kept sealed. */
  readonly auth: AuthKind;
  /**
   * PEM certificates that are trusted instead of the built-in ones, or `RECEIVER_CA`; null trusts the built-in ones.
   */
  readonly ca: string | null;
  /** False accepts any certificate: for this endpoint only. */
  readonly verify: boolean;
  /** A client certificate is shown; its key is kept sealed. */
  readonly clientCertificate: boolean;
  /** The URL of the proxy that its requests go through; null goes straight to the endpoint. */
  readonly proxy: string | null;
};

/** Instead of a PEM: the authority of this app's own receiver, whichever it is now. */
export const RECEIVER_CA = 'receiver';

export const PLAIN_REQUEST: EndpointRequest = {
  headers: [],
  auth: 'none',
  ca: null,
  verify: true,
  clientCertificate: false,
  proxy: null,
};

export type Auth =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string };

/** What of an endpoint is secret. */
export type Credentials = {
  /** Signs every attempt. */
  readonly secret: string;
  /** The secret before a rotation: it signs too, until then (wall epoch ms). */
  readonly former: { readonly secret: string; readonly until: number } | null;
  readonly auth: Auth | null;
  /** PEM. */
  readonly client: { readonly cert: string; readonly key: string } | null;
};
