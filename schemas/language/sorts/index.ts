/** All key tables by name. The file sorts are the values of `$schema`. */
import { CASE, CHECK, CODE_RULE, FIELD, PICK, ROWS, RULE, WAY } from './field';
import {
  ACCESS,
  ACTION,
  BLOCK,
  FLOOR,
  IMPORT,
  IMPORT_COLUMN,
  OBJECT,
  OPEN,
  PUSH,
  SCOPE,
  SHOWS,
  UNIQUE,
  VIEW,
} from './object';
import { DATA, DICT, DICT_ITEM, DICTIONARIES, MENU_ITEM, MENUS, SETTINGS } from './other';
import { COLUMN, DETAIL, EDIT, ITEM, LIST, PART, PENETRATE, REL_CFG, SCHEME, SEARCH, TREE_SIDE } from './page';
import type { SortId, SortTable } from './table';

export const SORTS = {
  object: OBJECT,
  block: BLOCK,
  view: VIEW,
  field: FIELD,
  case: CASE,
  codeRule: CODE_RULE,
  pick: PICK,
  rows: ROWS,
  list: LIST,
  scheme: SCHEME,
  search: SEARCH,
  column: COLUMN,
  item: ITEM,
  penetrate: PENETRATE,
  relCfg: REL_CFG,
  treeSide: TREE_SIDE,
  part: PART,
  edit: EDIT,
  detail: DETAIL,
  action: ACTION,
  push: PUSH,
  open: OPEN,
  shows: SHOWS,
  rule: RULE,
  check: CHECK,
  way: WAY,
  unique: UNIQUE,
  import: IMPORT,
  importColumn: IMPORT_COLUMN,
  access: ACCESS,
  scope: SCOPE,
  floor: FLOOR,
  menus: MENUS,
  menuItem: MENU_ITEM,
  dictionaries: DICTIONARIES,
  dict: DICT,
  dictItem: DICT_ITEM,
  settings: SETTINGS,
  data: DATA,
} as const satisfies Record<SortId, SortTable>;

/** File sorts by `$schema`. */
export const FILE_SORTS: { readonly [schema: string]: SortId } = {
  'object/1': 'object',
  'block/1': 'block',
  'menus/1': 'menus',
  'dictionaries/1': 'dictionaries',
  'settings/1': 'settings',
  'data/1': 'data',
};
/** Key under which a file names itself. */
export const OWN_CODE = {
  object: 'object',
  block: 'block',
  menus: 'area',
  dictionaries: 'area',
  settings: 'group',
  data: 'area',
} as const;
