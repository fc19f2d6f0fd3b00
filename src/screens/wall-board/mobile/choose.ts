import type { Tile } from '../../../../schemas/language/wire-wall';

export const ROWS = 20;
/** Devices of a state whose code or name has the text in it, whatever its case. */
export const chosenTiles = (rows: readonly Tile[], text: string, state: number | undefined): readonly Tile[] => {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) => (state === undefined || row.state === state) && `${row.code} ${row.name}`.toLowerCase().includes(wanted),
  );
};
