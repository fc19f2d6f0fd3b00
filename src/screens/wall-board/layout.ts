/** Where blocks of a board stand: bands from top to bottom, each filled to its 24 columns in the order of the configuration. */
import type { WallBlock } from '../../../schemas/language/wire-wall';

export interface Size {
  readonly columns: number;
  /** weight of its band's height */
  readonly rows: number;
}
export interface Placed {
  readonly block: WallBlock;
  readonly columns: number;
}
export interface Band {
  readonly rows: number;
  readonly blocks: readonly Placed[];
}
export const COLUMNS = 24;

export const bandsOf = (blocks: readonly WallBlock[], sizeOf: (code: string) => Size): readonly Band[] => {
  const bands: Band[] = [];
  let open: Placed[] = [];
  const close = (): void => {
    if (open.length === 0) return;
    const free = COLUMNS - open.reduce((sum, { columns }) => sum + columns, 0);
    // what is left goes to the last one, so that edges meet
    const filled = open.map((one, n) => (n === open.length - 1 ? { ...one, columns: one.columns + free } : one));
    bands.push({ rows: Math.max(...open.map(({ block }) => sizeOf(block.code).rows)), blocks: filled });
    open = [];
  };
  for (const block of blocks) {
    const { columns } = sizeOf(block.code);
    if (open.reduce((sum, one) => sum + one.columns, columns) > COLUMNS) close();
    open.push({ block, columns });
  }
  close();
  return bands;
};

/** A board of columns: blocks below each other in the column they belong to; empty columns leave their room to the others. */
export interface Column {
  readonly columns: number;
  readonly blocks: readonly string[];
}
export const stacksOf = (
  blocks: readonly WallBlock[],
  columns: readonly Column[],
): readonly { readonly columns: number; readonly blocks: readonly WallBlock[] }[] =>
  columns.flatMap(({ columns, blocks: codes }) => {
    const own = blocks.filter(({ code }) => codes.includes(code));
    return own.length === 0 ? [] : [{ columns, blocks: own }];
  });

/** Rows of a page; the last page may be short, a page beyond the last is the first again. */
export const pageOf = <T>(rows: readonly T[], size: number, page: number): readonly T[] => {
  const pages = pagesOf(rows.length, size);
  const at = (((page % pages) + pages) % pages) * size;
  return rows.slice(at, at + size);
};
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
