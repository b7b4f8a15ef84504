import type { HeaderList } from '../../model/header';

export type PastedHead =
  | { readonly ok: true; readonly headers: HeaderList }
  | { readonly ok: false; readonly line: number };

const REQUEST_LINE = /^[A-Z-]+ \S+ HTTP\/\d/;

/** Header lines as a person pastes them: a request line and empty lines are left out; `line`: the first that is no header. */
export function readPastedHead(text: string): PastedHead {
  const headers: [string, string][] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '' || (headers.length === 0 && REQUEST_LINE.test(line))) continue;
    const [, name, value = ''] = /^\s*([^\s:]+)\s*:[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) return { ok: false, line: index + 1 };
    headers.push([name, value]);
  }
  return { ok: true, headers };
}
