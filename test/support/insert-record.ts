/** Puts a record of the language into the tables of its object, past every rule: for tests of what reads them. */
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { Db } from '../../server/ctx';
import { codecOf } from '../../server/records/store/stored';
import { columnsOf, storageOf, tableOf } from '../../server/tables/names';

export async function insertRecord(db: Db, schema: string, object: ResolvedObject, rec: Rec): Promise<void> {
  const head: Record<string, unknown> = {
    id: rec.id,
    version: rec.version,
    created_at: rec.createdAt,
    is_deleted: rec.isDeleted,
    ...columns(Object.values(object.fields), rec),
  };
  await db.withSchema(schema).insertInto(tableOf(object.object)).values(head).execute();
  for (const field of Object.values(object.fields)) {
    if (field.sub === undefined) continue;
    for (const row of rec[field.code] as Row[]) {
      const values = {
        id: row.id,
        head_id: rec.id,
        line_no: row.lineNo,
        ...columns(Object.values(field.sub.fields), row),
      };
      await db.withSchema(schema).insertInto(tableOf(object.object, field.code)).values(values).execute();
    }
  }
}
function columns(fields: readonly ResolvedField[], rec: Rec | Row): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const names = columnsOf(field);
    if (field.base === true || names.length === 0) continue;
    const value = rec[field.code] as Value | undefined;
    if (names.length === 2) {
      const pair = Array.isArray(value) ? value : [null, null];
      names.forEach((name, i) => {
        values[name] = pair[i] ?? null;
      });
      continue;
    }
    const written = codecOf(storageOf(field), field).write(value);
    // the language sees whole seconds; the column may hold more
    values[names[0] as string] =
      field.type === 'datetime' && typeof written === 'string' ? `${written}.75+08` : written;
  }
  return values;
}
