/** Columns over the rows of a sub-table. */

import { sql } from 'kysely';
import { isMany } from '../../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { columnsOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { labelSql } from '../read/labels';
import { isRef, targetOf } from '../read/wire';
import { numberOf, tableSql } from '../store/stored';
import type { Base, ListColumn } from './list-column';

/** `items.material`: the distinct values of the rows as one text. */
export function rowsColumn(
  ctx: EngineCtx,
  object: ResolvedObject,
  base: Base,
  sub: ResolvedField,
): ListColumn | undefined {
  const { field, prop } = base;
  const [column, second] = columnsOf(field);
  if (column === undefined || second !== undefined || isMany(field)) return undefined;
  const rows = tableSql(ctx.org.schema, object, sub.code);
  const target = isRef(field) ? ctx.registry.find(targetOf(object, field)) : undefined;
  const value = () => {
    const ref = sql.ref(`r.${column}`);
    const shown = target
      ? sql`(select ${labelSql(target, 'x')} from ${tableSql(ctx.org.schema, target)} x where x.id = ${ref})`
      : sql`${ref}::text`;
    return sql`(select string_agg(v.one, '、' order by v.at) from (select ${shown} as one, min(r.line_no) as at from ${rows} r where r.head_id = t.id and ${ref} is not null group by 1) v)`;
  };
  return {
    ...base,
    ty: 'other',
    select(to) {
      const name = to.add(`=${prop}`, value);
      return (row, out) => {
        out[prop] = row[name] ?? null;
      };
    },
  };
}

/** A sub-table as a column shows how many rows it has. */
export function countColumn(ctx: EngineCtx, object: ResolvedObject, base: Base): ListColumn {
  const { prop } = base;
  const value = () => sql`(select count(*) from ${tableSql(ctx.org.schema, object, prop)} r where r.head_id = t.id)`;
  return {
    ...base,
    ty: 'number',
    value,
    select(to) {
      const name = to.add(`=${prop}`, value);
      return (row, out) => {
        out[prop] = numberOf(row[name]);
      };
    },
  };
}
