/** The feature law where a list leaves the screen (language reference §13): a column is written alone as it is among all others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlacementDoc } from '../../../schemas/language/document';
import { newId } from '../../../server/ids';
import { exportList } from '../../../server/records/export/export';
import { getPageList } from '../../../server/records/list/list';
import type { Page } from '../../../server/registry/pages';
import { doc, SAMPLES } from '../../conformance/column-samples';
import { type Factory, openFactory } from '../../support/records';
import { sheetRows } from '../../support/sheets';
import type { Wire } from '../../support/writes';

const features = Object.entries(SAMPLES).map(([feature, [item]]) => [feature, item] as const);
const fieldOf = (item: PlacementDoc): string | undefined =>
  typeof item === 'string' ? item.split(':')[0] : (item.field ?? item.param);
/** Among one column of every other field: a field is placed once. */
const among = (item: PlacementDoc): readonly PlacementDoc[] => {
  const others = new Map(features.map(([, feature]) => [fieldOf(feature), feature]));
  others.delete(fieldOf(item));
  return [item, ...others.values()];
};

let factory: Factory;
beforeAll(async () => {
  const of = (columns: readonly PlacementDoc[]) => ({ title: '看', list: { columns: [...columns] } });
  factory = await openFactory({
    documents: [
      {
        ...doc,
        route: '/test/gallery/list',
        views: Object.fromEntries(
          features.flatMap(([feature, item]) => [
            [`alone${feature}`, of([item])],
            [`among${feature}`, of(among(item))],
          ]),
        ),
        actions: { view: {}, export: {} },
      },
      {
        $schema: 'dictionaries/1',
        area: 'test',
        dicts: { d: { title: '状态', items: [{ code: '1', title: '新' }] } },
      },
    ],
  });
  const owner = newId();
  await factory.insert('user', [{ id: owner, login_name: 'a', name: '甲' }]);
  await factory.insert('gallery', [
    {
      id: newId(),
      code: 'G-1',
      text: '<p>正文</p>',
      rate: 7.5,
      status: '1',
      owner_id: owner,
      at: '2026-01-15 08:00:00',
      sec: 3725,
      steps: JSON.stringify([]),
      done: true,
    },
  ]);
});
afterAll(() => factory?.close());

const sheetOf = async (page: Page, body: object = {}) =>
  sheetRows((await exportList(await factory.root(), page, body)).stream);

describe.each(features)('column feature %s', (feature) => {
  const page = (sort: string): Page => factory.registry.page(`gallery.${sort}${feature}`)!;
  it('is listed and exported alone as among all others', async () => {
    const [head = [], row = []] = await sheetOf(page('alone'));
    const [heads = [], cells = []] = await sheetOf(page('among'));
    expect(head).toHaveLength(1);
    expect([heads[0], cells[0] ?? null]).toEqual([head[0], row[0] ?? null]);
    const listed = async (sort: string) =>
      (await getPageList(await factory.root(), page(sort), { current: 1, size: 10 })).records[0] as Wire;
    const [alone, whole] = [await listed('alone'), await listed('among')];
    for (const [key, value] of Object.entries(alone)) if (!key.startsWith('_')) expect(whole[key], key).toEqual(value);
  });
  it('has no rows where there are none, and no sheet', async () => {
    const nothing = { ids: [newId()] };
    const { records } = await getPageList(await factory.root(), page('alone'), { ...nothing, current: 1, size: 10 });
    expect(records).toEqual([]);
    await expect(sheetOf(page('alone'), nothing)).rejects.toMatchObject({ message: '没有可导出的数据' });
  });
});
