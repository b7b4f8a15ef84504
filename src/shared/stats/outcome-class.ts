import type { Fault, Outcome } from '../model/outcome';

/** The classes in which outcomes are counted and drawn, in the order of a legend. */
export const OUTCOME_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'time-out', 'no-connection', 'interrupted'] as const;
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

export type ClassCounts = Readonly<Record<OutcomeClass, number>>;

const TIMEOUTS: readonly Fault[] = ['connect-timeout', 'response-timeout', 'inactivity-timeout'];

/** An informational status that ends an attempt counts as one that was not followed; 600 and above as an error. */
export function statusClass(status: number): OutcomeClass {
  if (status >= 200 && status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

export const faultClass = (fault: Fault): OutcomeClass => (TIMEOUTS.includes(fault) ? 'time-out' : 'no-connection');

export function outcomeClass(outcome: Outcome): OutcomeClass {
  switch (outcome.kind) {
    case 'response':
      return statusClass(outcome.status);
    case 'no-response':
      return faultClass(outcome.fault);
    case 'interrupted':
      return 'interrupted';
  }
}

/** Zero for each class but those given. */
export const classCounts = (some: Partial<ClassCounts> = {}): Record<OutcomeClass, number> => ({
  '2xx': 0,
  '3xx': 0,
  '4xx': 0,
  '5xx': 0,
  'time-out': 0,
  'no-connection': 0,
  interrupted: 0,
  ...some,
});

export const countAll = (counts: ClassCounts): number => OUTCOME_CLASSES.reduce((sum, name) => sum + counts[name], 0);
