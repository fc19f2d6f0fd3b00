/** Whose fields the names in a document are, as the walk of a rename asks for it. */
import type { CallAst, PathAst } from '../expr/ast';
import type { Node } from '../resolve/merge';
import type { KeySpec } from '../sorts/table';

/** The record, or the rows of a sub-table, whose fields bare names are. */
export interface Place {
  readonly object: string;
  readonly sub?: string;
  /** the record around it: `row` in the rows of a collection, and where records are picked */
  readonly row?: Place;
}
/** A scope of the walk: the head of the document (undefined), its rows by their sub-table, a place elsewhere, or nothing known. */
export type Scope = undefined | string | null | Place;

interface Asked {
  readonly spec: KeySpec;
  readonly keys: { readonly [key: string]: KeySpec };
  readonly owner: Node;
  readonly scope: Scope;
  readonly code: string;
}
/** What the walk asks where names may be those of other documents. */
export interface Elsewhere {
  names(names: readonly string[], scope: Scope): readonly string[];
  scopeIn(asked: Asked): Scope;
  /** what bare names are behind the first argument of a collection function */
  rowsOf(first: PathAst, scope: Scope, isScalar: boolean): Scope;
  /** whether the first argument of a collection function is all records of an object, though a field may have its code */
  isRecords(first: PathAst, scope: Scope, isScalar: boolean): boolean;
  /** rows at hand: a measure adds up the rows of its report, though outside of the sum its names are measures */
  atHand(call: CallAst, scope: Scope): Scope;
  headOf(object: unknown): Scope;
  madeRows(object: unknown, into: unknown): Scope;
}
