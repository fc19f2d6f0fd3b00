import type { Cell, SheetSpec } from './book';

export type ToWorker =
  | { readonly sheet: SheetSpec }
  | { readonly rows: readonly (readonly Cell[])[] }
  | { readonly end: true };
export type FromWorker =
  | { readonly chunk: Uint8Array }
  | { readonly took: true }
  | { readonly done: true }
  | { readonly failed: string };
