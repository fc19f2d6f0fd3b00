import type { Rec, Row } from '../../../schemas/language/value';

/** A document, or a part of one, as a record: found again by its code, with its rows in order. */
export interface Mirrored {
  readonly key: string;
  readonly head: Rec;
  readonly rows?: { readonly [sub: string]: readonly Omit<Row, 'id'>[] };
}
