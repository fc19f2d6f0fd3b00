/** What people do to a design by gestures and keys, whatever stores it. A wish is done, or refused with its reason. */
import type { ObjectDoc } from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { Outcome } from '../desk/desk';
import type { LayoutCode } from '../palette/kinds';
import type { Offered } from '../palette/Palette';

export interface Spot {
  /** list of the document and the code to come behind; null = first */
  readonly list: string;
  readonly after: string | null;
}
/** What is carried: something of the palette, or things of the page. */
export type Carried = Offered | { readonly sort: 'nodes'; readonly addresses: readonly string[] };
export interface NewField {
  readonly title: string;
  readonly code: string;
  readonly field: Json;
}
/** A new dictionary of an app. */
export interface NewDict {
  readonly app: string;
  readonly code: string;
  readonly title: string;
  readonly items: readonly { readonly code: string; readonly title: string }[];
}
export interface MadeField {
  readonly field: NewField;
  readonly dict?: NewDict;
}
export interface Acts {
  /** why it may not be put there; asked while dragging */
  refusal(carried: Carried, spot: Spot): string | undefined;
  addField(field: NewField, spot: Spot): Outcome;
  /** several at once, each with its dictionary if it has a new one; `listed` = they stand in the list as well */
  addFields(made: readonly MadeField[], spot: Spot, listed: boolean): Outcome;
  addPart(part: LayoutCode, title: string, code: string, spot: Spot | undefined): Outcome;
  /** a sub-table with these columns, in a group of its own or at a spot */
  addTable(
    table: { readonly code: string; readonly title: string },
    columns: readonly MadeField[],
    spot: Spot | undefined,
  ): Outcome;
  /** an entry with an own text in a map: a scheme, a rule, an action */
  addEntry(list: string, code: string, value: Json): Outcome;
  placeField(code: string, spot: Spot): Outcome;
  placeFields(codes: readonly string[], spot: Spot): Outcome;
  moveTo(addresses: readonly string[], spot: Spot): Outcome;
  /** one place up or down in its list */
  moveBy(address: string, by: -1 | 1): Outcome;
  /** takes it off the page */
  remove(addresses: readonly string[]): Outcome;
  duplicate(addresses: readonly string[]): Outcome;
  /** text for the clipboard */
  copyText(addresses: readonly string[]): string;
  paste(text: string, spot: Spot | undefined): Outcome;
  /** a new object, report or board in an app, which opens */
  make(made: {
    readonly app: { readonly code: string; readonly title: string };
    readonly doc: ObjectDoc | ReportDoc | BoardDoc;
    /** made with it, behind it */
    readonly report?: ReportDoc | undefined;
    /** what its fields choose from */
    readonly dicts?: readonly NewDict[] | undefined;
  }): Outcome;
  /** the object has states from now on: those of a field, or of a new one with a dictionary of its own */
  beginStates(of: { readonly field: string } | { readonly dict: NewDict; readonly field: NewField }): Outcome;
  retitle(address: string, title: string): Outcome;
  /** the next width of a field in its group, or of a column */
  widen(address: string): Outcome;
}
