/** What one place where names of fields are kept is given when fields have other codes. */
import type { RenamedField } from '../../../schemas/language/steps/elsewhere';
import type { Trx } from '../../ctx';
import type { Registry } from '../../registry/registry';
import type { Names } from './names';

/** A field with its former code and its code of now; of a sub-table that has another code too, the rows stand under the new one. */
export type Moved = RenamedField;
export interface Carry {
  readonly trx: Trx;
  readonly schema: string;
  readonly renamed: readonly Moved[];
  /** documents as they are from now on */
  readonly registry: Registry;
  readonly names: Names;
  /** patterns of texts that may name one of them */
  readonly like: readonly string[];
}
/** Brings one place to the codes of now, or says why names of fields in it need nothing. */
export type Place = ((carry: Carry) => Promise<void>) | string;

/** `limit`, `items.qty` */
export const pathOf = ({ sub, from }: Moved): string => (sub === undefined ? from : `${sub}.${from}`);
export const pathNow = ({ sub, to }: Moved): string => (sub === undefined ? to : `${sub}.${to}`);
