/** Rows of a bench made by one statement after the other: copies of one row, some of its columns said anew. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export interface Copies {
  readonly table: string;
  /** the row that is copied, as `t`; further columns are there for `values` */
  readonly from: string;
  readonly count: number;
  /** SQL over `t` and `n`, from 1 */
  readonly values: Readonly<Record<string, string>>;
  /** rows a statement */
  readonly step?: number;
  /** references are right by construction and not looked up */
  readonly unchecked?: true;
}
export const copies = async (
  sql: Sql,
  { table, from, count, values, step = 25_000, unchecked }: Copies,
): Promise<void> => {
  const names = (
    await sql(
      `select column_name c from information_schema.columns where table_schema = 'org_demo' and table_name = '${table}' and is_generated = 'NEVER' and is_identity = 'NO'`,
    )
  ).rows.map((row) => String(row.c));
  const all: Readonly<Record<string, string>> = { id: 'gen_random_uuid()', ...values };
  const list = names.map((name) => `"${name}"`).join(', ');
  const select = names.map((name) => all[name] ?? `t."${name}"`).join(', ');
  const checks = unchecked
    ? (['set session_replication_role = replica;', '; reset session_replication_role'] as const)
    : ['', ''];
  for (let at = 1; at <= count; at += step)
    await sql(
      `${checks[0]} insert into org_demo.${table} (${list}) select ${select} from (${from}) t, generate_series(${at}, ${Math.min(count, at + step - 1)}) n ${checks[1]}`,
    );
};

/** Millions of rows go in without indexes, which are made again over all of them. */
export const inBulk = async (sql: Sql, tables: readonly string[], work: () => Promise<void>): Promise<void> => {
  const { rows } = await sql(
    `select c.relname as name, obj_description(i.indexrelid, 'pg_class') as note, t.relname as of, k.conname as law,
            coalesce('alter table org_demo.' || quote_ident(t.relname) || ' add constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid),
              pg_get_indexdef(i.indexrelid)) as made
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'u'
      where t.relnamespace = 'org_demo'::regnamespace and t.relname = any($1) and not i.indisprimary`,
    [tables],
  );
  for (const { name, law, of } of rows)
    await sql(law === null ? `drop index org_demo."${name}"` : `alter table org_demo."${of}" drop constraint "${law}"`);
  try {
    await work();
  } finally {
    for (const { name, made, note } of rows) {
      await sql(`set maintenance_work_mem = '512MB'; ${made}; reset maintenance_work_mem`);
      // the planner of tables knows an index by its note
      if (note !== null) await sql(`comment on index org_demo."${name}" is '${note}'`);
    }
  }
  for (const table of tables) await sql(`vacuum analyze org_demo.${table}`);
};
