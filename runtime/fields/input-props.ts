/** What every input gets and whom it asks. An input holds no truth: it shows a value, and hands over a new one when it is whole. */
import type { ComponentType } from 'react';
import type { ResolvedDict, ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import type { TreeAsk } from '../data/record-client';
import type { PickBody, PickData, PickRow, TreeNode } from '../data/types';

export interface InputProps {
  readonly id?: string;
  readonly field: ResolvedField;
  readonly value: Value;
  readonly host: InputHost;
  /** while typing: what the text means so far; rules with consequences wait for onChange */
  readonly onType?: (value: Value) => void;
  readonly onChange: (value: Value, picked?: PickRow) => void;
  readonly disabled?: boolean;
  readonly status?: 'error' | 'warning';
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** opens its list or calendar at once (a cell of a grid) */
  readonly open?: boolean;
}
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}
/** What an input says of the dialog it wants; the form knows the rest. */
export interface PickWish {
  readonly field: ResolvedField;
  readonly title: string;
  readonly many: boolean;
  /** what the field holds: chosen already in a multiple choice */
  readonly chosen: readonly { readonly id: string; readonly label: string }[];
  /** the answer is all that is chosen, nothing too: what a field of several holds from now on */
  readonly whole?: boolean;
  /** ids that cannot be taken and why (already rows of this table) */
  readonly taken?: ReadonlyMap<string, string>;
  readonly max?: number;
  readonly search?: string;
}
/** Checks the text of an expression and names what may stand in it. */
export interface ExpressionHelp {
  /** the first mistake as a sentence; null = fine */
  check(text: string): string | null;
  readonly names: readonly { readonly code: string; readonly title: string }[];
}
/** A condition over an object, built by choices in a window of its own; '' = none. */
export interface ConditionAsk {
  readonly object: string;
  readonly title: string;
  readonly text: string;
  readonly onApply: (text: string) => void;
  readonly onClose: () => void;
}
/** The form, as far as an input may ask it. */
export interface InputHost {
  dict(code: string): ResolvedDict | undefined;
  label(object: string, id: string): string;
  /** a chosen record that was switched off meanwhile */
  isOff(object: string, id: string): boolean;
  /** today in factory time, 'YYYY-MM-DD' */
  today(): string;
  /** object a reference of the form points to */
  target(field: ResolvedField): string;
  /** candidates of a reference; `pick.where` sees the form (and the row the field stands in) */
  pick(field: ResolvedField, body: PickBody): Promise<PickData>;
  /** nodes of a tree of records: a part of the first level or of the children of a node, or what a keyword finds */
  tree(object: string, parent: string | null, ask?: TreeAsk): Promise<readonly TreeNode[]>;
  /** the choices of an `options` expression */
  options(field: ResolvedField): readonly Option[];
  /** what an expression field may say; undefined when nothing is known of its object */
  expression(field: ResolvedField): ExpressionHelp | undefined;
  /** the object an expression field is about */
  expressionOver?(field: ResolvedField): string | undefined;
  /** draws the builder of conditions, which stands higher than inputs */
  readonly Condition?: ComponentType<ConditionAsk>;
  /** the value as it is stored; undefined for a record that is not yet */
  stored?(field: ResolvedField): Value | undefined;
  /** value of `min` or `max` now */
  limit(field: ResolvedField, key: 'min' | 'max'): Value | undefined;
  /** is this number beyond `low` or `high` as they are now? */
  outside?(field: ResolvedField, value: Value): boolean;
  /** decimals a number may have now (scale, decimals of its unit) */
  decimals(field: ResolvedField): number;
  /** the pick dialog; null = closed without a choice */
  openPick(wish: PickWish): Promise<readonly PickRow[] | null>;
  /** records the user took: they come first the next time */
  used(field: ResolvedField, rows: readonly PickRow[]): void;
  /** labels and values that came with picked records */
  keep(field: ResolvedField, rows: readonly PickRow[], data?: PickData): void;
}
