/** Controls but line feed and tab, and what turns the direction of writing. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text that a terminal shows and does not obey: names come from files of others, and what would move a cursor, rename
 * the window or turn the writing around becomes U+FFFD.
 */
export const plainText = (text: string): string => text.replace(UNSEEN, '\ufffd');
