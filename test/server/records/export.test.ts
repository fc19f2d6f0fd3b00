import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { exportList } from '../../../server/records/export/export';
import type { Page } from '../../../server/registry/pages';
import { type Factory, openFactory } from '../../support/records';
import { sheetRows } from '../../support/sheets';
import { seedToys, TOYS } from '../../support/toys';

let factory: Factory;
let page: Page;
beforeAll(async () => {
  factory = await openFactory({ documents: TOYS });
  page = factory.registry.page('toy')!;
  await seedToys(factory);
});
afterAll(() => factory?.close());

it('names the sheet after the page and the moment', async () => {
  const sheet = await exportList(await factory.root(), page, {});
  expect(sheet.name).toBe('玩具_20260115100000.xlsx');
});

it('writes the columns and rows of the filter, in its order, with labels', async () => {
  const columns = ['code', 'kind', 'tags', 'maker', 'makers', 'qty', 'made', 'late', 'double'];
  const sheet = await exportList(await factory.root(), page, {
    columns,
    search: { qty: [1, null] },
    sort: '-code',
    current: 7,
    size: 1,
  });
  expect(await sheetRows(sheet.stream)).toEqual([
    ['编码', '种类', '标记', '厂家', '合作厂家', '数量', '生产日', '过期', '两倍'],
    ['A2', '铁', '甲、乙', 'M2 西厂', null, 20, new Date('2026-02-01'), '否', 40],
    ['A1', '木', '甲', 'M1 东厂', 'M1 东厂、M2 西厂', 5.5, new Date('2026-01-10'), '是', 11],
  ]);
});

it('keeps texts that look like formulas as texts', async () => {
  const evil = '=HYPERLINK("http://x","y")';
  await factory.insert('toy', [{ id: newId(), code: evil, name: '@SUM(1)' }]);
  const sheet = await exportList(await factory.root(), page, {
    columns: ['code', 'name'],
    search: { code: 'HYPERLINK' },
  });
  expect((await sheetRows(sheet.stream))[1]).toEqual([evil, '@SUM(1)']);
});

it('ends with the reader, and takes no more than two exports of one user', async () => {
  const root = await factory.root();
  const [first, second] = [await exportList(root, page, {}), await exportList(root, page, {})];
  await expect(exportList(root, page, {})).rejects.toMatchObject({
    message: '您还有导出正在进行，请等待完成或取消后再试',
  });
  first.stream.destroy();
  expect(await sheetRows(second.stream)).toHaveLength(second.total + 1);
  await expect.poll(() => first.stream.closed && second.stream.closed).toBe(true);
  expect((await sheetRows((await exportList(root, page, {})).stream)).length).toBeGreaterThan(1);
});

it('refuses an empty result, a missing right and foreign names', async () => {
  const root = await factory.root();
  await expect(exportList(root, page, { search: { code: 'zz' } })).rejects.toMatchObject({
    code: 203,
    message: '没有可导出的数据',
  });
  await expect(exportList(root, page, { columns: ['nope'] })).rejects.toMatchObject({ code: 400 });
  const looks = await factory.as([{ functions: ['toy:view'] }]);
  await expect(exportList(looks, page, {})).rejects.toMatchObject({ code: 403 });
});

it('writes no column that is not the user’s', async () => {
  const clerk = await factory.as([{ functions: ['toy:view', 'toy:export'] }]);
  const [titles] = await sheetRows((await exportList(clerk, page, {})).stream);
  expect(titles).toContain('数量');
  expect(titles).not.toContain('单价');
  await expect(exportList(clerk, page, { columns: ['price'] })).rejects.toMatchObject({ code: 400 });
});
