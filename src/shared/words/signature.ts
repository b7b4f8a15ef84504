import type { Diagnosis } from '../rules/signatures/diagnose';
import type { SignatureVerdict } from '../rules/signatures/verify';

/** Which value was explained: the header's, or one that a person's own code made. */
export type ExplainedValue = 'received' | 'computed';

/** A verdict in a word or two, for lists and chips. */
export function sayVerdictWord(verdict: SignatureVerdict): string {
  if (verdict.kind === 'valid') return 'Valid';
  if (verdict.kind === 'unchecked') return 'Not checked';
  switch (verdict.fault) {
    case 'missing':
      return 'Missing';
    case 'malformed':
      return 'Malformed';
    case 'wrong-length':
      return 'Wrong length';
    case 'too-old':
      return 'Too old';
    case 'too-new':
      return 'Too new';
    case 'no-match':
      return 'No match';
  }
}

/** What was found out about a value that does not match, in a sentence or two. */
export function sayDiagnosis({ mistakes, tried }: Diagnosis, value: ExplainedValue): string {
  const subject = value === 'received' ? 'The received value' : 'Your value';
  if (mistakes === null)
    return `None of the ${tried.toLocaleString('en')} known mistakes makes ${value === 'received' ? 'the received value' : 'your value'}. The secret may be another one.`;
  if (mistakes.length === 0)
    return value === 'received' ? 'Apart from how it is written, the received value is right.' : 'Your value is right.';
  const made = mistakes[0]?.startsWith('written') === true ? '' : 'made ';
  return `${subject} was ${made}${mistakes.join(', and ')}.`;
}
