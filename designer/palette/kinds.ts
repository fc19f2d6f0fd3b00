/** What the palette offers: kinds of fields as people name them, in groups, with the text a new field of that kind begins with. */

import type { FieldDoc } from '../../schemas/language/document';
import { factsOfDoc } from '../../schemas/language/kinds/index';

export interface PaletteKind {
  readonly code: string;
  readonly title: string;
  readonly icon: string;
  /** further words a search finds it by */
  readonly words?: string;
  readonly field: FieldDoc;
  /** what it cannot be without: a dictionary, a referenced object, a formula */
  readonly asks?: 'dict' | 'ref' | 'formula' | 'rule' | 'text';
}
export interface PaletteGroup {
  readonly title: string;
  readonly kinds: readonly PaletteKind[];
  /** seldom used: unfolds */
  readonly more?: boolean;
}

const kind = (
  code: string,
  title: string,
  icon: string,
  field: FieldDoc,
  rest: Pick<PaletteKind, 'asks' | 'words'> = {},
): PaletteKind => ({ code, title, icon, field, ...rest });

export const PALETTE: readonly PaletteGroup[] = [
  {
    title: '文字与数字',
    kinds: [
      kind('input', '单行文字', 'text', { kind: 'input' }, { words: '文本 电话 邮箱' }),
      kind('textarea', '多行文字', 'area', { kind: 'textarea' }, { words: '备注 说明' }),
      kind('decimal', '数字', 'number', { type: 'decimal' }, { words: '小数 数量 金额' }),
      kind('formula', '公式', 'formula', { type: 'decimal' }, { asks: 'formula', words: '计算' }),
      kind('autoCode', '自动编号', 'code', { kind: 'autoCode' }, { asks: 'rule', words: '单号 编码' }),
      kind('bool', '是否', 'switch', { type: 'bool' }, { words: '开关' }),
    ],
  },
  {
    title: '日期',
    kinds: [
      kind('date', '日期', 'date', { kind: 'date' }),
      kind('dateCritical', '到期日期', 'due', { kind: 'dateCritical' }, { words: '临期 逾期 预警' }),
      kind('time', '时间', 'time', { kind: 'time' }),
      kind('datetimeRange', '日期区间', 'span', { kind: 'datetimeRange' }, { words: '时间段' }),
    ],
  },
  {
    title: '选择与引用',
    kinds: [
      kind('dict', '单选', 'select', { type: 'dict' }, { asks: 'dict', words: '字典 下拉 状态' }),
      kind('multipleCheck', '多选', 'checks', { kind: 'multipleCheck' }, { asks: 'dict', words: '字典 复选' }),
      kind('dialogSelect', '引用', 'link', { kind: 'dialogSelect' }, { asks: 'ref', words: '关联 选择 物料 员工' }),
      kind('tree', '树', 'tree', { kind: 'tree' }, { asks: 'ref', words: '部门 分类' }),
      kind('file', '附件', 'clip', { type: 'file', many: true }, { words: '文件 图片 照片' }),
      kind('signature', '签名', 'sign', { kind: 'signature' }),
    ],
  },
  {
    title: '更多类型',
    more: true,
    kinds: [
      kind('int', '整数', 'number', { type: 'int' }, { words: '次数' }),
      kind('datetime', '日期时间', 'time', { type: 'datetime' }),
      kind('multiDate', '多个日期', 'date', { kind: 'multiDate' }),
      kind('commonMultipleCheck', '多选引用', 'link', { kind: 'commonMultipleCheck' }, { asks: 'ref' }),
      kind('cascader', '级联', 'tree', { kind: 'cascader' }, { asks: 'dict', words: '地区' }),
      kind('richText', '图文', 'area', { kind: 'richText' }, { words: '富文本' }),
      kind('rating', '评分', 'star', { kind: 'rating' }, { words: '星级' }),
      kind('colour', '颜色', 'colour', { kind: 'colour' }),
      kind('geo', '位置', 'geo', { kind: 'geo' }, { words: '地图 坐标' }),
      kind('undata', '说明文字', 'note', { kind: 'undata' }, { asks: 'text', words: '提示 分隔' }),
    ],
  },
];
/** Parts of the page that are no fields. */
export type LayoutCode = 'group' | 'tab' | 'table';
export const LAYOUT: readonly { readonly code: LayoutCode; readonly title: string; readonly icon: string }[] = [
  { code: 'group', title: '分组', icon: 'group' },
  { code: 'tab', title: '页签', icon: 'tab' },
  { code: 'table', title: '明细表', icon: 'table' },
];

const ALL = PALETTE.flatMap((group) => group.kinds);
export const kindByCode = (code: string): PaletteKind | undefined => ALL.find((kind) => kind.code === code);

/** The palette's name for a field as it is: 到期日期, 引用, 公式 … */
export function kindOfField(
  field: Pick<FieldDoc, 'kind' | 'type' | 'formula' | 'ref' | 'dict'>,
): PaletteKind | undefined {
  if (field.formula !== undefined) return kindByCode('formula');
  const byKind = field.kind === undefined || factsOfDoc(field).followsType ? undefined : kindByCode(field.kind);
  if (byKind !== undefined) return byKind;
  const type = field.type ?? (field.ref !== undefined ? 'ref' : field.dict !== undefined ? 'dict' : 'text');
  return kindByCode(type === 'ref' ? 'dialogSelect' : type === 'text' ? 'input' : type);
}

/** Kinds that answer a search: by title, further words, code. */
export const matching = (query: string): readonly PaletteGroup[] => {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return PALETTE;
  return PALETTE.map((group) => ({
    ...group,
    more: false,
    kinds: group.kinds.filter(({ code, title, words = '' }) =>
      `${title} ${words} ${code}`.toLowerCase().includes(wanted),
    ),
  })).filter((group) => group.kinds.length > 0);
};
