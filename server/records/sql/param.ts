/** Values as typed parameters: a value of the language and the PostgreSQL type its type has here. */
import { sql } from 'kysely';
import { isBig, numText } from '../../../schemas/language/codec/decimal';
import type { Env } from '../../../schemas/language/env';
import { compile } from '../../../schemas/language/expr/evaluate';
import { newFrame, type V } from '../../../schemas/language/expr/frame';
import { isKnown as readsNoRow } from '../../../schemas/language/expr/sql-form';
import { type Bound, type Ty, walk } from '../../../schemas/language/expr/typed';
import { placedOf, type Sql, SqlFormError, type SqlScope } from './scope';

/** The PostgreSQL type values of a type have in expressions; datetimes are local timestamps, numbers numeric. */
export function pgType(ty: Ty): string {
  switch (ty.t) {
    case 'int':
    case 'decimal':
      return 'numeric';
    case 'bool':
      return 'boolean';
    case 'date':
      return 'date';
    case 'datetime':
      return 'timestamp';
    case 'time':
      return 'time';
    case 'ref':
    case 'id':
      return 'uuid';
    case 'file':
      return 'uuid[]';
    case 'list':
      return `${pgType(ty.of)}[]`;
    case 'json':
    case 'choices':
      return 'jsonb';
    case 'rows':
    case 'range':
      throw new SqlFormError(ty.t);
    default:
      return 'text';
  }
}

/** An id that no record has: what is no uuid equals none. */
const NOBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A value of the machine as the driver takes it for its type. */
export function driverValue(v: V, ty: Ty): unknown {
  if (v === null) return null;
  if (ty.t === 'list')
    return (v as readonly V[]).filter((value) => value !== null).map((text) => driverValue(text, ty.of));
  if (ty.t === 'ref' || ty.t === 'id') return typeof v === 'string' && UUID.test(v) ? v : NOBODY;
  if (typeof v === 'number' || isBig(v)) return numText(v);
  if (ty.t === 'json' || ty.t === 'choices') return JSON.stringify(v);
  return v;
}
export const param = (v: V, ty: Ty): Sql => sql`${driverValue(v, ty)}::${sql.raw(pgType(ty))}`;

/** Whether a part is put in as a value: it reads no row of the statement, and what it asks of the host is there. */
export function isKnown(node: Bound, ctx: SqlScope): boolean {
  return readsNoRow(node, placedOf(ctx)) && (ctx.known !== undefined || !asksHost(node) || !isPending(node, ctx));
}
/** Value of a known part: `value` is undefined when only the run of the statement knows it. */
export function knownPart(bound: Bound, ctx: SqlScope, as?: Ty): { readonly sql: Sql; readonly value: V | undefined } {
  const ty = as ?? bound.ty;
  if (ctx.known !== undefined && bound.k !== 'lit') return { sql: ctx.known(bound, pgType(ty)), value: undefined };
  const value = compile(bound)(newFrame(ctx.scope));
  return { sql: param(value, ty), value };
}
/** A known value that cannot be null, whatever it will be. */
export function isNeverNull(node: Bound): boolean {
  if (node.k === 'lit') return node.value !== null;
  if (node.k === 'me') return node.field === 'id' || node.field === 'name' || node.field === 'org';
  return node.k === 'call' && (node.name === 'today' || node.name === 'now');
}

function asksHost(node: Bound): boolean {
  let asks = false;
  walk(node, (part) => {
    asks ||=
      part.k === 'hop' ||
      part.k === 'server' ||
      part.k === 'eff' ||
      (part.k === 'call' && (part.name === 'label' || part.name === 'used'));
    asks ||= part.k === 'agg' && part.source.s === 'hop';
  });
  return asks;
}
/** the host has not loaded it: an answer `undefined` would count as null, so the statement has to look itself */
function isPending(node: Bound, ctx: SqlScope): boolean {
  let pending = false;
  const noted = <T>(answer: T | undefined): T | undefined => {
    pending ||= answer === undefined;
    return answer;
  };
  const { env } = ctx.scope;
  const watching: Env = {
    ...env,
    hop: (object, id, field) => noted(env.hop(object, id, field)),
    label: (object, id) => noted(env.label(object, id)),
    query: (need) => noted(env.query(need)),
    call: (name, args) => noted(env.call(name, args)),
    used: (object, id) => noted(env.used?.(object, id)),
  };
  compile(node)(newFrame({ ...ctx.scope, env: watching }));
  return pending;
}
