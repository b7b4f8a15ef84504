import type { Capture } from '../model/receiver';
import { isMethod } from './forwarding';

/** Why a capture cannot be sent on byte for byte, and what can be done; null when it can. */
export function whyNotExact({
  method,
  verdict,
  bodyBytes,
  body,
}: Pick<Capture, 'method' | 'verdict' | 'bodyBytes'> & { readonly body: { readonly length: number } }): string | null {
  if (!isMethod(method)) return 'It was not a whole HTTP request, so there is nothing to send on byte for byte.';
  if (verdict.kind === 'refused' && verdict.status !== 508) {
    return 'It was refused and may not have come in whole. Send it on edited instead.';
  }
  if (body.length === bodyBytes) return null;
  const [kept, all] = [body.length, bodyBytes].map((bytes) => bytes.toLocaleString('en'));
  return `Only the first ${kept} of its ${all} bytes were kept, so it cannot go out as it came. Send it on edited instead: what was kept goes out.`;
}
