import type { ReactNode } from 'react';
import type { Policy } from '../../../shared/policies/policy';
import { sayCountdown } from '../../../shared/words/duration';
import { Word } from '../../parts/Term';
import { useMirror } from '../../state/engine-context';
import { useSmallWindow } from '../../state/small-window';
import { usePastReason } from '../../state/use-past';
import { useVirtualNow } from '../../state/virtual-now';
import { realWait } from '../../view-models/clock-face';
import { plural, sayCount } from '../../view-models/numbers';

const canHold = (policy: Policy): boolean =>
  policy.whenRemoved.waiting === 'hold' ||
  policy.suspension?.waiting === 'hold' ||
  policy.suspension?.newEvents === 'hold';

export function Stats() {
  const small = useSmallWindow();
  const inFlight = useMirror((mirror) => mirror.clock.inFlight);
  const byState = useMirror((mirror) => mirror.totals.byState);
  const inAll = useMirror((mirror) => mirror.settings.inAll);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const mayHold = byState.held > 0 || endpoints.some((endpoint) => canHold(endpoint.policy));
  const waiting = endpoints.filter((endpoint) => endpoint.counts.waiting > 0).length;
  return (
    <>
      <NextDue />
      <Stat name="In flight" figure={sayCount(inFlight)} sub={`limit ${sayCount(inAll)}`} />
      {small ? null : (
        <Stat
          name="Retrying"
          figure={sayCount(byState.retrying)}
          sub={waiting === 0 ? '' : plural(waiting, 'endpoint')}
          spare
        />
      )}
      {byState.queued > 0 && !small ? <Stat name="Queued" figure={sayCount(byState.queued)} sub="" spare /> : null}
      {mayHold && (!small || byState.held > 0) ? (
        <Stat
          name="Held"
          figure={sayCount(byState.held)}
          sub=""
          tone={byState.held > 0 ? 'held' : ''}
          spare={byState.held === 0}
        />
      ) : null}
    </>
  );
}

function Stat({
  name,
  figure,
  sub,
  tone = '',
  spare = false,
}: {
  readonly name: string;
  readonly figure: ReactNode;
  readonly sub: string;
  readonly tone?: string;
  /** Gives way when the window is narrow. */
  readonly spare?: boolean;
}) {
  return (
    <dl className={spare ? 'stat spare' : 'stat'}>
      <dt>
        <Word text={name} />
      </dt>
      <dd className={tone}>{figure}</dd>
      <dd className="sub">{sub}</dd>
    </dl>
  );
}

function NextDue() {
  const clock = useMirror((mirror) => mirror.clock);
  const next = useMirror((mirror) =>
    clock.nextDeliveryId === null ? undefined : mirror.deliveries.find((row) => row.id === clock.nextDeliveryId),
  );
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === next?.endpointId));
  const now = useVirtualNow(100);
  const wait = clock.nextAt === null ? null : Math.max(0, clock.nextAt - now);
  const isPast = usePastReason() !== null;
  const away = wait === null || isPast ? null : realWait(clock, wait);
  const sending = useMirror((mirror) =>
    isPast ? undefined : mirror.sends.find((send) => send.nextAt === clock.nextAt),
  );
  const planned = sending === undefined ? null : `new ${sending.type}`;
  const which = next === undefined || endpoint === undefined ? planned : `${endpoint.name} #${next.attempts + 1}`;
  const sub = wait === null ? 'Nothing is waiting' : [which, away].filter((part) => part !== null).join(' · ');
  return (
    <dl className="stat next">
      <dt>
        <Word text="Next due in" />
      </dt>
      <dd className={wait === null ? 'figure' : 'figure due'}>{wait === null ? 'none' : sayLong(wait)}</dd>
      <dd className="sub" title={sub}>
        {sub}
      </dd>
    </dl>
  );
}

/** `00:04:12`: the same width up to 99 hours. */
function sayLong(ms: number): string {
  const text = sayCountdown(ms);
  return text.length > 5 ? text : `00:${text.padStart(5, '0')}`;
}
