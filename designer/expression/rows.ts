/** What bare names and scope words mean at a place, for reading unfinished texts: the binder answers only for whole ones. */
import type { TypeEnv } from '../../schemas/language/expr/check';
import type { RowType, Ty } from '../../schemas/language/expr/typed';
import { fieldOf, headRow, subRow, tyOf } from '../../schemas/language/expr/types';
import type { FieldType } from '../../schemas/language/resolved';

/** Scope words that stand for a record, as people read them. */
export const RECORD_TITLES: { readonly [word: string]: string } = {
  doc: '单据',
  row: '本行',
  it: '候选',
  old: '原值',
  ask: '填写',
  param: '参数',
};
export const ME_TITLES: { readonly [field: string]: string } = {
  id: '本人',
  name: '我的姓名',
  employee: '我的员工档案',
  dept: '我的部门',
  depts: '我的部门及下级',
  team: '我的班组',
  roles: '我的角色',
  org: '本企业',
  super: '我是管理员',
};

/** The record bare names mean where the expression begins. */
export function ownRow(env: TypeEnv): RowType {
  const head = headRow(env.object);
  if (env.candidate !== undefined) return headRow(env.candidate);
  const field = env.sub === undefined ? undefined : fieldOf(head, env.sub);
  return (field === undefined ? undefined : subRow(head.object, field)) ?? head;
}

/** The record a scope word means; undefined where it may not be used. */
export function wordRow(env: TypeEnv, word: string): RowType | undefined {
  const head = headRow(env.object);
  switch (word) {
    case 'doc':
    case 'old':
      return head;
    case 'it':
      return env.candidate === undefined ? ownRow(env) : headRow(env.candidate);
    case 'row': {
      const { candidate: _candidate, ...rest } = env;
      return ownRow(rest);
    }
    case 'ask':
      return env.ask === undefined ? undefined : { object: 'ask', sub: 'ask', fields: env.ask };
    case 'param':
      return env.param === undefined ? undefined : { object: 'param', sub: 'param', fields: env.param };
    default:
      return undefined;
  }
}

/** Where a chain of names leads: the titles on the way, the last field, and what may follow. */
export interface Followed {
  readonly titles: readonly string[];
  readonly ty: Ty | undefined;
  readonly field: FieldType | undefined;
  /** fields that may be named next */
  readonly next: RowType | undefined;
}

/** Follows names from a record: fields, rows of a sub-table, fields of a reference, the ends of a range. */
export function follow(env: TypeEnv, from: RowType, names: readonly string[]): Followed | undefined {
  let row: RowType | undefined = from;
  let ty: Ty | undefined;
  let field: FieldType | undefined;
  const titles: string[] = [];
  for (const name of names) {
    if (ty?.t === 'range' && (name === 'from' || name === 'to')) {
      titles.push(name === 'from' ? '起' : '止');
      ty = { t: ty.of };
      row = undefined;
      continue;
    }
    const next: FieldType | undefined = row === undefined ? undefined : fieldOf(row, name);
    if (row === undefined || next === undefined) return undefined;
    field = next;
    titles.push(next.title);
    ty = tyOf(row, next);
    row = rowBehind(env, row, next, ty);
  }
  return { titles, ty, field, next: row };
}

function rowBehind(env: TypeEnv, row: RowType, field: FieldType, ty: Ty | undefined): RowType | undefined {
  const sub = subRow(row.object, field);
  if (sub !== undefined) return sub;
  const target = ty?.t === 'ref' ? env.lib.object(ty.object) : undefined;
  return target === undefined ? undefined : headRow(target);
}

/** A path with its scope word: what it is called and where it leads. */
export function followPath(env: TypeEnv, self: RowType, names: readonly string[]): Followed | undefined {
  const [first = '', ...rest] = names;
  if (first === 'me') return followMe(env, rest);
  if (first === 'sys') return followSys(env, rest);
  const place = wordRow(env, first);
  if (place !== undefined && fieldOf(self, first) === undefined) {
    if (rest.length === 0)
      return { titles: [RECORD_TITLES[first] ?? first], ty: undefined, field: undefined, next: place };
    const found = follow(env, place, rest);
    return found === undefined ? undefined : { ...found, titles: [RECORD_TITLES[first] ?? first, ...found.titles] };
  }
  const own = follow(env, self, names);
  if (own !== undefined) return own;
  const head = headRow(env.object);
  if (fieldOf(head, first)?.type === 'rows') return follow(env, head, names);
  const object = env.lib.object(first);
  if (object === undefined) return undefined;
  if (rest.length === 0) return { titles: [object.title], ty: undefined, field: undefined, next: headRow(object) };
  const found = follow(env, headRow(object), rest);
  return found === undefined ? undefined : { ...found, titles: [object.title, ...found.titles] };
}

function followMe(env: TypeEnv, names: readonly string[]): Followed | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  const title = Object.hasOwn(ME_TITLES, first) ? ME_TITLES[first] : undefined;
  if (title === undefined) return undefined;
  const object = { id: 'user', employee: 'employee', dept: 'dept', team: 'team' }[first];
  const target = object === undefined ? undefined : env.lib.object(object);
  const found = names.length > 1 && target !== undefined ? follow(env, headRow(target), names.slice(1)) : undefined;
  if (names.length > 1) return found === undefined ? undefined : { ...found, titles: [title, ...found.titles] };
  return { titles: [title], ty: undefined, field: undefined, next: target === undefined ? undefined : headRow(target) };
}

function followSys(env: TypeEnv, names: readonly string[]): Followed | undefined {
  const field = env.lib.setting(names.join('.'));
  if (field === undefined) return undefined;
  return { titles: [`参数·${field.title}`], ty: tyOf({ object: '', fields: {} }, field), field, next: undefined };
}
