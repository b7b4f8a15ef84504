/** JSON as it was written: numbers and the order of keys are kept. */
type Json =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: Json])[] };

/** How a language prints JSON. */
type Dialect = {
  /** White space of one level; empty prints one line. */
  readonly indent: string;
  readonly comma: string;
  readonly colon: string;
  readonly sorted: boolean;
  /** Numbers as a double says them, which loses digits and trailing zeros. */
  readonly doubles: boolean;
  /** Characters beyond these are written as `\uXXXX`, or `\/` for a slash. */
  readonly escapes: RegExp | null;
};

const COMPACT: Dialect = { indent: '', comma: ',', colon: ':', sorted: false, doubles: false, escapes: null };
const SPACED: Dialect = { ...COMPACT, comma: ', ', colon: ': ' };
const NON_ASCII = /[\u007f-\uffff]/g;
const pretty = (indent: string): Dialect => ({ ...COMPACT, indent, colon: ': ' });

/** The forms in which JSON is printed anew, and how each is called. The plainer one stands first. */
const DIALECTS: readonly (readonly [name: string, dialect: Dialect])[] = [
  ['compact, as JSON.stringify prints it', COMPACT],
  ['compact, by a parser that loses digits of numbers', { ...COMPACT, doubles: true }],
  ['indented by two spaces', pretty('  ')],
  ['indented by four spaces', pretty('    ')],
  ['indented by tabs', pretty('\t')],
  ['indented by two spaces, by a parser that loses digits of numbers', { ...pretty('  '), doubles: true }],
  ['compact with its keys sorted', { ...COMPACT, sorted: true }],
  [
    'compact with its keys sorted, by a parser that loses digits of numbers',
    { ...COMPACT, sorted: true, doubles: true },
  ],
  ['with a space after each comma and colon, as Python’s json.dumps prints it', { ...SPACED, escapes: NON_ASCII }],
  ['with a space after each comma and colon', SPACED],
  ['as Python’s json.dumps prints it with its keys sorted', { ...SPACED, sorted: true, escapes: NON_ASCII }],
  ['compact with every letter beyond ASCII escaped', { ...COMPACT, escapes: NON_ASCII }],
  ['as PHP’s json_encode prints it', { ...COMPACT, escapes: /[\u007f-\uffff/]/g }],
  ['as Go’s json.Marshal prints it', { ...COMPACT, sorted: true, doubles: true, escapes: /[<>&\u2028\u2029]/g }],
  ['indented by two spaces with its keys sorted', { ...pretty('  '), sorted: true }],
];

/** The text printed anew in each form; empty when it is not JSON. */
export function reprinted(text: string): readonly { readonly name: string; readonly text: string }[] {
  const json = parsed(text);
  return json === null ? [] : DIALECTS.map(([name, dialect]) => ({ name, text: printed(json, dialect, '') }));
}

/** The `id` of a JSON object when it is a text; null otherwise. */
export function topLevelId(text: string): string | null {
  const json = parsed(text);
  if (json?.kind !== 'object') return null;
  const id = json.members.findLast(([key]) => key === 'id')?.[1];
  return id?.kind === 'string' ? id.value : null;
}

const DEEPEST = 400;

const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Token = { readonly kind: 'mark' | 'string' | 'plain'; readonly text: string };

/** Null for what is not JSON, and for what is nested deeper than anybody nests. */
function parsed(text: string): Json | null {
  // It settles what is valid; what follows only keeps what JSON.parse would lose.
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  let at = 0;
  const next = (): Token => tokens[at++] ?? { kind: 'mark', text: '' };
  const value = (depth: number): Json | null => {
    if (depth > DEEPEST) return null;
    const token = next();
    if (token.kind === 'plain') return { kind: 'plain', text: token.text };
    if (token.kind === 'string') return { kind: 'string', value: stringOf(token) };
    return token.text === '{' ? object(depth) : array(depth);
  };
  const object = (depth: number): Json | null => {
    const members: [string, Json][] = [];
    while (tokens[at]?.text !== '}') {
      if (tokens[at]?.text === ',') at++;
      const key = stringOf(next());
      at++;
      const member = value(depth + 1);
      if (member === null) return null;
      members.push([key, member]);
    }
    at++;
    return { kind: 'object', members };
  };
  const array = (depth: number): Json | null => {
    const items: Json[] = [];
    while (tokens[at]?.text !== ']') {
      if (tokens[at]?.text === ',') at++;
      const item = value(depth + 1);
      if (item === null) return null;
      items.push(item);
    }
    at++;
    return { kind: 'array', items };
  };
  return value(0);
}

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [, mark, string, plain = ''] = match;
    tokens.push(
      mark !== undefined
        ? { kind: 'mark', text: mark }
        : string !== undefined
          ? { kind: 'string', text: string }
          : { kind: 'plain', text: plain },
    );
  }
  return tokens.length === 0 ? null : tokens;
}

function stringOf({ text }: Token): string {
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : '';
}

function printed(json: Json, dialect: Dialect, margin: string): string {
  const inner = margin + dialect.indent;
  const open = dialect.indent === '' ? '' : `\n${inner}`;
  const close = dialect.indent === '' ? '' : `\n${margin}`;
  const wrapped = (left: string, items: readonly string[], right: string): string =>
    items.length === 0 ? left + right : `${left}${open}${items.join(`${dialect.comma}${open}`)}${close}${right}`;
  switch (json.kind) {
    case 'plain':
      return dialect.doubles && /^[-\d]/.test(json.text) ? JSON.stringify(Number(json.text)) : json.text;
    case 'string':
      return quoted(json.value, dialect);
    case 'array':
      return wrapped(
        '[',
        json.items.map((item) => printed(item, dialect, inner)),
        ']',
      );
    case 'object':
      return wrapped(
        '{',
        inOrder(json.members, dialect).map(
          ([key, value]) => `${quoted(key, dialect)}${dialect.colon}${printed(value, dialect, inner)}`,
        ),
        '}',
      );
  }
}

function inOrder(
  members: readonly (readonly [string, Json])[],
  { sorted }: Dialect,
): readonly (readonly [string, Json])[] {
  // Every parser keeps one value of a repeated key: the last, at the place of the first.
  const last = [...new Map(members)];
  return sorted ? last.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) : last;
}

const quoted = (value: string, { escapes }: Dialect): string => {
  const text = JSON.stringify(value);
  return escapes === null ? text : text.replace(escapes, escaped);
};

const escaped = (unit: string): string =>
  unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
