import pg from 'pg';
import type { Env } from '../../schemas/language/env';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { Db } from '../ctx';
import { BOOL, bindText } from '../records/expression';
import { newLevel, SqlFormError, type SqlScope, whereSql } from '../records/sql';
import { tableOf } from './names';

/** The condition of a unique entry as the text of an index predicate: own fields and constants only, so nothing is left to bind. */
export const indexCondition =
  (db: Db, lib: TypeLib) =>
  (object: ResolvedObject, when: string): string => {
    const level = newLevel(object, tableOf(object.object));
    const scope: SqlScope = {
      lib,
      schema: 'platform',
      object: (code) => (code === object.object ? object : undefined),
      places: { self: level, it: level, row: level, doc: level },
      scope: { env: NOBODY, self: null },
    };
    const { sql, parameters } = whereSql(bindText(lib, object.object, when, { want: BOOL }), scope).compile(db);
    if (level.joins.size > 0) throw new SqlFormError(when);
    return sql.replace(/\$(\d+)/g, (_, at: string) => literal(parameters[Number(at) - 1]));
  };

const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new SqlFormError(String(value));
};

/** An index knows no user and no time. */
const NOBODY: Env = {
  now: '1970-01-01 00:00:00',
  me: { id: '', name: '', employee: null, dept: null, depts: [], team: null, roles: [], org: '', super: false },
  sys: () => null,
  dict: () => undefined,
  can: () => false,
  hop: () => null,
  label: () => '',
  query: () => null,
  call: () => null,
};
