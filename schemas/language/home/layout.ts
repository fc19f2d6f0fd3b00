/**
 * The grid of a home page (10 §3): cells of cards on 24 columns, rows of 80 px, no overlap and no gap. Pure: the server judges with it, the
 * browser draws and drags with it.
 */

export const HOME_COLUMNS = 24;
export const HOME_CELLS = 40;
const MAX_HEIGHT = 12;
const MAX_TITLE = 30;

export interface HomeCell {
  /** code of a card; stands once in a layout */
  readonly card: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly title?: string;
  /** seconds; 0 = told by the live channel */
  readonly refresh?: number;
  /** of shortcuts: the addresses that were chosen */
  readonly menus?: readonly string[];
}
interface Size {
  readonly w: number;
  readonly h: number;
}

const beside = (a: HomeCell, b: HomeCell): boolean => a.x < b.x + b.w && b.x < a.x + a.w;
const inOrder = (cells: readonly HomeCell[]): readonly HomeCell[] => [...cells].sort((a, b) => a.y - b.y || a.x - b.x);

/** Every cell as high as it can lie, in the order of reading; what is gone leaves no gap. */
export function closeUp(cells: readonly HomeCell[], first?: HomeCell): readonly HomeCell[] {
  const order = inOrder(cells);
  const sorted =
    first === undefined
      ? order
      : [...order].sort((a, b) => a.y - b.y || Number(b === first) - Number(a === first) || a.x - b.x);
  const placed: HomeCell[] = [];
  for (const cell of sorted) {
    const y = Math.max(0, ...placed.filter((eachCell) => beside(eachCell, cell)).map((cell) => cell.y + cell.h));
    placed.push(y === cell.y ? cell : { ...cell, y });
  }
  return placed;
}

const fitted = (cell: HomeCell, min: Size, columns: number): HomeCell => {
  const w = Math.min(Math.max(Math.round(cell.w), Math.min(min.w, columns)), columns);
  const h = Math.min(Math.max(Math.round(cell.h), min.h), MAX_HEIGHT);
  return {
    ...cell,
    w,
    h,
    x: Math.min(Math.max(Math.round(cell.x), 0), columns - w),
    y: Math.max(Math.round(cell.y), 0),
  };
};
const ONE: Size = { w: 1, h: 1 };

/** The cell at its new place or of its new size, or a new one; those in its way go down. A card stands once. */
export function putCell(cells: readonly HomeCell[], cell: HomeCell, min: Size = ONE): readonly HomeCell[] {
  const moved = fitted(cell, min, HOME_COLUMNS);
  return closeUp([...cells.filter((eachCell) => eachCell.card !== cell.card), moved], moved);
}
export const takeCell = (cells: readonly HomeCell[], card: string): readonly HomeCell[] =>
  closeUp(cells.filter((cell) => cell.card !== card));
/** Where a card of a size fits first, read from the top. */
export function roomFor(cells: readonly HomeCell[], { w, h }: Size): { readonly x: number; readonly y: number } {
  const bottom = Math.max(0, ...cells.map((cell) => cell.y + cell.h));
  for (let y = 0; y < bottom; y++)
    for (let x = 0; x + w <= HOME_COLUMNS; x++) {
      const free = cells.every(
        (cell) => !(x < cell.x + cell.w && cell.x < x + w && y < cell.y + cell.h && cell.y < y + h),
      );
      // nothing may hang in the air: the grid closes up
      const rests = y === 0 || cells.some((cell) => cell.y + cell.h === y && x < cell.x + cell.w && cell.x < x + w);
      if (free && rests) return { x, y };
    }
  return { x: 0, y: bottom };
}

/** The same cells in the same order on fewer columns (12 below 1200 px, one below 768 px); the last of a row reaches its end. */
export function onColumns(cells: readonly HomeCell[], columns: number): readonly HomeCell[] {
  if (columns >= HOME_COLUMNS) return closeUp(cells);
  const placed: HomeCell[] = [];
  for (const cell of inOrder(cells)) {
    const { w } = fitted({ ...cell, x: 0 }, ONE, columns);
    let best = { x: 0, y: Number.POSITIVE_INFINITY };
    for (let x = 0; x + w <= columns; x++) {
      const y = Math.max(
        0,
        ...placed.filter((cell) => x < cell.x + cell.w && cell.x < x + w).map((cell) => cell.y + cell.h),
      );
      if (y < best.y) best = { x, y };
    }
    placed.push({ ...cell, ...best, w });
  }
  const isLast = (cell: HomeCell): boolean =>
    !placed.some(
      (eachCell) => eachCell.x >= cell.x + cell.w && eachCell.y < cell.y + cell.h && cell.y < eachCell.y + eachCell.h,
    );
  return placed.map((cell) => (isLast(cell) ? { ...cell, w: columns - cell.x } : cell));
}

const whole = (value: unknown, from: number, to: number): value is number =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;

/** A layout as it came over the wire; undefined when it is none. Cells are closed up, so none overlaps another. */
export function readCells(given: unknown): readonly HomeCell[] | undefined {
  if (!Array.isArray(given) || given.length > HOME_CELLS) return undefined;
  const cells: HomeCell[] = [];
  for (const value of given as readonly unknown[]) {
    if (typeof value !== 'object' || value === null) return undefined;
    const { card, x, y, w, h, title, refresh, menus } = value as Readonly<Record<string, unknown>>;
    if (typeof card !== 'string' || card === '' || card.length > 100) return undefined;
    if (!whole(w, 1, HOME_COLUMNS) || !whole(x, 0, HOME_COLUMNS - w)) return undefined;
    if (!whole(y, 0, 1000) || !whole(h, 1, MAX_HEIGHT)) return undefined;
    if (title !== undefined && (typeof title !== 'string' || title.length > MAX_TITLE)) return undefined;
    if (refresh !== undefined && refresh !== 0 && !whole(refresh, 10, 3600)) return undefined;
    if (menus !== undefined && !isMenus(menus)) return undefined;
    cells.push({
      card,
      x,
      y,
      w,
      h,
      ...(title ? { title } : {}),
      ...(refresh === undefined ? {} : { refresh }),
      ...(menus === undefined ? {} : { menus }),
    });
  }
  if (new Set(cells.map(({ card }) => card)).size < cells.length) return undefined;
  return closeUp(cells);
}
/** Cells of a stored layout; none when nobody laid it out yet, undefined when it is no layout. */
export const cellsIn = (layout: unknown): readonly HomeCell[] | undefined =>
  readCells((layout as { readonly cells?: unknown } | null | undefined)?.cells ?? []);

/** shortcuts of one card */
export const HOME_SHORTCUTS = 12;
const isMenus = (given: unknown): given is readonly string[] =>
  Array.isArray(given) &&
  given.length <= HOME_SHORTCUTS &&
  given.every((item) => typeof item === 'string' && item.startsWith('/') && item.length <= 200);
