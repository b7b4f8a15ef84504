import { describe, expect, it } from 'vitest';
import { capturePhases } from '../../src/renderer/view-models/capture-waterfall';

const phase = (name: string, startMs: number, lengthMs: number, theirs: boolean) => ({
  name,
  startMs,
  lengthMs,
  theirs,
});

describe('the phases of a captured request', () => {
  it('follow each other: headers, body, the receiver’s wait, its answer', () => {
    expect(capturePhases({ headersMs: 3, bodyMs: 4 }, { beganMs: 20, endedMs: 25 }, 10)).toEqual({
      bars: [
        phase('Headers', 0, 3, false),
        phase('Body', 3, 4, false),
        // The answer is timed from the end of the headers, as the body is.
        phase('Wait', 7, 16, true),
        phase('Answer', 23, 5, true),
      ],
      broken: null,
    });
  });

  it('begin with the body on a connection that was open before', () => {
    expect(capturePhases({ headersMs: null, bodyMs: 4 }, { beganMs: 6, endedMs: 6 }, 0).bars).toEqual([
      phase('Body', 0, 4, false),
      phase('Wait', 4, 2, true),
      phase('Answer', 6, 0, true),
    ]);
  });

  it('have no wait where the answer came before the body was in', () => {
    expect(capturePhases({ headersMs: 1, bodyMs: 50 }, { beganMs: 5, endedMs: 60 }, 0).bars.slice(2)).toEqual([
      phase('Wait', 51, 0, true),
      phase('Answer', 6, 55, true),
    ]);
  });

  it('an answer that broke off or hung has no end', () => {
    const { bars, broken } = capturePhases({ headersMs: 3, bodyMs: 4 }, { beganMs: 20, endedMs: null }, 0);
    expect(bars.map(({ name }) => name)).toEqual(['Headers', 'Body', 'Wait']);
    expect(broken).toEqual({ name: 'Answer', startMs: 23, lengthMs: 0 });
  });

  it('an answer that never began broke off in the wait that the script had drawn', () => {
    expect(capturePhases({ headersMs: 3, bodyMs: 4 }, { beganMs: null, endedMs: null }, 250).broken).toEqual({
      name: 'Wait',
      startMs: 7,
      lengthMs: 250,
    });
  });

  it('nothing is said of an answer whose times are not known', () => {
    expect(capturePhases({ headersMs: 3, bodyMs: 4 }, null, 250)).toEqual({
      bars: [phase('Headers', 0, 3, false), phase('Body', 3, 4, false)],
      broken: null,
    });
  });
});
