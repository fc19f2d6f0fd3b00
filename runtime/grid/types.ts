/** What the grid draws and whom it asks. The host (a form's sub-table) computes; the grid only shows, moves and reads keys. */
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import type { GridStore } from './store';

/** How a cell is edited: typed as text, chosen from a list, switched, or by the kind's own control in a pop-up. */
export type EditorSort = 'text' | 'list' | 'bool' | 'popup';
export interface GridColumn {
  readonly code: string;
  readonly title: string;
  readonly field: ResolvedField;
  /** pixels at a window of 1440 */
  readonly width: number;
  readonly align: 'left' | 'center' | 'right';
  readonly required: boolean;
  /** never typed into: formula, kept by the server, undata */
  readonly fixed: boolean;
  readonly editor: EditorSort;
  /** stays at the left while the others scroll */
  readonly pinned: boolean;
  readonly tip?: string;
  /** as what its words are drawn while nobody types there */
  readonly as?: CellAs;
  /** tone → expression over the row */
  readonly tones?: { readonly [tone: string]: string };
  /** element of a spread list that stands here; the code is then `<field>.<at + 1>` */
  readonly at?: number;
}
export type CellAs = 'tag' | 'dot' | 'progress';
/** A cell that only stands there. */
export interface Shown {
  readonly text: string;
  /** of a tag, a dot or a bar */
  readonly tone?: string;
  /** an outline instead of a ground */
  readonly plain?: boolean;
  /** of a bar, 0–100 */
  readonly share?: number;
}
export interface Choice {
  readonly value: Value;
  readonly label: string;
  /** second, quieter text */
  readonly hint?: string;
  /** why it cannot be taken */
  readonly disabled?: string;
  /** values that came with the choice: label, fill paths */
  readonly picked?: PickedRecord;
}
/** A record the user picked, as the pick call answers it. */
export interface PickedRecord {
  readonly id: string;
  readonly label: string;
  readonly [path: string]: unknown;
}
export interface CellChange {
  readonly row: string;
  readonly col: string;
  readonly value: Value;
  readonly picked?: PickedRecord;
}
export type Parsed =
  | { readonly value: Value }
  | { readonly problem: string }
  /** a reference written as text: only the server knows its id */
  | { readonly lookup: string };

/** How one row stands at present. */
export interface RowState {
  /** why it cannot be selected or deleted */
  readonly lock: string | null;
  readonly readonly: ReadonlySet<string> | 'all';
  readonly required: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly tone?: string;
}
export interface ScanAnswer {
  readonly ok: boolean;
  /** what happened, in words */
  readonly text: string;
}
/** A sheet read against the columns, to be looked at before it is taken. */
export interface SheetPlan {
  readonly heads: readonly {
    /** as the sheet calls it; empty without a title line */
    readonly title: string;
    /** column it goes into; null = nobody takes it */
    readonly column: string | null;
    /** nobody writes that column */
    readonly kept: boolean;
  }[];
  readonly lines: readonly (readonly string[])[];
  /** `line column` → why the cell cannot be taken */
  readonly faults: ReadonlyMap<string, string>;
  readonly unmatched: readonly string[];
  /** why nothing of it can be taken */
  readonly refused: string | null;
  /** puts the lines behind the filled rows */
  take(): void;
}
export interface FootItem {
  readonly code: string;
  readonly title: string;
  readonly text: string;
}
export interface GridHost {
  readonly store: GridStore;
  /** names the sub-table: `purchaseOrder.items` */
  readonly key: string;
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly can: {
    readonly add: boolean;
    readonly remove: boolean;
    readonly sort: boolean;
    readonly copy: boolean;
    readonly paste: boolean;
    /** rows can be picked from the target of a field with `addRows` */
    readonly pick: boolean;
    /** a scanned code becomes a row, or one more piece */
    readonly scan: boolean;
    /** from an Excel file */
    readonly import: boolean;
  };
  readonly max: number;
  /** nothing here is ever changed: no asterisks, no locks, no grey */
  readonly viewing: boolean;
  number(row: Row, at: number): string;
  text(row: Row, column: GridColumn): string;
  /** how a cell looks that only stands there; its text, where nothing is said */
  shown?(row: Row, column: GridColumn): Shown;
  /** out of low..high, or a tone of the column */
  tone?(row: Row, column: GridColumn): string | undefined;
  state(row: Row): RowState;
  editable(row: Row, column: GridColumn): boolean;
  /** why a cell that could be written otherwise cannot be written now */
  why(row: Row, column: GridColumn): string | null;
  /** the column as it is in this row: a field with cases is another one in each */
  columnIn(row: Row, column: GridColumn): GridColumn;
  /** what an editor starts with */
  editText(row: Row, column: GridColumn): string;
  parse(row: Row, column: GridColumn, text: string): Parsed;
  choices(row: Row, column: GridColumn, search: string): Promise<readonly Choice[]> | readonly Choice[];
  /** the pick dialog of one cell; resolves when it is closed */
  openPick(row: Row, column: GridColumn): Promise<void>;
  /** the pick dialog that adds rows */
  pickRows(): Promise<void>;
  /** while typing: formulas only, no on-set rules, no undo step */
  preview(row: string, col: string, value: Value): void;
  /** typing was given up: the cell as it was in the row before */
  restore(before: Row, col: string): void;
  /** one change of the user, however many cells */
  change(changes: readonly CellChange[]): void;
  /** a text that was typed into the cell and does not read: it stays in the way until the cell is written */
  fault(row: string, col: string, text: string): void;
  /** what becomes of a typed text: nothing is sent before it is over */
  await(work: Promise<void>): void;
  /** new rows before index `at`; answers their ids */
  add(at: number, count: number): readonly string[];
  copyRows(ids: readonly string[]): readonly string[];
  /** a refusal, or null when done */
  remove(ids: readonly string[]): string | null;
  move(ids: readonly string[], to: number): void;
  undo(): void;
  redo(): void;
  /** cells of a clipboard text at the active cell (or by a header line) */
  paste(cells: readonly (readonly string[])[]): Promise<void>;
  plan(cells: readonly (readonly string[])[]): Promise<SheetPlan>;
  scan(text: string): Promise<ScanAnswer>;
  refuse(text: string): void;
}
