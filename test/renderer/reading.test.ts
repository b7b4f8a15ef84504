import { describe, expect, it } from 'vitest';
import { isFollowing, shiftOf, unseenAfter } from '../../src/renderer/view-models/reading';

const AT_REST = { scrolled: false, pointed: false, selected: false, asked: false };

describe('a list that is looked at', () => {
  it('follows the newest while nobody reads a row', () => {
    expect(isFollowing(AT_REST)).toBe(true);
    expect(isFollowing({ ...AT_REST, scrolled: true })).toBe(false);
    expect(isFollowing({ ...AT_REST, pointed: true })).toBe(false);
    expect(isFollowing({ ...AT_REST, selected: true })).toBe(false);
  });

  it('follows again when that is asked for, though something stays selected', () => {
    expect(isFollowing({ ...AT_REST, selected: true, asked: true })).toBe(true);
    expect(isFollowing({ ...AT_REST, selected: true, asked: true, scrolled: true })).toBe(false);
  });
});

describe('the row that is read', () => {
  it('is held where it is by as many rows as came above it', () => {
    expect(shiftOf(['c', 'b', 'a'], ['e', 'd', 'c', 'b', 'a'], ['b'])).toBe(2);
    expect(shiftOf(['c', 'b', 'a'], ['b', 'a'], ['a'])).toBe(-1);
  });

  it('is the next likely one when it left the list', () => {
    expect(shiftOf(['c', 'b', 'a'], ['d', 'c', 'a'], ['b', 'a'])).toBe(0);
    expect(shiftOf(['b'], ['x'], ['b'])).toBe(0);
  });
});

describe('what is new above the reader', () => {
  it('is what came since, until it was in sight', () => {
    const first = unseenAfter(new Set(), ['b', 'a'], ['d', 'c', 'b', 'a'], 2);
    expect([...first]).toEqual(['d', 'c']);
    const later = unseenAfter(first, ['d', 'c', 'b', 'a'], ['e', 'd', 'c', 'b', 'a'], 3);
    expect([...later]).toEqual(['e', 'd', 'c']);
    // Scrolled up by one row: c is in sight.
    expect([...unseenAfter(later, ['e', 'd', 'c', 'b', 'a'], ['e', 'd', 'c', 'b', 'a'], 2)]).toEqual(['e', 'd']);
  });

  it('is not what was above all along, nor what came below', () => {
    expect([...unseenAfter(new Set(), ['c', 'b'], ['c', 'b', 'a'], 1)]).toEqual([]);
  });
});
