/** SCDD202601080001 (40 §10.4): 120 and 84 seals picked, 194 of them used, 96 of LA-100 made, received as 60 and 36 serial numbers. */
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import type { Acts } from '../../support/demo-acts';
import type { Shop } from '../../support/shop';
import type { Floor } from '../production/floor';

export interface Story {
  readonly work: Rec;
  readonly first: Rec;
  readonly second: Rec;
  readonly report: Rec;
}
const rowsOf = (rec: Rec): readonly Row[] => rec.items as readonly Row[];

export const draftOf = (floor: Floor, object: string, action: string, id: string, qty?: number): Promise<Rec> =>
  floor.factory.as('admin', async (ctx) => {
    const { version } = await ctx.records.get(object, id).then((rec) => rec as Rec);
    const rows = qty === undefined ? {} : { rows: [{ id, ask: { qty } }] };
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [{ id, version: version as number, ...rows }],
    });
    return pushed!.drafts[0]!;
  });

export const makeStory = async (floor: Floor, acts: Acts, shop: Shop): Promise<Story> => {
  const product = await acts.byCode('material', 'LA-100');
  await acts.save('material', { id: product.id, version: product.version, stdCost: 210 });
  floor.factory.setNow('2026-01-05 09:00:00');
  // made 2025-12-20 as in the opening stock: the first to expire, so it is picked before the lot of the twelfth
  await shop.beside('CK01', 'SR-08', 120, { batchNbr: '2601050001', expireDate: '2027-12-20' });
  floor.factory.setNow('2026-01-15 10:30:00');
  const line = [
    { opNbr: 10, process: 'XL' },
    { opNbr: 20, process: 'XL' },
  ];
  const work = await floor.workOrder(100, line, { uses: true, underRate: 5 });
  const seal = await acts.id('material', 'SR-08');
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('workOrder', work.id as string, {
      rows: {
        materials: (work.materials as readonly Row[]).map(({ id, material }) => ({
          id,
          feedMode: material === seal ? '1' : '3',
          mustFeed: false,
        })) as never,
      },
    }),
  );
  const picking = await draftOf(floor, 'prdOrder', 'toPicking', work.prdOrderNbr as string);
  const saved = await floor.save('productPicking', {
    ...picking,
    items: rowsOf(picking).filter(({ material }) => material === seal),
  });
  await floor.act('issueAll', await floor.act('audit', saved));
  const made = async (opNbr: number, good: number, bad: readonly (readonly [string, number])[] = []) => {
    const total = bad.reduce((sum, [, qty]) => sum + qty, good);
    return floor.act('audit', await floor.report(await floor.start(work, opNbr, total), good, bad));
  };
  const report = await made(10, 96, [['20', 1]]);
  await made(20, 96);
  const received = async (qty: number) =>
    floor.act(
      'audit',
      await floor.save('enterWarehouse', await draftOf(floor, 'workOrder', 'toWarehouse', work.id as string, qty)),
    );
  const first = await received(60);
  return { work: await floor.read('workOrder', work.id as string), report, first, second: await received(36) };
};
