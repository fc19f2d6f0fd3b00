/** §2.5 list, §4 columns, §2.6 parts, edit and detail: the keys in canonical order. */
import { FIELD } from './field';
import { is, noted, TONES, table } from './table';

const TABLE_AS = ['multi', 'single', 'none'];
const ALIGN = { shape: { words: ['left', 'center', 'right'] } } as const;
const OPEN = { shape: { words: ['page', 'dialog', 'drawer'] } } as const;
export const COLUMN_AS = [
  'html',
  'progress',
  'process',
  'image',
  'pdf',
  'file',
  'tag',
  'link',
  'elapsed',
  'duration',
  'dot',
  'avatar',
] as const;

export const LIST = table({
  search: { shape: { placements: 'search' } },
  schemes: { shape: { map: 'scheme' } },
  columns: { shape: { placements: 'column' } },
  sort: is.sort,
  summary: { shape: { mapOf: 'text' }, names: 'totals' },
  tree: { shape: { any: [{ node: 'treeSide' }, { list: 'treeSide' }] } },
  below: { shape: { map: 'part', parts: true } },
  charts: { shape: { map: 'chart', parts: true } },
  as: { shape: { any: ['text', 'texts'] }, names: 'look' },
  source: { shape: { ref: 'service' } },
  select: { shape: { words: TABLE_AS }, def: 'multi' },
  disable: is.expr,
  tone: { shape: { mapOf: 'expr', keys: TONES } },
  index: { shape: { words: ['pin', false, true] } },
  size: is.int,
  live: is.flag,
  every: is.int,
  grid: is.flag,
  tabs: { shape: { refs: 'page' } },
  head: { shape: { ref: 'page' } },
});
export const SCHEME = table({
  title: { ...is.text, need: true },
  ...noted,
  where: is.expr,
  sort: is.sort,
  columns: { shape: { placements: 'column' } },
  default: { shape: { any: ['bool', 'value'] }, def: false },
});
export const TREE_SIDE = table({
  title: is.text,
  of: { shape: { any: [{ ref: 'object' }, { refs: 'object' }] } },
  field: { shape: { any: ['path', 'paths'] } },
  dict: { shape: { ref: 'dict' } },
  edit: is.flag,
  counts: is.flag,
});

const FIELD_KEYS = Object.fromEntries(
  [
    'type',
    'dict',
    'ref',
    'many',
    'options',
    'min',
    'max',
    'scale',
    'unit',
    'suffix',
    'format',
    'shift',
    'presets',
    'tip',
    'placeholder',
    'width',
    'grant',
  ].map((key) => [key, FIELD[key] ?? is.json]),
);
/** a search field, a box over several, or a parameter that is no field */
export const SEARCH = table({
  field: is.path,
  param: is.code,
  fields: is.paths,
  title: is.text,
  ...noted,
  kind: FIELD.kind ?? is.text,
  ...FIELD_KEYS,
  op: {
    shape: {
      words: [
        'eq',
        'ne',
        'gt',
        'ge',
        'lt',
        'le',
        'between',
        'rel',
        'in',
        'notIn',
        'like',
        'starts',
        'sub',
        'has',
        'hasAll',
        'overlaps',
        'empty',
        'notEmpty',
      ],
    },
  },
  default: is.value,
  required: is.flag,
  where: { ...is.expr, scope: 'source' },
  scan: is.flag,
  targets: is.codes,
});
export const COLUMN = table({
  field: { ...is.path, need: true },
  title: is.text,
  ...noted,
  type: FIELD.type ?? is.text,
  dict: FIELD.dict ?? is.text,
  ref: FIELD.ref ?? is.text,
  scale: is.int,
  suffix: is.text,
  grant: FIELD.grant ?? is.text,
  of: is.expr,
  service: { shape: { ref: 'service' } },
  with: { shape: { mapOf: 'value' } },
  width: is.int,
  minWidth: { ...is.int, def: 80 },
  pin: { shape: { words: [true, false, 'right'] }, def: false },
  sort: is.flag,
  scan: is.flag,
  as: { shape: { words: COLUMN_AS } },
  inline: is.flag,
  penetrate: { shape: { any: ['bool', { node: 'penetrate' }] } },
  align: ALIGN,
  headerAlign: ALIGN,
  overflow: is.on,
  group: is.text,
  tip: is.text,
  tipWidth: { ...is.int, def: 200 },
  placeholder: is.text,
  text: is.template,
  max: is.value,
  tone: { shape: { mapOf: 'expr', keys: TONES } },
});
export const PENETRATE = table({
  page: { shape: { ref: 'page' } },
  type: { shape: { words: ['detail', 'list', 'edit'] } },
  portId: is.code,
  relIdField: is.path,
  relCfg: { shape: { any: [{ node: 'relCfg' }, { list: 'relCfg' }] } },
});
export const REL_CFG = table({
  relField: { ...is.path, need: true, scope: 'other' },
  valueField: { ...is.path, need: true },
});
/** a field placed on a form or in a summary strip */
export const ITEM = table({
  field: { ...is.path, need: true },
  title: is.text,
  ...noted,
  span: { shape: { words: [1, 2, 3, 4, 'full'] } },
  as: { shape: { words: COLUMN_AS } },
  penetrate: { shape: { any: ['bool', { node: 'penetrate' }] } },
  tip: is.text,
  placeholder: is.text,
});

export const PART = table({
  title: is.text,
  ...noted,
  at: is.json,
  tab: is.text,
  columns: is.int,
  grant: { shape: { ref: 'right' } },
  fields: { shape: { placements: 'item' } },
  list: { shape: { ref: 'page' } },
  where: { ...is.expr, scope: 'other' },
  grid: is.flag,
  report: { shape: { ref: 'report' } },
  block: { shape: { ref: 'pageBlock' } },
  with: { shape: { mapOf: 'value' }, names: 'opened' },
});
export const EDIT = table({
  title: is.text,
  open: OPEN,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  columns: { ...is.int, def: 2 },
  labelWidth: { ...is.int, def: 120 },
  width: { ...is.int, def: 70 },
  size: { shape: { words: ['small', 'medium', 'large'] }, def: 'medium' },
  labels: { shape: { words: ['left', 'right', 'top'] }, def: 'right' },
  groups: { shape: { map: 'part', parts: true } },
});
export const DETAIL = table({
  title: is.text,
  tabs: { shape: { map: 'part', parts: true } },
  head: { shape: { placements: 'item' } },
  open: OPEN,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  by: is.paths,
  source: { shape: { ref: 'service' } },
});
