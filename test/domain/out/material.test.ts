/** 带料委外 (40 §6.5, §6.6, acceptance 13): Worked 2 with every number, what is refused, and that a refusal leaves nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { type Floor, openFloor, refusal } from '../production/floor';
import { documentsOf, item, lots } from './documents';
import { outsideOf } from './outside';
import { withMaterialOf } from './with-material';

let floor: Floor;
let shell: string;
let pcs: string;
let kg: string;
let reason: string;
const outside = outsideOf(() => floor);
const { again, audited, undone, countOf, proved } = documentsOf(() => floor);
const made = withMaterialOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
  [pcs, kg] = [await floor.idOf('unit', 'PCS'), await floor.idOf('unit', 'KG')];
  reason = await floor.idOf('supportInfor', 'SHYY01');
  shell = await made.bom(
    'AC-10',
    [
      { material: await floor.idOf('material', 'AC-10M'), perQty: 1, unit: pcs },
      { material: await floor.idOf('material', 'ZS-01'), perQty: 0.02, unit: kg },
    ],
    { attrKey: 'COLOR:BK' },
  );
  await made.stocked('AC-10M', 220, 12);
  await made.stocked('ZS-01', 5, 60, 'Z1');
});
afterAll(() => floor?.factory.database.drop());

const edit = async (doc: Rec, change: Rec): Promise<Rec> => {
  await floor.save(doc.object as string, { id: doc.id, version: doc.version, ...change });
  return again(doc);
};
/** a change of the rows of material by the code of what they are of */
const used = async (doc: Rec, changes: Record<string, Partial<Row>>): Promise<Rec> => {
  const ids = new Map<string, string>();
  for (const code of Object.keys(changes)) ids.set(await floor.idOf('material', code), code);
  return edit(doc, {
    materials: lots(doc)
      .filter(({ material }) => ids.has(material as string))
      .map(({ id, material }) => ({ id, ...changes[ids.get(material as string)!] })),
  });
};
const seenBy = (login: string, { object, id }: Rec) =>
  floor.factory.as(login, (ctx) => ctx.records.get(object as string, id as string, { scoped: true }));
/** all that stock says of some materials */
const stand = async (...codes: string[]) =>
  Promise.all(codes.map(async (code) => [code, await made.where(code), await made.value(code)] as const));
const WORKED = ['AC-10M', 'ZS-01', 'AC-10'];

describe('外协计划 of a product', () => {
  it('keeps the list of its bill of materials, at the price of the supplier', async () => {
    const plan = await made.plan('AC-10', shell, 200);
    expect(plan).toMatchObject({ outType: '2', amount: 500, docStatus: '10' });
    expect(item(plan)).toMatchObject({ price: 2.5, attrKey: 'COLOR:BK', bom: shell, orderProcess: null, lossAllow: 0 });
    expect(lots(plan)).toMatchObject([
      { planRow: item(plan).id, planLine: 10, materialName: '铝壳毛坯', perQty: 1, perBase: 1, needQty: 200 },
      { planRow: item(plan).id, planLine: 10, materialName: '着色剂', perQty: 0.02, needQty: 4, atSupplierQty: 0 },
    ]);
    // another quantity keeps the rows, what was typed of them too
    const [blank] = lots(plan);
    const more = await edit(plan, {
      items: [{ id: item(plan).id, qty: 300 }],
      materials: [{ id: blank!.id, lossRate: 2 }],
    });
    expect(lots(more)).toMatchObject([{ id: blank!.id, needQty: 306 }, { needQty: 6 }]);
    await floor.act('void', more);
  });

  it('is nobody else’s to read', async () => {
    const plan = await made.plan('AC-10', shell, 10);
    expect(await seenBy('admin', plan)).toMatchObject({ nbr: plan.nbr });
    expect(await seenBy('xumin', plan)).toBeNull();
    await floor.act('void', plan);
  });

  it('is refused without a list', async () => {
    const plan = await made.plan('AC-10', shell, 10);
    const plans = await countOf('outPlan');
    const emptied = floor.factory.as('admin', (ctx) =>
      ctx.records.save('outPlan', { id: plan.id as string, version: plan.version as number, materials: [] }),
    );
    expect(await refusal(emptied)).toBe('带料委外必须有发料清单');
    expect(lots(await again(plan))).toHaveLength(2);
    // nothing says what a screw is made of
    expect(await refusal(made.plan('SC-M4', null, 10))).toMatch(/物料清单/);
    expect(await countOf('outPlan')).toBe(plans);
    await floor.act('void', await again(plan));
  });
});

it('余料退回 of what the pieces out there still need: nothing is proposed, what is typed comes back', async () => {
  const plan = await audited(await made.plan('AC-10', shell, 10));
  const send = await audited(await outside.made(plan, 'send', {}));
  const draft = await outside.pushed(await again(plan), 'giveBack');
  const saved = await again(await floor.save('outReceive', draft));
  expect(lots(saved)).toMatchObject([
    { outsideQty: 10, returnQty: 0 },
    { outsideQty: 0.2, returnQty: 0 },
  ]);
  expect(await refusal(floor.act('audit', saved))).toBe('第10行数量必须大于0');
  const back = await audited(await used(saved, { 'AC-10M': { returnQty: 10 } }));
  expect(lots(await again(plan))).toMatchObject([{ atSupplierQty: 0 }, { atSupplierQty: 0.2 }]);
  await undone(back);
  await undone(send);
  await proved();
});

describe('Worked 2', () => {
  it('sends 220 and 5 kg, receives 190 good and 10 bad: 2640.00 and 475.00 in, 439.00 to pay, and all the way back', async () => {
    const before = await stand(...WORKED);
    const buyer = await floor.idOf('employee', 'YG0003');
    const plan = await audited(await made.plan('AC-10', shell, 200, {}, { buyer }));
    // sent: the suggestion is what 200 need, more may go
    const send = await outside.made(plan, 'send', {});
    expect(send).toMatchObject({ outType: '2', qty: 200, expectedBack: '2026-01-20' });
    expect(lots(send)).toMatchObject([
      { materialName: '铝壳毛坯', qty: 200, needQty: 200, sentBefore: 0, batchNbr: null },
      { materialName: '着色剂', qty: 4, needQty: 4, batchNbr: 'Z1' },
    ]);
    const first = await audited(await used(send, { 'AC-10M': { qty: 220 }, 'ZS-01': { qty: 5 } }));
    expect(first).toMatchObject({ docStatus: '60', atSupplierQty: 200 });
    expect(await made.legs(first)).toEqual([
      ['60', 'AC-10M', '1', null, '1', -220, -2640],
      ['60', 'AC-10M', '7', null, '1', 220, 2640],
      ['60', 'ZS-01', '1', 'Z1', '1', -5, -300],
      ['60', 'ZS-01', '7', 'Z1', '1', 5, 300],
    ]);
    expect(lots(first)).toMatchObject([{ costAmount: 2640 }, { costAmount: 300 }]);
    expect(await made.value('AC-10M')).toEqual([220, 2640]);
    expect(await made.where('AC-10M')).toEqual({ '7/1': 220 });
    expect(await again(plan)).toMatchObject({ docStatus: '30', sentRate: 100 });
    expect(lots(await again(plan))).toMatchObject([{ sentQty: 220, atSupplierQty: 220 }, { sentQty: 5 }]);
    await proved();

    // received
    const store = await floor.idOf('warehouse', 'CK01');
    const came = await outside.made(
      plan,
      'receive',
      { qualifiedQty: 190, workScrapQty: 10, warehouse: store },
      { warehouse: store },
    );
    expect(lots(came)).toMatchObject([
      { outsideQty: 220, stdQty: 200, lossQty: 0, batchNbr: null },
      { outsideQty: 5, stdQty: 4, batchNbr: 'Z1' },
    ]);
    const receipt = await audited(came);
    expect(await made.legs(receipt)).toEqual([
      ['62', 'AC-10M', '7', null, '1', -200, -2400],
      ['62', 'ZS-01', '7', 'Z1', '1', -4, -240],
      ['61', 'AC-10', '1', null, '1', 190, 2983],
      ['61', 'AC-10', '1', null, '3', 10, 132],
    ]);
    expect(receipt).toMatchObject({ docStatus: '60', amount: 475, deductAmount: 0, payAmount: 475 });
    expect(item(receipt)).toMatchObject({ costAmount: 3115, acceptedQty: 190 });
    expect(lots(receipt)).toMatchObject([{ costAmount: 2400 }, { costAmount: 240 }]);
    // whose plan it is, he reads what goes and comes for it
    for (const doc of [first, receipt]) expect(await seenBy('xumin', doc)).toMatchObject({ nbr: doc.nbr, buyer });
    expect(await made.where('AC-10')).toEqual({ '1/1': 190, '1/3': 10 });
    expect(await made.value('AC-10')).toEqual([200, 3115]);
    expect(await made.value('AC-10M')).toEqual([20, 240]);
    expect(await made.value('ZS-01')).toEqual([1, 60]);
    expect(await made.edges(receipt)).toEqual([
      ['4', '1 未按批次管理', '1 未按批次管理', 200, true],
      ['4', '1 Z1', '1 未按批次管理', 4, true],
    ]);
    const half = await again(plan);
    expect(half).toMatchObject({ docStatus: '30', receivedRate: 100, atSupplierQty: 0 });
    expect(item(half)).toMatchObject({ receivedQty: 200, qualifiedQty: 190, unqualifiedQty: 10 });
    expect(lots(half)).toMatchObject([
      { consumedQty: 200, atSupplierQty: 20 },
      { consumedQty: 4, atSupplierQty: 1 },
    ]);
    await proved();
    expect(await refusal(floor.act('close', half))).toBe('供应商处还有20件，请先收回、退回或登记损耗');
    expect(await again(plan)).toMatchObject({ docStatus: '30' });

    // what is left comes back, less what was spoilt
    const draft = await outside.pushed(half, 'giveBack');
    expect(draft).toMatchObject({ receiveType: '2', items: [{ qty: 0 }] });
    const { id } = await floor.save('outReceive', draft);
    const rest = await floor.read('outReceive', id as string);
    expect(rest).toMatchObject({ receiveType: '2', qty: 0 });
    expect(lots(rest)).toMatchObject([
      { stdQty: 0, returnQty: 20, warehouse: store },
      { stdQty: 0, returnQty: 1, batchNbr: 'Z1' },
    ]);
    expect(await refusal(used(rest, { 'AC-10M': { lossQty: 3, lossReason: reason } }))).toBe(
      '供应商处「铝壳毛坯」结存20，本次耗用0加超耗3加退回20，超出3',
    );
    expect(await refusal(used(rest, { 'AC-10M': { lossQty: 3, returnQty: 17 } }))).toBe('请填写损耗原因');
    expect(lots(await again(rest))).toMatchObject([{ lossQty: 0, returnQty: 20 }, {}]);
    const lost = await used(rest, { 'AC-10M': { lossQty: 3, returnQty: 17, lossReason: reason } });
    expect(lots(lost)).toMatchObject([{ lossQty: 3, lossDuty: '1', returnQty: 17 }, {}]);
    const back = await audited(lost);
    expect(await made.legs(back)).toEqual([
      ['64', 'AC-10M', '7', null, '1', -17, -204],
      ['64', 'AC-10M', '1', null, '1', 17, 204],
      ['64', 'ZS-01', '7', 'Z1', '1', -1, -60],
      ['64', 'ZS-01', '1', 'Z1', '1', 1, 60],
      ['63', 'AC-10M', '7', null, '1', -3, -36],
    ]);
    expect(back).toMatchObject({ amount: 0, deductAmount: 36, payAmount: -36 });
    expect((receipt.payAmount as number) + (back.payAmount as number)).toBe(439);
    expect(await made.value('AC-10M')).toEqual([17, 204]);
    expect(await made.where('AC-10M')).toEqual({ '1/1': 17 });
    expect(await made.where('ZS-01')).toEqual({ '1/1': 1 });
    const done = await again(plan);
    expect(done).toMatchObject({ docStatus: '60' });
    expect(lots(done)).toMatchObject([
      { sentQty: 220, consumedQty: 200, lossQty: 3, returnedQty: 17, atSupplierQty: 0 },
      { sentQty: 5, consumedQty: 4, lossQty: 0, returnedQty: 1, atSupplierQty: 0 },
    ]);
    await proved();

    // the way back, last first
    expect(await refusal(undone(first))).toBe('已收回200，不能反审核');
    expect(await again(first)).toMatchObject({ docStatus: '60' });
    await undone(back);
    await proved();
    expect(lots(await again(plan))).toMatchObject([{ lossQty: 0, returnedQty: 0, atSupplierQty: 20 }, {}]);
    await undone(receipt);
    expect(await made.edges(receipt)).toEqual([]);
    expect(await made.edges(receipt, false)).toHaveLength(2);
    expect(lots(await again(receipt))).toMatchObject([{ costAmount: null }, { costAmount: null }]);
    await proved();
    await undone(first);
    await proved();
    expect(await again(plan)).toMatchObject({ docStatus: '10', atSupplierQty: 0 });
    expect(await stand(...WORKED)).toEqual(before);
  });
});
