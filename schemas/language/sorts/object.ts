/** §2.2 object, §2.10 block, §2.7 action, §7.4 push, views, import, access: the keys in canonical order. */
import { BLOCK_SCHEMA, OBJECT_SCHEMA } from '../document';
import { is, noted, type SortTable, TONES, table } from './table';

const USE = { shape: { refs: 'block' } } as const;
const LAYOUT: SortTable = {
  list: { shape: { node: 'list' } },
  edit: { shape: { node: 'edit' } },
  detail: { shape: { node: 'detail' } },
};
const UNIQUE_OF = { shape: { map: 'unique' } } as const;
const shared: SortTable = {
  state: is.path,
  tree: is.path,
  single: { shape: { words: [true, false, 'user'] }, def: false },
  settings: { shape: { refs: 'settings' } },
  readonly: is.flag,
  storage: { shape: { words: ['table', 'migration', 'platform', 'none'] }, def: 'table' },
  fields: { shape: { map: 'field' } },
};

export const OBJECT = table({
  $schema: { shape: { words: [OBJECT_SCHEMA] }, need: true },
  object: { ...is.code, need: true },
  title: { ...is.text, need: true },
  note: is.text,
  was: is.code,
  use: USE,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  label: { shape: { any: ['path', 'paths'] } },
  audit: { shape: { words: ['save', 'hand', 'flow'] } },
  ...shared,
  unique: UNIQUE_OF,
  index: { ...is.json, names: 'lists' },
  rules: { shape: { map: 'rule' } },
  checks: { shape: { map: 'check' } },
  ...LAYOUT,
  views: { shape: { map: 'view' } },
  floor: { shape: { node: 'floor' } },
  actions: { shape: { map: 'action' } },
  import: { shape: { map: 'import' } },
  events: { shape: { mapOf: 'text' } },
  access: { shape: { node: 'access' } },
  examples: { shape: { mapOf: 'json' }, names: 'examples' },
});
export const BLOCK = table({
  $schema: { shape: { words: [BLOCK_SCHEMA] }, need: true },
  block: { ...is.code, need: true },
  title: { ...is.text, need: true },
  note: is.text,
  use: USE,
  menu: { shape: { ref: 'menu' } },
  label: { shape: { any: ['path', 'paths'] } },
  ...shared,
  unique: UNIQUE_OF,
  index: { ...is.json, names: 'lists' },
  rules: { shape: { map: 'rule' } },
  checks: { shape: { map: 'check' } },
  ...LAYOUT,
  floor: { shape: { node: 'floor' } },
  actions: { shape: { map: 'action' } },
  events: { shape: { mapOf: 'text' } },
  access: { shape: { node: 'access' } },
  rows: { shape: { node: 'rows' } },
  columns: { shape: { placements: 'column' } },
  summary: { shape: { mapOf: 'text' }, names: 'totals' },
});
export const VIEW = table({
  title: { ...is.text, need: true },
  ...noted,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  grant: { shape: { ref: 'right' } },
  where: is.expr,
  with: { shape: { mapOf: 'value' }, names: 'fields' },
  page: { shape: { ref: 'page' } },
  rows: { ...is.code, names: 'sub' },
  ...LAYOUT,
  floor: { shape: { node: 'floor' } },
  actions: { shape: { map: 'action' }, names: 'actions' },
});
export const FLOOR = table({
  scan: is.paths,
  big: is.paths,
  tiles: { shape: { mapOf: 'path' }, names: 'tiles' },
  keys: is.texts,
  hide: { ...is.paths, names: 'addresses' },
  offline: is.flag,
  keeps: is.flag,
  chain: is.path,
  acts: { ...is.codes, names: 'actions' },
  discard: { ...is.code, names: 'actions' },
  card: is.paths,
  also: { shape: { refs: 'page' } },
  front: is.paths,
  since: is.path,
  people: is.path,
  most: is.path,
  takes: { shape: { mapOf: 'code' }, names: 'takes' },
  scheme: is.code,
  sort: is.sort,
  limit: is.path,
  why: is.path,
  known: is.paths,
});
export const UNIQUE = table({ fields: { ...is.paths, need: true }, when: is.expr, during: is.paths, say: is.template });
export const IMPORT = table({
  title: is.text,
  note: is.text,
  key: is.paths,
  mode: { shape: { words: ['add', 'update', 'upsert'] }, def: 'add' },
  rows: is.paths,
  columns: { shape: { list: 'importColumn' }, names: 'fields' },
  group: is.text,
});
export const IMPORT_COLUMN = table({ field: { ...is.path, need: true }, title: is.text });
export const ACCESS = table({
  dept: is.path,
  owner: is.paths,
  rows: { shape: { map: 'scope' } },
  grants: { shape: { mapOf: 'expr' } },
});
export const SCOPE = table({
  title: { ...is.text, need: true },
  where: { ...is.expr, need: true },
  always: { shape: { words: [true, 'all'] } },
});

export const ACTION = table({
  title: is.text,
  ...noted,
  in: { ...is.code, names: 'rows' },
  at: { shape: { wordList: ['row', 'bulk', 'toolbar', 'detail', 'edit', 'tree', 'floor'] } },
  from: is.texts,
  to: is.text,
  when: is.expr,
  grant: { shape: { ref: 'right' } },
  ask: { shape: { map: 'field' } },
  prepare: { shape: { ref: 'service' } },
  checks: { shape: { map: 'check' } },
  confirm: is.template,
  set: { shape: { mapOf: 'value' }, names: 'fields' },
  push: { shape: { node: 'push' } },
  open: { shape: { node: 'open' } },
  print: { shape: { any: ['bool', { ref: 'print' }] } },
  auto: is.expr,
  grid: is.flag,
  each: is.flag,
  draft: is.flag,
  preview: is.flag,
  once: is.flag,
  shows: { shape: { node: 'shows' } },
  tone: { shape: { words: TONES } },
  icon: is.text,
  menu: is.text,
  key: is.text,
});
export const PUSH = table({
  to: { shape: { ref: 'object' }, need: true },
  how: { shape: { words: ['push', 'pull', 'both', 'auto'] }, def: 'both' },
  after: { ...is.code, names: 'actions' },
  rows: { ...is.code, names: 'rows' },
  lines: { shape: { ref: 'service' } },
  where: is.expr,
  limit: is.expr,
  qty: { ...is.path, def: 'qty', scope: 'made' },
  used: is.path,
  by: { shape: { any: ['text', 'texts'] }, names: 'exprs' },
  into: { ...is.code, names: 'into' },
  head: { shape: { mapOf: 'value' }, names: 'target' },
  map: { shape: { mapOf: 'value' }, names: 'targetRows' },
  // biome-ignore lint/suspicious/noThenProperty: a key of the language (§7.4); the table is never awaited
  then: { shape: { words: ['edit', 'save', 'audit'] }, def: 'edit' },
  stamp: is.on,
});
export const OPEN = table({
  page: { shape: { ref: 'page' } },
  screen: { shape: { ref: 'screen' } },
  as: { shape: { words: ['page', 'dialog', 'drawer', 'tab'] } },
  with: { shape: { mapOf: 'value' }, names: 'opened' },
});
export const SHOWS = table({ columns: { ...is.texts, need: true }, as: is.text, title: is.text });
