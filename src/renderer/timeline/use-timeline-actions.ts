import { Crosshair, Expand, ImageDown, Rows3, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo } from 'react';
import { type Action, usePageActions } from '../state/page-actions';
import { type Stage, ZOOM_STEP } from './stage';
import { FORMATS, type SavePicture } from './use-pictures';

const NO_ACTIONS: readonly Action[] = [];

/** What the timeline adds to the palette while it is there. */
export function useTimelineActions(stage: Stage | null, onZoomTo: () => void, onPicture: SavePicture): void {
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
      ...FORMATS.flatMap((format) => [
        {
          group,
          name: `Save the timeline in view as ${format.toUpperCase()}`,
          icon: ImageDown,
          run: () => void onPicture('view', format),
        } as const,
        {
          group,
          name: `Save the whole timeline as ${format.toUpperCase()}`,
          icon: ImageDown,
          run: () => void onPicture('whole', format),
        } as const,
      ]),
    ];
  }, [stage, onZoomTo, onPicture]);
  usePageActions('timeline', actions);
}
