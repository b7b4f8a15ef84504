import { Crosshair, Expand, Rows3, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo } from 'react';
import { type Action, usePageActions } from '../state/page-actions';
import { type Stage, ZOOM_STEP } from './stage';

const NO_ACTIONS: readonly Action[] = [];

/** What the timeline adds to the palette while it is there. */
export function useTimelineActions(stage: Stage | null, onZoomTo: () => void): void {
  const actions = useMemo((): readonly Action[] => {
    if (stage === null) return NO_ACTIONS;
    const group = 'Timeline';
    return [
      { group, name: 'Zoom to selection', icon: ScanSearch, command: 'zoom-to', run: onZoomTo },
      { group, name: 'Fit everything', icon: Expand, command: 'fit', run: () => stage.fit() },
      { group, name: 'Go to now and follow it', icon: Crosshair, command: 'now', run: () => stage.setFollow(true) },
      { group, name: 'Zoom in', icon: ZoomIn, command: 'zoom-in', run: () => stage.zoom(ZOOM_STEP) },
      { group, name: 'Zoom out', icon: ZoomOut, command: 'zoom-out', run: () => stage.zoom(1 / ZOOM_STEP) },
      {
        group,
        name: 'Fold or unfold idle time',
        icon: Rows3,
        command: 'fold',
        run: () => stage.setFold(!stage.state().fold),
      },
    ];
  }, [stage, onZoomTo]);
  usePageActions('timeline', actions);
}
