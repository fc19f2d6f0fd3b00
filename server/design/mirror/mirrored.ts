import type { Rec, Row } from '../../../schemas/language/value';

/** A document, or a part of one, as a record: found again by its code, with its rows in order. */
export interface Mirrored {
  readonly key: string;
  readonly head: Rec;
  /** what a row begins with; people change it */
  readonly fresh?: Rec;
  /** code of the one above it in a tree; it comes before */
  readonly parent?: string;
  readonly rows?: { readonly [sub: string]: readonly Omit<Row, 'id'>[] };
}
