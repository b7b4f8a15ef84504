import { describe, expect, test } from 'vitest';
import { sayCrash, sayEveryJobLost, sayLostJob, whyNoJob } from '../../src/renderer/view-models/chaos';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';

describe('a crash of the engine', () => {
  test('is a stuck try under Alphorn, found after 10 m and counted (A24), and free under Kestrel (R3)', () => {
    const { says, rules } = sayCrash([kestrel, alphorn, kestrel], 2);
    expect(says).toContain('Kestrel sends it again, uncharged.');
    expect(says).toContain('Alphorn’s sweep finds the attempt after 10 m and counts it.');
    expect(says.split('Kestrel')).toHaveLength(2);
    expect(rules).toEqual(expect.arrayContaining(['R3', 'A24']));
  });

  test('interrupts nothing while nothing is in flight', () => {
    expect(sayCrash([alphorn], 0).says).toContain('nothing is interrupted');
  });
});

describe('a lost job', () => {
  test('of a fresh Alphorn delivery turns it stale after 5 m and is queued again after 15 m (A21, A23)', () => {
    const { says, rules } = sayLostJob(alphorn, { counter: 0 });
    expect(says).toBe('Stale after 5 m, queued again 15 m after that.');
    expect(rules).toEqual(expect.arrayContaining(['A21', 'A23']));
  });

  test('of an Alphorn retry is queued again 10 m after the failure (A22)', () => {
    const { says, rules } = sayLostJob(alphorn, { counter: 2 });
    expect(says).toBe('The sweep queues it again 10 m after the failure.');
    expect(rules).toContain('A22');
  });

  test('is looked for by nobody under Fianto', () => {
    expect(sayLostJob(fianto, { counter: 1 })).toEqual({
      says: 'Nothing looks for lost jobs under Fianto: it waits until you retry it.',
      rules: [],
    });
  });

  test('and every one after it ends an Alphorn delivery after its day (A19)', () => {
    expect(sayEveryJobLost(alphorn).says).toContain('expires after 24 h');
  });

  test('needs a delivery that still has one', () => {
    expect(whyNoJob(undefined)).toContain('Select a delivery');
    expect(whyNoJob({ state: 'failed' })).toContain('final');
    expect(whyNoJob({ state: 'retrying' })).toBeNull();
  });
});
