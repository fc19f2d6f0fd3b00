/** Synced tables with the numbers of domain 10, §6.6: only declared tables, rows in blocks, each failure told, a re-run harmless. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publish } from '../../../server/design/publish';
import {
  delSyncTable,
  dueSyncs,
  runSync,
  saveSyncTable,
  syncTableDetail,
  syncTablesList,
} from '../../../server/design/sync';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
let sync = '';
const dir = mkdtempSync(join(tmpdir(), 'millwright-sync-'));
const run = () => runSync((work) => design.factory.engine.asSystem(design.factory.org, work), dir, sync);
beforeAll(async () => {
  design = await openDesign();
  await design.rows('create schema legacy');
  await design.rows('create table legacy.item (no text primary key, name text, unit text, weight numeric)');
  await design.rows(
    "insert into legacy.item select 'W' || lpad(n::text, 5, '0'), '件' || n, '个', n / 10.0 from generate_series(1, 1195) n",
  );
  const declared = {
    local: { tables: ['legacy.item', 'platform.account', 'org_demo.user'] },
    bad: { url: 'postgres://nobody@127.0.0.1:1/x', tables: ['public.a'] },
  };
  writeFileSync(join(dir, 'sync.json'), JSON.stringify(declared));
  const doc = note(
    {
      name: { title: '名称', required: true },
      unit: { title: '计量单位', kind: 'dialogSelect', ref: 'unit', required: true },
      weight: { title: '重量', type: 'decimal' },
    },
    { unique: { code: { fields: ['code'], say: '编码已存在' } } },
  );
  await publish(await design.as(), () => [wish(doc)], { note: '一' });
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await design.factory.database.drop();
});

it('knows only what is declared, and never the tables of the program', async () => {
  const ctx = await design.as();
  expect((await syncTablesList(ctx, dir, '')).map(({ tableName, source }) => [tableName, source])).toEqual([
    ['legacy.item', '10'],
    ['public.a', '20'],
  ]);
  const detail = await syncTableDetail(ctx, dir, { tableName: 'legacy.item' });
  expect(detail.columns.map(({ name, key }) => [name, key])).toEqual([
    ['no', true],
    ['name', false],
    ['unit', false],
    ['weight', false],
  ]);
  for (const tableName of ['platform.account', 'org_demo.user', 'legacy.other', 'legacy.item; drop table x'])
    await expect(syncTableDetail(ctx, dir, { tableName, connection: 'local' })).rejects.toThrow(
      '该表未在安装配置中声明，不能同步',
    );
});

it('brings rows in, then only what differs; failures are told by row', async () => {
  const [unit] = await design.rows<{ code: string }>('select code from $.unit order by code limit 1');
  await design.rows(`update legacy.item set unit = '${unit!.code}'`);
  const map = [
    { column: 'no', field: 'code' },
    { column: 'name', field: 'name' },
    { column: 'unit', field: 'unit' },
    { column: 'weight', field: 'weight' },
  ];
  const body = {
    name: '物料',
    connection: 'local',
    tableName: 'legacy.item',
    target: 'xNote',
    keyColumns: ['no'],
    map,
    every: 60,
  };
  await expect(saveSyncTable(await design.as(), dir, { ...body, keyColumns: ['nope'] })).rejects.toThrow(
    '请选择已映射的键列',
  );
  for (const field of ['createdBy', 'isDeleted', 'version'])
    await expect(
      saveSyncTable(await design.as(), dir, { ...body, map: [...map, { column: 'name', field }] }),
    ).rejects.toThrow('由系统维护，不能同步');
  for (const field of ['auditStatus', 'docStatus', 'auditedBy'])
    await expect(
      saveSyncTable(await design.as(), dir, {
        ...body,
        target: 'otherReceipt',
        keyColumns: ['name'],
        map: [
          { column: 'name', field: 'remark' },
          { column: 'no', field },
        ],
      }),
    ).rejects.toThrow('由系统维护，不能同步');
  sync = (await saveSyncTable(await design.as(), dir, body)).id;
  expect(await dueSyncs(await design.as())).toEqual([sync]);
  expect(await run()).toMatchObject({ inserted: 1195, updated: 0, same: 0, failed: 0 });
  expect(await dueSyncs(await design.as())).toEqual([]);
  await design.rows("update legacy.item set weight = weight + 1 where no <= 'W00015'");
  await design.rows("update legacy.item set unit = '卷' where no between 'W00016' and 'W00018'");
  await design.rows(
    `insert into legacy.item select 'X' || n, '新' || n, '${unit!.code}', n from generate_series(1, 5) n`,
  );
  const second = await run();
  expect(second.text).toBe('新增5 修改15 不变1177 失败3');
  expect(second.messages[0]).toBe('第16行：计量单位「卷」不存在');
  expect(await run()).toMatchObject({ inserted: 0, updated: 0, same: 1197, failed: 3 });
  await expect(
    runSync((work) => design.factory.engine.asSystem(design.factory.org, work), join(dir, 'none'), sync),
  ).rejects.toThrow('未在安装配置中声明');
});

it('is kept while a page of the menu shows its records', async () => {
  const menus = {
    $schema: 'menus/1',
    area: 'xApp',
    title: '试',
    items: { xNote: { title: '便签', page: 'xNote' } },
  } as const;
  await publish(await design.as(), () => [wish(menus)], { note: '菜单' });
  await expect(delSyncTable(await design.as(), sync)).rejects.toThrow('页面「便签」正在使用该同步表');
  await publish(await design.as(), () => [{ id: 'menus:xApp', doc: undefined }], { note: '去掉' });
  expect(await delSyncTable(await design.as(), sync)).toBe(true);
});
