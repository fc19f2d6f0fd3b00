/** What a read-only value needs to be shown, in a table cell, a detail page or a card. */
import type { ReactNode } from 'react';
import type { Labels } from '../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';

export interface Look extends Labels {
  /** factory time, 'YYYY-MM-DD HH:mm:ss' */
  now(): string;
  /** object a reference points to, with `self` resolved */
  target?(field: ResolvedField): string;
  /** where a record's own page is, if the user may open it */
  link?(object: string, id: string): { readonly href?: string | undefined; open(): void } | undefined;
  /** the `done` expression of a critical date holds for the record at hand */
  done?: boolean;
  /** so many days before it a critical date is near, where the document computes them */
  warn?: number | undefined;
  /** a cell: of many values the first ones, and how many more */
  short?: boolean;
}
export interface DisplayProps {
  readonly value: Value | undefined;
  readonly field: ResolvedField;
  readonly look: Look;
}
/** A display is a function without hooks: tables call it, pages mount it. */
export type Display = (props: DisplayProps) => ReactNode;
export interface DisplayDef {
  readonly View: Display;
  /** more than one line of text: a table cell draws View instead of the text */
  readonly inCell: boolean;
  /** px a column of it needs, where its type says too little */
  readonly width?: number;
}
