const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Makes control and direction characters visible, so that no captured text can pretend to be another. */
export const showHidden = (text: string): string =>
  text.replace(HIDDEN, (char) => `‹${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
