import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { type DeliveryState, isFinal } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';
import { LANE_PX, type LaneKind, lanesOf } from './lanes';
import type { Past } from './past';
import { lastIndex } from './scale';

const HEADER_PX = 28;
export const ROW_PX = 24;
const GROUP_GAP_PX = 4;
/** Rows as threads, for days in view: 6 px, and 3 px above 2,000 rows. */
const THREAD_PX = 6;
const THIN_THREAD_PX = 3;
const MANY_ROWS = 2_000;

/** By endpoint. */
export type Pasts = ReadonlyMap<EndpointId, Past>;

type Placement = { readonly y: number; readonly height: number; readonly endpoint: EndpointView };
export type HeaderItem = Placement & {
  readonly kind: 'header';
  readonly rows: readonly DeliveryRow[];
  readonly collapsed: boolean;
};
export type RowItem = Placement & { readonly kind: 'row'; readonly row: DeliveryRow };
/** Finished deliveries that are not of interest share a row. */
export type SharedItem = Placement & {
  readonly kind: 'shared';
  readonly state: DeliveryState;
  readonly rows: readonly DeliveryRow[];
  readonly key: string;
  readonly opened: boolean;
};
/** What the endpoint's policy counts, between its header and its rows. */
export type LaneItem = Placement & {
  readonly kind: 'lane';
  readonly lane: LaneKind;
  readonly rows: readonly DeliveryRow[];
  /** What the endpoint went through; null until it is read. */
  readonly past: Past | null;
};
export type LayoutItem = HeaderItem | LaneItem | RowItem | SharedItem;

/** Whether an item has marks of deliveries. */
export const hasMarks = (item: LayoutItem): item is RowItem | SharedItem =>
  item.kind === 'row' || item.kind === 'shared';

export type Layout = {
  readonly items: readonly LayoutItem[];
  readonly height: number;
  readonly rowHeight: number;
};

export type LayoutRequest = {
  readonly endpoints: readonly EndpointView[];
  readonly rows: readonly DeliveryRow[];
  /** What endpoints went through, as far as it is read. */
  readonly pasts?: Pasts;
  readonly collapsed: ReadonlySet<string>;
  /** Keys of shared rows that a person opened. */
  readonly opened: ReadonlySet<string>;
  /** Stays visible whatever its state. */
  readonly selected: string | null;
  /** Days are in view: rows become threads when they do not fit as rows. */
  readonly threadsIn: number | null;
};

/** So many finished deliveries of a group keep rows of their own: the newest that did not go well at once. */
const FINISHED_ROWS = 4;

export function layOut(request: LayoutRequest): Layout {
  const full = layOutAt(request, ROW_PX);
  if (request.threadsIn === null || full.height <= request.threadsIn) return full;
  const rowCount = full.items.filter(hasMarks).length;
  return layOutAt(request, rowCount > MANY_ROWS ? THIN_THREAD_PX : THREAD_PX);
}

function layOutAt(request: LayoutRequest, rowHeight: number): Layout {
  const { endpoints, rows, pasts, collapsed, opened, selected } = request;
  const byEndpoint = new Map<EndpointId, DeliveryRow[]>();
  for (const row of rows) {
    const group = byEndpoint.get(row.endpointId);
    if (group === undefined) byEndpoint.set(row.endpointId, [row]);
    else group.push(row);
  }
  const items: LayoutItem[] = [];
  let y = 0;
  for (const endpoint of endpoints) {
    const group = (byEndpoint.get(endpoint.id) ?? []).sort(newestFirst);
    if (group.length === 0 && endpoint.state === 'deleted') continue;
    const isCollapsed = collapsed.has(endpoint.id);
    items.push({ kind: 'header', endpoint, rows: group, collapsed: isCollapsed, y, height: HEADER_PX });
    y += HEADER_PX;
    const past = pasts?.get(endpoint.id) ?? null;
    for (const lane of isCollapsed ? [] : lanesOf(endpoint, past)) {
      items.push({ kind: 'lane', lane, rows: group, past, endpoint, y, height: LANE_PX[lane] });
      y += LANE_PX[lane];
    }
    if (!isCollapsed) y = layOutGroup(items, endpoint, group, opened, selected, rowHeight, y);
    y += GROUP_GAP_PX;
  }
  return { items, height: y, rowHeight };
}

function layOutGroup(
  items: LayoutItem[],
  endpoint: EndpointView,
  group: readonly DeliveryRow[],
  opened: ReadonlySet<string>,
  selected: string | null,
  height: number,
  top: number,
): number {
  const { own, shared } = divide(group, selected);
  let y = top;
  const push = (row: DeliveryRow): void => {
    items.push({ kind: 'row', row, endpoint, y, height });
    y += height;
  };
  for (const row of own) push(row);
  for (const [state, rows] of shared) {
    const key = `${endpoint.id}/${state}`;
    const isOpened = opened.has(key);
    items.push({ kind: 'shared', state, rows, key, opened: isOpened, endpoint, y, height });
    y += height;
    if (isOpened) for (const row of rows) push(row);
  }
  return y;
}

const newestFirst = (a: DeliveryRow, b: DeliveryRow): number => b.ordinal - a.ordinal;

/** Rows of their own, and – by state – those that share one. Both keep the order of the group. */
export function divide(
  group: readonly DeliveryRow[],
  selected: string | null,
): { own: readonly DeliveryRow[]; shared: ReadonlyMap<DeliveryState, readonly DeliveryRow[]> } {
  const own: DeliveryRow[] = [];
  const shared = new Map<DeliveryState, DeliveryRow[]>();
  const showsAll = group.reduce((sum, { state }) => sum + (isFinal(state) ? 1 : 0), 0) <= FINISHED_ROWS;
  let finished = 0;
  for (const row of group) {
    const isOfInterest = row.attempts > 1 || row.state !== 'delivered';
    const shows =
      showsAll || !isFinal(row.state) || row.id === selected || (isOfInterest && finished++ < FINISHED_ROWS);
    if (shows) {
      own.push(row);
      continue;
    }
    const others = shared.get(row.state);
    if (others === undefined) shared.set(row.state, [row]);
    else others.push(row);
  }
  // A shared row for one delivery would only hide its name.
  for (const [state, rows] of shared) {
    if (rows.length > 1) continue;
    shared.delete(state);
    own.push(...rows);
  }
  return { own: own.sort(newestFirst), shared };
}

/** The items that touch the pixels from `top` to `bottom`: first index, and one past the last. */
export function itemsBetween({ items }: Layout, top: number, bottom: number): { from: number; to: number } {
  const from = Math.max(
    0,
    lastIndex(items.length, (i) => (items[i]?.y ?? 0) <= top),
  );
  const to = lastIndex(items.length, (i) => (items[i]?.y ?? 0) < bottom) + 1;
  return { from, to };
}

/** The item under `y`, null in a gap or below the last. */
export function itemAt({ items }: Layout, y: number): LayoutItem | null {
  const item = items[lastIndex(items.length, (i) => (items[i]?.y ?? 0) <= y)];
  return item !== undefined && y < item.y + item.height ? item : null;
}
