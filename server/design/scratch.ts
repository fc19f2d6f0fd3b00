/** A schema that stands for a moment: planned tables of changed documents, views without rows over the live ones. Nothing live is locked against readers or writers, and it is rolled back. */
import { sql } from 'kysely';
import type { Trx } from '../ctx';
import { newId } from '../ids';
import type { Registry } from '../registry/registry';
import { diffTables } from '../tables/diff';
import { wantedTables } from '../tables/wanted';
import { savepoint } from './plan';

const POINT = 'mw_scratch';

/** Runs `work` in it; what it wrote and the schema itself are gone afterwards, whatever happens. */
export async function inScratch<T>(
  trx: Trx,
  live: string,
  next: Registry,
  changed: ReadonlySet<string>,
  work: (schema: string) => Promise<T>,
): Promise<T> {
  const schema = `plan_${newId().replaceAll('-', '').slice(-16)}`;
  await savepoint.set(trx, POINT);
  try {
    await makeTables(trx, { schema, live, next, changed });
    return await work(schema);
  } finally {
    await savepoint.undo(trx, POINT);
  }
}

interface Making {
  readonly schema: string;
  readonly live: string;
  readonly next: Registry;
  /** codes of the objects whose tables are made as planned */
  readonly changed: ReadonlySet<string>;
}
async function makeTables(trx: Trx, { schema, live, next, changed }: Making): Promise<void> {
  const { rows } = await sql<{ name: string; view: boolean }>`
    select c.relname as name, c.relkind = 'v' as view from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${live} and c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname not like 'zz\\_%'`.execute(
    trx,
  );
  const there = new Set(rows.map(({ name }) => name));
  const own = wantedTables([...next.objects.values()]).filter(
    ({ name, owner }) => !there.has(name) || changed.has(owner.split('.')[0] ?? ''),
  );
  const made = new Set(own.map(({ name }) => name));
  const tables = diffTables(own, new Map(), { stamp: '000000000000' }).filter(({ kind }) => kind === 'addTable');
  const views = rows.filter(({ name }) => !made.has(name));
  const texts = [
    `create schema "${schema}"`,
    ...tables.map(({ sql: text }) => text.replaceAll('$schema', `"${schema}"`).replace(/;\s*$/, '')),
    // statements that look for changes ask for the version of a row
    ...views.map(
      ({ name, view }) =>
        `create view "${schema}"."${name}" as select *${view ? '' : ', xmin'} from "${live}"."${name}" where false`,
    ),
  ];
  await sql.raw(texts.join(';\n')).execute(trx);
}
