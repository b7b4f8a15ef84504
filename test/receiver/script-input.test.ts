import { describe, expect, it } from 'vitest';
import { commandInputs } from '../../src/shared/contract/commands';
import type { Script } from '../../src/shared/model/receiver';

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
    { reply: 200, times: 0 },
    { reply: 200, forMs: 0 },
    { reply: 200, delayMs: 600_001 },
    { kind: 'dance' },
    {},
  ])('%j is refused', (step) => {
    expect(complaints(step)).toHaveLength(1);
  });
});
