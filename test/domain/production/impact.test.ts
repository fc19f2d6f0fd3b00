/** 冲销影响 and 一键冲销 (30 P11, acceptance 11): what stands in the way is named with who may act, and goes last to first or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { impactOf } from '../../../server/domain/production/impact';
import { reverseAsk, reverseImpact } from '../../../server/domain/production/impact-services';
import { chainRefusal } from '../../../server/domain/production/reverse-chain';
import { AppError } from '../../../server/errors';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { proveStock } from '../../../server/stock/proof';
import { type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const LINE: readonly Operation[] = [10, 20, 30].map((opNbr) => ({ opNbr, process: 'XL' }));
const WHY = { reason: '错报' };
const latest = (rec: Rec): Promise<Rec> => floor.read(rec.object as string, rec.id as string);
const audited = async (start: Rec, good: number, rows: Parameters<Floor['report']>[2] = []): Promise<Rec> =>
  floor.act('audit', await floor.report(await latest(start), good, rows));
/** the rows of the tab */
const impact = (report: Rec): Promise<readonly Rec[]> =>
  floor.factory.as('admin', async (ctx) => (await reverseImpact.run({ report: report.id as string }, ctx)) as Rec[]);
const lines = async (report: Rec) =>
  (await impact(report)).map(({ docNbr, effect, blocker }) => `${docNbr} ${effect} ${blocker}`);
const refused = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('was done');
    },
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error;
    },
  );
const states = async (work: Rec): Promise<unknown> =>
  Promise.all(
    ['prdStart', 'prdReport'].map(async (object) =>
      (await floor.find(object, 'workOrderNbr == param.id', { id: work.id }, 'nbr')).map(
        ({ nbr, docStatus, version }) => [nbr, docStatus, version],
      ),
    ),
  );

/** op10 reported 59 and 39, op20 started 98. */
const scene = async () => {
  const work = await floor.workOrder(100, LINE);
  const start = await floor.start(work, 10, 100);
  const r1 = await audited(start, 59, [['20', 1]]);
  const r2 = await audited(start, 39, [['20', 1]]);
  const next = await floor.start(work, 20, 98);
  return { work, start, r1, r2, next };
};

describe('acceptance 11', () => {
  it('the sentence carries the way out and the documents in the way', async () => {
    const { r2, next } = await scene();
    const error = await refused(floor.act('reverse', r2, WHY));
    expect(error.message).toBe('后工序20已使用98，冲销后工序10合格仅59，请先冲销或调整后工序');
    expect(error.data).toEqual({
      rule: 'prdReport.used',
      terms: { used: 98, left: 59 },
      ways: [
        { title: '一键冲销', action: 'reverseChain' },
        { title: `查看${next.nbr}`, page: 'prdStart#detail', with: { id: next.id } },
      ],
    });
    expect(await latest(r2)).toMatchObject({ docStatus: '60' });
  });
  it('the preview names each document, what becomes of it and who may', async () => {
    const { r2, next } = await scene();
    const rows = await impact(r2);
    expect(
      rows.map(({ docType, docNbr, opNbr, effect, blocker }) => [docType, docNbr, opNbr, effect, blocker]),
    ).toEqual([
      ['prdStart', next.nbr, 20, '撤销开工98', '0'],
      ['prdReport', r2.nbr, 10, '冲销合格39、不良1', '0'],
    ]);
    expect(rows.map(({ who }) => who)).toEqual(['操作工、班组长、车间主任', '车间主任']);
    const asked = await floor.factory.as('admin', (ctx) => reverseAsk.run({ ids: [r2.id as string] }, ctx));
    expect(asked).toEqual({ impact: `1. 工序20 ${next.nbr} 撤销开工98\n2. 工序10 ${r2.nbr} 冲销合格39、不良1` });
  });
});

describe('a blocker that is not the reader’s to open', () => {
  it('is no link and no way out: who made it is named', async () => {
    const work = await floor.workOrder(40, [{ opNbr: 10, process: 'XL' }]);
    floor.login = 'liuqiang';
    const submitted = await floor.report(await floor.start(work, 10, 40), 40);
    floor.login = 'admin';
    const report = await floor.act('audit', submitted);
    const draft = await floor.factory.as('zhoutao', async (ctx) => {
      const target = await ctx.records.get('workOrder', work.id as string);
      const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('workOrder'), 'toWarehouse', {
        targets: [{ id: target!.id, version: target!.version }],
      });
      return pushed!.drafts[0]!;
    });
    floor.login = 'zhoutao';
    const receipt = await floor.save('enterWarehouse', draft);
    floor.login = 'admin';
    const seenBy = (login: string) =>
      floor.factory.as(login, async (ctx) => {
        const rows = (await reverseImpact.run({ report: report.id as string }, ctx)) as Rec[];
        return rows.filter(({ docType }) => docType === 'enterWarehouse').map(({ docId, who }) => [docId, who]);
      });
    expect(await seenBy('admin')).toEqual([[receipt.id, expect.not.stringContaining('请联系')]]);
    expect(await seenBy('liuqiang')).toEqual([[null, expect.stringContaining('请联系周涛')]]);
    const refusedTo = (login: string) => {
      floor.login = login;
      return refused(floor.act('reverseChain', report, WHY)).finally(() => {
        floor.login = 'admin';
      });
    };
    const way = { title: `查看${receipt.nbr}`, page: 'enterWarehouse#detail', with: { id: receipt.id } };
    expect((await refusedTo('admin')).data).toMatchObject({ ways: [way] });
    expect((await refusedTo('liuqiang')).data).toMatchObject({ ways: [] });
  });
});

describe('一键冲销', () => {
  it('takes the chain back last to first; what does not have to go stays', async () => {
    const { work, start, r1, r2, next } = await scene();
    const early = await audited(next, 50);
    const late = await audited(next, 40);
    const packed = await floor.start(work, 30, 90);
    const waits = await floor.report(packed, 45);
    expect(await lines(r2)).toEqual([
      `${packed.nbr} 结束开工，退回45 0`,
      `${late.nbr} 冲销报工40 0`,
      `${next.nbr} 结束开工，退回48 0`,
      `${r2.nbr} 冲销合格39、不良1 0`,
    ]);
    await floor.act('reverseChain', await latest(r2), WHY);
    expect(await latest(r2)).toMatchObject({ docStatus: '90', reverseReason: '错报' });
    expect(await latest(late)).toMatchObject({ docStatus: '90', reverseReason: '错报' });
    expect(await latest(early)).toMatchObject({ docStatus: '60' });
    expect(await latest(r1)).toMatchObject({ docStatus: '60' });
    expect(await latest(packed)).toMatchObject({ docStatus: '60', startQty: 45, submittedQty: 45 });
    expect(await latest(waits)).toMatchObject({ docStatus: '50' });
    expect(await latest(next)).toMatchObject({ docStatus: '60', startQty: 50, reportQty: 50 });
    expect(await latest(start)).toMatchObject({ docStatus: '40', reportQty: 60 });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 59, wipQty: 40 });
    expect(await floor.op(work, 20)).toMatchObject({ startQty: 50, qualifiedQty: 50, wipQty: 9, inQty: 59 });
    expect(await floor.op(work, 30)).toMatchObject({ startQty: 45, submittedQty: 45, inQty: 50 });
    expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });
  it('rework that has begun holds it: nothing is written, and the document is named', async () => {
    const { work, r2, next } = await scene();
    const held = await audited(next, 96, [['10', 2]]);
    const [task] = await floor.find('reworkTask', 'prdReport == param.id', { id: held.id });
    await floor.act('start', await latest(task!));
    const text = `返工任务${task!.nbr}已开始，不能冲销`;
    const [first, second, third] = await impact(r2);
    expect(first).toMatchObject({ docType: 'reworkTask', docNbr: task!.nbr, blocker: '1', blockReason: text });
    expect([second?.effect, third?.effect]).toEqual(['冲销报工98', '撤销开工98']);
    const before = await states(work);
    const error = await refused(floor.act('reverseChain', r2, WHY));
    expect(error.message).toBe(text);
    expect(error.data).toMatchObject({
      ways: [{ title: `查看${task!.nbr}`, page: 'reworkTask#detail', with: { id: task!.id } }],
    });
    expect(await states(work)).toEqual(before);
  });
  it('only who may do all of it', async () => {
    const { work, r2, next } = await scene();
    const before = await states(work);
    floor.login = 'wangqiang';
    expect(await refusal(floor.act('reverseChain', r2, WHY))).toBe('没有权限，请联系管理员');
    floor.login = 'admin';
    const said = await floor.factory.as('admin', async (ctx) => {
      const rights = { has: (right: string) => right !== 'prdStart:cancel' } as typeof ctx.session.rights;
      const report = (await ctx.records.get('prdReport', r2.id as string))!;
      return chainRefusal(await impactOf(report, ctx), { ...ctx, session: { ...ctx.session, rights } });
    });
    expect(said).toBe(`没有权限处理${next.nbr}（撤销开工98），请由有权限人员冲销`);
    expect(await states(work)).toEqual(before);
  });
});
