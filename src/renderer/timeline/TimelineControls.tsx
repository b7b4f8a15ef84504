import { ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { PictureMenu } from './PictureMenu';
import { type Stage, ZOOM_STEP } from './stage';
import type { SavePicture } from './use-pictures';
import type { ZoomTo } from './use-zoom-to';
import { sayShort } from './words';

type ControlsProps = { readonly stage: Stage; readonly zoomTo: ZoomTo; readonly onPicture: SavePicture };

/** Fold, follow, zoom, fit: the timeline's part of the tool bar. */
export function TimelineControls({ stage, zoomTo, onPicture }: ControlsProps) {
  const { fold, follow, spanMs } = useSyncExternalStore(stage.subscribe, stage.state);
  return (
    <>
      <Toggle label="Fold" more=" idle" isOn={fold} onToggle={() => stage.setFold(!fold)} keyHint="Z" />
      <Toggle label="Follow" more=" now" isOn={follow} onToggle={() => stage.setFollow(!follow)} keyHint="N" />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend */}
      <div className="tl-zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => stage.zoom(1 / ZOOM_STEP)}>
          <ZoomOut size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <span title="Virtual time in view">{sayShort(roundSpan(spanMs))}</span>
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => stage.zoom(ZOOM_STEP)}>
          <ZoomIn size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <button type="button" className="tl-button" title="Fit everything (F)" onClick={() => stage.fit()}>
        Fit
      </button>
      <button
        type="button"
        className="tl-button is-icon"
        aria-label="Zoom to selection"
        title={
          zoomTo.may ? `Zoom to the whole of ${zoomTo.name} (D)` : 'Zoom to selection (D): select a delivery first'
        }
        aria-disabled={!zoomTo.may}
        onClick={() => zoomTo.run()}
      >
        <ScanSearch size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <PictureMenu onSave={onPicture} />
    </>
  );
}

type ToggleProps = {
  readonly label: string;
  readonly more: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly keyHint: string;
};

function Toggle({ label, more, isOn, onToggle, keyHint }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className={isOn ? 'tl-toggle is-on' : 'tl-toggle'}
      title={`${label}${more} (${keyHint})`}
      onClick={onToggle}
    >
      <i className="tl-switch" aria-hidden="true" />
      {label}
      <span className="tl-wide">{more}</span>
    </button>
  );
}

/** Two figures say enough of a span: whole seconds below ten minutes, minutes below a day, then hours. */
function roundSpan(ms: number): number {
  const unit = ms < 1_000 ? 1 : ms < 10_000 ? 100 : ms < 600_000 ? 1_000 : ms < 86_400_000 ? 60_000 : 3_600_000;
  return Math.max(1, Math.round(ms / unit)) * unit;
}
