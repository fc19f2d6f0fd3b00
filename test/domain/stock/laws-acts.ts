/** What people do with stock documents, each with its way back: made, posted, and later taken back and given up. */
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Act, ANYWAY, deedsOf, LOTS, rowsOf, type Step } from './laws-deeds';
import { floorActsIn } from './laws-floor';
import { LOTS_AFTER, lotActsIn } from './laws-lots';
import { moreActsIn } from './laws-more';
import type { World } from './laws-world';

/** what stands on another document, and on which */
export const AFTER: Readonly<Record<string, string>> = {
  purchaseReturn: 'purchaseIn',
  transferReceipt: 'transferIssue',
  productReturn: 'picking',
  salesReturn: 'delivery',
  backWarehouse: 'enterWarehouse',
  outReceive: 'outSend',
  outAsItWent: 'outSend',
  shellReceive: 'shellSend',
  spareBack: 'spareOut',
  lossReceipt: 'transferIssue',
  badReturn: 'picking',
  customerOut: 'customerIn',
  shellBack: 'shellSend',
  reworkSend: 'outCheck',
  ...LOTS_AFTER,
};

export const actsIn = (world: World): Readonly<Record<string, Act>> => {
  const { floor, ids } = world;
  const { again, audited, back, done, fresh, posted, sized, typed, of } = deedsOf(world);
  /** issued whole; taken back issue by issue */
  const issued = async (kind: string, rec: Rec): Promise<Step> => {
    const step = await posted(kind, 'productPicking', rec);
    const issue = async () => done('issueAll', await fresh(step.doc), {}, ANYWAY);
    const doc = await issue().catch(async (error: unknown) => {
      await step.undo();
      throw error;
    });
    const undo = async (): Promise<void> => {
      const now = await again(doc);
      const open = rowsOf(now, 'issues').filter(({ reversed }) => reversed !== true);
      const targets = [
        {
          id: now.id as string,
          version: now.version as number,
          rows: open.map(({ id }) => ({ id, ask: { reason: '发错' } })),
        },
      ];
      await floor.factory.as('admin', (ctx) =>
        runAction(ctx as EngineCtx, ctx.records.object('productPicking'), 'cancelIssue', { targets }),
      );
      await step.undo();
    };
    return { kind, doc, undo };
  };
  const picked =
    (kind: string, head: Rec = {}): Act =>
    async (_world, _live, d) => {
      const draft = await world.pushed(world.order, 'toPicking');
      const row = rowsOf(draft).find(({ material }) => material === ids['SR-08']);
      if (!row) return undefined;
      const qty = 1 + d.upTo(Math.min(60, Number(row.qty) - 1));
      return issued(kind, { ...draft, ...head, items: [{ ...row, qty, warehouse: ids.CK01! } as Row] });
    };
  const ACTS: Readonly<Record<string, Act>> = {
    otherReceipt: (_world, _live, d) =>
      posted('otherReceipt', 'otherReceipt', {
        kind: '6',
        reason: '试验',
        warehouse: ids.CK01!,
        items: d.of([
          typed('SR-08', 1 + d.upTo(60), { warehouse: ids.CK01!, price: 0.3 + d.upTo(20) / 100 }),
          typed('NT-M4', 1 + d.upTo(60), { warehouse: ids.CK01!, price: 0.04 }),
        ])!,
      }),
    otherIssue: async (_world, live, d) => {
      // a lot that came in a moment ago holds its receipt
      const fresh = of(live, d, 'otherReceipt', 'purchaseIn');
      const lot = fresh ? rowsOf(fresh.doc)[0]! : undefined;
      const isLot = lot?.material === ids['SR-08'] && lot?.batchNbr;
      const batchNbr = isLot && d.upTo(1) > 0 ? (lot.batchNbr as string) : d.of(LOTS)!;
      return posted('otherIssue', 'otherIssue', {
        kind: d.of(['4', '2', '6'])!,
        reason: '试验',
        warehouse: ids.CK01!,
        items: typed('SR-08', 1 + d.upTo(9), { warehouse: ids.CK01!, batchNbr }),
      });
    },
    purchaseIn: async (_world, _live, d) =>
      posted(
        'purchaseIn',
        'purchaseIn',
        sized(await world.pushed(world.bought, 'receive'), { qty: 1 + d.upTo(59), produceDate: '2026-01-06' }),
      ),
    purchaseReturn: async (_world, live, d) => {
      const receipt = of(live, d, 'purchaseIn');
      if (!receipt) return undefined;
      const draft = await world.pushed(receipt.doc, 'toReturn');
      const mode = { returnMode: d.of(['1', '2'])!, returnReason: '3' };
      return posted('purchaseReturn', 'purchaseReturn', sized(draft, { qty: 1 + d.upTo(9) }, mode));
    },
    inspected: async (_world, _live, d) =>
      posted(
        'inspected',
        'purchaseIn',
        sized(await world.pushed(world.inspected, 'receive'), { qty: 10 + d.upTo(20) }),
      ),
    transferIssue: (_world, _live, d) =>
      posted('transferIssue', 'TransferIssue', {
        fromWarehouse: ids.CK01!,
        toWarehouse: ids.CK02!,
        reason: '2',
        items: typed('SR-08', 5 + d.upTo(30), { batchNbr: d.of(LOTS)! }),
      }),
    transferReceipt: async (_world, live, d) => {
      const issue = of(live, d, 'transferIssue');
      if (!issue) return undefined;
      const draft = await world.pushed(issue.doc, 'receive');
      const qty = Math.max(1, d.upTo(Number(rowsOf(draft)[0]!.qty)));
      return posted('transferReceipt', 'TransferReceipt', sized(draft, { qty, lossQty: 0 }));
    },
    transferAtOnce: async (_world, _live, d) => {
      const step = await posted('transferAtOnce', 'TransferIssue', {
        transferType: '2',
        fromWarehouse: ids.CK01!,
        toWarehouse: ids.CK02!,
        reason: '2',
        items: typed('SR-08', 1 + d.upTo(30), { batchNbr: d.of(LOTS)! }),
      });
      const [receipt] = await floor.find('TransferReceipt', 'issueNbr == param.id', { id: step.doc.id });
      const backReceipt = back(receipt!);
      return {
        ...step,
        undo: async () => {
          await backReceipt();
          await step.undo();
        },
      };
    },
    picking: picked('picking'),
    lineFill: async (_world, _live, d) =>
      issued('lineFill', {
        pickType: '3',
        workshop: world.order.workshop as string,
        toWarehouse: ids['XB-ZP']!,
        items: typed('SR-08', 1 + d.upTo(20), { warehouse: ids.CK01! }),
      }),
    lineReturn: (_world, _live, d) =>
      posted('lineReturn', 'productReturn', {
        returnReason: '1',
        workshop: world.order.workshop as string,
        fromWarehouse: ids['XB-ZP']!,
        items: typed('SR-08', 1 + d.upTo(20), { warehouse: ids.CK01!, batchNbr: d.of(['LAW-6', 'LAW-7'])! }),
      }),
    supplement: picked('supplement', { pickType: '2', supplementReason: '4' }),
    productReturn: async (_world, live, d) => {
      const picking = of(live, d, 'picking');
      if (!picking) return undefined;
      const draft = await world.pushed(picking.doc, 'toReturn');
      return posted('productReturn', 'productReturn', sized(draft, { qty: 1 + d.upTo(5) }, { returnReason: '1' }));
    },
    delivery: async (_world, _live, d) =>
      posted(
        'delivery',
        'delivery',
        sized(await world.pushed(world.sales, 'toDelivery'), {
          qty: 1 + d.upTo(40),
          warehouse: ids.CK03!,
          batchNbr: 'LAW-3',
        }),
      ),
    salesReturn: async (_world, live, d) => {
      const delivery = of(live, d, 'delivery');
      if (!delivery) return undefined;
      const draft = await world.pushed(delivery.doc, 'toReturn');
      const head = { returnMode: d.of(['1', '2'])!, returnReason: '2', warehouse: ids.CK03! };
      return posted('salesReturn', 'salesReturn', sized(draft, { qty: 1 + d.upTo(4), warehouse: ids.CK03! }, head));
    },
    enterWarehouse: async (_world, _live, d) =>
      posted(
        'enterWarehouse',
        'enterWarehouse',
        sized(await world.pushed(world.made, 'toWarehouse'), { qty: 1 + d.upTo(4) }),
      ),
    backWarehouse: async (_world, live, d) => {
      const receipt = of(live, d, 'enterWarehouse');
      if (!receipt) return undefined;
      const [row] = rowsOf(receipt.doc);
      const draft = await world.pushed(receipt.doc, 'back', [{ id: row!.id, ask: { qty: 1 } }]);
      const isRework = d.upTo(1) > 0;
      const head = isRework
        ? { backReason: '1', toProcess: (await floor.op(world.made, 20)).id as string }
        : { backReason: '2' };
      return posted('backWarehouse', 'backWarehouse', sized(draft, { qty: 1, serials: null } as Partial<Row>, head));
    },
    outSend: async (_world, _live, d) =>
      posted('outSend', 'outSend', sized(await world.pushed(world.pieces, 'send'), { qty: 1 + d.upTo(30) })),
    outReceive: async (_world, live, d) => {
      if (!of(live, d, 'outSend')) return undefined;
      const draft = await world.pushed(world.pieces, 'receive');
      const lossQty = d.upTo(1);
      const lost = { lossQty, ...(lossQty > 0 ? { lossReason: ids.loss! } : {}) };
      return posted('outReceive', 'outReceive', sized(draft, { qty: 1 + d.upTo(9), ...lost }));
    },
    outAsItWent: async (_world, live, d) => {
      if (!of(live, d, 'outSend')) return undefined;
      const draft = await world.pushed(world.pieces, 'receive');
      return posted('outAsItWent', 'outReceive', sized(draft, { qty: 1 + d.upTo(5) }, { receiveType: '2' }));
    },
    // the first save says what is needed: more of it goes
    shellSend: async (_world, _live, d) => {
      const draft = await world.pushed(world.shells, 'send');
      const saved = await floor.save('outSend', sized(draft, { qty: 5 + d.upTo(20) }));
      const materials = rowsOf(saved, 'materials').map((row) => {
        const isBlank = row.material === ids['AC-10M'];
        const lot = isBlank ? { qty: Number(row.qty) + d.upTo(3) } : { qty: 2, batchNbr: 'LAW-5' };
        return { id: row.id, warehouse: ids.CK01!, ...lot } as Row;
      });
      const { id, version } = saved;
      return audited('shellSend', await floor.save('outSend', { id, version, materials } as Rec, ANYWAY));
    },
    shellReceive: async (_world, live, d) => {
      if (!of(live, d, 'shellSend')) return undefined;
      const draft = await world.pushed(world.shells, 'receive');
      const [good, scrap] = [1 + d.upTo(5), d.upTo(1)];
      const split = { qty: good + scrap, qualifiedQty: good, workScrapQty: scrap, warehouse: ids.CK01! };
      return posted('shellReceive', 'outReceive', sized(draft, split, { warehouse: ids.CK01! }));
    },
    spareIn: (_world, _live, d) =>
      posted('spareIn', 'spareIn', {
        inType: '4',
        warehouse: ids.CK04!,
        items: typed('7010C', 1 + d.upTo(9), { warehouse: ids.CK04!, price: 170 + d.upTo(20) }),
      }),
    spareOut: (_world, _live, d) =>
      posted('spareOut', 'spareOut', {
        outType: '4',
        receiver: ids.receiver!,
        warehouse: ids.CK04!,
        items: typed('7010C', 1 + d.upTo(3), { warehouse: ids.CK04! }),
      }),
    spareBack: async (_world, live, d) => {
      const issue = of(live, d, 'spareOut');
      return issue && posted('spareBack', 'spareIn', sized(await world.pushed(issue.doc, 'back'), { qty: 1 }));
    },
    freeze: async (_world, _live, d) => {
      const batchNbr = d.of(LOTS)!;
      const [balance] = await floor.find(
        'stockBalance',
        'batchNbr == param.batchNbr && warehouse == param.store && qualityStatus == 1',
        { batchNbr, store: ids.CK01! },
      );
      await done('freeze', balance!, { reason: '划伤', qty: 1 + d.upTo(20) });
      const [head] = await floor.find('freezeRecord', 'docStatus == 30', {}, '-nbr');
      const doc = await again(head!);
      return {
        kind: 'freeze',
        doc,
        undo: async () => done('releaseAll', await fresh(doc), { reason: '复检合格' }),
      };
    },
  };
  return { ...ACTS, ...floorActsIn(world), ...moreActsIn(world), ...lotActsIn(world) };
};
