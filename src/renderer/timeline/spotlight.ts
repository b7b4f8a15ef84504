import type { DeliveryRow } from '../../shared/contract/views';
import type { DeliveryId } from '../../shared/model/ids';
import type { StepRecord } from '../../shared/model/step';
import { bandPx, hitInRow } from './hit';
import { type Focus, rowKeyOf, walk } from './keyboard';
import { hasMarks, itemAt, ROW_PX, type RowItem, type SharedItem } from './layout';
import { instantOf, type Placed } from './place';
import { type Mark, markAt, rowModel } from './row-model';
import { marksOf, type VisibleRow, visibleRow } from './scene';
import type { Stage } from './stage';
import { sayMark, type Why, whyOf, whyShared } from './why';

/** A mark that is pointed at, by the pointer or by the focus; in a shared row perhaps a whole pill. */
export type Target = Focus & { readonly pill: { readonly from: number; readonly to: number } | null };

/** A box on the plot, in px from its top left corner, and where in it the mark stands. */
export type TargetBox = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly rowTop: number;
  readonly rowBottom: number;
  readonly px: number;
};

export type Pointed =
  | { readonly kind: 'mark'; readonly target: Target; readonly item: RowItem | SharedItem; readonly placed: Placed }
  | { readonly kind: 'band'; readonly target: Target; readonly item: RowItem | SharedItem }
  /** `isOnDelivery`: on the label, or on the line from the first of its marks to the last. */
  | { readonly kind: 'row'; readonly item: RowItem | SharedItem; readonly isOnDelivery: boolean };

type StageView = Pick<Stage, 'layout' | 'scale' | 'nowMs' | 'plotPx' | 'scrollTop'>;

export function itemByKey({ layout }: Pick<Stage, 'layout'>, rowKey: string): RowItem | SharedItem | null {
  for (const item of layout.items) if (hasMarks(item) && rowKeyOf(item) === rowKey) return item;
  return null;
}

const inPlace = (stage: StageView, item: RowItem | SharedItem): VisibleRow =>
  visibleRow(item, stage.scale, stage.nowMs, stage.plotPx);

/** What lies at a point of the plot; a negative `x` is on the labels. */
export function pointedAt(stage: StageView, x: number, y: number): Pointed | null {
  const item = itemAt(stage.layout, y + stage.scrollTop);
  if (item === null || !hasMarks(item)) return null;
  const rowKey = rowKeyOf(item);
  if (x < 0) return { kind: 'row', item, isOnDelivery: true };
  if (item.height < ROW_PX) return { kind: 'row', item, isOnDelivery: isOnLine(stage, item, x) };
  const row = inPlace(stage, item);
  const hit = hitInRow(row.placed, row.model, stage.scale, x);
  if (hit === null) return { kind: 'row', item, isOnDelivery: isOnLine(stage, item, x) };
  if (hit.kind === 'band') return { kind: 'band', item, target: { rowKey, markKey: 'next', pill: null } };
  const { placed } = hit;
  const mark = placed.last ?? placed.first;
  const isGroup = item.kind === 'shared' && placed.to - placed.from > 1;
  const pill = isGroup ? { from: placed.from, to: placed.to } : null;
  return { kind: 'mark', item, placed, target: { rowKey, markKey: mark.key, pill } };
}

/** Whether a delivery's own row has something of it at `x`, if only a wait. */
function isOnLine(stage: StageView, item: RowItem | SharedItem, x: number): boolean {
  if (item.kind !== 'row') return false;
  const marks = marksOf(item);
  const last = marks[marks.length - 1];
  if (last === undefined) return false;
  const { scale, nowMs } = stage;
  return x >= scale.x(item.row.createdAt) - LINE_ROOM_PX && x <= scale.x(instantOf(last, nowMs)) + LINE_ROOM_PX;
}
const LINE_ROOM_PX = 4;

/** The delivery and the attempt that stand behind a mark; the planned one too, where the delivery's page has it. */
export const attemptOf = ({ delivery, attempt, key }: Mark): { deliveryId: DeliveryId; n: number | null } => ({
  deliveryId: delivery.id,
  n: attempt?.n ?? (key === 'next' ? delivery.attempts + 1 : null),
});

/** What a click opens: the attempt of a mark or of a band; null for neither. */
export function openedAt(pointed: Pointed): { deliveryId: DeliveryId; n: number | null } | null {
  if (pointed.kind === 'row') return null;
  const mark = marksOf(pointed.item).find(({ key }) => key === pointed.target.markKey);
  return mark === undefined ? null : attemptOf(mark);
}

/** Where the keyboard enters: the mark nearest to *now* in the first row, or null without marks. */
export function firstTarget(stage: StageView): Target | null {
  const focus = walk({ layout: stage.layout, marksOf, nowMs: stage.nowMs }, null, 'first');
  return focus === null ? null : { ...focus, pill: null };
}

/** Where a target stands now; null when its row or mark is gone. */
export function boxOf(stage: StageView, target: Target): TargetBox | null {
  const item = itemByKey(stage, target.rowKey);
  if (item === null) return null;
  const marks = marksOf(item);
  const index = marks.findIndex(({ key }) => key === target.markKey);
  if (index === -1) return null;
  const row = inPlace(stage, item);
  const rowTop = item.y - stage.scrollTop;
  const middle = rowTop + item.height / 2;
  const rows = { rowTop, rowBottom: rowTop + item.height };
  const placed = row.placed.find(({ from, to }) => index >= from && index < to);
  const band = target.markKey === 'next' && row.model !== null ? bandPx(row.model.next, stage.scale) : null;
  const px = placed?.px ?? stage.scale.x(markAt(marks, index).atMs);
  if (band !== null && band.right - band.left > 20 && (placed === undefined || placed.to - placed.from === 1)) {
    const [left, right] = [Math.max(-8, band.left) - 2.5, Math.min(stage.plotPx + 8, band.right) + 2.5];
    return { ...rows, left, right, top: middle - 10.5, bottom: middle + 10.5, px };
  }
  const isPill = placed !== undefined && placed.to - placed.from > 1;
  const [left, right] = isPill ? [placed.left - 2, placed.right + 2] : [px - 10, px + 10];
  return { ...rows, left, right, top: middle - (isPill ? 11 : 10), bottom: middle + (isPill ? 11 : 10), px };
}

/** The delivery that the card is about; null for a whole pill, and when it is gone. */
export function deliveryAt(stage: StageView, target: Target): DeliveryRow | null {
  const item = itemByKey(stage, target.rowKey);
  if (item === null || (item.kind === 'shared' && target.pill !== null)) return null;
  return marksOf(item).find(({ key }) => key === target.markKey)?.delivery ?? null;
}

/** What the card says about a target, by the delivery's log where it has been read; null when it is gone. */
export function whyTarget(stage: StageView, target: Target, log: readonly StepRecord[] | null = null): Why | null {
  const item = itemByKey(stage, target.rowKey);
  if (item === null) return null;
  const marks = marksOf(item);
  if (item.kind === 'shared' && target.pill !== null) {
    return whyShared(marks.slice(target.pill.from, target.pill.to), stage.nowMs);
  }
  const mark = marks.find(({ key }) => key === target.markKey);
  if (mark === undefined) return null;
  return whyOf(rowModel(mark.delivery, item.endpoint), mark, item.endpoint.policy, stage.nowMs, log);
}

/** The target in one line, for screen readers and the clipboard. */
export function sayTarget(stage: StageView, target: Target): string | null {
  const item = itemByKey(stage, target.rowKey);
  const mark = item === null ? undefined : marksOf(item).find(({ key }) => key === target.markKey);
  if (item === null || mark === undefined) return null;
  return sayMark(rowModel(mark.delivery, item.endpoint), mark, item.endpoint.policy, stage.nowMs);
}

export const CARD_PX = 318;
const CARD_GAP_PX = 8;
/** The card prefers to hang to the left of its mark, so that what comes next stays visible. */
const CARD_LEAN_PX = 247;

/** Where the card goes: below the row, above it when there is no room, never over it. */
export function placeCard(
  box: TargetBox,
  card: { readonly height: number },
  plot: { readonly width: number; readonly height: number },
): { readonly left: number; readonly top: number; readonly isBelow: boolean } {
  const left = Math.max(4, Math.min(plot.width - CARD_PX - 8, box.px - CARD_LEAN_PX));
  const below = box.rowBottom + CARD_GAP_PX;
  const above = box.rowTop - CARD_GAP_PX - card.height;
  const isBelow = below + card.height <= plot.height - 4 || above < 4;
  return { left, top: isBelow ? below : above, isBelow };
}
