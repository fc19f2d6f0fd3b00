/** What moves stock without a stock document of its own: reports that use material, feeds, verdicts, promises, counts, lots that are frozen. */
import type { Rec, Row } from '../../../schemas/language/value';
import { refuse } from '../../../server/errors';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Act, deedsOf, type Step } from './laws-deeds';
import type { World } from './laws-world';

const WHY = { reason: '试验' };

export const floorActsIn = (world: World): Readonly<Record<string, Act>> => {
  const { floor, ids } = world;
  const { again, done, fresh, posted, sized, typed } = deedsOf(world);
  /** an effective report; what is refused is not left open */
  const reported = async (kind: string, qty: number): Promise<Step> => {
    const draft = await floor.report(await again(world.started), qty);
    try {
      const doc = await done('audit', draft);
      return { kind, doc, undo: async () => done('reverse', await fresh(doc), WHY) };
    } catch (error) {
      await done('reject', await fresh(draft), WHY);
      throw error;
    }
  };
  const adjusted = (report: Rec, qualifiedQty: number): Promise<unknown> =>
    floor.factory.as('admin', (given) => {
      const ctx = given as EngineCtx;
      const page = ctx.registry.page('prdReport.adjust')!;
      const targets = [{ id: report.id as string, version: report.version as number }];
      return runAction(ctx, page.object, 'adjust', { page, targets, ask: { qualifiedQty, reason: '20' } });
    });
  const judged = async (receipt: Rec, split: Rec): Promise<Rec> => {
    await done('toCheck', await fresh(receipt));
    const [found] = await floor.find('outCheck', 'receipt == param.id && docStatus != 90', { id: receipt.id });
    const { id, version } = found!;
    await floor.save('outCheck', { id, version, ...split });
    return done('judge', await fresh(found!));
  };

  return {
    consumption: (_world, _live, d) => reported('consumption', 1 + d.upTo(5)),
    // what was used too much is given back, what is missing is taken, and the report is taken back whole
    giveBack: async (_world, _live, d) => {
      const step = await reported('giveBack', 4 + d.upTo(4));
      const now = await again(step.doc);
      await adjusted(now, Number(now.qualifiedQty) + d.of([-3, -2, -1, 1, 2])!);
      return { ...step, doc: await again(now) };
    },
    feed: async (_world, _live, d) => {
      const doc = await floor.save('feedRecord', {
        orderProcess: world.started.orderProcess as string,
        material: ids['SR-08']!,
        batchNbr: d.of(['LAW-6', 'LAW-7'])!,
        qty: 2 + d.upTo(10),
        fifoReason: '试验',
      });
      return { kind: 'feed', doc, undo: async () => done('cancel', await fresh(doc)) };
    },
    outCheck: async (_world, _live, d) => {
      const draft = await world.pushed(world.checked, 'receive');
      const qty = 4 + d.upTo(6);
      const receipt = await floor.save('outReceive', sized(draft, { qty, qualifiedQty: qty }));
      const [rework, scrap, waits] = [d.upTo(1), d.upTo(1), d.upTo(1)];
      const qualifiedQty = qty - rework - scrap - waits;
      const check = await judged(receipt, {
        ...(qualifiedQty === qty ? { result: '1' } : { result: '4' }),
        ...{ qualifiedQty, reworkQty: rework, workScrapQty: scrap, pendingQty: waits },
      });
      const doc = await done('audit', await fresh(receipt));
      const undo = async (): Promise<void> => {
        await done('unaudit', await fresh(doc));
        await done('unjudge', await fresh(check));
        await done('backCheck', await fresh(doc));
        await done('void', await fresh(doc));
      };
      return { kind: 'outCheck', doc, undo };
    },
    spareAdjust: async (_world, _live, d) => {
      const key = { material: ids['7010C']!, store: ids.CK04! };
      const [there] = await floor.find('stockBalance', 'material == param.material && warehouse == param.store', key);
      const countQty = Number(there?.qty ?? 0) + d.of([-3, -1, 1, 4])!;
      const [row] = typed('7010C', 0, { warehouse: ids.CK04!, countQty });
      const { qty: _qty, ...counted } = row!;
      const rec = { adjustType: '1', reason: '盘点', warehouse: ids.CK04!, items: [counted as Row] };
      return posted('spareAdjust', 'spareAdjust', rec, 'zhoutao');
    },
    promise: async (_world, live) => {
      if (live.some(({ kind }) => kind === 'promise')) return undefined;
      const doc = await done('reserve', await fresh(world.sales));
      const undo = async (): Promise<unknown> => {
        // a delivery that is taken back gives its promise back as well
        if (live.some(({ kind }) => kind === 'delivery')) throw refuse('还有发货单占用预留');
        return done('unreserve', await fresh(doc), WHY);
      };
      return { kind: 'promise', doc, undo };
    },
    lotFreeze: async () => {
      const [lot] = await floor.find('batch', 'batchNbr == param.batchNbr', { batchNbr: 'LAW-4' });
      const doc = await done('freeze', await fresh(lot!), WHY);
      return { kind: 'lotFreeze', doc, undo: async () => done('release', await fresh(doc), WHY) };
    },
    gift: (_world, _live, d) =>
      posted('gift', 'otherReceipt', {
        kind: '3',
        reason: '赠品',
        warehouse: ids.CK01!,
        items: typed('NT-M4', 1 + d.upTo(20), { warehouse: ids.CK01!, price: 0 }),
      }),
  };
};
