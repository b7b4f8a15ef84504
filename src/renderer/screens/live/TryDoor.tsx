import { Play } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../../parts/Icon';
import { usePerform } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { Door } from './Door';

export function TryDoor() {
  const perform = usePerform();
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    const made = await perform('door.tryReceiver', {});
    setBusy(false);
    if (made !== null) navigation.setState({ markedId: made.deliveryId });
  };
  return (
    <Door
      first
      title="Try it with the built-in receiver"
      icon={Play}
      about="One endpoint under Kestrel’s policy, and a receiver that answers 503 three times before it answers 200. You see the first retry within 2 s."
      picture={
        <div className="picture centred">
          <ThreeFailures />
        </div>
      }
    >
      <button type="button" className="button primary large" disabled={busy} onClick={() => void start()}>
        <Icon of={Play} />
        Start
      </button>
      <span>Loopback only, about 15 s</span>
    </Door>
  );
}

const SECOND = 24.4;
const LEFT = 20;
const x = (seconds: number): number => LEFT + seconds * SECOND;
/** Waits of Kestrel's policy: where each band starts, how long it is, what was drawn. In s; an example of a plan. */
const WAITS = [
  { from: 0, most: 2, drawn: 1.3, label: '0 to 2 s', side: 'right' },
  { from: 1.3, most: 4, drawn: 2.8, label: '0 to 4 s', side: 'right' },
  { from: 4.1, most: 8, drawn: 4.6, label: '0 to 8 s', side: 'left' },
] as const;
const END = 8.7;

function ThreeFailures() {
  return (
    <svg className="chart" viewBox="0 0 336 150" role="img" aria-label="Three failures, longer waits, then delivered">
      {[0, 2, 4, 6, 8, 10, 12].map((seconds) => (
        <g key={seconds}>
          <path className="grid" d={`M${x(seconds)} 12 V118`} />
          <text className="soft" x={x(seconds)} y="142" textAnchor="middle">
            {seconds} s
          </text>
        </g>
      ))}
      {WAITS.map((wait, index) => {
        const top = 24 + index * 25;
        const right = wait.side === 'right';
        return (
          <g key={wait.label}>
            <rect className="band" x={x(wait.from)} y={top} width={wait.most * SECOND} height="13" rx="2" />
            <path className="nominal" d={`M${x(wait.from + wait.drawn)} ${top - 2} v17`} />
            <text
              x={right ? x(wait.from + wait.most) + 7 : x(wait.from) - 7}
              y={top + 10.5}
              textAnchor={right ? 'start' : 'end'}
            >
              {wait.label}
            </text>
          </g>
        );
      })}
      <path className="wait" d={`M${x(0)} 112 H${x(END)}`} />
      {[0, 1.3, 4.1].map((at) => (
        <rect key={at} className="failed" x={x(at) - 5} y="107" width="10" height="10" rx="1" />
      ))}
      <circle className="knock" cx={x(END)} cy="112" r="9" />
      <circle className="ring-ok" cx={x(END)} cy="112" r="8.6" />
      <circle className="done" cx={x(END)} cy="112" r="4.8" />
    </svg>
  );
}
