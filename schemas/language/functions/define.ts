/** What a function of the expression language is (language §5.4). */
import type { Frame, V } from '../expr/frame';
import type { CallBound, Ty } from '../expr/typed';

/**
 * One argument: `num int text bool date moment any list label` say what fits (`moment` = date or datetime, `label` = dict or ref),
 * `same` = a common type with its neighbours; `'a|b'` in quotes = one of these literal words; `?` = may be left out, `*` = any number.
 */
export type ArgSpec = string;
export interface FunctionDef {
  readonly name: string;
  readonly args: readonly ArgSpec[];
  /** `same` = the common type of the `same` arguments, `first` = type of the first argument */
  readonly result: Ty | 'same' | 'first' | ((args: readonly Ty[], words: readonly (string | undefined)[]) => Ty);
  /** has an SQL form */
  readonly sql: boolean;
  /** makes a formula live, because it reads the clock or the user */
  readonly mark?: 'time' | 'user';
  /** only in prints */
  readonly print?: true;
  /** never throws; arguments are of their types or null */
  readonly run: (args: readonly V[], frame: Frame, call: CallBound) => V;
}
