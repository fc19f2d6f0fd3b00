/** 工序 of a list of work orders: a step for each operation, in the order of their numbers and the colour of their states. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { type Floor, openFloor } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const listed = (works: readonly Rec[]): Promise<readonly unknown[]> =>
  floor.factory.as('admin', async (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page('workOrder');
    if (!page) throw new Error('no page');
    const body = { current: 1, size: 20, ids: works.map(({ id }) => id), sort: 'nbr', columns: ['nbr', 'opSteps'] };
    const { records } = await getPageList(ctx, page, body);
    return records.map((row) => row.opSteps);
  });
const tones = (): Promise<ReadonlyMap<string, string | undefined>> =>
  floor.factory.as(
    'admin',
    async (ctx) => new Map(ctx.records.dict('opStatus')?.items.map(({ title, tone }) => [title, tone])),
  );

describe('steps of work orders', () => {
  it('say what is good of each operation, and how it stands', async () => {
    const operations = [
      { opNbr: 10, process: 'XL' },
      { opNbr: 20, process: 'ZM' },
    ];
    const lots = await floor.workOrders(100, operations, { lotQty: 60 });
    const [first] = lots as [Rec, Rec];
    await floor.act('audit', await floor.report(await floor.start(first, 10, 60), 57, [['20', 1]]));
    const of = await tones();
    const step = (title: string, state: string) => ({ title, tone: of.get(state) ?? 'info' });
    expect(await listed(lots)).toEqual([
      [step('工序10 下料 57/60', '加工中'), step('工序20 装密封圈 0/60', '可开工')],
      [step('工序10 下料 0/40', '可开工'), step('工序20 装密封圈 0/40', '未就绪')],
    ]);
    expect(
      new Set(['加工中', '可开工', '未就绪', '已暂停', '已完成'].map((state) => of.get(state))).size,
    ).toBeGreaterThan(3);
  });
});
