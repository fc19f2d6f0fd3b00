/** The layer above the bars: now, what is chosen or pointed at and its chain, and the ghost of a drag. Drawn anew at each move of the pointer. */
import type { PlanTask } from '../../../../schemas/language/wire-schedule';
import { type Bar, barOf } from './bars';
import { chainOf, linksWithin } from './chain';
import { type Box, boxOf } from './hit';
import { shortMoment, startOfDay } from './moment';
import { type Brush, nowPill, paintFlag, rowY, seenOf, setFont, timeX, widthOf, writeName } from './paint';
import type { ChartRow } from './rows';
import { majors } from './time-scale';

export interface Ghost {
  readonly resourceId: string;
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly refused: boolean;
  /** what the server says would move, the dragged one first */
  readonly moved: readonly PlanTask[];
}
export interface Marks {
  readonly chosen: ReadonlySet<string>;
  /** under the pointer, or with the keyboard */
  readonly pointed: string | null;
  /** what a search found; everything else is dimmed */
  readonly found: ReadonlySet<string> | null;
  readonly ghost: Ghost | null;
}
export const NO_MARKS: Marks = { chosen: new Set(), pointed: null, found: null, ghost: null };

/** Where each task of the scene stands: made once a scene. */
export type Index = ReadonlyMap<string, { readonly row: ChartRow; readonly bar: Bar }>;
export const indexOf = (rows: readonly ChartRow[]): Index => {
  const index = new Map<string, { readonly row: ChartRow; readonly bar: Bar }>();
  for (const row of rows) for (const bar of row.bars) if (!index.has(bar.id)) index.set(bar.id, { row, bar });
  return index;
};

const DAYLIGHT = 0.62;
export const paintMarks = (brush: Brush, index: Index, marks: Marks): void => {
  const { ctx, scene, port } = brush;
  ctx.clearRect(0, 0, port.width, port.height);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.save();
  ctx.beginPath();
  ctx.rect(scene.headWidth, scene.headHeight, port.width, port.height);
  ctx.clip();
  if (scene.view !== 'load') {
    paintFound(brush, marks);
    const middle = marks.pointed ?? (marks.chosen.size === 1 ? [...marks.chosen][0]! : null);
    if (marks.ghost === null && middle !== null) paintChain(brush, index, middle);
    for (const id of marks.chosen) outline(brush, index, id);
    if (marks.ghost !== null) paintGhost(brush, index, marks.ghost);
  }
  paintNowLine(brush);
  ctx.restore();
  paintNowHead(brush);
};

const place = (brush: Brush, { row, bar }: { readonly row: ChartRow; readonly bar: Bar }): Box => {
  const box = boxOf(brush.scene.scale, row, bar);
  return { ...box, x: timeX(brush, bar.start), y: rowY(brush, box.y) };
};
const outline = (brush: Brush, index: Index, id: string): void => {
  const found = index.get(id);
  if (found === undefined) return;
  const { ctx, palette } = brush;
  const { x, y, width, height } = place(brush, found);
  ctx.strokeStyle = palette.of.primary;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.roundRect(x - 2, y - 2, width + 4, height + 4, 5);
  ctx.stroke();
};
const paintFound = (brush: Brush, { found }: Marks): void => {
  if (found === null) return;
  const { ctx, palette, scene } = brush;
  const seen = seenOf(brush);
  ctx.fillStyle = palette.of.panel;
  ctx.globalAlpha = DAYLIGHT;
  for (const row of seen.rows)
    for (const bar of row.bars) {
      if (found.has(bar.id) || bar.end < seen.from || bar.start > seen.to) continue;
      const box = boxOf(scene.scale, row, bar);
      ctx.fillRect(timeX(brush, bar.start), rowY(brush, box.y), box.width, box.height);
    }
  ctx.globalAlpha = 1;
};
const paintChain = (brush: Brush, index: Index, id: string): void => {
  const { ctx, palette, scene } = brush;
  const chain = chainOf(scene.chains, id);
  ctx.strokeStyle = palette.of.primary;
  ctx.lineWidth = 1.5;
  for (const { from, to } of linksWithin(scene.links, chain)) {
    const [a, b] = [index.get(from), index.get(to)];
    if (a === undefined || b === undefined) continue;
    const [start, end] = [place(brush, a), place(brush, b)];
    const x = start.x + start.width;
    const turn = Math.max(x + 6, Math.min(end.x - 6, x + 12));
    const [y1, y2] = [start.y + start.height / 2, end.y + end.height / 2];
    ctx.beginPath();
    ctx.moveTo(x, y1);
    ctx.lineTo(turn, y1);
    ctx.lineTo(turn, y2);
    ctx.lineTo(end.x, y2);
    ctx.stroke();
  }
  for (const other of chain) if (other !== id) outline(brush, index, other);
  const own = index.get(id);
  if (own === undefined || scene.view !== 'resource') return;
  outline(brush, index, id);
  paintFlag(brush, timeX(brush, own.bar.due), rowY(brush, own.row.top), own.row.height);
};

const paintGhost = (brush: Brush, index: Index, ghost: Ghost): void => {
  const { ctx, palette, scene } = brush;
  const row = scene.rows.find(({ resource }) => resource?.id === ghost.resourceId);
  ctx.setLineDash([5, 4]);
  ctx.lineWidth = 1.5;
  for (const task of ghost.moved) {
    const lane = laneRow(scene.rows, task);
    if (lane === undefined) continue;
    const bar = barOf(task);
    const box = place(brush, { row: lane, bar });
    const was = index.get(task.id);
    ctx.strokeStyle = task.lateMin > 0 ? palette.of['bad-fill'] : palette.of.primary;
    ctx.fillStyle = palette.of['primary-bg'];
    ctx.globalAlpha = 0.8;
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.width, box.height, 3);
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.stroke();
    setFont(brush, 12);
    ctx.fillStyle = palette.of['primary-ink'];
    writeName(ctx, task, { x: box.x + 6, y: box.y + box.height / 2, width: box.width - 10 });
    // from where it would go
    if (was === undefined) continue;
    const old = place(brush, was);
    ctx.strokeStyle = palette.of['chart-rest'];
    ctx.strokeRect(old.x, old.y, old.width, old.height);
  }
  ctx.setLineDash([]);
  if (row === undefined) return;
  const x = timeX(brush, ghost.start);
  const width = Math.max(3, timeX(brush, ghost.end) - x);
  const y = rowY(brush, row.top) + 5;
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = ghost.refused ? palette.of['bad-bg'] : palette.of['primary-bg'];
  ctx.fillRect(x, y, width, row.height - 10);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = ghost.refused ? palette.of['bad-fill'] : palette.of.primary;
  ctx.lineWidth = 2;
  ctx.strokeRect(x, y, width, row.height - 10);
  paintTag(brush, `${ghost.title} ${shortMoment(ghost.start)}`, {
    x,
    y: Math.max(scene.headHeight + 2, y - 22),
    bad: ghost.refused,
  });
};
const laneRow = (rows: readonly ChartRow[], task: PlanTask): ChartRow | undefined => {
  const own = rows.filter(({ resource }) => resource?.id === task.resourceId);
  return own.find(({ lane }) => lane === task.lane) ?? own.at(-1);
};
const paintTag = (
  brush: Brush,
  text: string,
  { x, y, bad }: { readonly x: number; readonly y: number; readonly bad: boolean },
): void => {
  const { ctx, palette, scene } = brush;
  setFont(brush, 12, 500);
  const width = ctx.measureText(text).width + 12;
  ctx.fillStyle = bad ? palette.of['bad-fill'] : palette.of.primary;
  ctx.beginPath();
  ctx.roundRect(x, y, width, 20 * scene.size, 4);
  ctx.fill();
  ctx.fillStyle = palette.of.panel;
  ctx.fillText(text, x + 6, y + 10 * scene.size);
};
const paintNowLine = (brush: Brush): void => {
  const { ctx, palette, scene, port } = brush;
  const x = timeX(brush, scene.now);
  if (x < scene.headWidth) return;
  ctx.fillStyle = palette.of.text2;
  ctx.fillRect(x - 1, 0, 2, port.height);
};
/** names of days are written larger */
const WIDER = 1.2;
const paintNowHead = (brush: Brush): void => {
  const { ctx, palette, scene } = brush;
  setFont(brush, 12, 500);
  const { text, x, width } = nowPill(brush);
  if (x < scene.headWidth) return;
  const [y, height] = [scene.headHeight * 0.74 - 9 * scene.size, 18 * scene.size];
  ctx.fillStyle = palette.of.text2;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y, width, height, 3);
  ctx.fill();
  ctx.fillStyle = palette.of.panel;
  ctx.textAlign = 'center';
  ctx.fillText(text, x, y + height / 2);
  ctx.textAlign = 'left';
  if (scene.frozenTo <= scene.now) return;
  const words = `冻结至 ${shortMoment(scene.frozenTo).slice(6)}`;
  ctx.font = ctx.font.replace('500', '400');
  ctx.fillStyle = palette.of.text2;
  const wide = widthOf(ctx, words);
  // the name of a day stands at its begin: what ends soon after it is told before it
  const name = 110 * scene.size;
  const day = timeX(brush, startOfDay(scene.frozenTo));
  const frozen = timeX(brush, scene.frozenTo);
  const end = frozen - wide < day + name ? day - 8 : frozen;
  const at = Math.max(scene.headWidth + name, end - wide);
  const seen = seenOf(brush);
  // weeks and days that are narrow leave no room: the ground says it
  const isFree = majors(scene.scale, seen.from, seen.to).every(({ minute, text }) => {
    const left = Math.max(timeX(brush, minute), scene.headWidth) + 6;
    return at + wide < left || at > left + widthOf(ctx, text) * WIDER;
  });
  if (isFree) ctx.fillText(words, at, scene.headHeight * 0.28);
};
