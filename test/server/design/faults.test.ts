/**
 * A publish that fails at any step leaves tables and texts in agreement: by an error, by a table that stays locked, by a kill of the
 * process (reliability: DDL that fails half-way).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, FieldDoc, ObjectDoc } from '../../../schemas/language/document';
import { shippedRegistry } from '../../../server/compose';
import type { Db } from '../../../server/ctx';
import { loadDocuments } from '../../../server/design/documents';
import { publish } from '../../../server/design/publish';
import { buildOrganisation } from '../../../server/design/registry';
import { planTables } from '../../../server/tables/apply';
import { indexCondition } from '../../../server/tables/condition';
import { Client, newToken } from '../../support/client';
import { serverEnv } from '../../support/database';
import { type Designing, note, openDesign, wish } from '../../support/design';
import { dataFolder, removeFolder } from '../../support/folder';
import { type RunningServer, startServer } from '../../support/server';

const FULL = process.env.LAWS === 'full';
const shipped = shippedRegistry();

const first: ObjectDoc = note({ a: { title: '甲', max: 50 }, b: { title: '乙', type: 'int' }, c: { title: '丙' } });
/** twelve changes and more: columns that come, go, are renamed and retyped, a sub-table, a new object, indexes */
const second = note(
  {
    a1: { title: '甲', was: 'a', max: 50 },
    b: { title: '乙', type: 'decimal' },
    ...Object.fromEntries(
      ['d', 'e', 'f', 'g'].map((code): [string, FieldDoc] => [code, { title: code.toUpperCase() }]),
    ),
    when: { title: '日期', kind: 'date' },
    rows: { title: '行', kind: 'tabTable', fields: { x: { title: '项' }, y: { title: '数', type: 'decimal' } } },
  },
  { unique: { code: { fields: ['code'], say: '编码已存在' } } },
);
const other = note(
  { note: { title: '便签', ref: 'xNote', kind: 'dialogSelect' } },
  { object: 'xOther', title: '其他', route: '/app/xOther/list' },
);

const catalog = async (db: Db, schema: string): Promise<string> => {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type as line from information_schema.columns where table_schema = ${schema}
    union all select indexname || ' ' || indexdef from pg_indexes where schemaname = ${schema}
    union all select conname || ' ' || conrelid::regclass::text from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = ${schema}
    order by 1`.execute(db);
  return rows.map(({ line }) => line).join('\n');
};
/** The tables are those of the texts: nothing would have to change. */
const differences = async (db: Db, schema: string): Promise<readonly string[]> => {
  const { registry } = buildOrganisation(shipped.files, await loadDocuments(db, schema), {});
  const changes = await planTables(db, schema, [...registry.objects.values()], {
    now: '2026-01-15 08:00:00',
    whole: true,
    condition: indexCondition(db, registry.lib),
  });
  return changes.map(({ kind, table, name }) => `${kind} ${table} ${name ?? ''}`);
};

describe('inside one process', () => {
  let design: Designing;
  let db: Db;
  const schema = 'org_demo';
  const versions = () =>
    design.rows<{ n: string }>(`select sort || code || version as n from $.mw_document order by 1`);
  beforeAll(async () => {
    design = await openDesign();
    db = design.factory.database.db;
    await publish(await design.as(), () => [wish(first)], { note: '一' });
    await design.rows(
      "insert into $.x_note (id, code, a, b) select gen_random_uuid(), 'C' || n, 'a' || n, n from generate_series(1, 214) n",
    );
  });
  afterAll(() => design.factory.database.drop());

  const attempt = async (more: Partial<Parameters<typeof publish>[2]>) =>
    publish(await design.as(), () => [wish(second), wish(other)], { note: '二', ...more });

  it('takes everything back when any step fails, and names the step', async () => {
    const steps: string[] = [];
    const stop = new Error('stop');
    const before = await catalog(db, schema);
    const known = await versions();
    await expect(
      attempt({
        onStep: (step) => {
          steps.push(step);
          if (step === '提交') throw stop;
        },
      }),
    ).rejects.toThrow('发布失败：提交，已全部回退');
    expect(steps.length).toBeGreaterThan(12);
    for (const k of FULL ? steps.keys() : [0, 3, 6, 9, 11, steps.length - 2]) {
      let at = 0;
      await expect(
        attempt({
          onStep: () => {
            if (at++ === k) throw stop;
          },
        }),
      ).rejects.toThrow(`发布失败：${steps[k]}，已全部回退`);
      expect(await catalog(db, schema)).toBe(before);
      expect(await versions()).toEqual(known);
    }
    expect(await differences(db, schema)).toEqual([]);
  });

  it('gives up on a table that stays locked, without holding up readers for long', async () => {
    const before = await catalog(db, schema);
    const holder = new pg.Client({ connectionString: design.factory.database.url });
    await holder.connect();
    await holder.query(`begin; lock table ${schema}.x_note in access share mode`);
    const started = Date.now();
    await expect(attempt({ lockMs: 300 })).rejects.toThrow(
      /^发布失败：.*，已全部回退（数据正被他人使用，请稍后重试）$/,
    );
    expect(Date.now() - started).toBeLessThan(60_000);
    await holder.query('rollback');
    await holder.end();
    expect(await catalog(db, schema)).toBe(before);
    expect(await differences(db, schema)).toEqual([]);
  });

  it('is done once nothing stands in the way, with all data', async () => {
    await attempt({});
    expect(await differences(db, schema)).toEqual([]);
    expect(await design.rows('select count(*)::int n, sum(b)::int s, count(a1)::int a from $.x_note')).toEqual([
      { n: 214, s: 23_005, a: 214 },
    ]);
  });
});

describe('with a process that is killed', () => {
  let design: Designing;
  let server: RunningServer;
  const port = 18_900 + (process.pid % 90);
  const dataDir = dataFolder('publish');
  const start = (): Promise<RunningServer> =>
    startServer({ dataDir, port, env: { ...serverEnv(design.factory.database), DEMO: '0' } });
  beforeAll(async () => {
    design = await openDesign();
    server = await start();
  });
  afterAll(async () => {
    await (server as RunningServer | undefined)?.stop();
    await design.factory.database.drop();
    removeFolder(dataDir);
  });

  it('has the texts before or after, never between, and goes on at the next start', async () => {
    const { db, url } = design.factory.database;
    const kinds = ['xNote', 'xNoteB', 'xNoteC', 'xNoteD'];
    const of = (doc: ObjectDoc, object: string): AnyDoc => ({ ...doc, object, route: `/app/${object}/list` });
    await publish(await design.as(), () => kinds.map((object) => wish(of(first, object))), { note: '一' });
    const before = await catalog(db, 'org_demo');
    const tables = (
      await sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = 'org_demo' and table_name like 'x\\_note%' order by 1`.execute(
        db,
      )
    ).rows.map(({ name }) => name);
    for (const table of FULL ? [...tables, ...tables, ...tables] : tables.slice(1, 3)) {
      const client = new Client(server.base);
      await client.signIn('admin', 'Gongfang#2026');
      const { draft } = await client.must<{ draft: { id: string } }>('/lcdp/design/open', {
        app: 'xApp',
        documents: [],
        token: newToken(),
      });
      const steps = kinds.map((object) => ({
        document: `object:${object}`,
        step: { set: '', to: of(second, object), was: of(first, object) },
      }));
      await client.must('/lcdp/design/steps', { draft: draft.id, seq: 0, steps, token: newToken() });
      // the publish comes as far as this table, and is killed while it waits there
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query(`begin; lock table org_demo.${table} in access share mode`);
      const going = client
        .post('/lcdp/design/publish', { draft: draft.id, note: '二', token: newToken() })
        .catch((error: Error) => error);
      let waits = false;
      for (let n = 0; n < 3_000 && !waits; n++) {
        const { rows } = await sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`.execute(
          db,
        );
        waits = rows.length > 0;
        if (!waits) await sleep(20);
      }
      expect(waits).toBe(true);
      await server.kill();
      await going;
      await holder.query('rollback');
      await holder.end();
      server = await start();
      expect(await catalog(db, 'org_demo')).toBe(before);
      expect(await differences(db, 'org_demo')).toEqual([]);
    }
  }, 300_000);
});
