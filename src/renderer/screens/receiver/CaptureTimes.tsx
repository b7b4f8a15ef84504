import type { CaptureDetail } from '../../../shared/contract/views';
import type { Verdict } from '../../../shared/model/receiver';
import type { ScriptStep } from '../../../shared/model/script';
import { sayDuration } from '../../../shared/words/duration';
import { Facts } from '../../parts/Facts';
import { capturePhases } from '../../view-models/capture-waterfall';
import { exactTime } from '../../view-models/instants';
import type { Fact } from '../../view-models/message-facts';
import { sayAnswerTimes, sayTimings, verdictLook } from '../../view-models/script-words';
import { PhaseChart } from '../inspector/PhaseChart';

/** When a captured request came in and was answered: drawn, and in words. */
export function CaptureTimes({ capture }: { readonly capture: CaptureDetail }) {
  return (
    <>
      <Phases capture={capture} />
      <Facts label="Timeline" facts={timeFacts(capture)} />
    </>
  );
}

/** An answer that was meant to be whole ends early only when the sender does not wait for it. When that was is not kept. */
const SENDER_LEFT = { hue: 'nr', word: 'sender left' } as const;

/** Whether the script itself breaks the answer off. */
const brokenOff = (verdict: Verdict): verdict is Extract<Verdict, { kind: 'step' }> =>
  verdict.kind === 'step' && !WHOLE.has(verdict.does);
const WHOLE: ReadonlySet<ScriptStep['kind']> = new Set(['reply', 'redirect', 'limit', 'drip']);

function Phases({ capture: { timings, answer, verdict } }: { readonly capture: CaptureDetail }) {
  if (timings === null) return null;
  const { bars, broken } = capturePhases(timings, answer, brokenOff(verdict) ? verdict.delayMs : 0);
  const atMs = broken === null ? 0 : broken.startMs + broken.lengthMs;
  return (
    <section className="waterfall" aria-label="Phases">
      <PhaseChart
        bars={bars}
        broken={
          broken === null
            ? null
            : { phase: broken, atMs, look: brokenOff(verdict) ? verdictLook(verdict) : SENDER_LEFT }
        }
        clocks={[]}
        tookMs={atMs}
      />
    </section>
  );
}

function timeFacts(capture: CaptureDetail): readonly Fact[] {
  const { verdict } = capture;
  const delay: readonly Fact[] =
    verdict.kind === 'step'
      ? [['Wait before the answer', `${sayDuration(verdict.delayMs)}, as the script drew it`]]
      : [];
  return [
    ['Received', exactTime(capture.at)],
    ['By the wall clock', exactTime(capture.wallAt)],
    ...(capture.timings === null ? [] : [['Came in', sayTimings(capture.timings)] as const]),
    ...delay,
    ...(capture.timings === null ? [] : [['The answer', sayAnswerTimes(capture.answer)] as const]),
    ...(verdict.kind === 'step' ? [['The step’s turn began', exactTime(verdict.sinceAt)] as const] : []),
  ];
}
