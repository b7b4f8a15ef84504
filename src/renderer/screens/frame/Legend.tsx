import { OUTCOME_CLASSES } from '../../../shared/stats/outcome-class';
import { Mark } from '../../parts/Mark';
import { Modal } from '../../parts/Modal';
import { Word } from '../../parts/Term';
import { closeOverlay } from '../../state/overlays';
import { CLASS_LOOKS } from '../../view-models/outcome-look';

/** What the marks mean, at the foot of Live. */
export function Legend({ seed }: { readonly seed: number }) {
  return (
    <footer className="footer">
      <LegendItems />
      <span className="grow" />
      <span className="muted">
        <Word text="Seed" /> <span className="mono">{seed}</span>
      </span>
    </footer>
  );
}

function LegendItems() {
  return (
    <>
      {OUTCOME_CLASSES.map((name) => (
        <span key={name}>
          <Mark hue={CLASS_LOOKS[name].hue} shape={CLASS_LOOKS[name].shape} />
          <Word text={CLASS_LOOKS[name].word} />
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
        <Word text="Jitter band" />
      </span>
      <span>
        <Mark hue="held" shape="chevrons" />
        <Word text="Deferred" />
      </span>
      <span>
        <Mark hue="held" shape="bars" />
        <Word text="Held" />
      </span>
      <span title="On the axis: waits that were skipped, jumps, steps, and time in which nothing ran">
        <i className="swatch-leap" />
        Skipped time
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
