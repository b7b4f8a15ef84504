import { ok, type Result, refuse } from '../model/problem';
import { bytesOfLatin1, latin1Of } from '../redaction/latin1';
import { utf8Bytes } from '../rules/signatures/text-bytes';

/** What a shell makes of a line. Words are bytes, one character (0 to 255) a byte. */
export type ShellToken =
  | { readonly kind: 'word'; readonly text: string }
  /** `|`, `<`, `>`, `;`, `&` or the end of a line. */
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'heredoc'; readonly text: string };

/** UTF-8 bytes of a text, one character a byte. */
const byteText = (text: string): string => latin1Of(utf8Bytes(text));
export const bytesOfWord = bytesOfLatin1;

/** Also a `$` that goes on after the end of a line. */
const EXPANDS = /^\$(?:[A-Za-z_0-9@*#?!$[{(-]|\\\n)/;
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Between words; outside of quotes a line may end as Windows ends it. */
const SPACE = /(?:[ \t]|\\(?:\r?\n|$)|\r(?=\n))+/y;

class Unreadable extends Error {}

const EXPANSION =
  'The command takes a part from a shell variable or another command. Put its value in the place of $… or `…`.';

/**
 * Reads a command as a POSIX shell does, with bash's `$'…'` and here-documents. Nothing is expanded: what would take
 * something from the shell is refused, and patterns stay as they are, as they do where no file matches.
 */
export function readShellWords(command: string): Result<readonly ShellToken[]> {
  try {
    return ok(new Lexer(byteText(command)).tokens());
  } catch (error) {
    if (error instanceof Unreadable) return refuse('invalid', error.message);
    throw error;
  }
}

class Lexer {
  readonly #text: string;
  #at = 0;
  #waiting: { delimiter: string; index: number; quoted: boolean }[] = [];
  readonly #tokens: ShellToken[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  tokens(): readonly ShellToken[] {
    for (;;) {
      this.#skip(SPACE);
      const char = this.#text[this.#at];
      if (char === undefined) break;
      if (char === '#') this.#skip(/[^\n]*/y);
      else if (char === '\n') this.#endLine();
      else if ('|&;<>()'.includes(char)) this.#operator();
      else this.#tokens.push({ kind: 'word', text: this.#word() });
    }
    if (this.#waiting.length > 0) throw new Unreadable('The text after << has no end. Paste the command whole.');
    return this.#tokens;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #operator(): void {
    const text = this.#skip(/\|\||&&|<<-|<<<|<<|>>|>&|<&|[|&;<>()]/y);
    if (text === '<<-' || text === '<<<')
      throw new Unreadable(`${text} is not read here. Write the body in quotes, after --data-raw.`);
    if (text !== '<<') {
      this.#tokens.push({ kind: 'operator', text });
      return;
    }
    this.#skip(SPACE);
    const from = this.#at;
    const delimiter = this.#word();
    this.#waiting.push({
      delimiter,
      index: this.#tokens.length,
      quoted: this.#text.slice(from, this.#at) !== delimiter,
    });
    this.#tokens.push({ kind: 'heredoc', text: '' });
  }

  /** After a line come the here-documents that began on it. */
  #endLine(): void {
    this.#at++;
    this.#tokens.push({ kind: 'operator', text: '\n' });
    for (const { delimiter, index, quoted } of this.#waiting) {
      const lines: string[] = [];
      for (;;) {
        if (this.#at >= this.#text.length)
          throw new Unreadable('The text after << has no end. Paste the command whole.');
        const line = this.#skip(/[^\n]*/y);
        this.#at++;
        if (line.replace(/\r$/, '') === delimiter) break;
        lines.push(`${line}\n`);
      }
      const text = lines.join('');
      if (!quoted && /[$`\\]/.test(text))
        throw new Unreadable('The shell would change the text after <<. Put quotes around the word after <<.');
      this.#tokens[index] = { kind: 'heredoc', text };
    }
    this.#waiting = [];
  }

  #word(): string {
    let word = '';
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined || ' \t\n|&;<>()'.includes(char)) return word;
      if (char === '\r' && this.#text[this.#at + 1] === '\n') return word;
      if (this.#skip(/\\\r?\n/y) !== '') continue;
      if (char === "'") word += this.#single();
      else if (char === '"') word += this.#double();
      else if (char === '\\') {
        const next = this.#text[this.#at + 1];
        this.#at += next === undefined ? 1 : 2;
        // At the very end it is an end of line that was left out.
        word += next ?? '';
      } else if (char === '$' && this.#text[this.#at + 1] === "'") word += this.#ansi();
      else if (char === '$' && this.#text[this.#at + 1] === '"') this.#at++;
      else word += this.#plain();
    }
  }

  /** One character that stands for itself, unless it would expand. */
  #plain(): string {
    const char = this.#text[this.#at] ?? '';
    if (char === '`' || (char === '$' && EXPANDS.test(this.#text.slice(this.#at, this.#at + 3))))
      throw new Unreadable(EXPANSION);
    this.#at++;
    return char;
  }

  #single(): string {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end === -1) throw new Unreadable("A quote (') is not closed. Paste the command whole.");
    const text = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  #double(): string {
    this.#at++;
    let text = '';
    for (;;) {
      text += this.#skip(/[^"\\$`]+/y);
      const char = this.#text[this.#at];
      const next = this.#text[this.#at + 1];
      if (char === undefined) throw new Unreadable('A quote (") is not closed. Paste the command whole.');
      if (char === '"') {
        this.#at++;
        return text;
      }
      if (char !== '\\') text += this.#plain();
      else if (next !== undefined && '$`"\\\n'.includes(next)) {
        text += next === '\n' ? '' : next;
        this.#at += 2;
      } else {
        text += '\\';
        this.#at++;
      }
    }
  }

  /** Bash's `$'…'`. A NUL ends the word's text there, as in bash. */
  #ansi(): string {
    this.#at += 2;
    let text = '';
    for (;;) {
      text += this.#skip(/[^'\\]+/y);
      const char = this.#text[this.#at];
      if (char === undefined) throw new Unreadable("A quote ($') is not closed. Paste the command whole.");
      this.#at++;
      if (char === "'") break;
      text += this.#escape();
    }
    const nul = text.indexOf('\0');
    return nul === -1 ? text : text.slice(0, nul);
  }

  #escape(): string {
    const numeric = this.#skip(/[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}/y);
    if (numeric !== '') {
      const kind = numeric[0] ?? '';
      if (kind === 'x') return String.fromCharCode(Number.parseInt(numeric.slice(1), 16));
      if (kind !== 'u' && kind !== 'U') return String.fromCharCode(Number.parseInt(numeric, 8) & 255);
      const code = Number.parseInt(numeric.slice(1), 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        throw new Unreadable(`\\${numeric} is no character. Write the body in plain quotes.`);
      return byteText(String.fromCodePoint(code));
    }
    const char = this.#text[this.#at] ?? '';
    this.#at++;
    if (char === 'c') {
      const control = this.#text[this.#at] ?? '';
      this.#at++;
      return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 31);
    }
    return SIMPLE_ESCAPES[char] ?? ('\'"?\\'.includes(char) ? char : `\\${char}`);
  }
}
