import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurl } from '../../src/renderer/view-models/curl';
import { readCurl } from '../../src/shared/imports/read-curl';
import { bytesOfWord, readShellWords } from '../../src/shared/imports/shell-words';

const read = (command: string) => {
  const result = readCurl(command);
  if (!result.ok) throw new Error(result.problem.message);
  const { body, ...event } = result.value;
  return { ...event, text: Buffer.from(body).toString() };
};
const refusal = (command: string): string | null => {
  const result = readCurl(command);
  return result.ok ? null : result.problem.message;
};

describe('a cURL command as an event', () => {
  it('has the type of its body, its content type and its bytes, and says what is left behind', () => {
    const command = `curl 'http://x.example/in?a=1&b=2' -X PUT \\
  -H 'content-type: application/json; charset=utf-8' -H "Authorization: Bearer s3cret" -H 'X-Empty;' \\
  -u ada:pw --compressed -sS \\
  --data-raw '{"type":"order.paid","n":12345678901234567890}'`;
    expect(read(command)).toEqual({
      type: 'order.paid',
      contentType: 'application/json; charset=utf-8',
      text: '{"type":"order.paid","n":12345678901234567890}',
      left: ['the address', 'the method PUT', 'user and password', 'the header Authorization'],
    });
    expect(JSON.stringify(readCurl(command))).not.toMatch(/s3cret|pw"/);
  });

  // What cURL 7.88 does with the same options, by its manual.
  it.each([
    ['curl -d a=1 -d b=2 http://x', 'a=1&b=2', 'application/x-www-form-urlencoded'],
    [`curl --json '{"a":' --json '1}' http://x`, '{"a":1}', 'application/json'],
    ['curl -sXPOST -da http://x', 'a', 'application/x-www-form-urlencoded'],
    ['curl --data-raw @x http://x', '@x', 'application/x-www-form-urlencoded'],
    [
      "curl --data-urlencode 'a=b c&' --data-urlencode 'é' http://x",
      'a=b%20c%26&%C3%A9',
      'application/x-www-form-urlencoded',
    ],
    ["curl -H 'Content-Type:' -d a http://x", 'a', 'application/octet-stream'],
    ["curl -d '' http://x", '', 'application/x-www-form-urlencoded'],
    ["curl --data-binary $'\\x41\\n\\'\\u00e9' http://x", "A\n'é", 'application/x-www-form-urlencoded'],
    ['curl -d "a \\"b\\" \\$c \\\\ \\d" http://x', 'a "b" $c \\ \\d', 'application/x-www-form-urlencoded'],
    ["curl http://x -d @- <<'E'\na\nb\nE\n", 'ab', 'application/x-www-form-urlencoded'],
    ["curl http://x --data-binary @- <<'E' | jq .\na\nb\nE\n", 'a\nb\n', 'application/x-www-form-urlencoded'],
    ["$ curl http://x \\\r\n  -d a \\\r\n  -H 'A: b'", 'a', 'application/x-www-form-urlencoded'],
    ["curl http://x -d 'a\r\nb'", 'a\r\nb', 'application/x-www-form-urlencoded'],
    ['curl http://x -d a > /dev/null 2>&1', 'a', 'application/x-www-form-urlencoded'],
  ])('reads %j', (command, text, contentType) => {
    expect(read(command)).toMatchObject({ text, contentType });
  });

  it.each([
    ['', 'This is no cURL command.'],
    ['wget http://x', 'This is no cURL command.'],
    ['curl http://x', 'The command sends no body'],
    ['curl -d @body.json http://x', 'The command reads its body from a file'],
    ['curl --data-binary @- http://x', 'The command reads its body from a file'],
    ['curl -d @- http://x < body.json', 'The command reads its body from a file'],
    ['curl -T body.json http://x', 'The command sends a file (-T)'],
    ['curl -F a=b http://x', 'A form (-F)'],
    ['curl -G -d a http://x', 'With --get'],
    ['curl -d a http://x?a=1&b=2', 'An & outside of quotes'],
    ['curl -d a http://x; curl -d b http://y', 'There is more than one command.'],
    ['curl -d "$BODY" http://x', 'from a shell variable'],
    ['curl -d "`id`" http://x', 'from a shell variable'],
    ["curl -d 'a http://x", "A quote (') is not closed."],
    ['curl -d "a http://x', 'A quote (") is not closed.'],
    ['curl http://x -d', 'The last option lacks its value.'],
    ['curl --frobnicate -d a http://x', 'The option --frobnicate is not known here.'],
    ['curl -d @- <<E http://x\n$HOME\nE', 'Put quotes around the word after <<.'],
    ["curl -d @- <<'E' http://x\nno end", 'has no end'],
    ['curl ^"http://x^" ^\r\n -d ^"a^"', 'Windows prompt'],
    [`curl -d '${'x'.repeat(1_048_577)}' http://x`, 'more than 1 MiB'],
  ])('refuses %.60j with a sentence', (command, says) => {
    expect(refusal(command)).toContain(says);
  });

  it('leaves the type open where the body names none', () => {
    for (const body of ['{"a":1}', '[]', '{"type":""}', '{"type":7}', 'null', `{"type":"${'x'.repeat(201)}"}`])
      expect(read(`curl http://x -d '${body}'`).type).toBeNull();
  });
});

describe('our own cURL commands', () => {
  const headerName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
  const headerText = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
  const hostile = fc.array(
    fc.constantFrom("'", '"', '\\', '$', '`', '\n', '\r', '!', '@', ' ', '{', 'é', '😀', 'a', '\0', '%'),
    {
      maxLength: 40,
    },
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    hostile.map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
  );

  it('come back with the same bytes and content type, whatever they are', () => {
    fc.assert(
      fc.property(
        body,
        headerText,
        fc.array(fc.tuple(headerName, headerText), { maxLength: 4 }),
        (bytes, type, more) => {
          fc.pre(more.every(([name]) => name.toLowerCase() !== 'content-type'));
          const headers: [string, string][] = [...more, ['Content-Type', type]];
          const result = readCurl(asCurl({ method: 'POST', url: 'http://127.0.0.1:1/a?b=c&d', headers, body: bytes }));
          if (!result.ok) throw new Error(result.problem.message);
          expect(result.value.body).toEqual(bytes);
          expect(result.value.contentType).toBe(type);
        },
      ),
    );
  });

  it('come back when they are too long for one argument', () => {
    const bytes = new Uint8Array(Buffer.from("it's ".repeat(30_000)));
    const result = readCurl(asCurl({ method: 'PUT', url: 'http://x/', headers: [], body: bytes }));
    expect(result.ok && Buffer.compare(result.value.body, bytes)).toBe(0);
  });
});

const END = '=end of these=';

/** What bash makes of each text as words; null where it is none of its own. One process for all of them. */
function bash(texts: readonly string[]): readonly (readonly Buffer[] | null)[] {
  const script = `for t in "$@"; do (eval "printf '%s\\0' $t"$'\\n') 2>/dev/null || printf 'no\\0'; printf '%s\\0' '${END}'; done`;
  const env = { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] };
  const ran = spawnSync('bash', ['-c', script, 'bash', ...texts], { env });
  const answers: Buffer[][] = [[]];
  for (const word of ran.stdout.toString('latin1').split('\0').slice(0, -1)) {
    if (word === END) answers.push([]);
    else answers.at(-1)?.push(Buffer.from(word, 'latin1'));
  }
  return answers.slice(0, -1).map((words) => (words.at(-1)?.toString() === 'no' ? null : words));
}

describe.skipIf(process.platform === 'win32')('words', () => {
  it('are what bash makes of the same text', () => {
    const part = fc.constantFrom(
      ...[
        "'",
        '"',
        '\\',
        "$'",
        ' ',
        '\n',
        '\\\n',
        'a',
        'é',
        '\\x41',
        '\\u00e9',
        '\\101',
        '\\777',
        '\\n',
        '$',
        '#',
        '\\0',
        'x',
      ],
    );
    const some = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const quoted = fc.tuple(fc.constantFrom("'", '"', "$'"), some).map(([open, text]) => open + text + open.slice(-1));
    const texts = fc
      .sample(fc.array(fc.oneof(some, quoted), { minLength: 1, maxLength: 5 }), 400)
      .map((parts) => `a${parts.join('')}`);
    const theirs = bash(texts);
    expect(theirs).toHaveLength(texts.length);
    let compared = 0;
    for (const [at, text] of texts.entries()) {
      const ours = readShellWords(text);
      const words = theirs[at];
      if (!ours.ok || words == null || ours.value.some(({ kind }) => kind !== 'word')) continue;
      compared++;
      expect(
        ours.value.map((word) => Buffer.from(bytesOfWord(word.text)).toString('latin1')),
        text,
      ).toEqual(words.map((word) => word.toString('latin1')));
    }
    expect(compared).toBeGreaterThan(40);
  });
});
