/** What a new entry of a list of the outline is asked, and the text it begins with. */
import { factsOf } from '../../schemas/language/kinds/index';
import { ownFirst } from '../../schemas/language/resolve/fields';
import type { Placement } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import type { DeskView } from '../desk/desk';
import type { Asked, Line } from './TitlePrompt';

export interface Entry {
  readonly heading: string;
  /** label of its title line; '' = it has none */
  readonly titled: string;
  readonly title: string;
  readonly coded: boolean;
  readonly lines: readonly Line[];
  /** it names a field of the object: nothing of its own is written */
  readonly places: boolean;
  readonly last: string | null;
  readonly make: (asked: Asked) => Json;
}
/** stands for the code that is not chosen yet */
export const NEW = 'xProbeOfPlace';
/** a rule without effects has no place yet: its condition reads what a check reads */
const CONDITION = `checks.${NEW}.that`;
const PLAIN = { titled: '', title: '', coded: false, places: false, last: null, lines: [] } as const;

export function entryOf(list: string, view: DeskView): Entry | undefined {
  const { object } = view;
  if (object === undefined) return undefined;
  const heads = ownFirst(Object.values(object.fields)).filter(
    (field) => !factsOf(field).isAsked && field.code !== 'ext',
  );
  const choices = (taken: readonly Placement[]) => {
    const known = new Set(taken.map((item) => item.field));
    return heads
      .filter((field) => !known.has(field.code) && field.sub === undefined)
      .map((field) => ({ value: field.code, label: `${field.title} ${field.code}` }));
  };
  const fields = heads.map((field) => ({ value: field.code, label: `${field.title} ${field.code}` }));
  const placing = (heading: string, taken: readonly Placement[]): Entry => ({
    ...PLAIN,
    heading,
    places: true,
    last: taken.findLast((item) => item.field?.startsWith('$') !== true)?.field ?? null,
    lines: [{ key: 'field', label: '字段', hint: '选择字段', needed: true, many: true, options: choices(taken) }],
    make: () => null,
  });
  switch (list) {
    case 'list.columns':
      return placing('新增列', object.list.columns);
    case 'list.search':
      return placing('新增查询条件', object.list.search);
    case 'detail.head':
      return placing('新增页头字段', object.detail.head);
    case 'list.schemes':
      return {
        ...PLAIN,
        heading: '新增查询方案',
        titled: '标题',
        title: '新方案',
        coded: true,
        lines: [
          {
            key: 'where',
            label: '条件',
            hint: '如 创建人 == 本人，不填显示全部',
            needed: false,
            expr: `list.schemes.${NEW}.where`,
          },
        ],
        make: ({ title, of }) => ({ title, ...(of.where ? { where: of.where } : {}) }),
      };
    case 'actions':
      return {
        ...PLAIN,
        heading: '新增动作',
        titled: '标题',
        title: '新动作',
        coded: true,
        make: ({ title }) => ({ title }),
      };
    case 'checks':
      return {
        ...PLAIN,
        heading: '新增校验',
        titled: '不通过时的提示',
        title: '请检查输入',
        coded: true,
        lines: [
          { key: 'that', label: '应满足', hint: '如 应还日期 >= 业务日期', needed: true, expr: CONDITION },
          { key: 'at', label: '标红字段', hint: '选择字段', needed: false, options: fields },
        ],
        make: ({ title, of }) => ({ that: of.that ?? '', ...(of.at ? { at: of.at } : {}), say: title }),
      };
    case 'rules':
      return {
        ...PLAIN,
        heading: '新增联动',
        titled: '名称',
        title: '联动',
        coded: true,
        lines: [
          { key: 'when', label: '当', hint: '如 单据状态 == 已完成', needed: false, or: 'on', expr: CONDITION },
          { key: 'on', label: '变化', hint: '这个字段变化时', needed: false, or: 'when', options: fields },
          { key: 'act', label: '就', hint: '选择效果', needed: true, options: EFFECTS, proposed: 'require' },
          { key: 'field', label: '字段', hint: '选择字段', needed: true, options: fields },
          {
            key: 'to',
            label: '等于',
            hint: '如 dateAdd(业务日期, 7)',
            needed: true,
            asked: ({ act }) => act === 'set',
            expr: CONDITION,
            free: true,
          },
        ],
        make: ({ of }) => ({
          ...(of.on ? { on: [of.on] } : {}),
          ...(of.when ? { when: of.when } : {}),
          [of.act ?? 'require']:
            of.act === 'set' ? { [of.field ?? '']: `=${(of.to ?? '').replace(/^=/, '')}` } : [of.field ?? ''],
        }),
      };
    case 'access.rows':
      return {
        ...PLAIN,
        heading: '新增数据范围',
        titled: '标题',
        title: '数据范围',
        coded: true,
        lines: [
          {
            key: 'where',
            label: '只看',
            hint: '如 创建人 == 本人',
            needed: true,
            expr: `access.rows.${NEW}.where`,
          },
        ],
        make: ({ title, of }) => ({ title, where: of.where ?? '' }),
      };
    default:
      return undefined;
  }
}
const EFFECTS = [
  { value: 'require', label: '必填' },
  { value: 'readonly', label: '只读' },
  { value: 'show', label: '显示' },
  { value: 'hide', label: '隐藏' },
  { value: 'clear', label: '清空' },
  { value: 'set', label: '赋值' },
] as const;
