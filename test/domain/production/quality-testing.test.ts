/** 工序质检 (30 §4, acceptance 14): the verdict fixes what a submitted report says; 待判 stays pending until somebody decides on it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const submitted = async (qty = 97): Promise<{ work: Rec; start: Rec; report: Rec; check: Rec }> => {
  const work = await floor.workOrder(qty, [{ opNbr: 10, process: 'XL', inspect: true }]);
  const start = await floor.start(work, 10, qty);
  const report = await floor.report(start, qty);
  const [check] = await floor.find('qualityTesting', 'prdReport == param.id', { id: report.id });
  return { work, start, report, check: check! };
};
const said = async (check: Rec, qualifiedQty: number, bad: readonly (readonly [string, number])[]): Promise<Rec> => {
  const badReason = await floor.idOf('badReason', 'BL001');
  const defects = bad.map(([disposal, qty]): Row => ({ id: newId(), badReason, disposal, qty }) as Row);
  await floor.factory.as('admin', (ctx) => ctx.records.save('qualityTesting', { id: check.id as string, defects: [] }));
  const fresh = await floor.read('qualityTesting', check.id as string);
  const saved = await floor.save('qualityTesting', {
    id: fresh.id,
    version: fresh.version,
    qualifiedQty,
    ...(defects.length === 0 ? {} : { defects }),
  });
  return floor.read('qualityTesting', saved.id as string);
};

describe('acceptance 14', () => {
  it('97 judged 95/0/0/0/2: the report counts so, 2 are pending', async () => {
    const { work, report, check } = await submitted();
    expect(report.docStatus).toBe('30');
    expect(check).toMatchObject({ docStatus: '10', checkQty: 97, qualifiedQty: null });
    const wrong = await said(check, 95, [['40', 3]]);
    expect(wrong.docStatus).toBe('30');
    expect(await refusal(floor.act('judge', wrong))).toBe('合格95+返工0+工废0+料废0+待判3=98，与送检数97不一致');
    expect(await floor.read('prdReport', report.id as string)).toMatchObject({ docStatus: '30', qualifiedQty: 97 });
    const judged = await floor.act('judge', await said(check, 95, [['40', 2]]));
    expect(judged).toMatchObject({ docStatus: '60', result: '2' });
    const now = await floor.read('prdReport', report.id as string);
    expect(now).toMatchObject({ docStatus: '50', qualifiedQty: 95, firstPassQty: 95, pendingQty: 2, reportQty: 97 });
    const done = await floor.act('audit', now);
    expect(done).toMatchObject({ docStatus: '60', firstPassQty: 95 });
    expect(await floor.op(work, 10)).toMatchObject({
      qualifiedQty: 95,
      firstPassQty: 95,
      pendingQty: 2,
      reportQty: 97,
    });
    expect(await refusal(floor.act('unjudge', judged))).toBe('报工已生效，请先冲销报工');
    expect(await floor.read('qualityTesting', judged.id as string)).toMatchObject({ docStatus: '60' });
  });
  it('a verdict that is taken back gives the report what it said', async () => {
    const { report, check } = await submitted(50);
    const judged = await floor.act('judge', await said(check, 40, [['10', 10]]));
    expect(await floor.read('prdReport', report.id as string)).toMatchObject({ docStatus: '50', reworkQty: 10 });
    const open = await floor.act('unjudge', judged);
    expect(open).toMatchObject({ docStatus: '30', result: null, checkTime: null });
    expect(await floor.read('prdReport', report.id as string)).toMatchObject({
      docStatus: '30',
      qualifiedQty: 50,
      reworkQty: 0,
      reportQty: 50,
    });
    expect(await floor.act('judge', open)).toMatchObject({ docStatus: '60' });
  });
});

describe('a report that waits for its verdict', () => {
  it('is withdrawn with its check, unless that has begun', async () => {
    const { report, check } = await submitted(20);
    await floor.act('del', report).catch(() => undefined);
    expect(await floor.read('qualityTesting', check.id as string)).toMatchObject({ docStatus: '90' });
    const other = await submitted(20);
    const begun = await said(other.check, 20, []);
    expect(begun.docStatus).toBe('30');
    expect(await refusal(floor.act('del', other.report))).toBe(`质检单${begun.nbr}已开始检验，不能撤回`);
    expect(await floor.read('prdReport', other.report.id as string)).toMatchObject({ docStatus: '30' });
  });
});
