import { z } from 'zod';
import type { CaptureId, RouteId, RunId } from '../model/ids';
import { id, wholeNumber } from './fields';
import { filterText } from './filter-text';
import { LIMITS } from './limits';
import { LISTS } from './lists';
import { page } from './page';
import type { CaptureDetail, CaptureRow, Cleared, Page } from './views';

const capture = id<CaptureId>('cap');
const chosen = { ids: z.array(capture).min(1, 'Choose at least one request.').max(LIMITS.pageRows) };
const clearId = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'What was cleared is known by its number.')
  .nullable()
  .default(null);

/** The commands about requests that the receiver saw. */
export const captureInputs = {
  'capture.list': z.object({
    ...page,
    routeId: id<RouteId>('rt').nullable().default(null),
    filter: filterText('capture').default(''),
    sort: z.enum(LISTS.captures.sorts).optional(),
  }),
  'capture.get': z.object({ id: capture }),
  'capture.pin': z.object({ ...chosen, pinned: z.boolean() }),
  /** Clears what has come by now, of a route or of the run; pinned ones stay. It can be taken back for ten minutes. */
  'capture.clear': z.object({
    /** Null: the live run. */
    runId: id<RunId>('run').nullable().default(null),
    routeId: id<RouteId>('rt').nullable().default(null),
  }),
  /** The same for some of them. `clearId`: together with what was cleared under it. */
  'capture.delete': z.object({ ...chosen, clearId }),
  /** Takes back what was cleared; null: what was cleared last. */
  'capture.undo': z.object({ clearId }),
} as const;

export type CaptureOutputs = {
  'capture.list': Page<CaptureRow>;
  'capture.get': CaptureDetail;
  'capture.pin': { readonly changed: number };
  'capture.clear': Cleared;
  'capture.delete': Cleared;
  'capture.undo': { readonly restored: number };
};
