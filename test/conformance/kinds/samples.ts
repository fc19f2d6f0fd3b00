/** For each kind: fields of it and values that are valid in them. A kind without samples does not compile. */
import type { FieldDoc, KindId } from '../../../schemas/language/document';
import type { Value } from '../../../schemas/language/value';

export interface Sample {
  readonly field: FieldDoc;
  readonly values: readonly Value[];
  /** wire values that must be refused */
  readonly wrong: readonly unknown[];
}
const A = '018f0000-0000-7000-8000-000000000001';
const B = '018f0000-0000-7000-8000-000000000002';
const FILE = { id: A, name: 'a.png', size: 10, url: '/file/a', fileType: '1' };

export const SAMPLES = {
  default: [
    { field: { title: '文本' }, values: ['abc', '中文', '0'], wrong: [{}, [], true] },
    {
      field: { title: '整数', type: 'int' },
      values: [0, 12, -3, 123456789012345],
      wrong: ['a', 1.5, 1e16, {}, Number.NaN],
    },
    {
      field: { title: '小数', type: 'decimal' },
      values: [0, 12.5, -0.0001, 99999999999.1234],
      wrong: ['1.2.3', 0.1 + 0.2, []],
    },
    { field: { title: '读数', type: 'decimal', many: true }, values: [[1, 1, 2.5]], wrong: [1, ['x']] },
    { field: { title: '是否', type: 'bool' }, values: [true, false], wrong: ['maybe', 2, {}] },
    { field: { title: '继承', type: 'bool', inherit: 'parent' }, values: [true, false, null], wrong: ['maybe'] },
    {
      field: { title: '日期', type: 'date' },
      values: ['2026-01-15', '2024-02-29'],
      wrong: ['2026-02-29', '2026-13-01', 20260115],
    },
    {
      field: { title: '时刻', type: 'datetime' },
      values: ['2026-01-15 08:00:00'],
      wrong: ['2026-01-15 25:00:00', 'now'],
    },
    { field: { title: '钟点', type: 'time' }, values: ['08:30:00'], wrong: ['24:00:00', '8'] },
    { field: { title: '字典', dict: 'level' }, values: ['10'], wrong: [{}, true] },
    { field: { title: '多字典', dict: 'level', many: true }, values: [['10', '20']], wrong: ['10', [{}]] },
    { field: { title: '引用', ref: 'user' }, values: [A], wrong: ['x', 5, {}] },
    { field: { title: '多引用', ref: 'user', many: true }, values: [[A, B]], wrong: [A, ['x']] },
    { field: { title: '附件', type: 'file', many: true }, values: [[FILE]], wrong: [5, [{ name: 'no id' }]] },
    { field: { title: 'JSON', type: 'json' }, values: [{ a: [1, null] }], wrong: ['text'] },
    { field: { title: '来源', type: 'id' }, values: [B], wrong: ['x'] },
  ],
  input: [
    { field: { title: '名称', kind: 'input' }, values: ['a', '中文'], wrong: [{}] },
    { field: { title: '简码', kind: 'input', case: 'upper', pattern: 'alnum' }, values: ['AB1'], wrong: [[]] },
  ],
  textarea: [{ field: { title: '备注', kind: 'textarea' }, values: ['行一\n行二'], wrong: [{}] }],
  datetimeRange: [
    {
      field: { title: '时段', kind: 'datetimeRange' },
      values: [
        ['2026-01-15 08:00:00', '2026-01-15 17:00:00'],
        ['2026-01-15 08:00:00', null],
      ],
      wrong: ['2026-01-15', ['a', 'b'], ['2026-01-15']],
    },
  ],
  cascader: [
    { field: { title: '地区', kind: 'cascader', dict: 'region' }, values: ['31/3101'], wrong: [5, [''], [['31']]] },
    { field: { title: '归属', kind: 'cascader', ref: 'dept', any: true }, values: [A], wrong: [5, 'x', [A]] },
    { field: { title: '多归属', kind: 'cascader', ref: 'dept', many: true }, values: [[A, B]], wrong: [A, ['x']] },
    {
      field: { title: '多地区', kind: 'cascader', dict: 'region', many: true },
      values: [['31/3101', '32']],
      wrong: ['31', [5]],
    },
  ],
  commonMultipleCheck: [
    { field: { title: '人员', kind: 'commonMultipleCheck', ref: 'user' }, values: [[A, B]], wrong: ['x', [5]] },
  ],
  multipleCheck: [
    {
      field: { title: '类别', kind: 'multipleCheck', dict: 'level' },
      values: [['10'], ['10', '20']],
      wrong: ['10', [true]],
    },
  ],
  date: [
    { field: { title: '日期', kind: 'date' }, values: ['2026-01-15'], wrong: ['15.1.'] },
    { field: { title: '月份', kind: 'date', format: 'month' }, values: ['2026-01-01'], wrong: ['2026-13'] },
  ],
  time: [
    { field: { title: '时间', kind: 'time' }, values: ['08:30:00'], wrong: ['x'] },
    {
      field: { title: '班次', kind: 'time', range: true },
      values: [
        ['08:00:00', '17:00:00'],
        ['20:00:00', '05:00:00'],
      ],
      wrong: ['08:30:00', ['a', 'b']],
    },
  ],
  dateCritical: [{ field: { title: '到期', kind: 'dateCritical', warn: 3 }, values: ['2026-01-15'], wrong: [{}] }],
  autoCode: [{ field: { title: '编号', kind: 'autoCode', rule: 'A{seq:4}' }, values: ['A0001'], wrong: [{}] }],
  tree: [
    { field: { title: '部门', kind: 'tree', ref: 'dept' }, values: [A], wrong: ['x'] },
    { field: { title: '部门们', kind: 'tree', ref: 'dept', many: true }, values: [[A]], wrong: [A] },
  ],
  multiDate: [
    {
      field: { title: '日子', kind: 'multiDate' },
      values: [['2026-01-15', '2026-02-01']],
      wrong: ['2026-01-15', ['x']],
    },
  ],
  dialogSelect: [{ field: { title: '物料', kind: 'dialogSelect', ref: 'material' }, values: [A], wrong: ['x'] }],
  tabTable: [
    {
      field: { title: '明细', kind: 'tabTable', fields: { name: { title: '名称', kind: 'input' } } },
      values: [[]],
      wrong: ['x', 5],
    },
  ],
  undata: [
    {
      field: { title: '可用量', kind: 'undata', type: 'decimal', service: 'stock.available' },
      values: [12.5],
      wrong: ['x'],
    },
  ],
  richText: [
    {
      field: { title: '正文', kind: 'richText' },
      values: [
        '<p>中文</p>',
        '<h2>标题</h2><ul><li><p>一 &amp; 二</p></li></ul>',
        '<p><a href="https://a.cn/?b=1&amp;c=2">链接</a></p>',
      ],
      wrong: [{}, 5, '\u0000'],
    },
  ],
  signature: [
    { field: { title: '签名', kind: 'signature' }, values: [[FILE]], wrong: [5, [FILE, { ...FILE, id: B }]] },
  ],
  colour: [{ field: { title: '颜色', kind: 'colour' }, values: ['#409EFF'], wrong: [5n, {}] }],
  rating: [
    { field: { title: '评分', kind: 'rating' }, values: [0, 5], wrong: [1.5, 'x'] },
    { field: { title: '半星', kind: 'rating', type: 'decimal' }, values: [0, 3.5, 5], wrong: ['x', {}] },
  ],
  json: [{ field: { title: 'JSON', kind: 'json' }, values: [{ a: 1 }], wrong: ['x'] }],
  expression: [{ field: { title: '条件', kind: 'expression', over: 'user' }, values: ['a > 1'], wrong: [{}] }],
  icon: [{ field: { title: '图标', kind: 'icon' }, values: ['cart'], wrong: [{}] }],
  grants: [
    {
      field: { title: '功能权限', kind: 'grants', dict: 'level' },
      values: [['10'], ['10', '20']],
      wrong: ['10', [true]],
    },
  ],
  geo: [
    {
      field: { title: '位置', kind: 'geo' },
      values: [
        { lng: 121.4, lat: 31.2, text: '上海' },
        { lng: -0.1, lat: 51.5 },
      ],
      wrong: ['x'],
    },
  ],
} as const satisfies Record<KindId, readonly Sample[]>;
