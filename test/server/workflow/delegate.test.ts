/** 委托 (domain part 10, 7.7), reading through a task, and flows that were stopped. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOne } from '../../../server/records/read';
import { type Approvals, openApprovals } from '../../support/approval';
import { refusal, type Wire } from '../../support/writes';

let at: Approvals;
beforeAll(async () => {
  at = await openApprovals();
});
afterAll(() => at?.close());

const open = async (doc: Wire): Promise<(readonly [unknown, unknown])[]> =>
  (await at.tasks(doc))
    .filter((one) => one.docStatus === '10')
    .map((one) => [one.assignee, one.ownerUser ?? null] as const);
const delegate = async (more: Wire = {}): Promise<Wire> =>
  at.world.save(
    'flowDelegate',
    {
      toUserId: at.id('qianli'),
      startAt: '2026-01-15 08:00:00',
      endAt: '2026-01-16 08:00:00',
      reason: '出差',
      ...more,
    },
    {},
    await at.as('zhoumin'),
  );

describe('a delegation', () => {
  it('brings open and new tasks to the agent, keeps the owner, and ends with what he left untouched', async () => {
    at.at('2026-01-15 09:00:00');
    const early = await at.submitted(77);
    expect((await refusal(delegate({ toUserId: at.id('zhoumin') }))).text).toBe('代理人不能是自己');
    await delegate();
    expect((await refusal(delegate())).text).toBe('该时间段已有委托');
    expect(await open(early)).toEqual([[at.id('qianli'), at.id('zhoumin')]]);
    const later = await at.submitted(77);
    expect(await open(later)).toEqual([[at.id('qianli'), at.id('zhoumin')]]);

    await at.handle('qianli', later, 'agree');
    const { instances } = await at.process('xumin', later);
    const trail = (instances[0]?.trail ?? []) as Wire[];
    const said = trail.find(({ act }) => act === 'agree');
    expect(said).toMatchObject({ actor: '钱丽', owner: '周敏' });

    at.at('2026-01-16 08:01:00');
    await at.minute();
    expect(await open(early)).toEqual([[at.id('zhoumin'), null]]);
    await at.minute();
    expect(await open(early)).toEqual([[at.id('zhoumin'), null]]);
  });
});

describe('a document out of the reader’s rows', () => {
  it('opens for who has a task of it, and for nobody else', async () => {
    at.at('2026-01-15 09:00:00');
    const doc = await at.submitted(1265);
    await at.handle(at.id('qianli') === (await open(doc))[0]?.[0] ? 'qianli' : 'zhoumin', doc, 'agree');
    const own = {
      functions: ['purchaseOrder:view', 'flowTask:view', 'flowTask:handle'],
      scope: { scope: '4', depts: [] },
    };
    const page = at.world.registry.page('purchaseOrder')!;
    const asker = await at.world.as([own], { id: at.id('shenjie') });
    expect((await getOne(asker, page, { id: doc.id })).id).toBe(doc.id);
    const other = await at.world.as([own], { id: at.id('sunli') });
    expect((await refusal(getOne(other, page, { id: doc.id }))).text).toBe('数据不存在或无权查看');
  });
});

describe('a flow that was stopped', () => {
  it('does not start, the other one goes on; without any the starter is told', async () => {
    const models = await at.world.admin.records.find('flowModel', "docType == 'purchaseOrder'");
    const stop = async (code: string): Promise<void> => {
      const model = models.find((one) => one.code === code);
      await at.world.act('flowModel', 'stop', [{ id: model?.id, version: model?.version }], {}, await at.as('boss'));
    };
    await stop('poBig');
    const doc = await at.submitted(1265);
    expect((await at.instance(doc)).model).toBe(models.find((one) => one.code === 'poNormal')?.id);
    await stop('poNormal');
    const last = await at.order(77);
    expect((await refusal(at.submit(last))).text).toBe('未找到适用的审批流程，请联系系统管理员');
    expect(await at.doc(last)).toMatchObject({ flowStatus: null, auditStatus: '1' });
  });
});
