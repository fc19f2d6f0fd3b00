/** Rules of types (language §5.2): what a field is, what compares, what two branches have in common, how types are called. */

import { isMany } from '../kinds/index';
import type { FieldType, ObjectType } from '../resolved';
import { TYPE_WORDS } from '../sorts/texts/common';
import type { RowType, Ty } from './typed';

const simple = <T extends Extract<Ty, { t: string }>['t']>(t: T): { readonly t: T } => Object.freeze({ t });
export const TEXT = simple('text');
export const INT = simple('int');
export const DECIMAL = simple('decimal');
export const BOOL = simple('bool');
export const DATE = simple('date');
export const DATETIME = simple('datetime');
export const TIME = simple('time');
export const ID = simple('id');
export const NULL = simple('null');
export const JSON_TY = simple('json');
export const CHOICES = simple('choices');
export const listOf = (of: Ty): Ty => ({ t: 'list', of });

const HEAD_BASE: readonly FieldType[] = [
  { code: 'id', title: '标识', kind: 'default', type: 'id' },
  { code: 'version', title: '版本', kind: 'default', type: 'int' },
  { code: 'createdBy', title: '创建人', kind: 'default', type: 'ref', ref: 'user' },
  { code: 'createdAt', title: '创建时间', kind: 'default', type: 'datetime' },
  { code: 'updatedBy', title: '修改人', kind: 'default', type: 'ref', ref: 'user' },
  { code: 'updatedAt', title: '修改时间', kind: 'default', type: 'datetime' },
  { code: 'isDeleted', title: '已删除', kind: 'default', type: 'int' },
];
const ROW_BASE: readonly FieldType[] = [
  { code: 'id', title: '标识', kind: 'default', type: 'id' },
  { code: 'lineNo', title: '行号', kind: 'default', type: 'int' },
];

/** Own field of a place by code, base fields included. */
export function fieldOf(row: RowType, code: string): FieldType | undefined {
  if (Object.hasOwn(row.fields, code)) return row.fields[code];
  return (row.sub === undefined ? HEAD_BASE : ROW_BASE).find((field) => field.code === code);
}
export const headRow = (object: ObjectType): RowType => ({ object: object.object, fields: object.fields });
export function subRow(object: string, field: FieldType): RowType | undefined {
  return field.type === 'rows' || field.sub !== undefined
    ? { object, sub: field.code, fields: field.sub ?? {} }
    : undefined;
}

/** Type of a field as an expression sees it; undefined when it has no value (undata without service). */
export function tyOf(row: RowType, field: FieldType): Ty | undefined {
  if (field.code === 'id') return row.sub === undefined ? { t: 'ref', object: row.object } : ID;
  const one = oneTy(row, field);
  if (one === undefined || one.t === 'file' || one.t === 'json' || one.t === 'rows' || one.t === 'range') return one;
  return isMany(field) ? listOf(one) : one;
}
function oneTy(row: RowType, field: FieldType): Ty | undefined {
  switch (field.type) {
    case 'text':
    case 'path':
      return TEXT;
    case 'int':
    case 'decimal':
    case 'bool':
    case 'date':
    case 'datetime':
    case 'file':
    case 'json':
    case 'id':
      return { t: field.type };
    case 'dict':
      return { t: 'dict', dict: field.dict ?? '' };
    case 'ref':
      return { t: 'ref', object: field.ref === undefined || field.ref === 'self' ? row.object : field.ref };
    case 'time':
      return field.range === true ? { t: 'range', of: 'time' } : { t: 'time' };
    case 'range':
      return { t: 'range', of: 'datetime' };
    case 'rows':
      return { t: 'rows', object: row.object, sub: field.code };
    case 'none':
      return undefined;
  }
}

export const isNumber = (ty: Ty): boolean => ty.t === 'int' || ty.t === 'decimal' || ty.t === 'null';
export const isText = (ty: Ty): boolean => ty.t === 'text' || ty.t === 'null';
export const isBool = (ty: Ty): boolean => ty.t === 'bool' || ty.t === 'null';
export const isMoment = (ty: Ty): boolean => ty.t === 'date' || ty.t === 'datetime' || ty.t === 'null';
export const isRef = (ty: Ty): boolean => ty.t === 'ref' || ty.t === 'id' || ty.t === 'null';

/** == and != are defined between them. */
export function comparable(a: Ty, b: Ty): boolean {
  if (a.t === 'null' || b.t === 'null') return a.t !== 'list' && b.t !== 'list' && a.t !== 'rows' && b.t !== 'rows';
  return (
    a.t !== 'list' &&
    a.t !== 'rows' &&
    a.t !== 'file' &&
    a.t !== 'json' &&
    a.t !== 'choices' &&
    a.t !== 'range' &&
    common(a, b) !== undefined
  );
}
/** < and its kin are defined between them: numbers, dates, times. */
export function ordered(a: Ty, b: Ty): boolean {
  const known = a.t === 'null' ? b : a;
  const has =
    known.t === 'int' ||
    known.t === 'decimal' ||
    known.t === 'date' ||
    known.t === 'datetime' ||
    known.t === 'time' ||
    known.t === 'null';
  return has && comparable(a, b);
}
/** The type that holds both; undefined when there is none. */
export function common(a: Ty, b: Ty): Ty | undefined {
  if (a.t === 'null') return b;
  if (b.t === 'null') return a;
  if (a.t === 'int' || a.t === 'decimal')
    return b.t === a.t ? a : b.t === 'int' || b.t === 'decimal' ? DECIMAL : undefined;
  if (a.t === 'dict')
    return b.t === 'dict' && (a.dict === b.dict || a.dict === '' || b.dict === '')
      ? a.dict === ''
        ? b
        : a
      : undefined;
  if (a.t === 'ref') return b.t === 'id' || (b.t === 'ref' && a.object === b.object) ? a : undefined;
  if (a.t === 'id') return b.t === 'id' || b.t === 'ref' ? b : undefined;
  if (a.t === 'range') return b.t === 'range' && a.of === b.of ? a : undefined;
  if (a.t === 'list') {
    const of = b.t === 'list' ? common(a.of, b.of) : undefined;
    return of === undefined ? undefined : listOf(of);
  }
  if (a.t === 'rows') return undefined;
  return a.t === b.t ? a : undefined;
}
/** A value of type `from` may be put where `to` is wanted; a decimal into an int is rounded there. */
export function assignable(from: Ty, to: Ty): boolean {
  if (to.t === 'int' && from.t === 'decimal') return true;
  if (to.t === 'decimal' && from.t === 'int') return true;
  if (to.t === 'list' && from.t === 'list') return assignable(from.of, to.of);
  if (to.t === 'choices')
    return (
      from.t === 'choices' || from.t === 'null' || (from.t === 'list' && (from.of.t === 'text' || from.of.t === 'int'))
    );
  return common(from, to) !== undefined;
}

const NAMES: Readonly<Record<Ty['t'], string>> = { ...TYPE_WORDS, list: '列表', null: '空值', choices: '选项' };
/** Chinese name of a type in messages; dictionaries and references say which. */
export function tyName(ty: Ty): string {
  if (ty.t === 'dict') return ty.dict === '' ? '字典' : `字典${ty.dict}`;
  if (ty.t === 'ref') return `引用${ty.object}`;
  if (ty.t === 'list') return `${tyName(ty.of)}列表`;
  return NAMES[ty.t];
}
