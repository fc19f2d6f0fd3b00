/**
 * What the server knows of the rows of an object by its code: types made from the documents (`npm run gen`), so a misspelt field does
 * not compile. Any other code, of an object of an organisation, has untyped records (`Rec`).
 */
import type { Rec, Row } from '../schemas/language/value';
import type { Shapes } from './generated/rows';

export type ObjectCode = keyof Shapes;
type Shape<O> = O extends ObjectCode ? Shapes[O] : never;

/** A record as it is stored, with its sub-tables. */
export type RowOf<O extends string> = O extends ObjectCode ? Shapes[O]['row'] : Rec;
/** The same without its sub-tables, as lists of records come. */
export type HeadOf<O extends string> = O extends ObjectCode ? Omit<Shapes[O]['row'], Shapes[O]['subs']> : Rec;
/** A row of a sub-table. */
export type LineOf<O extends ObjectCode, Sub extends SubOf<O>> = Sub extends keyof Shapes[O]['row']
  ? Shapes[O]['row'][Sub] extends readonly (infer Line)[]
    ? Line
    : never
  : never;
/** Codes of the sub-tables. */
export type SubOf<O extends string> = O extends ObjectCode ? Shapes[O]['subs'] : string;

/** What the engine fills when it writes: a record that is judged for the first time has none of it. */
type Written = 'version' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'isDeleted';
/** A record that is about to be saved: whole and valid, but numbers and columns of the engine may still be missing. */
export type JudgedOf<O extends string> = O extends ObjectCode
  ? Loose<Shapes[O]['row'], Written | Shapes[O]['numbered']>
  : Rec;
type Loose<R, Late> = { [Key in keyof R]: Key extends Late ? R[Key] | null | undefined : R[Key] };
/** A record that nobody has judged yet: anything but its id and its rows may be missing. */
export type DraftOf<O extends string> = O extends ObjectCode ? Draft<Shapes[O]['row'], Shapes[O]['subs']> : Rec;
type Draft<R, Subs> = {
  [Key in keyof R]: Key extends 'id'
    ? R[Key]
    : Key extends Subs
      ? R[Key] extends readonly (infer Line)[]
        ? DraftLine<Line>[]
        : never
      : R[Key] | null | undefined;
};
type DraftLine<Line> = { [Key in keyof Line]?: Key extends 'id' | 'lineNo' ? Line[Key] : Line[Key] | null } & {
  id: string;
};
/** What is written of a record: an absent field stays as it is, null empties it. */
export type ChangeOf<O extends string> = O extends ObjectCode ? Change<Shapes[O]['row'], Shapes[O]['subs']> : Rec;
type Change<R, Subs> = {
  [Key in keyof R]?: Key extends Subs
    ? R[Key] extends readonly (infer Line)[]
      ? LineChange<Line>[]
      : never
    : R[Key] | null;
};
/** A row names itself; what it does not say stays as it is. */
type LineChange<Line> = {
  [Key in keyof Line]?: Key extends 'id' | 'lineNo' ? Line[Key] : Line[Key] | null;
} & { id: string };
/** Rows of sub-tables to be written, by sub-table. */
export type LinesOf<O extends string> = O extends ObjectCode
  ? Pick<ChangeOf<O>, Extract<SubOf<O>, keyof ChangeOf<O>>>
  : { readonly [sub: string]: readonly Row[] };

/** What the dialog of an action answered. */
export type AskOf<O extends string, Action> = O extends ObjectCode
  ? Action extends keyof Shapes[O]['asks']
    ? Shapes[O]['asks'][Action]
    : Rec
  : Rec;
/** Codes of the actions, those of views too. */
export type ActionOf<O extends string> = O extends ObjectCode ? keyof Shapes[O]['asks'] & string : string;

export interface ManyOptions<O extends string> {
  readonly rows?: boolean | readonly SubOf<O>[];
  readonly lock?: boolean;
  readonly stored?: boolean;
}
/** A record of a list as it was asked for: `rows` brings sub-tables, `stored` leaves live formulas out. */
export type FoundOf<O extends string, Options> = O extends ObjectCode
  ? Omit<Shapes[O]['row'], Missing<O, Options> | Unasked<O, Options>>
  : Rec;
type Missing<O extends ObjectCode, Options> = Options extends { readonly rows: true }
  ? never
  : Options extends { readonly rows: readonly (infer Named)[] }
    ? Exclude<Shapes[O]['subs'], Named>
    : Shapes[O]['subs'];
type Unasked<O extends ObjectCode, Options> = Options extends { readonly stored: true } ? Shape<O>['live'] : never;

declare const told: unique symbol;
/** What an action tells its caller beside, or instead of, what it writes. */
export type Answer = { readonly [told]: true };
/** Says that none of it is a field of the record: what is misspelt in a patch does not compile, this does. */
export const answer = (rest: Rec): Answer => rest as unknown as Answer;

/** What a service is sent of a record somebody has open: fields of the object, each may be missing. */
export const draftSent = <O extends ObjectCode>(_object: O, record: unknown): Partial<DraftOf<O>> =>
  (record ?? {}) as Partial<DraftOf<O>>;
