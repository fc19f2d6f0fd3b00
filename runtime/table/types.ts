/** What the table draws. Columns come from placements (columns.ts) or from code; features add to them by five hooks. */
import type { ReactNode } from 'react';
import type { ColumnAs, Many, Tone } from '../../schemas/language/document';
import type { FieldType, Placement, ResolvedField } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';

export type { SortKey } from '../page/list-query';

/** A field of the object itself, or the type of a field behind one reference. */
export type ColumnField = Omit<FieldType, 'sub'> & Partial<Omit<ResolvedField, 'sub' | keyof FieldType>>;

export interface TableColumn {
  /** path of the value in a row: `nbr`, `material.spec`, `ext.x`, or an own code */
  readonly key: string;
  readonly title: string;
  /** px at a window of 1440 */
  readonly width: number;
  readonly minWidth: number;
  readonly align: 'left' | 'center' | 'right';
  readonly headerAlign: 'left' | 'center' | 'right';
  readonly pin?: 'left' | 'right' | undefined;
  readonly sortable: boolean;
  /** takes a share of the room that is left */
  readonly grows: boolean;
  /** a width the user gave: never stretched to fill the room */
  readonly exact?: boolean | undefined;
  /** false wraps the text instead of cutting it */
  readonly overflow: boolean;
  readonly required: boolean;
  readonly as?: ColumnAs | undefined;
  readonly tip?: { readonly text: string; readonly width: number } | undefined;
  readonly group?: string | undefined;
  readonly tone?: Many<string> | undefined;
  /** tone of a cell that the rows bring themselves */
  toneOf?(row: WireRow): Tone | undefined;
  readonly field?: ColumnField | undefined;
  readonly placement?: Placement | undefined;
  /** the value as one line for people; '' for empty */
  text(row: WireRow, index: number): string;
  /** only columns made by code (number, actions) or by a kind with a look of its own */
  render?(row: WireRow, index: number): ReactNode;
  /** what a key can do with the row here, where the cell has buttons of its own */
  ways?(row: WireRow): readonly RowWay[];
  /** stands around what the features drew (the caret of a tree) */
  wrap?(row: WireRow, inner: ReactNode): ReactNode;
}

/** Something one can do with a row or open from it, in the menu a key opens. */
export interface RowWay {
  readonly key: string;
  readonly title: string;
  readonly danger?: boolean;
  go(): void;
}

/** What cells may ask of the list around them. */
export interface TableContext {
  /** where a link cell leads; undefined = plain text. `href` serves middle click, `open` the click. */
  link?(column: TableColumn, row: WireRow): CellLink | undefined;
  /** tone of a cell by the column's expressions */
  tone?(column: TableColumn, row: WireRow): Tone | undefined;
  /** label and tone of a dictionary code */
  code?(dict: string, code: string): { readonly label: string; readonly tone: Tone; readonly plain?: boolean };
  /** what a progress bar is full at, where its column says so */
  full?(column: TableColumn, row: WireRow): number | undefined;
  /** factory time, 'YYYY-MM-DD HH:mm:ss' */
  now(): string;
}
/** What the header of a column may do beside sorting. */
export interface HeaderContext {
  /** text searched by the scan input of a column; undefined = no scan inputs here */
  readonly scan?:
    | { readonly value: (key: string) => string; readonly onScan: (key: string, text: string) => void }
    | undefined;
}
export interface CellLink {
  readonly href?: string | undefined;
  open(): void;
}
export interface Cell {
  readonly row: WireRow;
  readonly index: number;
  readonly column: TableColumn;
  readonly text: string;
  readonly context: TableContext;
}

/**
 * One column feature: a file that the list in features/index.ts registers. `cell` of a later feature wraps what an earlier one drew
 * (`inner`); a feature that does not apply to a column costs it nothing.
 */
export interface TableFeature {
  readonly code: string;
  applies(column: TableColumn): boolean;
  columnProps?(column: TableColumn): Partial<TableColumn>;
  header?(column: TableColumn, context: HeaderContext): ReactNode;
  cell?(cell: Cell, inner: ReactNode): ReactNode;
  /** what a key can open in the cell */
  ways?(cell: Cell): readonly RowWay[];
  /** class or tone of the whole row */
  rowProps?(row: WireRow, context: TableContext): { readonly tone?: Tone } | undefined;
  footer?(column: TableColumn, value: ReactNode): ReactNode;
}

/** Editing of cells in place. */
export interface TableEdit {
  allows(row: WireRow, column: TableColumn): boolean;
  draw(place: EditPlace): ReactNode;
}
export interface EditPlace {
  readonly row: WireRow;
  readonly column: TableColumn;
  /** 1 and -1 go on with the next and the previous editable cell of the row */
  readonly close: (step: 1 | -1 | 0) => void;
}
