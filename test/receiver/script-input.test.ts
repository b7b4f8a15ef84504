import { describe, expect, it } from 'vitest';
import { commandInputs } from '../../src/shared/contract/commands';
import type { Script } from '../../src/shared/model/script';

const decode = (script: unknown): Script => commandInputs['route.create'].parse({ path: '/hooks', script }).script;
const complaints = (step: unknown): readonly string[] | undefined =>
  commandInputs['route.create']
    .safeParse({ path: '/hooks', script: { steps: [step] } })
    .error?.issues.map(({ message }) => message);

describe('a script as a client writes it', () => {
  it('may be as short as a status', () => {
    expect(decode({ steps: [{ reply: 503, times: 3 }, { reply: 200 }] })).toEqual({
      scope: 'all',
      steps: [
        { kind: 'reply', reply: 503, headers: [], body: '', delayMs: 0, times: 3, forMs: null },
        { kind: 'reply', reply: 200, headers: [], body: '', delayMs: 0, times: null, forMs: null },
      ],
    });
  });

  it('may hang and reset', () => {
    expect(decode({ scope: 'per-id', steps: [{ kind: 'hang', forMs: 172_800_000 }, { kind: 'reset' }] })).toEqual({
      scope: 'per-id',
      steps: [
        { kind: 'hang', times: null, forMs: 172_800_000 },
        { kind: 'reset', when: 'before-headers', reply: 200, delayMs: 0, times: null, forMs: null },
      ],
    });
  });

  it('may give any step a chance, both ends included', () => {
    const { steps } = decode({
      steps: [
        { reply: 503, chance: 0.3 },
        { kind: 'hang', chance: 0 },
        { kind: 'reset', chance: 1 },
      ],
    });
    expect(steps.map(({ chance }) => chance)).toEqual([0.3, 0, 1]);
  });

  it('may be written out in full, and is then taken as it stands', () => {
    const full: Script = {
      scope: 'per-id',
      steps: [
        {
          kind: 'reply',
          reply: 429,
          headers: [
            ['Set-Cookie', 'a'],
            ['Set-Cookie', 'b'],
          ],
          body: 'x',
          delayMs: [10, 20],
          times: null,
          forMs: 5,
        },
        { kind: 'reset', when: 'after-headers', reply: 201, delayMs: 3, times: 2, forMs: null },
      ],
    };
    expect(decode(full)).toEqual(full);
  });

  it.each([
    [{ reply: 503, times: 1, forMs: 1 }, 'A step has times or a span of time, not both.'],
    [{ kind: 'hang', times: 1, forMs: 1 }, 'A step has times or a span of time, not both.'],
    [{ reply: 200, delayMs: [20, 10] }, 'A range goes from the shorter delay to the longer one.'],
    [{ kind: 'reset', reply: 100 }, 'A status is 200 to 599.'],
    [{ reply: 503, chance: 1.01 }, 'A chance is 0 to 1.'],
    [{ kind: 'hang', chance: -0.01 }, 'A chance is 0 to 1.'],
    [{ reply: 503, chance: '30 %' }, 'A chance is 0 to 1.'],
  ])('%j is refused', (step, message) => {
    expect(complaints(step)).toEqual([message]);
  });

  it.each([
    [{ kind: 'redirect' }, 'A redirect is 301, 302, 303, 307 or 308.'],
    [{ kind: 'redirect', reply: 302 }, 'A redirect goes to a place, or is a chain: one of the two.'],
    [
      { kind: 'redirect', reply: 302, to: '/a', chain: 2 },
      'A redirect goes to a place, or is a chain: one of the two.',
    ],
    [
      { kind: 'redirect', reply: 302, to: '/a b' },
      'A redirect goes to a URL or a path, without spaces or letters beyond ASCII.',
    ],
    [
      { kind: 'limit', limit: 101, perMs: 1, window: 'sliding' },
      'A sliding limit is at most 100 requests. A fixed one may be more.',
    ],
    [
      { kind: 'cut-chunked', headers: [['content-length', '1']] },
      'This step says Content-Length or Transfer-Encoding itself. Take it out of the headers.',
    ],
    [
      { reply: 200, body: { template: '{{nope}}' } },
      'Character 1: “nope” is not a field of a request. Known: method, path, query.NAME, header.NAME, body, body.PATH, nth and now.',
    ],
    [{ reply: 200, body: { base64: '!' } }, 'This is not base64.'],
    [{ reply: 200, body: 7 }, 'A body is a text, { base64: … } or { template: … }.'],
    [{ reply: 200, interim: [101] }, 'A 1xx status is 100 or 102 to 199.'],
    [
      { reply: 200, delayMs: { normal: 1, deviation: 1, from: 9, to: 8 } },
      'A range goes from the shorter delay to the longer one.',
    ],
    [{ reply: 200, delayMs: { lognormal: 1, spread: 6 } }, 'A spread is 0 to 5.'],
    [{ reply: 200, if: {} }, 'Say at least one condition.'],
    [{ reply: 200, if: { between: [5, 5] } }, 'It ends after it begins.'],
    [{ reply: 200, if: { request: 0 } }, 'A number from 1 on, or { from: 2, to: 5 }.'],
    [{ reply: 200, if: { attempt: { from: 5, to: 2 } } }, 'A range goes from the lower number to the higher one.'],
    [{ reply: 200, if: { path: 'hooks' } }, 'A path begins with /, such as /hooks/*.'],
    [{ reply: 200, if: { body: { at: '$..a' } } }, 'A path in JSON is written like $.data.items[0].id.'],
  ])('%j is refused', (step, message) => {
    const read = commandInputs['route.create'].safeParse({ path: '/hooks', script: { steps: [step, { reply: 200 }] } });
    expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    [
      [{ reply: 200, if: { method: 'GET' } }],
      'The last step answers whatever comes. Add a step after it.',
      ['steps', 0, 'if'],
    ],
    [
      [{ kind: 'limit', limit: 1, perMs: 1 }],
      'What is within the limit goes to the next step. Add one after it.',
      ['steps', 0],
    ],
    [
      [{ kind: 'redirect', reply: 301, chain: 1 }],
      'The last redirect of a chain goes to the next step. Add one after it.',
      ['steps', 0],
    ],
  ])('%j is refused as the last step', (steps, message, path) => {
    const read = commandInputs['route.create'].safeParse({ path: '/hooks', script: { steps } });
    expect(read.error?.issues).toMatchObject([{ message, path: ['script', ...path] }]);
  });

  it('may repeat, if its last step has an end', () => {
    expect(decode({ repeat: true, steps: [{ reply: 200, times: 1 }] }).repeat).toBe(true);
    expect(decode({ repeat: 3, steps: [{ reply: 200, forMs: 1 }] }).repeat).toBe(3);
    const without = { path: '/hooks', script: { repeat: true, steps: [{ reply: 200 }] } };
    expect(commandInputs['route.create'].safeParse(without).error?.issues[0]?.message).toBe(
      'A script that repeats needs an end of its last step: so many times, or so long.',
    );
  });

  it.each([
    { reply: 200, times: 0 },
    { reply: 200, forMs: 0 },
    { reply: 200, delayMs: 600_001 },
    { kind: 'dance' },
    {},
  ])('%j is refused', (step) => {
    expect(complaints(step)).toHaveLength(1);
  });
});
