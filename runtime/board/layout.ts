/** Where a board's cells stand and how large its letters are (80 §7.7). Pure. */
import type { Upward } from '../../schemas/language/conformed';
import { printExpr } from '../../schemas/language/expr/print';
import type { Json } from '../../schemas/language/value';
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

const NUMBERS_A_THIRD = 4;
/** Cells as they stand on paper: each in a third of a sheet, numbers that follow each other together in one. */
export const thirds = <T extends { readonly chart?: string }>(cells: readonly T[]): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  for (const cell of cells) {
    const last = groups.at(-1);
    const joins = cell.chart === 'number' && last?.[0]?.chart === 'number' && last.length < NUMBERS_A_THIRD;
    if (joins) last.push(cell);
    else groups.push([cell]);
  }
  return groups;
};

/**
 * What of the board's search reaches a cell: dims and parameters its report knows, and what stands above one of its dims as a condition
 * over it; the others are named.
 */
export const reached = (
  board: BoardItem,
  cell: BoardItem['cells'][number],
  search: Readonly<Record<string, unknown>>,
): { readonly values: readonly string[]; readonly wheres: readonly string[]; readonly missed: readonly string[] } => {
  const report = board.reports[cell.report?.split('.')[0] ?? ''];
  const values: string[] = [];
  const wheres: string[] = [];
  const missed: string[] = [];
  for (const item of board.search) {
    const code = item.field ?? item.param ?? '';
    if (search[code] === undefined) continue;
    if (item.targets !== undefined && !item.targets.includes(cell.code)) continue;
    if (report !== undefined && (report.dims.includes(code) || report.params.includes(code))) values.push(code);
    else if (report?.up?.[code] !== undefined) wheres.push(upwardText(report.up[code], search[code]));
    else missed.push(item.title ?? item.shows?.title ?? code);
  }
  return { values, wheres, missed };
};
/** A chosen record, or one of them, above the dim of a report. */
const upwardText = ({ path, isTree }: Upward, value: unknown): string => {
  const texts = (Array.isArray(value) ? value : [value]).map((id: unknown) => {
    const text = printExpr({ k: 'str', value: String(id), from: 0, to: 0 });
    return isTree ? `${path} in subtree(${text})` : `${path} == ${text}`;
  });
  return texts.join(' || ');
};

/** What a mark of one cell sends to the others. */
export interface Sent<T = Json> {
  readonly cell: string;
  readonly label: string;
  readonly values: Readonly<Record<string, T>>;
}
/** One of each cell: another mark takes the place of its last one, of two that narrow the same the later holds; null = none any more. */
export const sentBy = <T>(
  all: readonly Sent<T>[],
  cell: string,
  sent: Omit<Sent<T>, 'cell'> | null,
): readonly Sent<T>[] => {
  const others = all.filter(
    (each) => each.cell !== cell && Object.keys(sent?.values ?? {}).every((code) => !Object.hasOwn(each.values, code)),
  );
  return sent === null ? others : [...others, { ...sent, cell }];
};
/** What the other cells sent that this one's report can be narrowed by. */
export const received = <T>(
  board: Pick<BoardItem, 'reports'>,
  cell: BoardItem['cells'][number],
  sent: readonly Sent<T>[],
): Readonly<Record<string, T>> => {
  const report = board.reports[cell.report?.split('.')[0] ?? ''];
  return Object.fromEntries(
    sent
      .filter((sent) => sent.cell !== cell.code)
      .flatMap(({ values }) => Object.entries(values).filter(([code]) => report?.dims.includes(code) === true)),
  );
};

const EVERY = 60;
/** Seconds between two questions of a cell; 0 = told by the live channel. */
export const everyOf = ({ every }: BoardItem['cells'][number]): number =>
  every === 0 || (every !== undefined && every >= 10) ? every : EVERY;
/** Seconds after which something of the board is asked again; undefined = all of it is told, and heard. */
export const shortestOf = (cells: BoardItem['cells'], isLost: boolean): number | undefined => {
  const asked = cells.map(everyOf).flatMap((every) => (every > 0 ? [every] : isLost ? [EVERY] : []));
  return asked.length === 0 ? undefined : Math.min(...asked);
};
/** ms after which each cell is asked when a person asks the whole board: not all at once. */
export const SPREAD_MS = 2_000;
export const waitOf = (at: number, count: number): number => Math.round((at / Math.max(1, count)) * SPREAD_MS);
/** ms between two questions past the server's cache */
export const FRESH_MS = 10_000;

/** Old when the newest answer of the board is older than twice its shortest interval. */
export const isLate = (newest: number | undefined, every: number | undefined, now: number): boolean =>
  newest !== undefined && every !== undefined && now - newest > every * 2000;
/** Boards change no faster than people read. */
export const CAROUSEL_SECONDS = 20;
export const carouselSeconds = (text: string | null): number => Math.max(CAROUSEL_SECONDS, Number(text) || 30);
