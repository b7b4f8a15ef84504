/** One field of a form. `raw` is what stood there; the name and value are decoded as far as they can be. */
export type FormField = { readonly name: string; readonly value: string; readonly raw: string };

/** Percent signs that stand for nothing stay; bytes that are no UTF-8 show as replacement marks. */
function decodeComponent(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  if (!spaced.includes('%')) return spaced;
  return spaced.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => {
    const bytes = Uint8Array.from(escaped.match(/[0-9a-fA-F]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  });
}

/** The fields of an `application/x-www-form-urlencoded` text in their order, repetitions and empty ones kept. */
export function readForm(text: string): readonly FormField[] {
  if (text === '') return [];
  return text
    .replace(/\r?\n$/, '')
    .split('&')
    .map((raw) => {
      const equals = raw.indexOf('=');
      const name = equals === -1 ? raw : raw.slice(0, equals);
      const value = equals === -1 ? '' : raw.slice(equals + 1);
      return { name: decodeComponent(name), value: decodeComponent(value), raw };
    });
}
