/**
 * How the keys of a document are described: order (canonical), shape, requiredness and default. Merging of blocks, linter and
 * canonical printer read these tables, so a key is told once.
 */
import type { Tone } from '../document-area';

export type RefSort =
  | 'object'
  | 'dict'
  | 'page'
  | 'menu'
  | 'print'
  | 'service'
  | 'block'
  | 'pageBlock'
  | 'screen'
  | 'right'
  | 'settings'
  | 'report';
export type Shape =
  | 'text'
  | 'template'
  | 'expr'
  | 'value'
  | 'bool'
  | 'int'
  | 'number'
  | 'code'
  | 'codes'
  | 'path'
  | 'paths'
  | 'texts'
  | 'route'
  | 'json'
  | 'sort'
  | 'literals'
  | { readonly words: readonly (string | number | boolean)[] }
  | { readonly wordList: readonly string[] }
  | { readonly ref: RefSort }
  | { readonly refs: RefSort }
  | { readonly node: SortId }
  /** map of definitions by code; `parts` maps and maps with `$own` keep the order of the upper text when merged */
  | { readonly map: SortId; readonly parts?: true }
  /** `keys`: the words its keys may be */
  | { readonly mapOf: Shape; readonly keys?: readonly string[] }
  | { readonly list: SortId }
  | { readonly placements: 'search' | 'column' | 'item' }
  | { readonly any: readonly Shape[] };
export const TONES: readonly Tone[] = ['info', 'primary', 'success', 'warning', 'danger'];
export interface KeySpec {
  readonly shape: Shape;
  readonly need?: true;
  /** value that is never written; derived defaults (by kind, by block) are found by comparing resolved texts */
  readonly def?: unknown;
  /** what its text, its entries or the keys of its map name where the shape does not say it: renames follow */
  readonly names?: Names;
  /** whose names stand under the key, when it is not the record that the keys beside it speak of */
  readonly scope?: NameScope;
  /** part of the language that nothing executes yet: said by the linter, offered by no designer */
  readonly later?: true;
}
/**
 * Shapes that are paths, expressions or templates name fields by themselves. Else: `fields` own fields (keys of a map, plain entries of
 * a list) · `totals` so, and the values are expressions · `tiles` sub-tables with a path in their rows · `takes` objects with an action of this one · `lists` lists of paths ·
 * `opened` fields of the page or list named beside · `addresses` `fields.qty` or `edit.groups.base` · `look` `board:state` · `number` parts of an automatic number · `exprs` expressions
 * as texts · `rows` a sub-table whose rows everything beside it speaks of · `sub` a sub-table · `target`, `targetRows`, `into` fields
 * and rows of what a push makes · `actions` · `started` an action of the page beside it · `columns` dims and measures of the report · `given` dims and params of it · `examples`.
 */
export type Names =
  | 'fields'
  | 'totals'
  | 'tiles'
  | 'takes'
  | 'lists'
  | 'addresses'
  | 'look'
  | 'number'
  | 'exprs'
  | 'rows'
  | 'sub'
  | 'target'
  | 'targetRows'
  | 'into'
  | 'actions'
  | 'started'
  | 'columns'
  | 'given'
  | 'opened'
  | 'examples';
/**
 * `rows` rows of the sub-table it belongs to · `head` the head, however deep · `picked` the record a reference names · `other` records
 * of another document · `made` rows of what a push makes · `source` in a report the rows it is made of · `report` of a report: its own
 * columns there, another's anywhere else.
 */
export type NameScope = 'rows' | 'head' | 'picked' | 'other' | 'made' | 'source' | 'report';
export type SortTable = { readonly [key: string]: KeySpec };
export type SortId =
  | 'object'
  | 'block'
  | 'view'
  | 'field'
  | 'case'
  | 'codeRule'
  | 'pick'
  | 'rows'
  | 'list'
  | 'scheme'
  | 'search'
  | 'column'
  | 'item'
  | 'penetrate'
  | 'relCfg'
  | 'treeSide'
  | 'part'
  | 'edit'
  | 'detail'
  | 'action'
  | 'push'
  | 'open'
  | 'shows'
  | 'rule'
  | 'check'
  | 'way'
  | 'unique'
  | 'import'
  | 'importColumn'
  | 'access'
  | 'scope'
  | 'floor'
  | 'menus'
  | 'menuItem'
  | 'dictionaries'
  | 'dict'
  | 'dictItem'
  | 'settings'
  | 'data'
  | 'report'
  | 'dim'
  | 'measure'
  | 'reportList'
  | 'reportView'
  | 'drill'
  | 'kpi'
  | 'tool'
  | 'chart'
  | 'board'
  | 'print'
  | 'printGrid'
  | 'printBands'
  | 'printDetails'
  | 'printBand'
  | 'printItem'
  | 'printCode'
  | 'flow'
  | 'flowStarters'
  | 'flowBind'
  | 'flowNode'
  | 'flowWho'
  | 'flowLimit'
  | 'flowNotice'
  | 'flowWay'
  | 'flowDo'
  | 'flowNotify'
  | 'flowUntil';

/** Keys in the order written here; `need` keys must be there. */
export const table = (keys: SortTable): SortTable => keys;

const RANKS = new WeakMap<object, ReadonlyMap<string, number>>();
/** Keys of a node that its table knows, in the order of the table. Nodes are small where tables are long. */
export function ordered(node: object, keys: { readonly [key: string]: unknown }): readonly string[] {
  let ranks = RANKS.get(keys);
  if (ranks === undefined) {
    ranks = new Map(Object.keys(keys).map((key, rank) => [key, rank]));
    RANKS.set(keys, ranks);
  }
  const known = ranks;
  return Object.keys(node)
    .filter((key) => known.has(key))
    .sort((a, b) => (known.get(a) ?? 0) - (known.get(b) ?? 0));
}

export const is = {
  text: { shape: 'text' },
  template: { shape: 'template' },
  expr: { shape: 'expr' },
  value: { shape: 'value' },
  int: { shape: 'int' },
  number: { shape: 'number' },
  code: { shape: 'code' },
  codes: { shape: 'codes' },
  path: { shape: 'path' },
  paths: { shape: 'paths' },
  texts: { shape: 'texts' },
  route: { shape: 'route' },
  json: { shape: 'json' },
  sort: { shape: 'sort' },
  /** a switch that is off unless written */
  flag: { shape: 'bool', def: false },
  /** a switch that is on unless written */
  on: { shape: 'bool', def: true },
} as const satisfies { readonly [name: string]: KeySpec };

/** Keys that may stand in every map entry and placement. */
export const noted: SortTable = { note: is.text, off: is.flag };
