import { Tip } from '../../parts/Tip';
import { useMirror } from '../../state/engine-context';
import { useSmallWindow } from '../../state/small-window';
import { usePastReason } from '../../state/use-past';
import { useVirtualNow } from '../../state/virtual-now';
import { clockBadge, clockFace, PAST_BADGE } from '../../view-models/clock-face';
import { dayAndMonth } from '../../view-models/instants';
import { zoneName } from '../../view-models/zone';

export function Clock() {
  const clock = useMirror((mirror) => mirror.clock);
  const now = useVirtualNow(100);
  const face = clockFace(clock, now);
  const isPast = usePastReason() !== null;
  const small = useSmallWindow();
  const badge = isPast ? PAST_BADGE : clockBadge(clock);
  return (
    <section className="clock" aria-label="Clock">
      <div>
        <time dateTime={new Date(now).toISOString()}>{face.time}</time>
        <Tip says={badge.says}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the badge explains itself on focus */}
          <span className={badge.warped ? 'badge warped' : 'badge'} role="status" tabIndex={0}>
            {badge.text}
          </span>
        </Tip>
      </div>
      <small>
        {small ? dayAndMonth(now) : face.day} {zoneName(now)}
        <i aria-hidden="true" />
        {face.kind}
      </small>
    </section>
  );
}
