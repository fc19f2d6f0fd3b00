/** Values as typed parameters: a value of the language and the PostgreSQL type its type has here. */
import { sql } from 'kysely';
import { isBig, numText } from '../../../schemas/language/codec/decimal';
import { compile } from '../../../schemas/language/expr/evaluate';
import { newFrame, type V } from '../../../schemas/language/expr/frame';
import type { Bound, Ty } from '../../../schemas/language/expr/typed';
import { type Sql, SqlFormError, type SqlScope } from './scope';

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
  if (ty.t === 'list') return (v as readonly V[]).filter((one) => one !== null).map((one) => driverValue(one, ty.of));
  if (ty.t === 'ref' || ty.t === 'id') return typeof v === 'string' && UUID.test(v) ? v : NOBODY;
  if (typeof v === 'number' || isBig(v)) return numText(v);
  if (ty.t === 'json' || ty.t === 'choices') return JSON.stringify(v);
  return v;
}
export const param = (v: V, ty: Ty): Sql => sql`${driverValue(v, ty)}::${sql.raw(pgType(ty))}`;

/** Value of a part that reads no row: `value` is undefined when only the run of the statement knows it. */
export function knownPart(bound: Bound, ctx: SqlScope, as?: Ty): { readonly sql: Sql; readonly value: V | undefined } {
  const ty = as ?? bound.ty;
  if (ctx.known !== undefined && bound.k !== 'lit') return { sql: ctx.known(bound, pgType(ty)), value: undefined };
  const value = compile(bound)(newFrame(ctx.scope));
  return { sql: param(value, ty), value };
}
