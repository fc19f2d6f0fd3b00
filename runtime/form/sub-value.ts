/** The value that a cell shows: of a field with cases, the value its stored text stands for. */
import { caseValue } from '../../schemas/language/kinds/cases';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import { cellValue } from '../grid/columns';
import type { GridColumn } from '../grid/types';

/** `own` is the field as it is in this row; a text that is no value of its case is shown as it stands. */
export function shownValue(row: Row, column: GridColumn, own: ResolvedField): Value {
  const stored = cellValue(row, column);
  if (own.kindBy === undefined) return stored;
  const read = caseValue(stored, own);
  return 'value' in read ? (read.value as Value) : stored;
}
