import type { CaptureDetail } from '../../shared/contract/views';
import { reasonPhrase } from '../../shared/words/status';
import type { Fact } from './message-facts';
import { verdictLook } from './script-words';

/** What a captured request was answered, and why. */
export function answerFacts(capture: CaptureDetail): readonly Fact[] {
  const { verdict } = capture;
  const look = verdictLook(verdict);
  const { status } = verdict;
  return [
    ['Status', status === null ? 'none was sent' : `${status} ${reasonPhrase(status)}`.trim()],
    ['Verdict', look.says],
    ...(verdict.kind === 'step'
      ? [['By step', `${verdict.index + 1} of the route’s script as it was then`] as const]
      : []),
  ];
}
