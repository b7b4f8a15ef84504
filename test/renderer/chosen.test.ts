import { describe, expect, test } from 'vitest';
import { chosenOf, sayChosen, withChanged } from '../../src/renderer/view-models/chosen';
import { sayWhoPurged } from '../../src/renderer/view-models/purged-event';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { DAWN, idOf } from '../support/rows';
import { aRow } from './mirror-kit';

describe('what is chosen', () => {
  test('stays chosen when it leaves the filter, which is said', () => {
    expect(sayChosen(1, 0)).toBe('1 chosen');
    expect(sayChosen(1_000, 2)).toBe('1,000 chosen, 2 not in this filter');
    expect(sayChosen(1, 1)).toBe('1 chosen, not in this filter');
  });

  test('is kept as it is now, and is the very same map when nothing of it changed', () => {
    const row = chosenOf(aRow(1, { state: 'retrying' }));
    const known = new Map([[row.id, row]]);
    expect(withChanged(known, [aRow(1, { state: 'retrying' }), aRow(2, { state: 'failed' })])).toBe(known);
    expect(withChanged(known, [aRow(1, { state: 'failed' })]).get(row.id)?.state).toBe('failed');
  });
});

describe('an event in the list', () => {
  const DAY = 86_400_000;

  test('F34, R11: says which of its providers have deleted it', () => {
    const eventId = idOf('event', 1);
    expect(sayWhoPurged([fianto, kestrel], eventId, DAWN + DAY)).toBeNull();
    // Kestrel keeps 30 days, Fianto 90.
    expect(sayWhoPurged([fianto, kestrel], eventId, DAWN + 40 * DAY)).toMatch(/^Deleted by Kestrel after 30 days/);
    expect(sayWhoPurged([fianto, fianto], eventId, DAWN + 92 * DAY)).toBe('Deleted by Fianto after 90 days (F34)');
  });
});
