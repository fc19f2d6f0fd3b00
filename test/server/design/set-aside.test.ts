/** A published document that does not resolve any more is set aside by name: its tables stay, the rest works, the designer tells. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TreeApp } from '../../../schemas/language/wire-design';
import { prepareOrg } from '../../../server/auth/organisation';
import { composeEngine } from '../../../server/compose';
import { type TestApp, testApp } from '../../support/app';

let at: TestApp;
beforeAll(async () => {
  at = await testApp({ engine: true });
});
afterAll(() => at?.close());

const tool = (object: string, more: object = {}) => ({
  $schema: 'object/2',
  object,
  title: object,
  label: 'name',
  fields: { name: { title: '名称' }, rows: { title: '明细', kind: 'tabTable', fields: { n: { title: '数' } } } },
  ...more,
});
const publish = (doc: { readonly object: string }, version: number) =>
  sql`insert into ${sql.table(`${at.org.schema}.mw_document`)} (sort, code, version, text, hash, area)
    values ('object', ${doc.object}, ${version}, ${JSON.stringify(doc)}, ${`h${version}`}, 'xApp')`.execute(
    at.database.db,
  );
const start = async () => {
  const engine = composeEngine({
    db: at.database.app,
    owner: at.database.db,
    keys: [randomBytes(32)],
    dataDir: at.dataDir,
  });
  const shipped = { objects: [...engine.registries.shipped.objects.values()], condition: engine.condition };
  await prepareOrg(at.database.db, at.org.schema, { ...shipped, of: engine.objectsOf, now: '2026-01-15 08:00:00' });
  return engine.objectsOf(at.org.schema);
};
const tables = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = ${at.org.schema} and table_name like '%x\_tool%' order by 1`.execute(at.database.db);
  return rows.map(({ name }) => name);
};

test('the start goes on without it, its tables stay, and the designer names it', async () => {
  await publish(tool('xTool'), 1);
  await publish(tool('xToolBox'), 1);
  await start();
  const before = await tables();
  expect(before).toEqual(['x_tool', 'x_tool_box', 'x_tool_box_rows', 'x_tool_rows']);

  await publish(
    tool('xToolBox', {
      fields: { name: { title: '名称' }, user: { title: '人', ref: 'user' }, userId: { title: '人号' } },
    }),
    2,
  );
  const own = await start();
  expect(own?.leftOut?.map(({ id }) => id)).toEqual(['object:xToolBox']);
  expect(own?.objects.some(({ object }) => object === 'xTool')).toBe(true);
  expect(await tables()).toEqual(before);

  await sql`update platform.org set rights_version = rights_version + 1`.execute(at.database.db);
  const token = (await at.signIn('admin')).data.access_token;
  const list = await at.call('POST', '/lcdp/data/xTool/getPageList', { token, body: {} });
  expect(list.code).toBe(200);
  const tree = await at.call<{ readonly apps: readonly TreeApp[] }>('POST', '/lcdp/design/tree', { token, body: {} });
  const told = tree.data.apps.flatMap(({ documents }) => documents).filter(({ id }) => /xTool/.test(id));
  expect(told.map(({ id, fault }) => [id, fault !== undefined])).toEqual([
    ['object:xTool', false],
    ['object:xToolBox', true],
  ]);
});
