import { describe, expect, it } from 'vitest';
import { type Concurrency, Slots } from '../../src/main/engine/concurrency';

/** How many requests an endpoint gets in a house with so many others in flight. */
function freeAfter(limits: Concurrency, others: number): number {
  const slots = new Slots(() => limits);
  for (let i = 0; i < others; i++) slots.take(`other ${i}`);
  return slots.free('mine');
}

describe('requests at once (R13)', () => {
  const R13 = { perEndpoint: 64, inAll: 256 };
  it.each([
    [0, 64],
    [127, 64],
    // Half full: half of them; three quarters: an eighth; the last sixteenth: one.
    [128, 32],
    [192, 8],
    [240, 1],
    [255, 1],
    [256, 0],
  ])('with %i others in flight an endpoint gets %i', (others, mine) => {
    expect(freeAfter(R13, others)).toBe(mine);
  });

  it('one endpoint never gets more than the house has', () => {
    expect(freeAfter({ perEndpoint: 64, inAll: 3 }, 0)).toBe(3);
    expect(freeAfter({ perEndpoint: 1, inAll: 1 }, 0)).toBe(1);
    expect(freeAfter({ perEndpoint: 1, inAll: 1 }, 1)).toBe(0);
    expect(freeAfter({ perEndpoint: 1, inAll: 256 }, 128)).toBe(1);
  });

  it('a limit that is changed holds from the next request on', () => {
    let limits = { perEndpoint: 2, inAll: 256 };
    const slots = new Slots(() => limits);
    slots.take('a');
    slots.take('a');
    expect(slots.free('a')).toBe(0);
    limits = { perEndpoint: 5, inAll: 256 };
    expect(slots.free('a')).toBe(3);
  });
});
