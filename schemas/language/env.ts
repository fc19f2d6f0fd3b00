/**
 * What an evaluation may ask of its host. All answers are synchronous; a host that does not have one yet answers `undefined`, notes
 * the need, and evaluates again when it is there ("settle": server by batched SQL, browser by `_hop` and the `resolve` call).
 * Until then the value counts as null.
 */

import type { ResolvedDict } from './resolved';
import type { Rec, Row, Value } from './value';

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly employee: string | null;
  readonly dept: string | null;
  readonly depts: readonly string[];
  readonly team: string | null;
  readonly roles: readonly string[];
  readonly org: string;
  readonly super: boolean;
}
/** A query over another object inside an expression, ready for a host: canonical text plus the bound values of the outer scope. */
export interface QueryNeed {
  readonly object: string;
  /** canonical text of the whole call, `count(purchaseIn, srcNbr == row.nbr)` */
  readonly text: string;
  /** identity of this call with its outer values, usable as a cache key */
  readonly key: string;
  /** the typed call node (expr/typed.ts) and the scope it stands in, for the SQL translator */
  readonly node: unknown;
  readonly scope: unknown;
}
/** Identity of a call of a server function: the browser asks under it what the server answers under it. */
export const callKey = (name: string, args: readonly Value[]): string => `${name}(${JSON.stringify(args)})`;

export interface Env {
  /** the record is only written: answers that pages alone show are not asked */
  readonly writes?: boolean;
  /** fixed for one request or one form: 'YYYY-MM-DD HH:mm:ss' in factory time */
  readonly now: string;
  readonly me: Me;
  sys(key: string): Value;
  dict(code: string): ResolvedDict | undefined;
  /** function or field group of the user */
  can(right: string): boolean;
  /** value of a field of a referenced record; rows when `field` is one of its sub-tables; 'label' is asked through label() */
  hop(object: string, id: string, field: string): Value | readonly Row[] | undefined;
  label(object: string, id: string): string | undefined;
  query(need: QueryNeed): Value | undefined;
  call(name: string, args: readonly Value[]): Value | undefined;
  /** answer of the service of an undata field, by its evaluated arguments */
  service?(name: string, args: { readonly [arg: string]: Value }): Value | undefined;
  /** the user's row is unused by ledger or audited document (function used()) */
  used?(object: string, id: string): boolean | undefined;
  /** ids of a node and all below / above it */
  subtree?(object: string, id: string): readonly string[] | undefined;
  ancestors?(object: string, id: string): readonly string[] | undefined;
}
/** Where an expression stands: which record its names mean. `self` is the record bare names mean (head, or the row inside a sub-table). */
export interface Scope {
  readonly env: Env;
  readonly self: Rec | Row | null;
  readonly doc?: Rec | null;
  readonly row?: Rec | Row | null;
  readonly it?: Rec | Row | null;
  /** the stored record before this write; null at creation */
  readonly old?: Rec | null;
  readonly ask?: Rec | null;
  readonly param?: Rec | null;
  /** rows at hand of the collection functions without a collection, and of `above` */
  readonly rows?: readonly Row[];
  readonly extra?: { readonly [name: string]: Value };
  /** groups of a report, for total() running() rank(): rows of each group in sort order, and which one is evaluated */
  readonly groups?: { readonly list: readonly (readonly Row[])[]; readonly at: number };
  /** rows of a printed page, of all pages so far, of the document */
  readonly print?: { readonly page: readonly Row[]; readonly run: readonly Row[]; readonly doc: readonly Row[] };
  /** one pass over many rows of an unchanged record: indexes of uniqueBy, noOverlap, increasing live here */
  readonly cache?: Map<unknown, unknown>;
}
