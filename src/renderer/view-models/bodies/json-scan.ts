export const JSON_KINDS = ['object', 'array', 'string', 'number', 'literal'] as const;
export type JsonKind = (typeof JSON_KINDS)[number];
const OBJECT = 0;
const ARRAY = 1;
const STRING = 2;
const NUMBER = 3;
const LITERAL = 4;

/** In `keyStarts`: an entry of an array, or a value that stands alone. */
export const NO_KEY = 0xffffffff;

/**
 * Where the values of a JSON text stand in it, in the order in which they begin. The values themselves are never
 * made: a number would lose digits, an object its repeated names. All places are of UTF-16 units; ends are excluded.
 */
export type JsonIndex = {
  readonly count: number;
  /** Places in `JSON_KINDS`. */
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Of the name's quotation marks, in an object. */
  readonly keyStarts: Uint32Array;
  readonly keyEnds: Uint32Array;
  /** -1 for a value that stands alone. */
  readonly parents: Int32Array;
  /** The last value within this one; itself when there is none. */
  readonly lasts: Uint32Array;
  /** How many values stand directly in it. */
  readonly sizes: Uint32Array;
  /** The how-many-eth of its parent's values it is, from 0. */
  readonly places: Uint32Array;
};

/** Where a text stops being JSON: lines and columns count from 1. */
export type JsonFault = { readonly at: number; readonly line: number; readonly column: number; readonly says: string };

export type JsonScan =
  | { readonly ok: true; readonly index: JsonIndex /** It ends in the middle. */; readonly cut: boolean }
  /** `full`: it has more values than are indexed. */
  | { readonly ok: false; readonly full: boolean; readonly fault: JsonFault };

export type JsonReading = {
  /** Several values, each on lines of its own (NDJSON) or after a record separator. */
  readonly many?: boolean;
  /** The end may be missing: what is unfinished is closed there, the last value left out if it is not whole. */
  readonly cut?: boolean;
  readonly mostValues?: number;
};

const MOST_VALUES = 1_000_000;
const NUMBER_TEXT = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD_TEXT = /true|false|null/y;
const ESCAPE_TEXT = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The JSON values of a text, or where it stops being JSON. However deep it is nested; never throws. */
export const scanJson = (text: string, reading: JsonReading = {}): JsonScan => new Scanner(text, reading).scan();

class Scanner {
  readonly #text: string;
  readonly #many: boolean;
  readonly #cut: boolean;
  readonly #most: number;
  #at = 0;
  #count = 0;
  #open = -1;
  #roots = 0;
  #room: number;
  #kinds: Uint8Array;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #keyStarts: Uint32Array;
  #keyEnds: Uint32Array;
  #parents: Int32Array;
  #lasts: Uint32Array;
  #sizes: Uint32Array;
  #places: Uint32Array;

  constructor(text: string, { many = false, cut = false, mostValues = MOST_VALUES }: JsonReading) {
    this.#text = text;
    this.#many = many;
    this.#cut = cut;
    this.#most = mostValues;
    this.#room = Math.max(16, Math.min(mostValues, text.length >> 3));
    this.#kinds = new Uint8Array(this.#room);
    this.#starts = new Uint32Array(this.#room);
    this.#ends = new Uint32Array(this.#room);
    this.#keyStarts = new Uint32Array(this.#room);
    this.#keyEnds = new Uint32Array(this.#room);
    this.#parents = new Int32Array(this.#room);
    this.#lasts = new Uint32Array(this.#room);
    this.#sizes = new Uint32Array(this.#room);
    this.#places = new Uint32Array(this.#room);
  }

  scan(): JsonScan {
    this.#skip();
    const problem = this.#values();
    if (problem === null) return { ok: true, index: this.#index(), cut: false };
    const isCut = this.#cut && this.#at >= this.#text.length && this.#count > 0;
    if (isCut && problem !== FULL) {
      for (let open = this.#open; open !== -1; open = this.#parents[open] ?? -1) {
        this.#ends[open] = this.#text.length;
        this.#lasts[open] = this.#count - 1;
      }
      return { ok: true, index: this.#index(), cut: true };
    }
    return { ok: false, full: problem === FULL, fault: this.#fault(problem) };
  }

  /** Reads all values; what is wrong, or null. */
  #values(): string | null {
    for (;;) {
      const problem = this.#value();
      if (problem !== null) return problem;
      if (this.#open !== -1 && this.#sizes[this.#open] === 0) continue;
      const after = this.#afterValue();
      if (after === DONE) return null;
      if (after !== null) return after;
    }
  }

  /** One value, with its name in an object; of an object or array that is not empty only the beginning. */
  #value(): string | null {
    let keyStart = NO_KEY;
    let keyEnd = 0;
    if (this.#open !== -1 && this.#kinds[this.#open] === OBJECT) {
      keyStart = this.#at;
      if (this.#code() !== 0x22) return 'a name in quotation marks was expected';
      if (!this.#takeString()) return 'a name ends nowhere, or has a character that needs an escape';
      keyEnd = this.#at;
      this.#skip();
      if (this.#code() !== 0x3a) return 'a colon was expected after the name';
      this.#at += 1;
      this.#skip();
    }
    if (this.#count >= this.#most) return FULL;
    const start = this.#at;
    const code = this.#code();
    if (code === 0x7b || code === 0x5b) {
      const node = this.#add(code === 0x7b ? OBJECT : ARRAY, start, start + 1, keyStart, keyEnd);
      this.#open = node;
      this.#at += 1;
      this.#skip();
      if (this.#code() === code + 2) this.#close();
      return null;
    }
    const kind = code === 0x22 ? STRING : code === 0x2d || (code >= 0x30 && code <= 0x39) ? NUMBER : LITERAL;
    if (kind === STRING) {
      if (!this.#takeString()) return 'a string ends nowhere, or has a character that needs an escape';
    } else if (!this.#take(kind === NUMBER ? NUMBER_TEXT : WORD_TEXT)) {
      // The first letters of a word at the very end are those of one that is cut.
      if (kind === NUMBER) this.#at = start + 1;
      else if (/^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/.test(this.#text.slice(start, start + 5))) {
        this.#at = this.#text.length;
      }
      return 'a value was expected';
    }
    this.#add(kind, start, this.#at, keyStart, keyEnd);
    return null;
  }

  /** Closes what ends here and goes to the next value: null when there is one, `DONE` at the end, else the problem. */
  #afterValue(): string | null {
    for (;;) {
      const before = this.#at;
      this.#skip();
      const code = this.#code();
      if (this.#open === -1) {
        if (this.#at >= this.#text.length) return DONE;
        const between = this.#text.slice(before, this.#at);
        if (!this.#many) return 'something follows the value';
        return /[\n\u001e]/.test(between) ? null : 'the next value needs a line of its own';
      }
      const closer = this.#kinds[this.#open] === OBJECT ? 0x7d : 0x5d;
      if (code === closer) {
        this.#close();
        continue;
      }
      if (code !== 0x2c) return `a comma or ${String.fromCharCode(closer)} was expected`;
      this.#at += 1;
      this.#skip();
      return null;
    }
  }

  #add(kind: number, start: number, end: number, keyStart: number, keyEnd: number): number {
    if (this.#count === this.#room) this.#grow();
    const node = this.#count++;
    this.#kinds[node] = kind;
    this.#starts[node] = start;
    this.#ends[node] = end;
    this.#keyStarts[node] = keyStart;
    this.#keyEnds[node] = keyEnd;
    this.#parents[node] = this.#open;
    this.#lasts[node] = node;
    if (this.#open === -1) this.#places[node] = this.#roots++;
    else {
      const size = this.#sizes[this.#open] ?? 0;
      this.#places[node] = size;
      this.#sizes[this.#open] = size + 1;
    }
    return node;
  }

  #close(): void {
    this.#at += 1;
    this.#ends[this.#open] = this.#at;
    this.#lasts[this.#open] = this.#count - 1;
    this.#open = this.#parents[this.#open] ?? -1;
  }

  #grow(): void {
    this.#room = Math.min(this.#most, this.#room * 2);
    const bigger = <T extends Uint8Array | Uint32Array | Int32Array>(made: T, from: T): T => {
      made.set(from);
      return made;
    };
    this.#kinds = bigger(new Uint8Array(this.#room), this.#kinds);
    this.#starts = bigger(new Uint32Array(this.#room), this.#starts);
    this.#ends = bigger(new Uint32Array(this.#room), this.#ends);
    this.#keyStarts = bigger(new Uint32Array(this.#room), this.#keyStarts);
    this.#keyEnds = bigger(new Uint32Array(this.#room), this.#keyEnds);
    this.#parents = bigger(new Int32Array(this.#room), this.#parents);
    this.#lasts = bigger(new Uint32Array(this.#room), this.#lasts);
    this.#sizes = bigger(new Uint32Array(this.#room), this.#sizes);
    this.#places = bigger(new Uint32Array(this.#room), this.#places);
  }

  #index(): JsonIndex {
    const count = this.#count;
    return {
      count,
      kinds: this.#kinds.slice(0, count),
      starts: this.#starts.slice(0, count),
      ends: this.#ends.slice(0, count),
      keyStarts: this.#keyStarts.slice(0, count),
      keyEnds: this.#keyEnds.slice(0, count),
      parents: this.#parents.slice(0, count),
      lasts: this.#lasts.slice(0, count),
      sizes: this.#sizes.slice(0, count),
      places: this.#places.slice(0, count),
    };
  }

  #code(): number {
    return this.#at < this.#text.length ? this.#text.charCodeAt(this.#at) : -1;
  }

  /** White space; a byte order mark before everything; in a sequence also record separators. */
  #skip(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      const isSpace = code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
      const isMark = code === 0xfeff && this.#at === 0;
      const isSeparator = code === 0x1e && this.#many && this.#open === -1;
      if (!isSpace && !isMark && !isSeparator) return;
    }
  }

  #take(form: RegExp): boolean {
    form.lastIndex = this.#at;
    if (!form.test(this.#text)) return false;
    this.#at = form.lastIndex;
    return true;
  }

  /** A whole string: no line ends or other controls, only the escapes that there are. Else it stops where it fails. */
  #takeString(): boolean {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at + 1;
        return true;
      }
      if (code < 0x20) {
        this.#at = at;
        return false;
      }
      if (code !== 0x5c) continue;
      ESCAPE_TEXT.lastIndex = at;
      if (!ESCAPE_TEXT.test(this.#text)) {
        this.#at = at + 6 > this.#text.length ? this.#text.length : at;
        return false;
      }
      at = ESCAPE_TEXT.lastIndex - 1;
    }
    this.#at = this.#text.length;
    return false;
  }

  #fault(says: string): JsonFault {
    const before = this.#text.slice(0, this.#at);
    const line = before.split('\n').length;
    return { at: this.#at, line, column: this.#at - before.lastIndexOf('\n'), says };
  }
}

/** Not problems in words: the end was reached, or there is no room for another value. */
const DONE = 'done';
const FULL = 'it has more values than can be indexed';
