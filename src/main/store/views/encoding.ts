import type { Base64 } from '../../../shared/contract/views';

export const base64 = (body: Uint8Array): Base64 =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');

/** Ids as one bound value, for `json_each`. */
export const idList = (ids: readonly string[]): string => JSON.stringify(ids);
