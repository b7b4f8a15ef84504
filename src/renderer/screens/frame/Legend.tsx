import type { Run } from '../../../shared/model/run';
import { Mark } from '../../parts/Mark';
import { Modal } from '../../parts/Modal';
import { closeOverlay, openOverlay } from '../../state/overlays';
import type { Hue, Shape } from '../../view-models/outcome-look';

const OUTCOMES: readonly (readonly [hue: Hue, shape: Shape, word: string])[] = [
  ['ok', 'disc', '2xx'],
  ['r3', 'triangle', '3xx'],
  ['c4', 'diamond', '4xx'],
  ['s5', 'square', '5xx'],
  ['nr', 'hourglass', 'Time-out'],
  ['nr', 'cross', 'No connection'],
  ['intr', 'stroked-ring', 'Interrupted'],
];

/** What the marks mean, at the foot of Live. */
export function Legend({ run }: { readonly run: Run }) {
  return (
    <footer className="footer">
      <LegendItems />
      <span className="grow" />
      <span className="muted">
        <button type="button" className="run-name" onClick={() => openOverlay({ kind: 'runs' })}>
          {run.name}
        </button>
        Seed <span className="mono">{run.seed.toString(16).toUpperCase()}</span>
      </span>
    </footer>
  );
}

function LegendItems() {
  return (
    <>
      {OUTCOMES.map(([hue, shape, word]) => (
        <span key={word}>
          <Mark hue={hue} shape={shape} />
          {word}
        </span>
      ))}
      <span className="apart">
        <Mark hue="s5" shape="square" final />
        Final
      </span>
      <span>
        <Mark hue="plan" shape="ring" />
        Planned
      </span>
      <span>
        <i className="swatch-band" />
        Jitter band
      </span>
      <span>
        <Mark hue="held" shape="chevrons" />
        Deferred
      </span>
      <span>
        <Mark hue="held" shape="bars" />
        Held
      </span>
    </>
  );
}

/** The same in a dialog, where the window has no room for a foot. */
export function LegendDialog() {
  return (
    <Modal title="What the marks mean" onClose={closeOverlay}>
      <div className="content legend-list">
        <LegendItems />
      </div>
    </Modal>
  );
}
