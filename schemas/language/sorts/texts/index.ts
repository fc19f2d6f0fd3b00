/** Titles, help and word names of all keys, and the names of the sorts: what people read about the key tables. */
import type { KindId } from '../../document';
import { isKind, kindOf } from '../../kinds/index';
import { SORTS } from '../index';
import type { SortId } from '../table';
import { COMMON } from './common';
import { FIELD_SORTS } from './field';
import { FLOW_SORTS } from './flow';
import { OBJECT_SORTS } from './object';
import { OTHER_SORTS } from './other';
import { PAGE_SORTS } from './page';
import { REPORT_SORTS } from './report';
import type { KeyGroup, KeyText, SortTexts } from './text';

export type { KeyGroup, KeyText };

const OWN: SortTexts = {
  ...FIELD_SORTS,
  ...OBJECT_SORTS,
  ...PAGE_SORTS,
  ...REPORT_SORTS,
  ...OTHER_SORTS,
  ...FLOW_SORTS,
};

/** Groups of an inspector in their order. */
export const KEY_GROUPS: readonly (readonly [KeyGroup, string])[] = [
  ['base', '基本'],
  ['data', '数据'],
  ['rules', '规则'],
  ['show', '显示'],
];

/** What one thing of a sort is called: 字段, 列, 动作. */
export const SORT_TITLES: { readonly [sort in SortId]: string } = {
  object: '单据',
  block: '区块',
  view: '页面',
  field: '字段',
  case: '情形',
  codeRule: '编号规则',
  pick: '选择窗口',
  rows: '行的规矩',
  list: '列表',
  scheme: '方案',
  search: '查询项',
  column: '列',
  item: '字段',
  penetrate: '穿透',
  relCfg: '对应条件',
  treeSide: '左侧树',
  part: '分组',
  edit: '编辑页',
  detail: '详情页',
  action: '动作',
  push: '下推',
  open: '打开',
  shows: '结果',
  rule: '联动规则',
  check: '校验',
  way: '出路',
  unique: '唯一约束',
  import: '导入模板',
  importColumn: '导入列',
  access: '数据权限',
  scope: '数据范围',
  floor: '现场模式',
  menus: '菜单',
  menuItem: '菜单项',
  dictionaries: '字典',
  dict: '字典',
  dictItem: '字典值',
  settings: '参数',
  data: '数据',
  report: '报表',
  dim: '维度',
  measure: '指标',
  reportList: '列表',
  reportView: '页面',
  drill: '下钻',
  kpi: '关键指标',
  tool: '按钮',
  chart: '图表',
  board: '看板',
  print: '打印模板',
  printGrid: '标签排列',
  printBands: '版面',
  printDetails: '明细',
  printBand: '版面区',
  printItem: '打印内容',
  printCode: '条码',
  flow: '流程',
  flowStarters: '可发起',
  flowBind: '绑定',
  flowNode: '节点',
  flowWho: '处理人来源',
  flowLimit: '时限',
  flowNotice: '通知',
  flowWay: '分支',
  flowDo: '服务',
  flowNotify: '发通知',
  flowUntil: '等待到',
};

/** Title, group and help of a key; a key of no table (or `x-…`) is shown under its own name. */
export function keyText(sort: SortId, key: string): KeyText {
  const own = OWN[sort];
  if (own !== undefined && Object.hasOwn(own, key)) return own[key] as KeyText;
  return Object.hasOwn(COMMON, key) ? (COMMON[key] as KeyText) : { title: key, group: 'data' };
}
/** Title of a key where the storage type of the field matters: 最早 for the `min` of a date. */
export function keyTitle(sort: SortId, key: string, type?: string): string {
  const { title, of } = keyText(sort, key);
  return (type === undefined ? undefined : of?.[type]) ?? title;
}
/** Name of one word a key may have. */
export function wordTitle(sort: SortId, key: string, word: string | number | boolean): string {
  if (key === 'kind' && isKind(String(word))) return kindOf(String(word) as KindId).title;
  const words = keyText(sort, key).words ?? (Object.hasOwn(COMMON, key) ? COMMON[key]?.words : undefined);
  return words?.[String(word)] ?? (word === true ? '是' : word === false ? '否' : String(word));
}
/** Keys few documents write: an inspector shows them on demand, or once they are written. */
const RARE: { readonly [sort in SortId]?: readonly string[] } = {
  field: [
    'was',
    'many',
    'options',
    'kindBy',
    'cases',
    'hidden',
    'low',
    'high',
    'spread',
    'case',
    'secret',
    'lines',
    'mask',
    'flowSet',
    'inherit',
    'scan',
    'over',
    'result',
    'shift',
    'placeholder',
    'align',
    'addRows',
  ],
  search: [
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
    'width',
    'grant',
    'targets',
  ],
  column: [
    'type',
    'dict',
    'ref',
    'scale',
    'suffix',
    'service',
    'with',
    'minWidth',
    'headerAlign',
    'tipWidth',
    'placeholder',
    'text',
    'max',
    'scan',
  ],
  action: ['prepare', 'grid', 'each', 'draft', 'preview', 'once', 'shows', 'icon', 'key', 'print', 'in'],
  list: ['disable', 'index', 'source', 'live', 'every', 'grid', 'tabs', 'head', 'charts'],
  rows: ['append', 'fixed', 'number', 'renumber', 'import', 'copy'],
  edit: ['route', 'menu', 'width', 'size', 'labels'],
  detail: ['route', 'menu', 'by', 'source'],
  object: ['was', 'settings', 'storage', 'index', 'single', 'menu', 'events'],
  view: ['menu', 'page', 'rows', 'floor'],
  rule: ['in', 'except', 'clear', 'service', 'confirm'],
  check: ['in', 'ways'],
  push: ['after', 'lines', 'used', 'by', 'into', 'stamp'],
  menuItem: ['name', 'route', 'in', 'open', 'hide', 'keep', 'grants'],
  print: ['bands', 'width', 'height', 'margins', 'grid', 'watermark', 'across'],
  // an item is one of these
  printItem: ['field', 'text', 'code', 'image', 'line', 'box'],
};
/** Whether a key is one that few documents write. */
export const isRare = (sort: SortId, key: string): boolean =>
  key === 'note' || key === 'was' || RARE[sort]?.includes(key) === true;
/** Whether a sort knows the key. */
export const hasKey = (sort: SortId, key: string): boolean => Object.hasOwn(SORTS[sort], key);
