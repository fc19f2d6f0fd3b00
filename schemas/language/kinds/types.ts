/** The storage types (§3 table, kind default): codec, limits, search operators. Kinds start from these. */
import type { TypeId } from '../document';
import { DICT, ID, PATH, REF } from './coded-types';
import { FILE, JSON_TYPE, NONE, RANGE, ROWS } from './holding-types';
import type { FieldType } from './kind';
import { BOOL_TYPE, DATE, DATETIME, DECIMAL, INT, TEXT, TIME } from './plain-types';

export const TYPES = {
  text: TEXT,
  int: INT,
  decimal: DECIMAL,
  bool: BOOL_TYPE,
  date: DATE,
  datetime: DATETIME,
  time: TIME,
  dict: DICT,
  ref: REF,
  file: FILE,
  json: JSON_TYPE,
  range: RANGE,
  path: PATH,
  rows: ROWS,
  none: NONE,
  id: ID,
} as const satisfies Record<TypeId, FieldType>;
