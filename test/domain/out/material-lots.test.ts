/** 带料委外 (40 §6.6): lots, oldest send first, rounding, what is short, supplements, serial numbers, orders; edges between lots. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { floorDifferences, LAWS } from '../../../server/domain/production/laws';
import { newId } from '../../../server/ids';
import { mendTrace, traceDifferences } from '../../../server/stock/genealogy-proof';
import { type Floor, openFloor, refusal } from '../production/floor';
import { documentsOf, item, lots } from './documents';
import { outsideOf } from './outside';
import { withMaterialOf } from './with-material';

let floor: Floor;
let store: string;
let reason: string;
/** three 外管 use one 电机 of two lots and one kg of grease */
let tube: string;
const outside = outsideOf(() => floor);
const { again, audited, undone, countOf, proved } = documentsOf(() => floor);
const made = withMaterialOf(() => floor);
const id = (object: string, code: string) => floor.idOf(object, code);
beforeAll(async () => {
  floor = await openFloor();
  store = await id('warehouse', 'CK01');
  reason = await id('supportInfor', 'SHYY01');
  const [pcs, kg] = [await id('unit', 'PCS'), await id('unit', 'KG')];
  tube = await made.bom(
    'WG-080',
    [
      { material: await id('material', 'MT-24'), perQty: 1, unit: pcs },
      { material: await id('material', 'GR-01'), perQty: 1, unit: kg },
    ],
    { baseQty: 3 },
  );
  // what motors are worth is what is received here
  expect(await made.value('MT-24')).toEqual([0, 0]);
  for (const batchNbr of ['S1', 'S2']) await made.stocked('MT-24', 100, 0.5, batchNbr);
  await made.stocked('GR-01', 90, 42, 'G1');
});
afterAll(() => floor?.factory.database.drop());

const received = (plan: Rec, qty: number, more: Partial<Row> = {}) =>
  outside.made(plan, 'receive', { qty, warehouse: store, ...more }, { warehouse: store });
const planned = async (qty: number, more: Rec = {}, product = 'WG-080', bom: string | null = tube) =>
  audited(await made.plan(product, bom, qty, { price: 1, ...more }));
const stds = (doc: Rec) => lots(doc).map(({ batchNbr, stdQty }) => [batchNbr, stdQty]);

describe('what pieces use', () => {
  it('is cut to the unit, and the last receipt of the plan takes the rest', async () => {
    const plan = await planned(10);
    // 10 thirds: 4 whole motors, 3.3334 kg
    expect(lots(plan)).toMatchObject([{ needQty: 4, perQty: 1, perBase: 3 }, { needQty: 3.3334 }]);
    await audited(await outside.made(plan, 'send', {}));
    const [one, two, three] = [await received(plan, 4), await received(plan, 4), await received(plan, 2)];
    expect(stds(one)).toEqual([
      ['S1', 1],
      ['G1', 1.3333],
    ]);
    await audited(one);
    await audited(two);
    // 10 thirds are 3 and 3.3333; it was saved when nothing had come
    const last = await audited(three);
    expect(stds(last)).toEqual([
      ['S1', 1],
      ['G1', 0.6667],
    ]);
    expect(lots(await again(plan))).toMatchObject([
      { consumedQty: 3, atSupplierQty: 1 },
      { consumedQty: 3.3333, atSupplierQty: 0.0001 },
    ]);
    await proved();
    for (const doc of [last, two, one]) await undone(doc);
    expect(lots(await again(plan))).toMatchObject([{ consumedQty: 0 }, { consumedQty: 0 }]);
    await proved();
  });

  it('does not depend on what was sent: 300 for 220 change the rest alone', async () => {
    const plan = await planned(30);
    const send = await outside.made(plan, 'send', {});
    const more = await floor.save('outSend', {
      id: send.id,
      version: send.version,
      materials: [{ id: lots(send)[0]!.id, qty: 25 }],
    });
    await audited({ ...more, object: 'outSend' });
    const receipt = await audited(await received(plan, 30));
    expect(lots(await again(plan))).toMatchObject([{ sentQty: 25, consumedQty: 10, atSupplierQty: 15 }, {}]);
    await undone(receipt);
  });
});

describe('lots', () => {
  it('of the oldest send go first; good, bad and waiting are one new lot, and each lot used leads to it', async () => {
    const plan = await planned(60);
    const sent = async (qty: number, batchNbr: string) => {
      const draft = await outside.made(plan, 'send', { qty });
      await floor.save('outSend', {
        id: draft.id,
        version: draft.version,
        materials: [{ id: lots(draft)[0]!.id, batchNbr }],
      });
      return audited(draft);
    };
    floor.factory.setNow('2026-01-15 10:00:00');
    const first = await sent(30, 'S2');
    floor.factory.setNow('2026-01-15 11:00:00');
    const second = await sent(30, 'S1');
    const receipt = await audited(
      await received(plan, 45, {
        qualifiedQty: 30,
        workScrapQty: 6,
        pendingQty: 9,
        scrapDuty: '2',
        supplierBatch: 'HL-7',
      }),
    );
    expect(stds(receipt)).toEqual([
      ['S2', 10],
      ['S1', 5],
      ['G1', 15],
    ]);
    const lot = item(receipt).batchNbr as string;
    expect(lot).toMatch(/^260115\d{4}$/);
    expect(
      (await made.legs(receipt)).map(([kind, code, , batch, status, qty, amount]) => [
        kind,
        code,
        batch,
        status,
        qty,
        amount,
      ]),
    ).toEqual([
      ['62', 'MT-24', 'S2', '1', -10, -5],
      ['62', 'MT-24', 'S1', '1', -5, -2.5],
      ['62', 'GR-01', 'G1', '1', -15, -630],
      // 637.50 over 45: 425.00 and 30.00 on top, 85.00, 127.50
      ['61', 'WG-080', lot, '1', 30, 455],
      ['61', 'WG-080', lot, '3', 6, 85],
      ['61', 'WG-080', lot, '2', 9, 127.5],
    ]);
    expect(await floor.find('batch', 'batchNbr == param.lot', { lot })).toMatchObject([
      { supplierBatch: 'HL-7', supplier: receipt.supplier, srcNbr: receipt.nbr },
    ]);
    const edges = [
      ['4', '1 S2', `1 ${lot}`, 10, false],
      ['4', '1 S1', `1 ${lot}`, 5, false],
      ['4', '1 G1', `1 ${lot}`, 15, false],
    ];
    expect(await made.edges(receipt)).toEqual(edges);
    await proved();

    // a lost edge is found and written anew
    await floor.factory.asOwner('admin', (ctx) =>
      ctx.trx
        .updateTable('genealogy_edge')
        .set({ qty: 1 })
        .where('doc_id', '=', receipt.id as string)
        .execute(),
    );
    expect(await floor.factory.as('admin', (ctx) => traceDifferences(ctx, 10))).toHaveLength(3);
    await floor.factory.asOwner('admin', (ctx) => mendTrace(ctx, 10));
    expect(await made.edges(receipt)).toEqual(edges);
    await proved();

    // what is used up cannot be taken back, nor what came of it when it has gone on
    expect(await refusal(undone(first))).toBe('已收回30，不能反审核');
    expect(await refusal(undone(second))).toBe('已收回15，不能反审核');
    const away = await floor.save('otherIssue', {
      kind: '2',
      reason: '试验',
      warehouse: store,
      items: [
        {
          id: newId(),
          material: await id('material', 'WG-080'),
          unit: await id('unit', 'PCS'),
          warehouse: store,
          batchNbr: lot,
          qty: 1,
        } as Row,
      ],
    });
    const gone = await audited({ ...away, object: 'otherIssue' });
    expect(await refusal(undone(receipt))).toBe(
      `批次${lot}已被${gone.nbr}使用，结存29，反审核需要30，请先冲销下游单据`,
    );
    expect(await again(receipt)).toMatchObject({ docStatus: '60' });
    await undone(gone);
    await undone(receipt);
    expect(await made.edges(receipt)).toEqual([]);
    expect(await made.where('WG-080')).toEqual({});
    expect(await made.value('WG-080')).toEqual([0, 0]);
    // the number that was given is given again
    expect(item(await audited(receipt))).toMatchObject({ batchNbr: lot });
    await undone(receipt);
    await undone(second);
    await undone(first);
    await proved();
  });
});

describe('what is short at the supplier', () => {
  it('is named before anything is written; a supplement brings it', async () => {
    const plan = await planned(30);
    const draft = await outside.made(plan, 'send', {});
    await floor.save('outSend', {
      id: draft.id,
      version: draft.version,
      materials: [{ id: lots(draft)[0]!.id, qty: 7 }],
    });
    const send = await audited(draft);
    const receipts = await countOf('outReceive');
    expect(await refusal(received(plan, 30))).toBe('供应商处「电机」结存7，按定额应耗用10，缺3，请先补发或登记差异');
    expect(await countOf('outReceive')).toBe(receipts);
    const pushed = await outside.pushed(await again(plan), 'supply');
    expect(pushed).toMatchObject({ items: [{ qty: 0 }] });
    const { id: more } = await floor.save('outSend', pushed);
    const supplement = await floor.read('outSend', more as string);
    expect(lots(supplement)).toMatchObject([{ materialName: '电机', qty: 3, sentBefore: 7 }]);
    await audited(supplement);
    expect(item(await again(plan))).toMatchObject({ sentQty: 30, atSupplierQty: 30 });
    const receipt = await audited(await received(plan, 30));
    expect(await again(plan)).toMatchObject({ docStatus: '60' });
    expect(await refusal(undone(supplement))).toBe('已收回3，不能反审核');
    await undone(receipt);
    await undone(supplement);
    await undone(send);
    await proved();
  });

  it('a loss beyond what is allowed is the supplier’s, and is taken off his pay at what it cost', async () => {
    const plan = await planned(30, { lossAllow: 15 });
    await audited(await outside.made(plan, 'send', {}));
    const receipt = await received(plan, 15);
    const lost = async (lossQty: number) => {
      const now = await again(receipt);
      await floor.save('outReceive', {
        id: now.id,
        version: now.version,
        materials: [{ id: lots(now)[0]!.id, lossQty, lossReason: reason, lossDuty: null }],
      });
      return lots(await again(receipt))[0]!;
    };
    // 10 motors sent: 1 is within 15 %, 2 are not
    expect(await lost(1)).toMatchObject({ lossDuty: '2' });
    expect(await lost(2)).toMatchObject({ lossDuty: '1' });
    expect(await refusal(lost(6))).toBe('供应商处「电机」批次S1结存10，本次耗用5加超耗6加退回0，超出1');
    const done = await audited(receipt);
    expect(done).toMatchObject({ amount: 15, deductAmount: 1, payAmount: 14 });
    expect((await made.legs(done)).filter(([kind]) => kind === '63')).toEqual([
      ['63', 'MT-24', '7', 'S1', '1', -2, -1],
    ]);
    await undone(done);
    expect(await again(done)).toMatchObject({ deductAmount: 0, payAmount: 15 });
    await proved();
  });
});

describe('a product with serial numbers for an order', () => {
  it('gets a number a piece, parts of what was used, and the order is received', async () => {
    const drive = await made.bom(
      'LA-200',
      [{ material: await id('material', 'MT-24'), perQty: 1, unit: await id('unit', 'PCS') }],
      {
        attrKey: null,
        code: 'BOM-LA-200-W',
      },
    );
    const order = await floor.save('prdOrder', {
      material: await id('material', 'LA-200'),
      planQty: 3,
      workshop: await id('factoryUnit', 'ZP'),
      warehouse: await id('warehouse', 'CK03'),
      dueDate: '2026-01-20',
    });
    await audited({ ...order, object: 'prdOrder' });
    const more = { prdOrder: order.id as string, price: 10 };
    const plans = await countOf('outPlan');
    const asked = await floor.read('prdOrder', order.id as string);
    expect(await refusal(planned(4, more, 'LA-200', drive))).toBe(`「${asked.nbr}」第1行可下推数量3，本次4`);
    expect(await countOf('outPlan')).toBe(plans);
    const plan = await planned(3, more, 'LA-200', drive);
    await audited(await outside.made(plan, 'send', {}));
    const receipt = await audited(await received(plan, 3, { qualifiedQty: 2, workScrapQty: 1, scrapDuty: '2' }));
    const serials = item(receipt).serials as readonly string[];
    expect(new Set(serials).size).toBe(3);
    // 1.50 over three, 20.00 over the two that are good
    expect((await made.legs(receipt)).filter(([kind]) => kind === '61')).toEqual([
      ['61', 'LA-200', '1', serials[0], '1', 1, 10.5],
      ['61', 'LA-200', '1', serials[1], '1', 1, 10.5],
      ['61', 'LA-200', '1', serials[2], '3', 1, 0.5],
    ]);
    expect(await made.edges(receipt)).toEqual(serials.map((serial) => ['4', '1 S1', `1 ${serial}`, 1, false]));
    expect(await floor.read('prdOrder', order.id as string)).toMatchObject({ receivedQty: 2, docStatus: '10' });
    await proved();
    expect(await floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 10))).toEqual([]);
    await undone(receipt);
    expect(await floor.read('prdOrder', order.id as string)).toMatchObject({ receivedQty: 0, docStatus: '10' });
    const whole = await again(receipt);
    await floor.save('outReceive', {
      id: whole.id,
      version: whole.version,
      items: [{ id: item(whole).id, qualifiedQty: 3, workScrapQty: 0 }],
    });
    expect(item(await audited(whole)).serials).toEqual(serials);
    expect(await floor.read('prdOrder', order.id as string)).toMatchObject({ receivedQty: 3, docStatus: '60' });
    expect(await floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 10))).toEqual([]);
    await undone(whole);
    await proved();
  });
});
