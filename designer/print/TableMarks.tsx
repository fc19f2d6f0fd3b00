/** The columns of the table whose band or cell is chosen: edges to drag, bars to order them by. */
import type { PointerEvent } from 'react';
import type { DetailsDoc } from '../../schemas/language/print/document';
import type { Strip } from '../../schemas/language/print/index';
import { valueAt } from '../../schemas/language/steps/index';
import { printColumns } from '../commands/index';
import { Columns } from './Marks';
import { bandName, bandOf, type Layout } from './model';

export interface Table {
  readonly address: string;
  readonly columns: ReturnType<typeof printColumns>;
}
/** The table whose band or cell is chosen. */
export function tableOf(layout: Layout, address: string | undefined): Table | undefined {
  const details = address === undefined ? undefined : bandName(layout, bandOf(address) ?? '').details;
  const doc = details === undefined ? undefined : (valueAt(layout.doc as never, details) as DetailsDoc | undefined);
  if (details === undefined || doc === undefined || layout.doc.sort === 'label') return undefined;
  return { address: details, columns: printColumns(doc) };
}
interface TableMarksProps {
  readonly strip: Strip;
  readonly table: Table;
  readonly pixel: number;
  readonly selected: string | undefined;
  readonly onEdge: (event: PointerEvent, column: number, left: number) => void;
  readonly onColumn: (event: PointerEvent, column: number, left: number) => void;
}
export const TableMarks = ({ strip, table, pixel, selected, onEdge, onColumn }: TableMarksProps) => {
  const bands = strip.bands.filter((band) => band.address.startsWith(`${table.address}.`));
  const [first] = bands;
  const last = bands.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <Columns
      columns={table.columns}
      left={first.left}
      top={first.top}
      bottom={last.top + last.height}
      pixel={pixel}
      selected={table.columns.findIndex((column) => selected?.endsWith(`.items.${column.code}`) === true)}
      onEdge={(event, column) => onEdge(event, column, first.left)}
      onColumn={(event, column) => onColumn(event, column, first.left)}
    />
  );
};
