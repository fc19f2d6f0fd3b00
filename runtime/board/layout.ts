/** Where a board's cells stand and how large its letters are (80 §7.7). Pure. */
import type { BoardItem } from '../data/types';

export interface CellPlace {
  readonly row: string;
  readonly column: string;
}
export const placeOf = (at: readonly number[]): CellPlace => ({
  row: `${at[0] ?? 1} / span ${at[2] ?? 1}`,
  column: `${at[1] ?? 1} / span ${at[3] ?? 1}`,
});

/** The large screen is drawn at 1920 × 1080 and scaled as a whole, so nothing scrolls and letters keep their size to each other. */
export const SCREEN = { width: 1920, height: 1080 } as const;
export const screenScale = (width: number, height: number): number =>
  Math.min(width / SCREEN.width, height / SCREEN.height);

/** px a number needs with its title and what it is compared with */
const NUMBER = 110;
/** Height of a row: three of them never below 180 and no number cut, so a low window scrolls the page instead of crushing the pictures. */
export const rowHeight = (board: Pick<BoardItem, 'rows' | 'gap' | 'cells'>, height: number): number => {
  const numbers = board.cells.filter((cell) => cell.chart === 'number').map((cell) => cell.at[2] ?? 1);
  return Math.max(
    Math.min(180, Math.floor(540 / board.rows)),
    ...numbers.map((span) => Math.ceil((NUMBER - (span - 1) * board.gap) / span)),
    Math.floor((height - (board.rows - 1) * board.gap) / board.rows),
  );
};
/** Reading order for narrow screens. */
export const inOrder = <T extends { readonly at: readonly number[] }>(cells: readonly T[]): readonly T[] =>
  [...cells].sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0) || (a.at[1] ?? 0) - (b.at[1] ?? 0));

/** What of the board's search reaches a cell: dims and parameters its report knows; the others are named. */
export const reached = (
  board: BoardItem,
  cell: BoardItem['cells'][number],
  search: Readonly<Record<string, unknown>>,
): { readonly values: readonly string[]; readonly missed: readonly string[] } => {
  const report = board.reports[cell.report?.split('.')[0] ?? ''];
  const values: string[] = [];
  const missed: string[] = [];
  for (const item of board.search) {
    const code = item.field ?? item.param ?? '';
    if (search[code] === undefined) continue;
    if (item.targets !== undefined && !item.targets.includes(cell.code)) continue;
    if (report !== undefined && (report.dims.includes(code) || report.params.includes(code))) values.push(code);
    else missed.push(item.title ?? item.shows?.title ?? code);
  }
  return { values, missed };
};

/** What another cell sent that this one's report can be narrowed by. */
export const received = <T>(
  board: Pick<BoardItem, 'reports'>,
  cell: BoardItem['cells'][number],
  sent: { readonly cell: string; readonly values: Readonly<Record<string, T>> } | null,
): Readonly<Record<string, T>> => {
  if (sent === null || sent.cell === cell.code) return {};
  const report = board.reports[cell.report?.split('.')[0] ?? ''];
  return Object.fromEntries(Object.entries(sent.values).filter(([code]) => report?.dims.includes(code) === true));
};

/** Old when the newest answer of the board is older than twice its shortest interval. */
export const isLate = (newest: number | undefined, every: number, now: number): boolean =>
  newest !== undefined && now - newest > every * 2000;
/** Boards change no faster than people read. */
export const CAROUSEL_SECONDS = 20;
export const carouselSeconds = (text: string | null): number => Math.max(CAROUSEL_SECONDS, Number(text) || 30);
