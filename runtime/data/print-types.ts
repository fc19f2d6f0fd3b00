/** Answers of the print calls: pages of things to draw in mm (schemas/language/print), codes already as rectangles. */
import type { DrawItem } from '../../schemas/language/print/page';
import type { Json } from '../../schemas/language/value';

export type PaintItem = Exclude<DrawItem, { k: 'code' }> | { readonly k: 'fill'; readonly rects: readonly number[] };
export interface PaintPage {
  readonly items: readonly PaintItem[];
  /** what the paper of a preprinted form has already */
  readonly ground?: readonly PaintItem[];
}
export interface PrintData {
  readonly layout: {
    readonly code: string;
    readonly title: string;
    readonly copies: number;
    readonly once: boolean;
    /** labels on a sheet; more than one: the first free one is asked */
    readonly cells: number;
  };
  readonly choices: readonly { readonly code: string; readonly title: string }[];
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PaintPage[];
}
/** Records by their ids, or everything a list finds (`list`: what its page asks for). */
export interface PrintBody {
  readonly ids?: readonly string[];
  readonly list?: Readonly<Record<string, Json>>;
  readonly print?: string;
  readonly start?: number;
  /** fields and groups of fields that stay off the paper */
  readonly without?: readonly string[];
}
/** What of it goes onto paper. */
export interface PaperBody extends PrintBody {
  /** from 1 */
  readonly pages?: readonly number[];
  readonly copies: number;
  /** of a preprinted form: its ground too, and mm the printer is off */
  readonly ground?: boolean;
  readonly shift?: readonly [number, number];
}
