import { bytesOfBase64 } from '../model/base64';
import { ok, type Result, refuse } from '../model/problem';
import { latin1Of } from '../redaction/latin1';
import { utf8Text } from '../rules/signatures/text-bytes';
import { type CurlOption, longOption, shortOption } from './curl-options';
import { asContentType, isTooLarge, typeOfBody } from './read-event';
import { bytesOfWord, readShellWords, type ShellToken } from './shell-words';

export type CurlEvent = {
  /** Null where the body names none. */
  readonly type: string | null;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** What the command has and the event does not, in words without values. */
  readonly left: readonly string[];
};

const EXAMPLE = "such as curl -H 'Content-Type: application/json' --data-raw '{}' http://localhost";
const NOT_CURL = `This is no cURL command. Paste one, ${EXAMPLE}.`;
const NO_BODY = 'The command sends no body, which is what an event is made of. Paste one with --data-raw.';
const FILE =
  'The command reads its body from a file, which a page cannot do. Put the text in the place of @…, after --data-raw.';
const WINDOWS = 'This is a command for the Windows prompt. Copy it as cURL for bash.';
const MORE = 'There is more than one command. Paste one at a time.';
const AMPERSAND = 'An & outside of quotes ends the command. Put quotes around the address.';
const NO_VALUE = 'The last option lacks its value. Paste the command whole.';
const TOO_LARGE = 'The body has more than 1 MiB, the most that an event carries.';

/** Reads a cURL command as a shell and cURL would, as far as it makes an event: type, content type and bytes. */
export function readCurl(command: string): Result<CurlEvent> {
  if (/(?:^|\s)curl(?:\.exe)?\s+\^"|\s\^\r?\n/.test(command)) return refuse('invalid', WINDOWS);
  const tokens = readShellWords(command.trim().replace(/^\$ (?=curl\b)/, ''));
  if (!tokens.ok) return tokens;
  const line = readPipe(tokens.value);
  if (!line.ok) return line;
  const request = readOptions(line.value.words, line.value.input);
  if (!request.ok) return request;
  const { body, contentType, left } = request.value;
  if (body === null) return refuse('invalid', NO_BODY);
  const bytes = bytesOfWord(body);
  if (isTooLarge(bytes)) return refuse('too-large', TOO_LARGE);
  return ok({ type: typeOfBody(bytes), contentType: asContentType(contentType), body: bytes, left });
}

type Line = { readonly words: readonly string[]; readonly input: string | null };

/** The words of the one cURL command, and what it reads: a here-document, or one through `cat` or `base64 -d`. */
function readPipe(tokens: readonly ShellToken[]): Result<Line> {
  let words: string[] = [];
  let input: string | null = null;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'word') words.push(token.text);
    else if (token.kind === 'heredoc') input = token.text;
    else if (token.text === '|' && words[0] !== 'curl') {
      const fed = through(words.join(' '), input);
      if (fed === null) return refuse('invalid', NOT_CURL);
      input = fed;
      words = [];
    } else if (token.text === '&') return refuse('invalid', AMPERSAND);
    else if (token.text === '<') return refuse('invalid', FILE);
    // What becomes of the answer is none of the event's.
    else if (words[0] === 'curl' && ['|', '>', '>>', '>&'].includes(token.text))
      return late(words, input, tokens.slice(at));
    else if (words.length > 0) return late(words, input, tokens.slice(at));
  }
  return begun(words, input);
}

/** The command is over; only an empty line may follow, or what its answer is piped to. */
function late(words: readonly string[], input: string | null, rest: readonly ShellToken[]): Result<Line> {
  const [first] = rest;
  const isPiped = first?.kind === 'operator' && ['|', '>', '>>', '>&'].includes(first.text);
  const again = rest.some((token) => token.kind === 'word' && (!isPiped || token.text === 'curl'));
  const document = rest.find((token) => token.kind === 'heredoc');
  return again ? refuse('invalid', MORE) : begun(words, document?.text ?? input);
}

const begun = (words: readonly string[], input: string | null): Result<Line> =>
  words[0] === 'curl' ? ok({ words: words.slice(1), input }) : refuse('invalid', NOT_CURL);

function through(command: string, input: string | null): string | null {
  if (input === null) return null;
  if (command === 'cat') return input;
  if (!/^base64 (?:-d|-D|--decode)$/.test(command)) return null;
  const base64 = input.replace(/[\r\n]/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) ? latin1Of(bytesOfBase64(base64)) : null;
}

type Request = { body: string | null; contentType: string | null; left: string[] };

function readOptions(words: readonly string[], input: string | null): Result<Request> {
  let body: string | null = null;
  let isJson = false;
  let method: string | null = null;
  let hasAuth = false;
  const headers: (readonly [string, string])[] = [];
  const take = (option: CurlOption, value: string): string | null => {
    if (option.kind === 'data') {
      const read = dataOf(option.how, value, input);
      if (read === null) return FILE;
      if (option.how === 'json') isJson = true;
      body = body === null ? read : `${body}${option.how === 'json' ? '' : '&'}${read}`;
    } else if (option.kind === 'header') {
      if (value.startsWith('@')) return FILE.replace('its body', 'its headers');
      const [, name = '', rest = ''] = /^([^:;]*)[:;]?(.*)$/s.exec(value) ?? [];
      headers.push([name.trim(), rest.trim()]);
    } else if (option.kind === 'method') method = value;
    else if (option.kind === 'auth') hasAuth = true;
    return null;
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const found = optionsOf(word);
    if (found === null) continue;
    if (!found.ok) return found;
    for (const { option, value } of found.value) {
      if (option.kind === 'refused') return refuse('invalid', option.why);
      if (option.kind === 'flag') continue;
      const given = value ?? words[++at];
      if (given === undefined) return refuse('invalid', NO_VALUE);
      const wrong = take(option, given);
      if (wrong !== null) return refuse('invalid', wrong);
    }
  }
  const named = headers.find(([name]) => name.toLowerCase() === 'content-type');
  const own = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const others = headers.filter(([name, value]) => name.toLowerCase() !== 'content-type' && value !== '');
  return ok({ body, contentType: named === undefined ? own : named[1], left: sayLeft(method, hasAuth, others) });
}

type Given = { readonly option: CurlOption; readonly value: string | null };

/** The options of a word, several letters may share one; null for a word that is none. */
function optionsOf(word: string): Result<readonly Given[]> | null {
  if (!word.startsWith('-') || word === '-' || word === '--') return null;
  const unknown = (name: string): Result<never> =>
    refuse('invalid', `The option ${utf8Text(bytesOfWord(name)).text.slice(0, 40)} is not known here. Remove it.`);
  if (word.startsWith('--')) {
    const option = longOption(word.slice(2));
    return option === null ? unknown(word) : ok([{ option, value: null }]);
  }
  const given: Given[] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    const option = shortOption(letter);
    if (option === null) return unknown(`-${letter}`);
    const rest = word.slice(at + 1);
    given.push({ option, value: rest === '' ? null : rest });
    if (option.kind !== 'flag') break;
  }
  return ok(given);
}

/** Null when it stands in a file. */
function dataOf(how: Extract<CurlOption, { kind: 'data' }>['how'], value: string, input: string | null): string | null {
  if (how === 'raw') return value;
  if (how === 'urlencode') {
    const [, name = '', sign = '', text = ''] = /^([^=@]*)([=@]?)(.*)$/s.exec(value) ?? [];
    if (sign === '@') return null;
    return sign === '' ? escaped(value) : `${name}${name === '' ? '' : '='}${escaped(text)}`;
  }
  if (!value.startsWith('@')) return value;
  if (value !== '@-' || input === null) return null;
  // What --data reads from a file loses its line ends; --data-binary and --json keep every byte.
  return how === 'ascii' ? input.replace(/[\r\n\0]/g, '') : input;
}

const escaped = (bytes: string): string =>
  bytes.replace(/[^A-Za-z0-9._~-]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

function sayLeft(method: string | null, hasAuth: boolean, headers: readonly (readonly [string, string])[]): string[] {
  const names = [...new Set(headers.map(([name]) => utf8Text(bytesOfWord(name)).text.slice(0, 60)))];
  return [
    'the address',
    ...(method === null || method === 'POST' ? [] : [`the method ${utf8Text(bytesOfWord(method)).text.slice(0, 20)}`]),
    ...(hasAuth ? ['user and password'] : []),
    ...(names.length === 0 ? [] : [`${names.length === 1 ? 'the header' : 'the headers'} ${names.join(', ')}`]),
  ];
}
