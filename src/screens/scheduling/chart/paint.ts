/** Draws what is seen of a scene: shaded closed time, striped stops, bars with their words, rows' heads, the line of time. Only that. */

import type { PlanTask } from '../../../../schemas/language/wire-schedule';
import type { Bar } from './bars';
import { namesOf, shortName } from './bars';
import { hueOf } from './colours';
import { boxOf } from './hit';
import { toneOfLoad } from './load';
import { clock, DAY, dayOf, startOfDay } from './moment';
import type { Palette, Tint } from './palette';
import { type ChartRow, SUPPLIER } from './rows';
import { closedWithin, type Scene } from './scene';
import { majors, minuteAt, ticks, xOf } from './time-scale';
import { barsWithin, rowsWithin } from './window';

export interface Port {
  readonly left: number;
  readonly top: number;
  /** of the canvas, px */
  readonly width: number;
  readonly height: number;
}
export interface Brush {
  readonly ctx: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly scene: Scene;
  readonly port: Port;
}
export const rowY = ({ scene, port }: Brush, y: number): number => scene.headHeight + y - port.top;
export const timeX = ({ scene, port }: Brush, minute: number): number =>
  scene.headWidth + xOf(scene.scale, minute) - port.left;
/** Minutes and rows that are seen. */
export const seenOf = ({ scene, port }: Brush) => {
  const from = minuteAt(scene.scale, port.left);
  const to = minuteAt(scene.scale, port.left + port.width - scene.headWidth);
  const [first, end] = rowsWithin(scene.rows, port.top, port.top + port.height - scene.headHeight);
  return { from, to: Math.min(to, scene.scale.to), rows: scene.rows.slice(first, end) };
};

/** A text cut to a width, measured once. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 5_000;
export const widthOf = (ctx: CanvasRenderingContext2D, text: string): number => {
  const key = `${ctx.font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > MOST_WIDTHS) widths.clear();
  const { width } = ctx.measureText(text);
  widths.set(key, width);
  return width;
};
/** `keep`: numbers of documents tell themselves by their ends, words by their beginnings. */
const fitted = (ctx: CanvasRenderingContext2D, text: string, width: number, keep: 'start' | 'end'): string => {
  const whole = widthOf(ctx, text);
  if (whole <= width) return text;
  const signs = Math.floor((text.length * width) / whole) - 1;
  if (signs < 2) return '';
  return keep === 'start' ? `${text.slice(0, signs)}…` : `…${text.slice(-signs)}`;
};
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly keep?: 'start' | 'end';
}
export const write = (ctx: CanvasRenderingContext2D, text: string, { x, y, width, keep = 'start' }: Spot): void => {
  const cut = fitted(ctx, text, width, keep);
  if (cut !== '') ctx.fillText(cut, x, y);
};
/** The longest of the names of a task that has room, else the end of the shortest. */
export const writeName = (ctx: CanvasRenderingContext2D, task: PlanTask, spot: Spot): void => {
  const names = namesOf(task);
  const name = names.find((text) => widthOf(ctx, text) <= spot.width) ?? names.at(-1)!;
  write(ctx, name, { ...spot, keep: 'end' });
};
export const setFont = ({ ctx, palette, scene }: Brush, px: number, weight = 400): void => {
  ctx.font = `${weight} ${px * scene.size}px ${palette.font}`;
};

/** Stripes from lower left to upper right, one tile a colour. */
const tiles = new WeakMap<Palette, Map<string, CanvasPattern | null>>();
const striped = ({ ctx, palette }: Brush, ink: string, ground: string): CanvasPattern | string => {
  const own = tiles.get(palette) ?? new Map<string, CanvasPattern | null>();
  tiles.set(palette, own);
  const key = `${ink}${ground}`;
  const known = own.get(key);
  if (known !== undefined) return known ?? ground;
  const tile = ctx.canvas.ownerDocument.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = tile.getContext('2d');
  if (pen === null) return ground;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = ink;
  pen.lineWidth = 2.4;
  pen.beginPath();
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  const made = ctx.createPattern(tile, 'repeat');
  own.set(key, made);
  return made ?? ground;
};

export const paintBase = (brush: Brush): void => {
  const { ctx, palette, scene, port } = brush;
  ctx.fillStyle = palette.of.panel;
  ctx.fillRect(0, 0, port.width, port.height);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const seen = seenOf(brush);
  ctx.save();
  ctx.beginPath();
  ctx.rect(scene.headWidth, scene.headHeight, port.width, port.height);
  ctx.clip();
  // a load is of a whole day
  if (scene.view !== 'load') for (const row of seen.rows) paintGround(brush, row, seen);
  paintLines(brush, seen);
  if (scene.view === 'load') for (const row of seen.rows) paintLoads(brush, row, seen);
  else for (const row of seen.rows) for (const bar of barsWithin(row, seen.from, seen.to)) paintBar(brush, row, bar);
  if (scene.view === 'order') for (const row of seen.rows) paintDue(brush, row);
  ctx.restore();
  paintRowHeads(brush, seen.rows);
  paintTimeHead(brush, seen);
};

interface Seen {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly ChartRow[];
}
const paintGround = (brush: Brush, row: ChartRow, { from, to }: Seen): void => {
  const { ctx, palette, scene } = brush;
  if (row.resource === null) return;
  const y = rowY(brush, row.top);
  const fill = (a: number, b: number, height = row.height): void => {
    const x = timeX(brush, a);
    ctx.fillRect(x, y, timeX(brush, b) - x, height);
  };
  // suppliers work at any time
  if (row.resource.kind !== SUPPLIER) {
    ctx.fillStyle = palette.of['info-bg'];
    for (const [a, b] of closedWithin(scene.hours.open.get(row.resource.id) ?? [], from, to)) fill(a, b);
  }
  for (const stop of scene.hours.stops.get(row.resource.id) ?? []) {
    if (stop.to <= from || stop.from >= to) continue;
    const tint = palette.tint('chart-4');
    ctx.fillStyle = striped(brush, tint.edge, tint.light);
    fill(Math.max(stop.from, from), Math.min(stop.to, to));
    setFont(brush, 12);
    ctx.fillStyle = palette.of.text;
    const x = timeX(brush, Math.max(stop.from, from)) + 8;
    write(ctx, stop.text, { x, y: y + row.height / 2, width: timeX(brush, Math.min(stop.to, to)) - x - 4 });
  }
};
const paintLines = (brush: Brush, seen: Seen): void => {
  const { ctx, palette, scene, port } = brush;
  if (scene.frozenTo > scene.now) {
    ctx.fillStyle = palette.of.primary;
    ctx.globalAlpha = 0.07;
    const x = timeX(brush, scene.now);
    ctx.fillRect(x, 0, timeX(brush, scene.frozenTo) - x, port.height);
    ctx.globalAlpha = 1;
  }
  ctx.fillStyle = palette.of.line2;
  for (const { minute } of ticks(scene.scale, seen.from, seen.to))
    ctx.fillRect(Math.round(timeX(brush, minute)), scene.headHeight, 1, port.height);
  ctx.fillStyle = palette.of.line;
  for (const { minute } of majors(scene.scale, seen.from, seen.to))
    ctx.fillRect(Math.round(timeX(brush, minute)), scene.headHeight, 1, port.height);
  for (const row of seen.rows) {
    ctx.fillStyle = row.opensGroup ? palette.of['chart-rest'] : palette.of.line;
    ctx.fillRect(scene.headWidth, Math.round(rowY(brush, row.top)), port.width, 1);
  }
};

/** px */
const STRIP = 4;
const ROUND = 3;
export const paintBar = (brush: Brush, row: ChartRow, bar: Bar): void => {
  const { ctx, palette, scene } = brush;
  const { task } = bar;
  const box = boxOf(scene.scale, row, bar);
  const top = rowY(brush, box.y);
  const tint = palette.tint(hueOf(task, scene.colourBy, scene.products));
  const isSolid = task.status === 1 || task.running;
  const isLate = task.lateMin > 0;
  let widest = { x: 0, width: 0, seen: 0 };
  for (const piece of bar.pieces.length === 0 ? [{ from: bar.start, to: bar.end, isSetup: false }] : bar.pieces) {
    const x = timeX(brush, piece.from);
    const width = Math.max(1, timeX(brush, piece.to) - x);
    ctx.fillStyle = piece.isSetup
      ? striped(brush, isSolid ? tint.solid : tint.edge, palette.of.panel)
      : isSolid
        ? tint.solid
        : tint.light;
    ctx.strokeStyle = isLate ? palette.of['bad-fill'] : isSolid ? tint.deep : tint.edge;
    ctx.lineWidth = isLate ? 2 : 1;
    if (width < 4) ctx.fillRect(x, top, width, box.height);
    else {
      ctx.beginPath();
      ctx.roundRect(x + 0.5, top + 0.5, width - 1, box.height - 1, ROUND);
      ctx.fill();
      if (isLate || !isSolid) ctx.stroke();
    }
    // words stand in the piece of which most is seen
    const seen = Math.min(x + width, brush.port.width) - Math.max(x, scene.headWidth);
    if (!piece.isSetup && seen > widest.seen) widest = { x, width, seen };
  }
  // the pieces between breaks are one task
  if (bar.pieces.length > 1) {
    ctx.fillStyle = isLate ? palette.of['bad-fill'] : tint.edge;
    const x = timeX(brush, bar.start);
    ctx.fillRect(x, top + box.height - 1, timeX(brush, bar.end) - x, 1);
  }
  if (bar.actual !== null) paintActual(brush, bar, { tint, top: top + box.height - STRIP });
  paintWords(brush, bar, { ...widest, top, height: box.height, isSolid });
};
const paintActual = (
  brush: Brush,
  { actual }: Bar,
  { tint, top }: { readonly tint: Tint; readonly top: number },
): void => {
  if (actual === null) return;
  const { ctx, palette, scene } = brush;
  const x = timeX(brush, actual.from);
  const width = Math.max(2, timeX(brush, actual.to ?? Math.max(scene.now, actual.from)) - x);
  ctx.fillStyle = palette.of.panel;
  ctx.fillRect(x, top - 1, width, STRIP + 1);
  ctx.fillStyle = tint.edge;
  ctx.fillRect(x, top, width, STRIP);
  ctx.fillStyle = tint.deep;
  ctx.fillRect(x, top, width * actual.share, STRIP);
};
interface Room {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly isSolid: boolean;
}
const PAD = 6;
const paintWords = (brush: Brush, { task }: Bar, { x, width, top, height, isSolid }: Room): void => {
  const { ctx, palette, scene } = brush;
  const room = width - 2 * PAD;
  if (room < 14) return;
  ctx.fillStyle = isSolid ? palette.of['on-solid'] : palette.of.text;
  setFont(brush, 12);
  const line = 15 * scene.size;
  const mark = task.locked ? '锁 ' : '';
  // the words of a bar that begins before the window stay in sight
  const shown = Math.max(x, scene.headWidth) + PAD;
  const left = room - (shown - x - PAD);
  if (height < 2 * line) {
    write(ctx, `${mark}${shortName(task)} ${task.materialCode}`, { x: shown, y: top + height / 2, width: left });
    return;
  }
  const middle = top + height / 2 - 1;
  const product = scene.view === 'order' ? `${task.opNbr} ${task.processName}` : `${task.materialCode}  ${task.qty}`;
  write(ctx, `${mark}${product}`, { x: shown, y: middle - line / 2, width: left });
  const below = { x: shown, y: middle + line / 2, width: left };
  if (scene.view === 'order') write(ctx, `${task.qty}`, below);
  else writeName(ctx, task, below);
};
const paintDue = (brush: Brush, row: ChartRow): void => {
  if (row.due === null) return;
  paintFlag(brush, timeX(brush, row.due), rowY(brush, row.top), row.height);
};
/** 交期: a pole and a flag. */
export const paintFlag = ({ ctx, palette }: Brush, x: number, y: number, height: number): void => {
  ctx.fillStyle = palette.of['bad-fill'];
  ctx.fillRect(x, y + 3, 1.5, height - 6);
  ctx.beginPath();
  ctx.moveTo(x, y + 3);
  ctx.lineTo(x + 10, y + 7);
  ctx.lineTo(x, y + 11);
  ctx.fill();
};

const paintLoads = (brush: Brush, row: ChartRow, { from, to }: Seen): void => {
  const { ctx, palette, scene } = brush;
  if (row.resource === null) return;
  const own = scene.days.get(row.resource.id);
  setFont(brush, 12, 500);
  for (let day = startOfDay(from); day < to; day += DAY) {
    const found = own?.get(dayOf(day));
    if (found === undefined) continue;
    const x = timeX(brush, day) + 2;
    const width = timeX(brush, day + DAY) - x - 2;
    const tone = toneOfLoad(found.load);
    const share = found.load === null ? 0 : Math.min(1, found.load / 100);
    const [top, height] = [rowY(brush, row.top) + 5, row.height - 10];
    ctx.fillStyle = palette.of.line2;
    ctx.fillRect(x, top, width, height);
    const tint = palette.tint(tone === 'over' ? 'bad-fill' : tone === 'full' ? 'warn-fill' : 'chart-1');
    ctx.fillStyle = tint.edge;
    ctx.fillRect(x, top + height * (1 - share), width, height * share);
    if (found.load === null || width < 30 * scene.size) continue;
    ctx.fillStyle = palette.of.text;
    const text = `${Math.round(found.load)} %`;
    write(ctx, text, { x: x + 6, y: top + height / 2, width: width - 8 });
  }
};

const paintRowHeads = (brush: Brush, rows: readonly ChartRow[]): void => {
  const { ctx, palette, scene, port } = brush;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, scene.headHeight, scene.headWidth, port.height);
  ctx.clip();
  ctx.fillStyle = palette.of.panel;
  ctx.fillRect(0, scene.headHeight, scene.headWidth, port.height);
  const pad = 12 * scene.size;
  for (const row of rows) {
    const y = rowY(brush, row.top);
    ctx.fillStyle = row.opensGroup ? palette.of['chart-rest'] : palette.of.line;
    ctx.fillRect(0, Math.round(y), scene.headWidth, 1);
    const width = scene.headWidth - 2 * pad;
    const middle = y + row.height / 2;
    ctx.fillStyle = palette.of.text;
    setFont(brush, 14, 500);
    // suppliers tell themselves by the beginning of their names
    const keep = row.resource?.kind === SUPPLIER ? 'start' : 'end';
    write(ctx, row.title, { x: pad, y: middle - 10 * scene.size, width, keep });
    ctx.fillStyle = palette.of.text2;
    setFont(brush, 12);
    const load = row.resource === null || row.lane > 0 ? undefined : scene.loads.get(row.resource.id);
    const words = loadText(row, load);
    const wide = words === '' ? 0 : widthOf(ctx, words) + 6;
    write(ctx, row.sub, { x: pad, y: middle + 11 * scene.size, width: width - wide });
    if (words === '') continue;
    if (toneOfLoad(load ?? null) === 'over') ctx.fillStyle = palette.of.bad;
    ctx.textAlign = 'right';
    ctx.fillText(words, scene.headWidth - pad, middle + 11 * scene.size);
    ctx.textAlign = 'left';
  }
  ctx.fillStyle = palette.of.line;
  ctx.fillRect(scene.headWidth - 1, scene.headHeight, 1, port.height);
  ctx.restore();
};
const loadText = ({ resource, lane }: ChartRow, load: number | null | undefined): string => {
  if (resource === null || lane > 0) return '';
  if (resource.lanes === null) return '不限';
  return load === undefined || load === null ? '' : `${Math.round(load)} %`;
};

const paintTimeHead = (brush: Brush, seen: Seen): void => {
  const { ctx, palette, scene, port } = brush;
  const height = scene.headHeight;
  ctx.fillStyle = palette.of.panel;
  ctx.fillRect(0, 0, port.width, height);
  ctx.save();
  ctx.beginPath();
  ctx.rect(scene.headWidth, 0, port.width, height);
  ctx.clip();
  setFont(brush, 13, 500);
  ctx.fillStyle = palette.of.text;
  const all = majors(scene.scale, seen.from, seen.to);
  for (const [at, { minute, text }] of all.entries()) {
    const next = all[at + 1];
    const x = Math.max(timeX(brush, minute), scene.headWidth) + 6;
    const end = next === undefined ? port.width : timeX(brush, next.minute);
    write(ctx, text, { x, y: height * 0.28, width: end - x - 6 });
  }
  setFont(brush, 12);
  ctx.fillStyle = palette.of.text2;
  const room =
    timeX(brush, scene.scale.from + (scene.scale.zoom === 'hour' ? 120 : DAY)) - timeX(brush, scene.scale.from);
  const isBesideLine = scene.scale.zoom === 'hour' || scene.scale.zoom === 'shift';
  ctx.textAlign = isBesideLine ? 'center' : 'left';
  const pill = nowPill(brush);
  for (const { minute, text } of ticks(scene.scale, seen.from, seen.to))
    if (isBesideLine && Math.abs(timeX(brush, minute) - pill.x) < (pill.width + widthOf(ctx, text)) / 2 + 2) continue;
    else if (isBesideLine) ctx.fillText(text, timeX(brush, minute), height * 0.74);
    else write(ctx, text, { x: timeX(brush, minute) + 4, y: height * 0.74, width: room });
  ctx.textAlign = 'left';
  ctx.restore();
  ctx.fillStyle = palette.of.line;
  ctx.fillRect(0, height - 1, port.width, 1);
};
/** 14:02 over the line of now, in the head: its middle and width; words of time under it are left out. */
export const nowPill = (brush: Brush): { readonly text: string; readonly x: number; readonly width: number } => {
  const text = clock(brush.scene.now);
  return { text, x: timeX(brush, brush.scene.now), width: widthOf(brush.ctx, text) + 10 };
};
