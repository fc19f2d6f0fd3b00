/** Which pages of a job go onto paper, how often; and of a preprinted form, whether its ground does, and how far the printer is off. */
import { AppError, refuse } from '../errors';
import type { PaintItem } from './codes';
import { MAX_PAGES, type PrintJob } from './job';

export interface Paper {
  /** from 1, in order; all without it */
  readonly pages?: readonly number[];
  readonly copies: number;
  readonly ground: boolean;
  /** mm to the right and down */
  readonly shift: readonly [number, number];
}
const MAX_COPIES = 99;
/** mm: more is another paper, not a printer that is off */
const MAX_SHIFT = 50;

export function readPaper({ pages, copies, ground, shift }: Readonly<Record<string, unknown>>): Paper {
  const isCount = (value: unknown, most: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
  if (
    pages !== undefined &&
    !(Array.isArray(pages) && pages.length > 0 && pages.every((page) => isCount(page, MAX_PAGES)))
  )
    throw new AppError(400);
  if (copies !== undefined && !isCount(copies, MAX_COPIES)) throw new AppError(400);
  if (ground !== undefined && typeof ground !== 'boolean') throw new AppError(400);
  return {
    ...(pages === undefined ? {} : { pages: pages as number[] }),
    copies: copies ?? 1,
    ground: ground ?? false,
    shift: readShift(shift),
  };
}
function readShift(given: unknown): readonly [number, number] {
  if (given === undefined) return [0, 0];
  const isOff = (value: unknown): value is number =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MAX_SHIFT;
  if (!Array.isArray(given) || given.length !== 2 || !given.every(isOff)) throw new AppError(400);
  return [given[0] as number, given[1] as number];
}

/** The job as it goes onto paper. */
export function onPaper<Job extends Pick<PrintJob, 'pages'>>(job: Job, { pages, copies, ground, shift }: Paper): Job {
  const chosen = pages === undefined ? job.pages : pages.flatMap((at) => job.pages[at - 1] ?? []);
  if (chosen.length === 0) throw new AppError(400);
  if (chosen.length * copies > MAX_PAGES) throw refuse(`打印内容超过${MAX_PAGES}页，请减少份数`);
  const once = chosen.map(({ items, ground: form }) =>
    form === undefined ? { items } : { items: shifted([...(ground ? form : []), ...items], shift) },
  );
  return { ...job, pages: Array.from({ length: copies }, () => once).flat() };
}
const shifted = (items: readonly PaintItem[], [dx, dy]: Paper['shift']): readonly PaintItem[] =>
  items.map((item) => {
    switch (item.k) {
      case 'watermark':
        return item;
      case 'line':
        return { ...item, x1: item.x1 + dx, x2: item.x2 + dx, y1: item.y1 + dy, y2: item.y2 + dy };
      case 'fill':
        return { ...item, rects: item.rects.map((value, at) => value + (at % 4 === 0 ? dx : at % 4 === 1 ? dy : 0)) };
      default:
        return { ...item, x: item.x + dx, y: item.y + dy };
    }
  });
