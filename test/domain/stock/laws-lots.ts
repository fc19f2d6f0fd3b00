/** Verdicts and what becomes of bad material, pieces with serial numbers, what comes beside a product, ordered spares, moves at once, adjusted outside work. */
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import type { Dice } from '../random';
import { type Act, deedsOf, LOTS, rowsOf, type Step } from './laws-deeds';
import type { World } from './laws-world';

/** what stands on another document, and on which */
export const LOTS_AFTER: Readonly<Record<string, string>> = {
  judge: 'inspected',
  rejected: 'inspected',
  conceded: 'inspected',
  destroyed: 'inspected',
  badBack: 'rejected',
  badScrapped: 'rejected',
  badMoved: 'rejected',
  serialDelivery: 'enterWarehouse',
  serialBack: 'serialDelivery',
  sendAdjusted: 'outSend',
  receiveAdjusted: 'outReceive',
};

export const lotActsIn = (world: World): Readonly<Record<string, Act>> => {
  const { floor, ids } = world;
  const { again, back, done, fresh, posted, sized, typed, of } = deedsOf(world);
  const run = (object: string, action: string, rec: Rec, input: Rec): Promise<unknown> =>
    floor.factory.as('admin', (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object(object), action, {
        targets: [{ id: rec.id as string, version: rec.version as number, ...input }],
      }),
    );
  /** an arrived lot is judged: what becomes of how much */
  const verdict =
    (kind: string, splitOf: (lot: number, d: Dice) => Rec, action = 'judge'): Act =>
    async (_world, live, d) => {
      const receipt = of(live, d, 'inspected');
      if (!receipt) return undefined;
      const [check] = await floor.find('iqc', 'receipt == param.id && docStatus in [10, 30]', { id: receipt.doc.id });
      if (!check) return undefined;
      const { id, version, lotQty } = check;
      await floor.save('iqc', { id, version, ...splitOf(Number(lotQty), d) });
      const doc = await done(action, await fresh(check));
      return { kind, doc, undo: async () => done('unjudge', await fresh(doc)) };
    };
  /** bad pieces of a lot that was rejected */
  const bad = (live: readonly Step[], d: Dice): Rec | undefined => of(live, d, 'rejected')?.doc;
  const badRow = (check: Rec, qty: number): Row[] =>
    typed('MT-12', qty, { batchNbr: check.batchNbr as string, qualityStatus: '3' });
  const balanceOf = async (batchNbr: string): Promise<Rec> => {
    const where = 'batchNbr == param.batchNbr && warehouse == param.store && qualityStatus == 1';
    return (await floor.find('stockBalance', where, { batchNbr, store: ids.CK01! }))[0]!;
  };
  /** a transfer that arrives as it goes: its receipt goes back first */
  const atOnce = async (kind: string, issue: Rec): Promise<Step> => {
    const [receipt] = await floor.find('TransferReceipt', 'issueNbr == param.id', { id: issue.id });
    const undo = async (): Promise<void> => {
      await back(receipt!)();
      await back(issue)();
    };
    return { kind, doc: issue, undo };
  };
  /** another quantity of what was posted; whoever takes the document back first takes it back as it stands */
  const adjusted = async (kind: string, doc: Rec, change: Rec, before: Rec): Promise<Step> => {
    const write = async (now: Rec, values: Rec): Promise<void> => {
      const { object } = doc;
      await floor.factory.as('admin', (given) => {
        const ctx = given as EngineCtx;
        const page = ctx.registry.page(`${object}.adjust`)!;
        const lines = [{ id: newId(), srcRow: rowsOf(now)[0]!.id, ...values }] as never;
        const targets = [{ id: now.id as string, version: now.version as number }];
        return runAction(ctx, page.object, 'adjust', { page, targets, ask: { reason: '20', lines } });
      });
    };
    await write(await again(doc), change);
    const undo = async (): Promise<void> => {
      const now = await again(doc);
      if (now.auditStatus === '2') await write(now, before);
    };
    return { kind, doc, undo };
  };

  return {
    judge: verdict('judge', (lot, d) => {
      const unqualifiedQty = d.upTo(3);
      return unqualifiedQty === 0
        ? { result: '1' }
        : { result: '4', qualifiedQty: lot - unqualifiedQty, unqualifiedQty };
    }),
    rejected: verdict('rejected', () => ({ result: '2' })),
    conceded: verdict('conceded', () => ({ result: '3', concedeReason: '急用' }), 'concede'),
    destroyed: verdict('destroyed', (lot) => ({
      result: '4',
      qualifiedQty: lot - 3,
      unqualifiedQty: 1,
      destroyQty: 2,
    })),
    badBack: async (_world, live, d) => {
      const check = bad(live, d);
      if (!check) return undefined;
      const draft = await world.pushed(check, 'toReturn');
      return posted(
        'badBack',
        'purchaseReturn',
        sized(draft, { qty: 1 + d.upTo(3) }, { returnMode: d.of(['1', '2'])! }),
      );
    },
    badScrapped: async (_world, live, d) => {
      const check = bad(live, d);
      if (!check) return undefined;
      const warehouse = check.warehouse as string;
      const items = badRow(check, 1 + d.upTo(2)).map((row) => ({ ...row, warehouse }) as Row);
      return posted('badScrapped', 'otherIssue', { kind: '2', reason: '报废', warehouse, items });
    },
    badMoved: async (_world, live, d) => {
      const check = bad(live, d);
      if (!check) return undefined;
      return posted('badMoved', 'TransferIssue', {
        fromWarehouse: check.warehouse as string,
        toWarehouse: ids.CK05!,
        reason: '2',
        items: badRow(check, 1 + d.upTo(2)),
      });
    },
    serialDelivery: async (_world, live, d) => {
      const receipt = of(live, d, 'enterWarehouse');
      if (!receipt) return undefined;
      const [row] = rowsOf(receipt.doc);
      const one = { batchNbr: d.of(row!.serials as readonly string[])!, material: row!.material as string };
      const [piece] = await floor.find('batch', 'batchNbr == param.batchNbr && material == param.material', one);
      const serials = [piece!.id as string];
      const draft = await world.pushed(world.sold, 'toDelivery');
      return posted(
        'serialDelivery',
        'delivery',
        sized(draft, { qty: 1, serials, warehouse: row!.warehouse as string }),
      );
    },
    serialBack: async (_world, live, d) => {
      const delivery = of(live, d, 'serialDelivery');
      if (!delivery) return undefined;
      const head = { returnMode: d.of(['1', '2'])!, returnReason: '2', warehouse: ids.CK03! };
      const draft = await world.pushed(delivery.doc, 'toReturn');
      return posted('serialBack', 'salesReturn', sized(draft, { qty: 1, warehouse: ids.CK03! }, head));
    },
    coReceipt: async (_world, _live, d) => {
      const draft = await world.pushed(world.beside, 'toWarehouse');
      return posted('coReceipt', 'enterWarehouse', sized(draft, { qty: 1 + d.upTo(50) }));
    },
    spareBought: async (_world, _live, d) => {
      const draft = await world.pushed(world.spares, 'receiveSpare');
      return posted('spareBought', 'spareIn', sized(draft, { qty: 1 + d.upTo(9) }));
    },
    spareUse: (_world, _live, d) =>
      posted('spareUse', 'spareOut', {
        outType: '1',
        equipment: ids.device!,
        receiver: ids.receiver!,
        warehouse: ids.CK04!,
        items: typed('7010C', 1 + d.upTo(2), { warehouse: ids.CK04!, installPos: '主轴' }),
      }),
    freezeInParts: async (_world, _live, d) => {
      const qty = 2 + d.upTo(20);
      await done('freeze', await balanceOf(d.of(LOTS)!), { reason: '划伤', qty });
      const [head] = await floor.find('freezeRecord', 'docStatus == 30', {}, '-nbr');
      const whole = await again(head!);
      const rows = [{ id: rowsOf(whole)[0]!.id, ask: { qty: 1 + d.upTo(qty - 2), reason: '复检合格' } }];
      await run('freezeRecord', 'release', whole, { rows: rows as never });
      const doc = await again(whole);
      const undo = async (): Promise<unknown> => done('releaseAll', await fresh(doc), { reason: '复检合格' });
      return { kind: 'freezeInParts', doc, undo };
    },
    relocated: async (_world, _live, d) => {
      await done('relocate', await balanceOf(d.of(LOTS)!), { qty: 1 + d.upTo(9), toWarehouseId: ids.CK02! });
      const [issue] = await floor.find('TransferIssue', 'docStatus == 60', {}, '-nbr');
      return atOnce('relocated', await again(issue!));
    },
    sendAdjusted: async (_world, live, d) => {
      const send = of(live, d, 'outSend');
      if (!send) return undefined;
      const { qty } = rowsOf(await again(send.doc))[0]!;
      const sendQty = Math.max(1, Number(qty) + d.of([-2, -1, 1, 2])!);
      return adjusted('sendAdjusted', send.doc, { sendQty }, { sendQty: qty as number });
    },
    receiveAdjusted: async (_world, live, d) => {
      const receipt = of(live, d, 'outReceive');
      if (!receipt) return undefined;
      const { qualifiedQty, lossQty, lossReason } = rowsOf(await again(receipt.doc))[0]!;
      const reason = { lossReasonId: ids.loss! };
      const change = { qualifiedQty: Math.max(1, Number(qualifiedQty) - 1), lossQty: Number(lossQty) + 1, ...reason };
      const before = { qualifiedQty, lossQty, ...(lossReason ? reason : {}) } as Rec;
      return adjusted('receiveAdjusted', receipt.doc, change, before);
    },
  };
};
