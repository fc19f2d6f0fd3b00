/** 数量调整 by its fixed calls (30 §8): lists with their bounds, several rows in one transaction, once for a token, the records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { openAdjustApp } from './adjust-app';
import { type Floor, type Operation, openFloor } from './floor';

let floor: Floor;
let calls: Awaited<ReturnType<typeof openAdjustApp>>;
beforeAll(async () => {
  floor = await openFloor();
  calls = await openAdjustApp(floor, {
    looks: [{ functions: ['prdReport:view', 'prdStart:view', 'adjustRecord:view'] }],
  });
});
afterAll(async () => {
  await calls?.close();
  await floor?.factory.database.drop();
});

const LINE: readonly Operation[] = [{ opNbr: 10, process: 'XL' }];
const latest = (rec: Rec): Promise<Rec> => floor.read(rec.object as string, rec.id as string);
const made = async (): Promise<{ work: Rec; start: Rec; reports: readonly Rec[] }> => {
  const work = await floor.workOrder(100, LINE);
  const start = await floor.start(work, 10, 100);
  const reports: Rec[] = [];
  for (const good of [30, 40])
    reports.push(await floor.act('audit', await floor.report(await latest(start), good, [['10', 2]])));
  return { work, start: await latest(start), reports };
};
const row = ({ id, version }: Rec, more: object = {}) => ({ id, version, ...more });

describe('lists', () => {
  it('tell what a document may become', async () => {
    const { work, start, reports } = await made();
    const starts = await calls.get(`adjust/getStartsOrder?workOrderNbr=${work.nbr}`);
    expect(starts.msg).toBe('success');
    expect(starts.data.records).toMatchObject([
      { id: start.id, version: start.version, minQty: 74, maxQty: 100, adjustable: 1, blockReason: null },
    ]);
    const one = await calls.get(`adjust/getReportOrder?current=1&size=10&id=${reports[0]!.id}`, 'looks');
    expect(one.data.total).toBe(1);
    expect(one.data.records[0]).toMatchObject({
      nbr: reports[0]!.nbr,
      qualifiedQty: 30,
      minQty: 0,
      maxQty: 56,
      bounds: { reportQty: { min: 0, max: 58 }, reworkQty: { min: 0, max: null } },
      adjustable: 1,
    });
    expect((await calls.get('adjust/getReportOrder?id=7')).code).toBe(400);
    // a number may look like a day; a day that is none is not asked for
    expect((await calls.get('adjust/getReportOrder?workOrderNbr=2026-01-15')).data.total).toBe(0);
    expect((await calls.get('adjustRecord/getAdjustRecordList?operator=2026-01-15')).data.total).toBe(0);
    for (const day of ['x', '2026-02-30', '2026-01-15 08:00:00'])
      for (const call of ['adjust/getStartsOrder', 'adjust/getReportOrder', 'adjustRecord/getAdjustRecordList'])
        expect([day, await calls.get(`${call}?dateFrom=${day}`)]).toMatchObject([day, { code: 400, msg: '参数错误' }]);
  });
});

describe('changes', () => {
  it('are all or none, the refused row is named, a token does it once', async () => {
    const { work, start, reports } = await made();
    const [first, second] = [await latest(reports[0]!), await latest(reports[1]!)];
    const bad = first.badRows as readonly Row[];
    const kept = [{ badReason: bad[0]!.badReason, disposal: '20', qty: 1 }];
    const rows = [row(first, { qualifiedQty: 31, badRows: kept }), row(second, { qualifiedQty: 90 })];
    const refused = await calls.post('adjustReportOrder', { token: 'a1', reason: '10', rows });
    expect(refused).toMatchObject({
      code: 203,
      msg: '计划100，允许超报0%，已报32，最多可报68，本次92',
      data: { index: 1 },
    });
    expect(await latest(first)).toMatchObject({ qualifiedQty: 30, version: first.version });
    const good = { token: 'a2', reason: '10', rows: [rows[0]!, row(second, { qualifiedQty: 41, workHours: 0.75 })] };
    expect((await calls.post('adjustReportOrder', good, 'looks')).code).toBe(403);
    const done = await calls.post('adjustReportOrder', good);
    expect(done).toMatchObject({ code: 200, data: { records: [{ docStatus: '60' }, { docStatus: '60' }] } });
    expect((await calls.post('adjustReportOrder', good)).data).toEqual(done.data);
    expect(await latest(first)).toMatchObject({ qualifiedQty: 31, workScrapQty: 1, reworkQty: 0, reportQty: 32 });
    expect(await latest(second)).toMatchObject({ qualifiedQty: 41, reworkQty: 2, workHours: 0.75 });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 72, scrapQty: 1, reworkQty: 2, wipQty: 25 });
    const stale = await calls.post('adjustReportOrder', { reason: '10', rows: [row(first, { qualifiedQty: 1 })] });
    expect(stale.msg).toBe('数据已被他人修改，请刷新后重试');
    expect(
      (await calls.post('adjustReportOrder', { reason: '90', rows: [row(await latest(first), { qualifiedQty: 1 })] }))
        .msg,
    ).toBe('请填写说明');
    expect((await calls.post('adjustReportOrder', { reason: '10', rows: [] })).code).toBe(400);
    for (const wrong of [
      { badRows: [null] },
      { badRows: 7 },
      { qualifiedQty: {} },
      { qualifiedQty: null },
      { workHours: 'x' },
    ]) {
      const rows = [row(await latest(first), { qualifiedQty: 1, ...wrong } as Rec)];
      const { code } = await calls.post('adjustReportOrder', { token: crypto.randomUUID(), reason: { a: [1] }, rows });
      expect([203, 400, 404], JSON.stringify(wrong)).toContain(code);
    }
    const started = await latest(start);
    expect(
      await calls.post('adjustStartsOrder', { reason: '20', rows: [row(started, { startQty: 80 })] }),
    ).toMatchObject({
      code: 200,
    });
    expect(await latest(start)).toMatchObject({ startQty: 80 });
    expect(await calls.post('delReportOrder', { reason: '20', rows: [row(await latest(second))] })).toMatchObject({
      code: 200,
    });
    expect(await latest(second)).toMatchObject({ docStatus: '90' });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 31, wipQty: 48 });
    const told = await calls.get(
      `adjustRecord/getAdjustRecordList?workOrderNbr=${work.nbr}&dateFrom=2026-01-15&dateTo=2026-01-15`,
      'looks',
    );
    expect(told.data.total).toBe(4);
    expect(told.data.records.map(({ kind }) => kind).sort()).toEqual(['10', '20', '20', '30']);
    for (const record of told.data.records)
      expect(record).toMatchObject({ rows: expect.any(Array), effects: expect.any(Array) });
    expect(
      (await calls.get(`adjustRecord/getAdjustRecordList?workOrderNbr=${work.nbr}&kind=10`)).data.records,
    ).toMatchObject([{ change: '开工数量100→80', srcNbr: start.nbr }]);
  });
});

describe('the page', () => {
  const preview = (rec: Rec, more: object = {}) => calls.preview('prdReport.adjust', { targets: [row(rec)], ...more });

  it('opens its dialog with what stands and its bounds, and tells what would follow without doing it', async () => {
    const { work, reports } = await made();
    const report = await latest(reports[0]!);
    const { ask } = (await preview(report)).data as unknown as { ask: Rec & { badRows: readonly Rec[] } };
    expect(ask).toMatchObject({ qualifiedQty: 30, limits: '合格可调0～56，合计最多58' });
    expect(ask.badRows).toMatchObject([{ disposal: '10', qty: 2, badReason: expect.any(String) }]);
    const seen = await preview(report, { ask: { ...ask, qualifiedQty: 25, reason: '10' } });
    expect(seen).toMatchObject({ code: 200, data: { answer: { effect0: '工序：工序10合格 70→65（-5）' } } });
    expect(await latest(report)).toMatchObject({ qualifiedQty: 30, version: report.version });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 70 });
    expect(await floor.find('adjustRecord', 'prdReport == param.id', { id: report.id })).toEqual([]);
  });
});
