import { base64Of, bytesOf, textOf } from './body-bytes';

/** What is written, or bytes that a text field would not keep as they are. */
export type DraftBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string; readonly size: number };

export const textBody = (text: string): DraftBody => ({ kind: 'text', text });

/** A text field holds text: bytes that are not UTF-8 stay bytes. */
export function bodyOf(base64: string): DraftBody {
  const bytes = bytesOf(base64);
  const text = textOf(bytes);
  return text === null ? { kind: 'bytes', base64, size: bytes.length } : textBody(text);
}

/** The bytes that go out, as the contract carries them. */
export const bodyBase64 = (body: DraftBody): string =>
  body.kind === 'bytes' ? body.base64 : base64Of(new TextEncoder().encode(body.text));

export const bodySize = (body: DraftBody): number =>
  body.kind === 'bytes' ? body.size : new TextEncoder().encode(body.text).length;

export const sameBody = (a: DraftBody, b: DraftBody): boolean =>
  a.kind === 'bytes' ? b.kind === 'bytes' && a.base64 === b.base64 : b.kind === 'text' && a.text === b.text;
