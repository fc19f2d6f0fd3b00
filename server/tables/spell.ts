/** Pinyin of texts that were written before their column was there: in steps, so that nobody waits for a table. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Db } from '../ctx';
import { columnOf, tableOf } from './names';
import { pinyinOf } from './pinyin';
import { isSpoken, pinyinColumn } from './searched';

const STEP = 1000;

/** Fills what is missing; rows without Chinese stay empty and are not looked at. Answers how many were written. */
export async function spellTexts(db: Db, schema: string, objects: readonly ResolvedObject[]): Promise<number> {
  let written = 0;
  for (const object of objects)
    for (const field of Object.values(object.fields)) {
      if (!isSpoken(object, field)) continue;
      const table = sql.table(`${schema}.${tableOf(object.object)}`);
      const text = sql.ref(columnOf(field));
      const sound = sql.ref(pinyinColumn(field));
      for (;;) {
        const { rows } = await sql<{ id: string; text: string }>`select id, ${text} as text from ${table}
          where ${sound} is null and ${text} ~ '[一-龥]' limit ${sql.lit(STEP)}`.execute(db);
        if (rows.length === 0) break;
        const sounds = rows.map((row) => pinyinOf(row.text) ?? '');
        await sql`update ${table} t set ${sound} = r.s from unnest(${rows.map((row) => row.id)}::uuid[], ${sounds}::text[]) as r(id, s)
          where t.id = r.id`.execute(db);
        written += rows.length;
        if (rows.length < STEP) break;
      }
    }
  return written;
}
