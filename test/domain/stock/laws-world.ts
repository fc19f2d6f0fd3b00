/** A plant with something of everything that stock documents need: orders both ways, pieces that are made, plans at two suppliers, base stock. */
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { postStock } from '../../../server/stock/posting';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory } from '../factory';
import { outsideOf } from '../out/outside';
import { withMaterialOf } from '../out/with-material';
import { type Floor, openFloor } from '../production/floor';
import { deedsOf } from './laws-deeds';

export interface World {
  readonly floor: Floor;
  readonly ids: Readonly<Record<string, string>>;
  readonly sales: Rec;
  readonly bought: Rec;
  readonly inspected: Rec;
  readonly order: Rec;
  readonly made: Rec;
  readonly pieces: Rec;
  readonly shells: Rec;
  /** outside work that is inspected, sent whole */
  readonly checked: Rec;
  /** spare parts that were ordered */
  readonly spares: Rec;
  /** pieces with serial numbers that are sold */
  readonly sold: Rec;
  /** what a moulding gave beside its product */
  readonly beside: Rec;
  /** an operation that uses material beside the line, started */
  readonly started: Rec;
  /** the unsaved document a push of a record opens */
  pushed(of: Rec, action: string, rows?: readonly Rec[]): Promise<Rec>;
}

const MADE = 200;
const LINE = [10, 20].map((opNbr) => ({ opNbr, process: 'XL' }));
/** enough of it that no sequence comes near nothing, where the rest of a value would be a row of its own */
const BASE: readonly (readonly [store: string, material: string, qty: number, price: number, lot?: string])[] = [
  ['CK01', 'SR-08', 900, 0.34, 'LAW-1'],
  ['CK01', 'SR-08', 900, 0.37, 'LAW-2'],
  ['CK03', 'SR-08', 900, 0.35, 'LAW-3'],
  ['CK01', 'NT-M4', 900, 0.05],
  ['CK01', 'MT-12', 500, 38, 'LAW-4'],
  ['CK01', 'AC-10M', 900, 12],
  ['CK01', 'ZS-01', 90, 60, 'LAW-5'],
  ['CK01', 'AC-10', 90, 15],
  ['CK04', '7010C', 50, 180],
  ['XB-ZP', 'SR-08', 900, 0.34, 'LAW-6'],
  ['XB-ZP', 'SR-08', 900, 0.36, 'LAW-7'],
];

const buildStock = async (floor: Floor, ids: Record<string, string>): Promise<void> => {
  await floor.factory.as('admin', (ctx) =>
    postStock(ctx, {
      docType: 'otherReceipt',
      docId: newId(),
      docNbr: 'LAWS',
      bizDate: ctx.today,
      legs: BASE.map(([store, material, qty, price, batchNbr], n) => ({
        rowId: newId(),
        leg: n + 1,
        moveKind: '50',
        key: {
          material: ids[material]!,
          warehouse: ids[store]!,
          batchNbr: batchNbr ?? null,
          attrKey: material === 'AC-10' ? 'COLOR:BK' : null,
        },
        qty,
        cost: { by: 'price', price },
        batch: {},
      })),
    }),
  );
};

/** Two seals a piece from beside the line, and nothing else. */
const startUsing = async (floor: Floor, seal: string): Promise<Rec> => {
  const work = await floor.workOrder(MADE * 2, LINE, { uses: true });
  const rows = work.materials as readonly Row[];
  await floor.factory.as('admin', async (ctx) => {
    const materials = rows.map(({ id, material }) => {
      const isSeal = material === seal;
      return { id, feedMode: isSeal ? '2' : '3', mustFeed: false, opNbr: isSeal ? 10 : null };
    });
    const needs = rows.map(({ orderRow }) => ({ id: orderRow, perQty: 2, perBase: 1 }));
    await ctx.records.patch('workOrder', work.id as string, { rows: { materials: materials as never } });
    await ctx.records.patch('prdOrder', work.prdOrderNbr as string, { rows: { materials: needs as never } });
  });
  const { orderProcess: _op, ...start } = await floor.start(work, 10, MADE * 2);
  return { ...start, orderProcess: (await floor.op(work, 10)).id as string };
};

const orderSpares = async (floor: Floor, ids: Readonly<Record<string, string>>): Promise<Rec> => {
  const rec = {
    supplier: await floor.idOf('supplier', 'GYS0001'),
    needBy: '2026-01-30',
    orderType: '2',
    warehouse: ids.CK04!,
    items: [{ id: newId(), material: ids['7010C']!, qty: 100, price: 180 } as Row],
  };
  const saved = await floor.save('purchaseOrder', rec, ['checks.rise', 'checks.least', 'checks.free']);
  const id = saved.id as string;
  // its way through the approval is another matter
  await floor.factory.as('admin', (ctx) =>
    ctx.asSystem().records.patch('purchaseOrder', id, { head: { auditStatus: '2' } }),
  );
  return floor.read('purchaseOrder', id);
};

/** Covers that fall from moulding caps, reported and not received. */
const mould = async (floor: Floor, ids: Readonly<Record<string, string>>): Promise<Rec> => {
  const work = await floor.workOrder(1000, [{ opNbr: 10, process: 'XL' }], {
    material: await floor.idOf('material', 'DG-100'),
    workshop: await floor.idOf('factoryUnit', 'ZS'),
    warehouse: ids.CK02!,
  });
  await floor.act('audit', await floor.report(await floor.start(work, 10, 500), 500));
  const proposed = (await floor.factory.as('admin', (ctx) =>
    (ctx as EngineCtx).host.services.get('coReport.ofOrder')!.run({ record: { workOrderNbr: work.id } } as never, ctx),
  )) as Rec;
  const [cover] = proposed.items as readonly Row[];
  const items = [{ ...cover!, qty: 400, warehouse: ids.CK02! } as Row];
  const { id } = await floor.save('coReport', { workOrderNbr: work.id as string, items });
  return floor.act('audit', await floor.read('coReport', id as string));
};

export const openWorld = async (): Promise<World> => {
  const floor = await openFloor(await demoFactory());
  const acts = actsOf(() => floor.factory);
  const outside = outsideOf(() => floor);
  const withMaterial = withMaterialOf(() => floor);
  const ids: Record<string, string> = {};
  for (const code of ['SR-08', 'NT-M4', 'MT-12', 'LA-100', 'AC-10M', 'ZS-01', 'AC-10', '7010C'])
    ids[code] = await floor.idOf('material', code);
  for (const code of ['CK01', 'CK02', 'CK03', 'CK04', 'CK05', 'XB-ZP']) ids[code] = await floor.idOf('warehouse', code);
  ids.loss = await floor.idOf('supportInfor', 'SHYY01');
  ids.customer = await floor.idOf('customer', 'KH0002');
  ids.bad = await floor.idOf('badReason', 'BL001');
  ids.device = await floor.idOf('equipment', 'CNC-01');
  ids.receiver = await floor.idOf('employee', 'YG0014');
  const product = await acts.byCode('material', 'LA-100');
  await acts.save('material', { id: product.id, version: product.version, stdCost: 210 });
  await buildStock(floor, ids);
  const audited = async (object: string, rec: Rec): Promise<Rec> => {
    const saved = await floor.save(object, rec);
    return floor.act('audit', await floor.read(object, saved.id as string));
  };
  const sales = await audited('salesOrder', {
    customer: ids.customer!,
    deliveryDate: '2026-01-30',
    items: [{ id: newId(), material: ids['SR-08']!, qty: 300, price: 1 } as Row],
  });
  const ordered = async (nbr: string): Promise<Rec> => {
    const [found] = await floor.find('purchaseOrder', 'nbr == param.nbr', { nbr });
    return floor.read('purchaseOrder', found!.id as string);
  };
  const [bought, inspected] = [await ordered('CGDD202601080001'), await ordered('CGDD202601150001')];
  const sold = await audited('salesOrder', {
    customer: ids.customer!,
    deliveryDate: '2026-01-30',
    items: [{ id: newId(), material: ids['LA-100']!, qty: 100, price: 380 } as Row],
  });
  const spares = await orderSpares(floor, ids);
  const beside = await mould(floor, ids);
  const { order } = await shopOf(() => floor.factory, acts).released('LA-100', 100);
  const made = await floor.workOrder(MADE, LINE);
  for (const opNbr of [10, 20])
    await floor.act('audit', await floor.report(await floor.start(made, opNbr, MADE), MADE));
  const galvanised = await floor.workOrder(100, [
    { opNbr: 10, process: 'XL', start: false },
    { opNbr: 20, process: 'DD', out: true, predecessors: ['10'] },
  ]);
  await floor.act('audit', await floor.report(await floor.op(galvanised, 10), 100));
  const pieces = await outside.plan(await floor.op(galvanised, 20), 90);
  const [pcs, kg] = [await floor.idOf('unit', 'PCS'), await floor.idOf('unit', 'KG')];
  const bom = await withMaterial.bom(
    'AC-10',
    [
      { material: ids['AC-10M']!, perQty: 1, unit: pcs },
      { material: ids['ZS-01']!, perQty: 0.02, unit: kg },
    ],
    { attrKey: 'COLOR:BK' },
  );
  const shells = await floor.act('audit', await withMaterial.plan('AC-10', bom, 100, { attrKey: 'COLOR:BK' }));
  const inspectedOut = await floor.workOrder(100, [
    { opNbr: 10, process: 'DD', out: true, inspect: true, start: false },
    { opNbr: 20, process: 'ZM', predecessors: ['10'], start: false },
  ]);
  const checked = await outside.plan(await floor.op(inspectedOut, 10), 98);
  const sent = await outside.made(checked, 'send', { qty: 98 });
  await floor.act('audit', await floor.read('outSend', sent.id as string));
  const started = await startUsing(floor, ids['SR-08']!);
  return {
    floor,
    ids,
    sales,
    bought,
    inspected,
    order: await floor.read('prdOrder', order.id),
    made,
    pieces,
    shells,
    checked,
    spares,
    sold,
    beside,
    started,
    pushed: async (of, action, rows) => {
      const { id, version } = await deedsOf({ floor, ids } as World).fresh(of);
      return floor.factory.as('admin', async (ctx) => {
        const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(of.object as string), action, {
          targets: [{ id: id as string, version: version as number, ...(rows ? { rows: rows as never } : {}) }],
        });
        const [draft] = pushed!.drafts;
        if (!draft) throw new Error(`${of.object} ${action} pushed nothing`);
        return draft;
      });
    },
  };
};
