/**
 * What people read about a key: title, help, group in an inspector, names of its words. Beside the key tables, so that designer, JSON
 * Schemas of editors and messages say the same.
 */
import type { SortId } from '../table';

export type KeyGroup = 'base' | 'data' | 'rules' | 'show';
export interface KeyText {
  readonly title: string;
  readonly group: KeyGroup;
  readonly help?: string;
  /** titles that depend on the storage type of the field: 最早 of a date, 最小值 of a number */
  readonly of?: { readonly [type: string]: string };
  readonly words?: { readonly [word: string]: string };
  /** text behind a number */
  readonly suffix?: string;
}
export type KeyTexts = { readonly [key: string]: KeyText };
export type SortTexts = { readonly [sort in SortId]?: KeyTexts };

type More = Omit<KeyText, 'title' | 'group' | 'help'>;
const make =
  (group: KeyGroup) =>
  (title: string, help?: string, more: More = {}): KeyText => ({
    title,
    group,
    ...(help === undefined ? {} : { help }),
    ...more,
  });
/** One maker for each group, in the order an inspector shows them. */
export const base = make('base');
export const data = make('data');
export const rules = make('rules');
export const show = make('show');
