import { shortId } from '../../shared/model/ids';
import { throttleOf } from '../../shared/rules/throttle';
import { endpointLook } from '../view-models/endpoint-look';
import { drawFinal, drawGlyph } from './draw-glyph';
import { glyphOf, glyphOfState } from './glyphs';
import type { Ink } from './ink';
import { type LaneKind, streakLimit, suspensionFigure } from './lanes';
import { type HeaderItem, type LaneItem, type LayoutItem, ROW_PX, type RowItem, type SharedItem } from './layout';
import type { Palette } from './palette';
import { sayCount, sayShared } from './words';

/** The width of the column of labels. */
export const LABELS_PX = 232;
const CUT = '…';
/** For the type of a delivery's event. */
const NAME_PX = 108;

/** As much of a text as there is room for, cut at its end. */
function cutTo(c: Ink, text: string, roomPx: number): string {
  if (c.measureText(text).width <= roomPx) return text;
  const signs = [...text];
  let fits = Math.max(0, Math.floor((signs.length * roomPx) / Math.max(1, c.measureText(text).width)));
  while (fits > 0 && c.measureText(signs.slice(0, fits).join('') + CUT).width > roomPx) fits -= 1;
  return `${signs.slice(0, fits).join('')}${CUT}`;
}

/** The label of an item, as the page writes it in HTML: for pictures. */
export function drawLabel(c: Ink, palette: Palette, item: LayoutItem, top: number): void {
  c.fillStyle = item.kind === 'header' ? palette.head : palette.chrome;
  c.fillRect(0, top, LABELS_PX, item.height);
  c.fillStyle = palette.hair;
  c.fillRect(0, top + item.height - 1, LABELS_PX, 1);
  c.fillRect(LABELS_PX - 1, top, 1, item.height);
  if (item.kind === 'header') drawHead(c, palette, item, top);
  else if (item.kind === 'lane') drawLaneName(c, palette, item, top);
  else if (item.height >= ROW_PX) drawName(c, palette, item, top);
}

function drawHead(c: Ink, palette: Palette, { endpoint }: HeaderItem, top: number): void {
  c.textAlign = 'right';
  c.font = `500 11px ${palette.ui}`;
  c.fillStyle = palette.fg2;
  c.fillText(endpoint.policy.name, LABELS_PX - 12, top + 18);
  const room = LABELS_PX - 36 - c.measureText(endpoint.policy.name).width;
  c.textAlign = 'left';
  c.font = `600 13px ${palette.ui}`;
  c.fillStyle = palette.fg;
  c.fillText(cutTo(c, endpoint.name, room), 12, top + 18);
}

/** What stands in the head of a group across the plot. */
export function drawHeadline(c: Ink, palette: Palette, { endpoint }: HeaderItem, top: number, plotPx: number): void {
  const state = endpointLook(endpoint).word;
  c.textAlign = 'left';
  c.font = `400 11px ${palette.mono}`;
  c.fillStyle = palette.fg2;
  const url = cutTo(c, endpoint.url, plotPx * 0.6);
  c.fillText(url, 10, top + 18);
  const after = 26 + c.measureText(url).width;
  c.font = `500 11px ${palette.ui}`;
  c.fillStyle = palette.fg;
  c.fillText(state, after, top + 18);
}

const LANE_NAMES: Readonly<Record<LaneKind, string>> = {
  streak: 'Failure streak',
  suspension: 'Suspension',
  held: 'Held',
  throttle: 'Throttle',
};

function drawLaneName(c: Ink, palette: Palette, { lane, endpoint, height }: LaneItem, top: number): void {
  const middle = top + height / 2 + 4;
  c.textAlign = 'left';
  c.font = `400 11px ${palette.ui}`;
  c.fillStyle = palette.fg2;
  c.fillText(LANE_NAMES[lane], 28, middle);
  c.textAlign = 'right';
  c.font = `600 11px ${palette.mono}`;
  c.fillStyle = palette.fg;
  c.fillText(laneFigure(lane, endpoint), LABELS_PX - 12, middle);
}

function laneFigure(lane: LaneKind, endpoint: LaneItem['endpoint']): string {
  if (lane === 'streak') return `${endpoint.condition.streak}/${streakLimit(endpoint) ?? ''}`;
  if (lane === 'held') return sayCount(endpoint.counts.held);
  if (lane === 'suspension') return suspensionFigure(endpoint);
  const throttle = lane === 'throttle' ? throttleOf(endpoint.policy, endpoint.channel) : null;
  return throttle === null ? '' : sayCount(throttle.limit);
}

function drawName(c: Ink, palette: Palette, item: RowItem | SharedItem, top: number): void {
  const row = item.kind === 'row' ? item.row : item.rows[0];
  const last = row?.marks.at(-1);
  const state = item.kind === 'row' ? item.row.state : item.state;
  const { glyph, final } = glyphOfState(state, last === undefined ? null : glyphOf(last.outcome));
  const y = top + ROW_PX / 2;
  if (final) drawFinal(c, palette, glyph, 34, y, null, 6.2);
  else drawGlyph(c, palette, glyph, 34, y, 0.93, 0);
  c.textAlign = 'left';
  c.font = `400 12px ${palette.ui}`;
  c.fillStyle = palette.fg;
  if (item.kind === 'shared') {
    c.fillStyle = palette.fg2;
    c.fillText(sayShared(item.rows), 48, y + 4);
    return;
  }
  const name = cutTo(c, item.row.eventType, NAME_PX);
  c.fillText(name, 48, y + 4);
  const after = 55 + c.measureText(name).width;
  const counted = item.row.state === 'processing' ? item.row.counter + 1 : item.row.counter;
  c.font = `400 11px ${palette.mono}`;
  c.fillStyle = palette.fg3;
  c.fillText(shortId(item.row.id), after, y + 4);
  c.textAlign = 'right';
  c.fillStyle = palette.fg2;
  c.fillText(`${counted}/${Math.max(item.row.budget, counted)}`, LABELS_PX - 12, y + 4);
}
