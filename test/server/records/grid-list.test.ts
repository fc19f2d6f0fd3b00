/** A list edited as a grid: one call, one transaction; a refusal names its record and undoes everything. */
import { beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { AppError } from '../../../server/errors';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { saveAllCall } from '../../../server/records/save/write-calls';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const admin = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx) => work(ctx as EngineCtx));
const page = () => {
  const found = factory.engine.registries.shipped.page('demoGrid');
  if (!found) throw new Error('no page');
  return found;
};
const rows = () => admin((ctx) => ctx.records.find('demoGrid', 'true', { sort: 'code' }));
const saveAll = (body: Readonly<Record<string, unknown>>) =>
  admin((ctx) => saveAllCall(ctx, page(), { ...body, token: ctx.newId() }));

it('lists whole records, so that the browser computes and judges them', async () => {
  const { records } = await admin((ctx) => getPageList(ctx, page(), {}));
  expect(records[0]).toMatchObject({ code: 'G001', qty: 10, amount: 125, closed: false, grade: 'A', version: 1 });
  expect(records[0]?._actions).toEqual(expect.arrayContaining(['edit', 'del']));
});

it('adds, changes and deletes together', async () => {
  const [first, second] = await rows();
  await saveAll({
    records: [
      { id: first?.id, version: first?.version, qty: 20 },
      { code: 'G009', name: '新行', qty: 2, price: 3 },
    ],
    deleted: [{ id: second?.id, version: second?.version }],
  });
  expect((await rows()).map((row) => [row.code, row.amount])).toEqual([
    ['G001', 250],
    ['G003', 35],
    ['G004', 535.5],
    ['G009', 6],
  ]);
});

it('does nothing when one record is refused, and says which', async () => {
  const before = await rows();
  const [first, third] = before as Rec[] as [Rec, Rec];
  const refused = await saveAll({
    records: [
      { id: first.id, version: first.version, qty: 99 },
      { id: third.id, version: third.version, price: 10001 },
    ],
    deleted: [{ id: before[3]?.id, version: before[3]?.version }],
  }).catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error(String(refused));
  expect(refused).toMatchObject({
    code: 203,
    message: '「密封圈更换」的单价不能超过10000',
    data: { index: 1, rows: [{ id: third.id }], problems: [{ path: 'price' }] },
  });
  expect(await rows()).toEqual(before);
});

it('refuses a stale row, a deleted one too', async () => {
  const [first] = await rows();
  for (const body of [
    { records: [{ id: first?.id, version: 1, qty: 5 }] },
    { records: [], deleted: [{ id: first?.id, version: 1 }] },
  ]) {
    const refused = await saveAll(body).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 203,
      message: '数据已被他人修改，请刷新后重试',
      data: { rows: [{ id: first?.id }] },
    });
  }
});
