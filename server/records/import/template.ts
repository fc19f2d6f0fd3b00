/** The workbook to fill in: titles with marks and notes, drop-downs, an example, and sheets that explain and list what may be chosen. */

import { sql } from 'kysely';
import { factsOf, isMany, isNumeric } from '../../../schemas/language/kinds/index';
import type { ResolvedField } from '../../../schemas/language/resolved';
import { type Cell, columnName, type SheetSpec } from '../../excel/book';
import { makeBook } from '../../excel/write';
import { columnOf } from '../../tables/names';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { viewConditions } from '../pick/pick';
import { rowScope } from '../read/access';
import { isRef, targetOf } from '../read/wire';
import type { ImportColumn, ImportSheet } from './sheet';

const CHOICES = '可选值';
const MAX_CHOICES = 500;

export async function templateBook(ctx: EngineCtx, sheet: ImportSheet): Promise<{ name: string; content: Buffer }> {
  const columns: (ImportColumn | { readonly title: string; readonly group: true })[] = [
    ...(sheet.group === undefined ? [] : [{ title: sheet.group, group: true as const }]),
    ...sheet.columns,
  ];
  const lists = await Promise.all(
    columns.map(async (column) => ('group' in column ? [] : choicesOf(ctx, sheet, column))),
  );
  const head = columns.map((column): Cell => {
    if ('group' in column) return { v: column.title, s: 'head', note: '相同内容的行合并为一张单据' };
    const { title, required } = column;
    return {
      v: required ? `${title}*` : title,
      s: required ? 'needed' : 'head',
      note: notesOf(ctx, sheet, column).join('\n'),
    };
  });
  const sample = columns.map((column, index): Cell => {
    const text = 'group' in column ? '1' : sampleOf(ctx, column, lists[index]?.[0]);
    return { v: index === 0 ? `示例：${text}` : text, s: 'sample' };
  });
  const data: SheetSpec = {
    name: sheet.title,
    columns: columns.map((column) => ({
      width: 18,
      // codes keep their zeros
      ...('group' in column || isTyped(column.field) ? {} : { as: 'text' as const }),
    })),
    frozen: 1,
    choices: lists.flatMap((list, index) =>
      list.length === 0
        ? []
        : [{ column: index, from: `'${CHOICES}'!$${columnName(index)}$2:$${columnName(index)}$${list.length + 1}` }],
    ),
  };
  const notes: Cell[][] = [
    [
      { v: '列', s: 'head' },
      { v: '必填', s: 'head' },
      { v: '说明', s: 'head' },
    ],
    ...columns.map((column): Cell[] =>
      'group' in column
        ? [column.title, '', { v: '相同内容的行合并为一张单据', s: 'note' }]
        : [column.title, column.required ? '是' : '', { v: notesOf(ctx, sheet, column).join('；'), s: 'note' }],
    ),
    [],
    [{ v: '第2行为示例，导入时不读取，可以删除。列的顺序可以调整，不需要的列可以删除。', s: 'note' }],
    [{ v: '更新已有数据时，空单元格不改变原值，填写 - 表示清空。', s: 'note' }],
  ];
  const deepest = Math.max(0, ...lists.map((list) => list.length));
  const options: Cell[][] = [
    columns.map((column, index): Cell => ({ v: lists[index]?.length ? column.title : '', s: 'head' })),
    ...Array.from({ length: deepest }, (_, row) => lists.map((list): Cell => list[row] ?? null)),
  ];
  const content = await makeBook([
    { spec: data, rows: [head, sample] },
    { spec: { name: '填写说明', columns: [{ width: 20 }, { width: 8 }, { width: 80 }], frozen: 1 }, rows: notes },
    ...(deepest === 0
      ? []
      : [{ spec: { name: CHOICES, columns: columns.map(() => ({ width: 20 })), frozen: 1 }, rows: options }]),
  ]);
  return { name: `${sheet.title}导入模板.xlsx`, content };
}

const isTyped = (field: ResolvedField): boolean =>
  ['int', 'decimal', 'date', 'datetime', 'time', 'bool'].includes(field.type) && !isMany(field);

/** What a drop-down offers: labels of a dictionary, 是 and 否, the keys of a short master. */
async function choicesOf(ctx: EngineCtx, sheet: ImportSheet, { field }: ImportColumn): Promise<readonly string[]> {
  if (isMany(field) || field.type === 'path') return [];
  if (field.type === 'bool') return ['是', '否'];
  if (field.dict !== undefined)
    return (ctx.registry.dicts.get(field.dict)?.items ?? [])
      .filter((item) => item.off !== true)
      .slice(0, MAX_CHOICES)
      .map((item) => item.title);
  if (!isRef(field)) return [];
  const target = ctx.registry.find(targetOf(sheet.object, field));
  const key = target?.label[0];
  if (!target || key === undefined || target.storage === 'none') return [];
  const own = target.fields[key];
  // only who may see every record is shown a list of them; others type what they know
  if (own?.type !== 'text' || own.grant !== undefined || rowScope(ctx, target, `${target.object}:view`) !== undefined)
    return [];
  const { lib } = ctx.registry;
  const offered = offeredOf(field);
  const rows = await findRows(ctx, {
    object: target,
    conditions: [
      ...viewConditions(ctx, field, target),
      ...(offered === undefined ? [] : [bindCondition(lib, target, offered)]),
    ],
    select: () => sql`${sql.ref(`t.${columnOf(own)}`)} as k`,
    where: () => [
      sql`${sql.ref(`t.${columnOf(own)}`)} is not null`,
      ...(target.fields.isDisabled ? [sql`t.is_disabled::text in ('0', 'false')`] : []),
    ],
    order: () => sql`k`,
    limit: MAX_CHOICES + 1,
  });
  return rows.length > MAX_CHOICES ? [] : rows.map(({ k }) => String(k));
}
/** What the picker of the field offers whatever the form says; with the form there is no saying before it is filled in. */
const offeredOf = ({ pick }: ResolvedField): string | undefined =>
  pick?.where === undefined || /\b(doc|row)\./.test(pick.where) ? undefined : pick.where;

/** Type and limits in words. */
function notesOf(ctx: EngineCtx, sheet: ImportSheet, { field, required }: ImportColumn): string[] {
  const notes = required ? ['必填'] : [];
  if (sheet.key.includes(field.code)) notes.push('按此列查找已有数据');
  const target = isRef(field) ? ctx.registry.find(targetOf(sheet.object, field)) : undefined;
  if (target) notes.push(`填写${target.title}的编码，或唯一的名称`);
  else if (field.dict !== undefined) notes.push('从下拉列表选择');
  else if (field.type === 'bool') notes.push('填写 是 或 否');
  else if (field.type === 'date') notes.push('日期，如 2026-01-15');
  else if (field.type === 'datetime') notes.push('时间，如 2026-01-15 08:00:00');
  else if (field.type === 'int') notes.push('整数');
  else if (field.type === 'decimal') notes.push(field.scale === undefined ? '数字' : `数字，最多${field.scale}位小数`);
  else if (factsOf(field).isNumbered && field.rule !== undefined) notes.push('不填则自动编号');
  else if (typeof field.max === 'number') notes.push(`最多${field.max}个字`);
  if (isMany(field)) notes.push('多个之间用顿号分隔');
  const { min, max } = field;
  if (isNumeric(field) && (typeof min === 'number' || typeof max === 'number'))
    notes.push(`范围：${typeof min === 'number' ? min : '不限'} 至 ${typeof max === 'number' ? max : '不限'}`);
  if (field.tip !== undefined) notes.push(field.tip);
  return notes;
}

function sampleOf(ctx: EngineCtx, { field, title, required }: ImportColumn, choice: string | undefined): string {
  if (choice !== undefined) return choice;
  if (field.type === 'date') return ctx.today;
  if (field.type === 'datetime') return ctx.now;
  if (isNumeric(field)) return '1';
  if (field.dict !== undefined) return ctx.registry.dicts.get(field.dict)?.items[0]?.title ?? '';
  if (field.type === 'time') return '08:00';
  if (isRef(field) || !required) return isRef(field) ? '' : (field.placeholder ?? '');
  return textSample(field, title);
}

/** A needed text: what new records begin with, or words that the field takes. */
function textSample(field: ResolvedField, title: string): string {
  const { pattern, default: first, placeholder, max } = field;
  if (typeof first === 'string' && !first.startsWith('=')) return first;
  const { sample, isNumbered } = factsOf(field);
  if (sample !== undefined) return sample;
  const isCode = field.case === 'upper' || pattern === 'code' || isNumbered;
  const text = placeholder ?? (isCode ? 'A01' : `${title}示例`);
  return typeof max === 'number' ? text.slice(0, max) : text;
}
