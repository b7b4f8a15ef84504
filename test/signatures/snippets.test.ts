import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_SCHEMES, type SignatureScheme } from '../../src/shared/rules/signatures/scheme';
import { SNIPPET_LANGUAGES, snippet } from '../../src/shared/rules/signatures/snippet';
import { type Asked, isInstalled, RUNNERS, runSnippet } from './run-snippet';
import { schemeOf, utf8, VECTORS } from './vectors';

/** A template with everything that no provider of ours has. */
const TEMPLATE: SignatureScheme = {
  id: 'template',
  name: 'Template',
  header: "X-It's-#$1",
  idHeader: 'X-Id',
  timestampHeader: 'X-Time',
  shape: { kind: 'whole', prefix: 'sig:' },
  signed: '{id}\\{timestamp}"\'#$x{body}',
  hash: 'sha512',
  encoding: 'base64url',
  key: 'hex',
  toleranceS: null,
};

const HEX_KEY = '00ff10';
const templateAsked: Asked = {
  headers: [
    ['X-Id', 'a'],
    ['X-Time', '12'],
    [
      TEMPLATE.header,
      `sig:${createHmac('sha512', Buffer.from(HEX_KEY, 'hex')).update(`a\\12"'#$xhello`).digest('base64url')}`,
    ],
  ],
  body: utf8('hello'),
  secret: HEX_KEY,
};

const damaged = (asked: Asked): Asked => ({ ...asked, body: Uint8Array.of(...asked.body, 0x21) });
const without = (asked: Asked, header: string): Asked => ({
  ...asked,
  headers: asked.headers.filter(([name]) => name !== header),
});
const shortened = (asked: Asked, header: string): Asked => ({
  ...asked,
  headers: asked.headers.map(([name, value]) => [name, name === header ? value.slice(0, -3) : value]),
});

/** What is asked of a scheme's snippet, and what it has to answer; without regard to age, since vectors are old. */
function questions(scheme: SignatureScheme): readonly (readonly [asked: Asked, answer: boolean])[] {
  const good =
    scheme === TEMPLATE
      ? [templateAsked]
      : VECTORS.filter((vector) => vector.scheme.id === scheme.id).map(({ request, secret }) => ({
          ...request,
          secret,
        }));
  return good.flatMap((asked) => {
    const header = asked.headers.find(([name]) => name.toLowerCase() === scheme.header.toLowerCase())?.[0] ?? '';
    return [
      [asked, true],
      [damaged(asked), false],
      [without(asked, header), false],
      [shortened(asked, header), false],
    ] as const;
  });
}

const slackAt = (timestampS: number): Asked => ({
  headers: [
    ['X-Slack-Request-Timestamp', String(timestampS)],
    ['X-Slack-Signature', `v0=${createHmac('sha256', 'key').update(`v0:${timestampS}:hi`).digest('hex')}`],
  ],
  body: utf8('hi'),
  secret: 'key',
});
const stripeAt = (timestampS: number): Asked => ({
  headers: [
    ['Stripe-Signature', `t=${timestampS},v1=${createHmac('sha256', 'key').update(`${timestampS}.hi`).digest('hex')}`],
  ],
  body: utf8('hi'),
  secret: 'key',
});

describe.each(SNIPPET_LANGUAGES)('$name', (language) => {
  const runner = RUNNERS[language.id];
  if (runner === undefined) throw new Error(`nothing runs ${language.name}`);
  const installed = isInstalled(runner);
  const note = installed ? '' : ` (NOT RUN: ${language.name} is not installed here)`;
  if (!installed) console.warn(`The snippets in ${language.name} are not run: it is not installed here.`);

  it.skipIf(!installed).each([...BUILT_IN_SCHEMES, TEMPLATE])(
    `verifies $name rightly${note}`,
    (scheme) => {
      const asked = questions(scheme);
      expect(asked.length).toBeGreaterThan(3);
      const source = snippet(language, { ...scheme, toleranceS: null });
      expect(
        runSnippet(
          runner,
          source,
          asked.map(([one]) => one),
        ),
      ).toEqual(asked.map(([, answer]) => answer));
    },
    60_000,
  );

  it.skipIf(!installed)(
    `refuses what is too old or ahead${note}`,
    () => {
      const nowS = Math.floor(Date.now() / 1_000);
      // Ten minutes on both sides of "now" leave room for a slow machine; 300 s are allowed.
      const times = [nowS, nowS - 900, nowS + 900];
      const ask = (id: string, at: (timestampS: number) => Asked) =>
        runSnippet(runner, snippet(language, schemeOf(id)), times.map(at));
      expect(ask('slack', slackAt)).toEqual([true, false, false]);
      expect(ask('stripe', stripeAt)).toEqual([true, false, false]);
    },
    60_000,
  );

  it('leaves no gap unfilled', () => {
    for (const scheme of [...BUILT_IN_SCHEMES, TEMPLATE]) expect(snippet(language, scheme)).not.toMatch(/[‹›]/);
  });
});
