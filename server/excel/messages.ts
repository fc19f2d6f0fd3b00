import type { Cell, SheetSpec } from './book';
import type { Limits, Table } from './read-sheet';

export type ToWorker =
  | { readonly sheet: SheetSpec }
  | { readonly rows: readonly (readonly Cell[])[] }
  | { readonly end: true }
  | { readonly read: Uint8Array; readonly limits: Limits };
export type FromWorker =
  | { readonly chunk: Uint8Array }
  | { readonly took: true }
  | { readonly done: true }
  | { readonly table: Table }
  /** `said`: a sentence for the user */
  | { readonly failed: string; readonly said?: boolean };
