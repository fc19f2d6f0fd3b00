/** What a column feature is on the language side (§4.1): which keys say it, whether they fit, and what the specification calls it. */

import type { PenetrateDoc } from '../document';
import type { Placement, ResolvedField } from '../resolved';
import type { Terms, TextCode } from '../texts';

/** A column definition in the specification's names; own features keep their file keys. */
export interface WireColumn {
  prop: string;
  label: string;
  width?: number;
  minWidth?: number;
  fixed?: 'left' | 'right';
  sortable?: boolean;
  align?: 'left' | 'center' | 'right';
  headerAlign?: 'left' | 'center' | 'right';
  showoverflowtooltip?: boolean;
  required?: boolean;
  showIcon?: boolean;
  showTipContent?: string;
  tipContentWidth?: number;
  isHtml?: boolean;
  isProgress?: boolean;
  isProcess?: boolean;
  scanCode?: boolean;
  placeholder?: string;
  /** 1 picture, 2 pdf, 3 other */
  fileType?: '1' | '2' | '3';
  'list-type'?: 'picture-card' | 'text';
  penetrate?: PenetrateDoc;
  as?: string;
  group?: string;
  inline?: boolean;
  text?: string;
  max?: unknown;
  tone?: { readonly [tone: string]: string };
  of?: string;
  service?: string;
}
/** A mistake: code and terms of its text, and the key it is at. */
export interface FeatureMistake {
  readonly key: keyof Placement;
  readonly code: TextCode;
  readonly terms: Terms;
}
export interface ColumnFeature {
  readonly key: string;
  /** whether the column uses the feature */
  used(column: Placement, field: ResolvedField | undefined): boolean;
  /** only asked where it is used */
  check?(column: Placement, field: ResolvedField | undefined): readonly FeatureMistake[];
  /** only asked where it is used */
  wire(column: Placement, field: ResolvedField | undefined): Partial<WireColumn>;
}

/** Mistake of an `as` word over a field of another type. Columns computed by `of` or `service` have no field and are not judged. */
export function needsType(
  word: string,
  types: readonly string[],
  field: ResolvedField | undefined,
): readonly FeatureMistake[] {
  if (field === undefined || types.includes(field.type)) return [];
  return [{ key: 'as', code: 'expr.type', terms: { a: `as: ${word}`, b: field.title, op: '一起使用' } }];
}
/** Tags are centred and narrow: dictionary codes said to be tags, and booleans. */
export const isTag = (column: Placement, field: ResolvedField | undefined): boolean =>
  column.as === 'tag' || (column.as === undefined && field?.type === 'bool');
