/** What is rarer: counts, goods of customers, losses on the way, bad material, material that comes back unused, recalls. */
import type { Rec, Row } from '../../../schemas/language/value';
import { freezeAll } from '../../../server/domain/trace/recall';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Act, deedsOf, rowsOf, type Step } from './laws-deeds';
import type { World } from './laws-world';

const KEEPER = 'zhoutao';
const ANY_ROWS = ['actions.post.checks.left'];

export const moreActsIn = (world: World): Readonly<Record<string, Act>> => {
  const { floor, ids } = world;
  const { again, audited, back, done, fresh, posted, sized, typed, of } = deedsOf(world);
  const asKeeper = async <T>(work: () => Promise<T>): Promise<T> => {
    const { login } = floor;
    floor.login = KEEPER;
    try {
      return await work();
    } finally {
      floor.login = login;
    }
  };
  /** a sheet of 备件仓 with one row counted: what differs is a document of its own */
  const counted = async (difference: number): Promise<Step | undefined> => {
    const sheet = await asKeeper(async () => floor.save('stockCount', { warehouse: ids.CK04! }));
    const row = rowsOf(sheet).find(({ material }) => material === ids['7010C']);
    if (!row) throw new Error('nothing lies in CK04');
    const items = rowsOf(sheet).map(({ id }) =>
      id === row.id ? { id, countQty: Number(row.bookQty) + difference } : { id },
    ) as unknown as Row[];
    const { id, version } = sheet;
    const written = await asKeeper(() => floor.save('stockCount', { id, version, items }));
    await floor.factory.as(KEEPER, (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('stockCount'), 'post', {
        targets: [{ id: written.id as string, version: written.version as number }],
        accept: ANY_ROWS,
      }),
    );
    const object = difference > 0 ? 'otherReceipt' : 'otherIssue';
    const [draft] = await floor.find(object, 'count == param.id', { id });
    const doc = await done('audit', await fresh(draft!));
    return { kind: 'counted', doc, undo: back(doc) };
  };

  return {
    counted: (_world, _live, d) => counted(d.of([-2, -1, 1, 3])!),
    customerIn: (_world, _live, d) =>
      posted('customerIn', 'otherReceipt', {
        kind: '5',
        customer: ids.customer!,
        warehouse: ids.CK01!,
        items: typed('NT-M4', 5 + d.upTo(20), { warehouse: ids.CK01! }),
      }),
    customerOut: async (_world, live, d) => {
      const receipt = of(live, d, 'customerIn');
      if (!receipt) return undefined;
      return posted('customerOut', 'otherIssue', {
        kind: '5',
        customer: ids.customer!,
        reason: '加工完成',
        warehouse: ids.CK01!,
        items: typed('NT-M4', 1 + d.upTo(4), { warehouse: ids.CK01!, qualityStatus: '1' }),
      });
    },
    lossReceipt: async (_world, live, d) => {
      const issue = of(live, d, 'transferIssue');
      if (!issue) return undefined;
      const draft = await world.pushed(issue.doc, 'receive');
      const left = Number(rowsOf(draft)[0]!.qty);
      const lost = { qty: Math.max(1, d.upTo(left - 1)), lossQty: 1, lossReason: '破损' };
      // nobody lets go what he wrote down as lost
      return posted('lossReceipt', 'TransferReceipt', sized(draft, lost), KEEPER);
    },
    badReturn: async (_world, live, d) => {
      const picking = of(live, d, 'picking');
      if (!picking) return undefined;
      const draft = await world.pushed(picking.doc, 'toReturn');
      const bad = { qty: 1 + d.upTo(3), badReason: ids.bad! };
      return posted('badReturn', 'productReturn', sized(draft, bad, { returnReason: '2' }));
    },
    shellBack: async (_world, live, d) => {
      if (!of(live, d, 'shellSend')) return undefined;
      const draft = await world.pushed(world.shells, 'giveBack');
      // the first save says what lies there
      const there = await floor.save('outReceive', draft);
      const materials = rowsOf(there, 'materials').map((row) => {
        const isBlank = row.material === ids['AC-10M'];
        return { id: row.id, returnQty: isBlank ? 1 + d.upTo(1) : 0 } as Row;
      });
      const { id, version } = there;
      return audited('shellBack', await floor.save('outReceive', { id, version, materials } as Rec));
    },
    reworkSend: async (_world, live, d) => {
      const receipt = of(live, d, 'outCheck');
      const now = receipt && (await again(receipt.doc));
      if (!now || Number(rowsOf(now)[0]!.reworkQty) === 0) return undefined;
      return posted('reworkSend', 'outSend', sized(await world.pushed(now, 'rework'), { qty: 1 }));
    },
    recall: async () => {
      const [lot] = await floor.find('batch', 'batchNbr == param.batchNbr', { batchNbr: 'LAW-2' });
      const { freezeNbr } = await floor.factory.as('admin', (ctx) =>
        freezeAll(ctx, {
          roots: [{ type: '1', id: lot!.id as string }],
          reason: '密封圈漏油',
          weak: true,
          releaseReserve: false,
          pauseWork: false,
        }),
      );
      const [head] = await floor.find('freezeRecord', 'nbr == param.nbr', { nbr: freezeNbr });
      const doc = await again(head!);
      const undo = async (): Promise<unknown> => done('releaseAll', await fresh(doc), { reason: '复检合格' });
      return { kind: 'recall', doc, undo };
    },
  };
};
