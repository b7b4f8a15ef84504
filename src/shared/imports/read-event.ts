import { LIMITS } from '../contract/limits';
import { contentType } from '../contract/preferences';
import { parsed } from '../json/text-at';
import { utf8Text } from '../rules/signatures/text-bytes';

const LONGEST_TYPE = 200;
const ANY_BYTES = 'application/octet-stream';

/** A type that an event can have, or null. */
export const asEventType = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_TYPE ? value : null;

/** What a body calls itself: the `type` of its JSON object, or null. */
export function typeOfBody(body: Uint8Array): string | null {
  const { text, isWhole } = utf8Text(body);
  const value = isWhole ? parsed(text) : undefined;
  return typeof value === 'object' && value !== null && 'type' in value ? asEventType(value.type) : null;
}

/** A content type as a request had it; where it had none that an event can have, that of any bytes. */
export const asContentType = (text: string | null): string => {
  const read = contentType.safeParse(text?.trim() ?? '');
  return read.success ? read.data : ANY_BYTES;
};

export const isTooLarge = (body: Uint8Array): boolean => body.length > LIMITS.eventBodyBytes;
