/** File values of a cell: url and name per file. */
import { readFiles } from '../../schemas/language/codec/file-list';
import type { FileValue, Json } from '../../schemas/language/value';

export const filesOf = (value: Json | undefined): readonly FileValue[] =>
  value === undefined ? [] : (readFiles(value) ?? []);
