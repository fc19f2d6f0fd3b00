/**
 * Values as they live in a record of the language, in browser and server alike: plain JSON.
 * text, dict code, ref id, date 'YYYY-MM-DD', datetime 'YYYY-MM-DD HH:mm:ss', time 'HH:mm:ss' are strings (never '');
 * int and decimal are numbers of at most 15 significant digits; a range is a pair; many and files are lists; empty is null, [] or no rows.
 */
export type Scalar = string | number | boolean | null;
export interface FileValue {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly url?: string;
  readonly fileType?: string;
}
export type RangeValue = readonly [string | null, string | null];
export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json };
export type Value = Scalar | RangeValue | readonly string[] | readonly number[] | readonly FileValue[] | Json;

/** A row of a sub-table: `id` is a UUIDv7 made where the row was made, `lineNo` 10, 20 … */
export interface Row {
  id: string;
  lineNo?: number;
  [field: string]: Value | undefined;
}
/** A record: head fields by code, sub-tables as lists of rows. An absent key is "unchanged" on update, "default" on create. */
export interface Rec {
  [field: string]: Value | Row[] | undefined;
}

/** What validation and linting answer; `path` is a field address (`qty`, `items[<row id>].qty`) or a document address. */
export interface Problem {
  readonly code: string;
  readonly path: string;
  readonly text: string;
  readonly level?: 'error' | 'warn';
}

export const problem = (code: string, path: string, text: string, level?: 'error' | 'warn'): Problem =>
  level === undefined ? { code, path, text } : { code, path, text, level };
