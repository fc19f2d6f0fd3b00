/** Approvals over the tables: submit, answer, take back, and what the document says meanwhile (domain part 10, §7 and §10). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitingOf } from '../../../server/records/people/waiting';
import { historyOf } from '../../../server/records/trail/history';
import { type Approvals, openApprovals } from '../../support/approval';
import { refusal, type Wire } from '../../support/writes';

let at: Approvals;
beforeAll(async () => {
  at = await openApprovals();
});
afterAll(() => at?.close());

const order = { big: 1265, small: 77, edge: 1000 };
const acts = (doc: Wire): string[] => ((doc.record as Wire)._actions as string[]) ?? [];

describe('acceptance 10', () => {
  it('starts 大额采购 over 100,000 and 普通采购 up to it', async () => {
    const flow = async (price: number): Promise<unknown> => {
      const doc = await at.submitted(price);
      const { model } = await at.instance(doc);
      return (await at.world.admin.records.get('flowModel', model as string))?.name;
    };
    expect(await flow(order.big)).toBe('大额采购');
    expect(await flow(order.edge)).toBe('普通采购');
    expect(await flow(order.small)).toBe('普通采购');
  });

  it('locks the document for everybody, with one sentence, and refuses a second submit', async () => {
    const doc = await at.order(order.big);
    expect(acts(doc)).toContain('submit');
    expect(acts(doc)).not.toContain('audit');
    const sent = await at.submit(doc);
    const record = sent.record as Wire;
    expect(record).toMatchObject({ auditStatus: '1', flowStatus: '30' });
    expect(acts(sent)).toEqual(expect.arrayContaining(['withdraw', 'urge']));
    for (const gone of ['edit', 'del', 'void', 'submit', 'audit']) expect(acts(sent)).not.toContain(gone);

    const ctx = await at.as('xumin');
    const locked = '单据审批中，不可修改；如需修改请先撤回';
    expect(
      (await refusal(at.world.save('purchaseOrder', { id: doc.id, version: record.version, remark: '改' }, {}, ctx)))
        .text,
    ).toBe(locked);
    for (const act of ['del', 'void', 'audit'])
      expect(
        (await refusal(at.world.act('purchaseOrder', act, [{ id: doc.id, version: record.version }], {}, ctx))).text,
      ).toBe(locked);
    expect((await refusal(at.submit(doc))).text).toBe('单据已在审批中，不可重复提交');
    expect((await at.tasks(doc)).map((task) => [task.nodeName, task.docStatus])).toEqual([['部门负责人', '10']]);
  });
});

describe('the shortest way', () => {
  it('is told by the trail of the document: who submitted, withdrew and decided, nothing by itself', async () => {
    const doc = await at.submitted(order.small);
    const ctx = await at.as('xumin');
    const page = ctx.registry.page('purchaseOrder');
    if (page === undefined) throw new Error('no page');
    const told = async (): Promise<readonly string[]> =>
      (await historyOf(ctx, page, { id: doc.id })).records.map(({ title, by }) => `${title} ${by}`);
    const name = ctx.session.me.name;
    expect(await told()).toEqual([`提交审批 ${name}`, `新增 ${name}`]);
    const { version } = await at.doc(doc);
    await at.world.act('purchaseOrder', 'withdraw', [{ id: doc.id, version }], {}, ctx);
    expect((await told())[0]).toBe(`撤回 ${name}`);
  });
  it('passes at the end through the document’s own audit, in the name of the last approver', async () => {
    const doc = await at.submitted(order.small);
    const answer = await at.handle('zhoumin', doc, 'agree', { opinion: '同意' });
    expect(answer).toMatchObject({ status: 'passed' });
    expect(await at.doc(doc)).toMatchObject({
      auditStatus: '2',
      auditedBy: at.id('zhoumin'),
      flowStatus: '60',
      flowHandlers: [],
    });
    expect(await at.instance(doc)).toMatchObject({ docStatus: '60', errorMsg: null });
    expect(await at.task('zhoumin', doc)).toMatchObject({ docStatus: '60', result: '1', opinion: '同意' });
    expect((await at.events('flow.passed')).length).toBeGreaterThan(0);
  });

  it('rejects with the opinion; saved again it waits again and may be submitted for round 2', async () => {
    const doc = await at.submitted(order.small);
    expect((await refusal(at.handle('zhoumin', doc, 'reject'))).text).toBe('请填写驳回原因');
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '1', flowStatus: '30' });
    await at.handle('zhoumin', doc, 'reject', { opinion: '价格高' });
    const rejected = await at.doc(doc);
    expect(rejected).toMatchObject({ auditStatus: '3', flowStatus: '70' });
    expect((await refusal(at.submit(doc))).text).toBe('单据已被驳回，请修改保存后再提交');
    const ctx = await at.as('xumin');
    await at.world.save('purchaseOrder', { id: doc.id, version: rejected.version, remark: '已议价' }, {}, ctx);
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '1' });
    await at.submit(doc);
    expect(await at.instance(doc)).toMatchObject({ round: 2, docStatus: '30' });
    const { instances } = await at.process('xumin', doc);
    expect(instances.map(({ round, docStatus }) => [round, docStatus])).toEqual([
      [2, '30'],
      [1, '70'],
    ]);
  });

  it('is withdrawn by its starter before anybody decided, and by nobody else', async () => {
    const doc = await at.submitted(order.small);
    const { version } = await at.doc(doc);
    const act = async (who: 'xumin' | 'sunli') =>
      at.world.act('purchaseOrder', 'withdraw', [{ id: doc.id, version }], {}, await at.as(who));
    expect((await refusal(act('sunli'))).code).toBe(203);
    const done = await act('xumin');
    expect(done.record).toMatchObject({ auditStatus: '1', flowStatus: '80' });
    expect(acts(done)).toEqual(expect.arrayContaining(['edit', 'submit', 'del']));
    expect((await at.tasks(doc)).map((task) => task.docStatus)).toEqual(['90']);
    expect((await refusal(at.handle('zhoumin', doc, 'agree'))).code).toBe(203);
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '1' });
  });

  it('urges at most every two hours', async () => {
    const doc = await at.submitted(order.small);
    await at.onInstance('xumin', doc, 'urge');
    expect((await refusal(at.onInstance('xumin', doc, 'urge'))).text).toBe('请120分钟后再催办');
  });

  it('is taken back by unaudit: the instance says so, the document must be submitted again', async () => {
    const doc = await at.submitted(order.small);
    await at.handle('zhoumin', doc, 'agree');
    const { version } = await at.doc(doc);
    await at.world.act('purchaseOrder', 'unaudit', [{ id: doc.id, version }], {}, await at.as('zhoumin'));
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '1', flowStatus: null });
    expect(await at.instance(doc)).toMatchObject({ docStatus: '60', isReversed: true });
  });
});

describe('what waits', () => {
  it('is the task of whom the flow asks, not the document of everybody who may audit', async () => {
    const waiting = async (who: 'zhoumin' | 'xumin') =>
      (await waitingOf(await at.as(who)))
        .filter((waiting) => waiting.scheme === 'todo')
        .map(({ page, total }) => [page, total]);
    const before = (await waiting('zhoumin')).find(([page]) => page === 'flowTask')?.[1] as number;
    await at.submitted(order.small);
    expect(await waiting('zhoumin')).toContainEqual(['flowTask', before + 1]);
    expect((await waiting('zhoumin')).map(([page]) => page)).not.toContain('purchaseOrder');
    expect(await waiting('xumin')).toContainEqual(['flowTask', 0]);
  });
});
