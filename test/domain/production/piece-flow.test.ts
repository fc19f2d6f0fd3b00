/** 件数去向 (30 P14) as people read it: every piece of what was started has a place, and the place names its documents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Value } from '../../../schemas/language/value';
import { pieceFlow } from '../../../server/domain/production/piece-flow';
import { outsideOf } from '../out/outside';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
const outside = outsideOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const PLACES: Readonly<Record<string, string>> = {
  '10': '投入',
  '20': '在制',
  '30': '待发出',
  '35': '供应商处',
  '40': '返工',
  '50': '待判',
  '60': '报废',
  '70': '待配套',
  '82': '待入库',
  '86': '合格待配套',
  '90': '差异',
};
const flow = (of: Record<string, Value>, login = 'admin'): Promise<readonly Rec[]> =>
  floor.factory.as(login, async (ctx) => (await pieceFlow.run(of, ctx)) as Rec[]);
const read = (rows: readonly Rec[]) =>
  rows.map(({ opNbr, place, startedQty, qty }) => [opNbr, PLACES[place as string], startedQty ?? qty]);

describe('件数去向', () => {
  it('after step 3 of the overview: 100 = scrap 2 + at the supplier 58 + to send 40', async () => {
    const work = await floor.workOrder(100, [
      { opNbr: 10, process: 'XL', start: false },
      { opNbr: 20, process: 'DD', out: true, predecessors: ['10'], start: false },
      { opNbr: 30, process: 'ZM', predecessors: ['20'], start: false },
    ]);
    await floor.act('audit', await floor.report(await floor.op(work, 10), 98, [['20', 2]]));
    const plan = await outside.plan(await floor.op(work, 20), 98);
    await floor.act('audit', await outside.made(plan, 'send', { qty: 58 }));
    const rows = await flow({ workOrder: work.id as string });
    expect(read(rows)).toEqual([
      [10, '投入', 100],
      [10, '报废', 2],
      [20, '待发出', 40],
      [20, '供应商处', 58],
      [null, '差异', 0],
    ]);
    const [ten, twenty] = [await floor.op(work, 10), await floor.op(work, 20)];
    expect(rows.map(({ docType, ofProcess, ofRowProcess }) => [docType, ofProcess, ofRowProcess])).toEqual([
      ['prdStart', ten.id, undefined],
      ['prdReport', ten.id, undefined],
      ['outPlan', undefined, twenty.id],
      ['outSend', undefined, twenty.id],
      ['orderProcess', undefined, undefined],
    ]);
    expect(await flow({ prdOrder: work.prdOrderNbr as string })).toEqual(rows);
  });
  it('what waits, what is to be done again and what is good stand apart; each lot on its own', async () => {
    const lots = await floor.workOrders(
      60,
      [
        { opNbr: 10, process: 'XL' },
        { opNbr: 20, process: 'ZM' },
      ],
      { lotQty: 40 },
    );
    const [first, second] = lots as [Rec, Rec];
    const start = await floor.start(first, 10, 40);
    await floor.act('audit', await floor.report(start, 30, [['10', 2]]));
    const next = await floor.start(first, 20, 30);
    await floor.act('audit', await floor.report(next, 24, [['40', 1]]));
    const rows = await flow({ prdOrder: first.prdOrderNbr as string });
    expect(read(rows)).toEqual([
      [10, '投入', 40],
      [10, '在制', 8],
      [10, '返工', 2],
      [20, '在制', 5],
      [20, '待判', 1],
      [20, '待入库', 24],
      [null, '差异', 0],
      [10, '投入', 0],
      [null, '差异', 0],
    ]);
    expect(rows.map(({ workOrder }) => workOrder)).toEqual([...Array(7).fill(first.id), second.id, second.id]);
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
  it('of parallel branches each is followed to the end, and the surplus of one waits for the other', async () => {
    const work = await floor.workOrder(50, [
      { opNbr: 10, process: 'XL', predecessors: ['0'] },
      { opNbr: 20, process: 'CX', predecessors: ['0'] },
      { opNbr: 30, process: 'ZM', predecessors: ['10', '20'] },
    ]);
    await floor.act('audit', await floor.report(await floor.start(work, 10, 50), 50));
    await floor.act('audit', await floor.report(await floor.start(work, 20, 45), 45));
    const rows = await flow({ workOrder: work.id as string });
    expect(rows.map(({ way, ...row }) => [way, ...read([row])[0]!])).toEqual([
      ['10→30', 10, '投入', 50],
      ['10→30', 30, '在制', 45],
      ['10→30', 30, '待配套', 5],
      ['10→30', null, '差异', 0],
      ['20→30', 20, '投入', 45],
      ['20→30', 30, '在制', 45],
      ['20→30', null, '差异', 0],
    ]);
  });
  it('is read by whoever reads the work order, and by nobody else', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }]);
    expect(await flow({ workOrder: work.id as string }, 'wangmin')).toHaveLength(2);
    expect(await refusal(flow({ workOrder: work.id as string }, 'linyue'))).not.toBe('done');
    expect(await flow({})).toEqual([]);
  });
});
