/** 委托 (domain part 10, 7.7), reading through a task, and flows that were stopped. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertFile } from '../../../server/files/table';
import { newId } from '../../../server/ids';
import { inWrite } from '../../../server/records/context';
import { getOne } from '../../../server/records/read/read';
import { type Approvals, openApprovals } from '../../support/approval';
import { refusal, type Wire } from '../../support/writes';

let at: Approvals;
beforeAll(async () => {
  at = await openApprovals();
});
afterAll(() => at?.close());

const open = async (doc: Wire): Promise<(readonly [unknown, unknown])[]> =>
  (await at.tasks(doc))
    .filter((task) => task.docStatus === '10')
    .map((task) => [task.assignee, task.ownerUser ?? null] as const);
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

describe('a delegation made ahead', () => {
  it('takes the open tasks with it when its time comes, unless it is for new ones only', async () => {
    at.at('2026-01-17 09:00:00');
    const doc = await at.submitted(77);
    const day = { startAt: '2026-01-17 10:00:00', endAt: '2026-01-17 12:00:00' };
    await delegate({ ...day, includeOpen: false, startAt: '2026-01-17 09:30:00', endAt: '2026-01-17 09:59:59' });
    await delegate(day);
    at.at('2026-01-17 09:40:00');
    await at.minute();
    expect(await open(doc)).toEqual([[at.id('zhoumin'), null]]);
    at.at('2026-01-17 10:01:00');
    await at.minute();
    await at.minute();
    expect(await open(doc)).toEqual([[at.id('qianli'), at.id('zhoumin')]]);
    at.at('2026-01-17 12:01:00');
    await at.minute();
    expect(await open(doc)).toEqual([[at.id('zhoumin'), null]]);
  });
});

describe('a name written by hand', () => {
  const file = async (who: 'zhoumin' | 'qianli'): Promise<string> => {
    const id = newId();
    const row = {
      id,
      name: '签名.png',
      ext: 'png',
      mime: 'image/png',
      fileType: '1',
      size: 10,
      sha256: '0'.repeat(64),
    };
    await inWrite(await at.as(who), (ctx) =>
      insertFile(ctx.trx, { ...row, uploadedById: at.id(who), uploadedBy: who }),
    );
    return id;
  };
  const signed = async (doc: Wire): Promise<unknown> => {
    const { instances } = await at.process('xumin', doc);
    return ((instances[0]?.trail ?? []) as Wire[]).find(({ act }) => act === 'agree')?.signature;
  };

  it('comes with the answer or from the profile, is nobody else’s, and stands in the trail', async () => {
    at.at('2026-01-19 09:00:00');
    const first = await at.submitted(77);
    const theirs = await refusal(at.handle('zhoumin', first, 'agree', { signature: await file('qianli') }));
    expect(theirs.text).toBe('附件已不存在，请重新上传');
    const others = await refusal(at.handle('zhoumin', first, 'agree', { files: [await file('qianli')] }));
    expect(others.text).toBe('附件已不存在，请重新上传');
    expect(await open(first)).toEqual([[at.id('zhoumin'), null]]);
    const [now, paper] = [await file('zhoumin'), await file('zhoumin')];
    at.at('2026-01-19 10:30:00');
    const task = (await at.task('zhoumin', first)) as Wire;
    const asked = { opinion: '同意', signature: [{ id: now }], files: [{ id: paper }] };
    await at.world.act(
      'flowTask',
      'agree',
      [{ id: task.id, version: task.version }],
      { ask: asked },
      await at.as('zhoumin'),
    );
    expect(await signed(first)).toMatchObject({ id: now, url: expect.stringContaining(now) });
    const [{ trail, nodes }] = (await at.process('xumin', first)).instances as [Wire];
    expect((trail as Wire[]).find(({ act }) => act === 'agree')?.files).toMatchObject([
      { id: paper, name: '签名.png', url: expect.stringContaining(paper) },
    ]);
    expect((nodes as Wire[]).map(({ seconds }) => seconds)).toContain(5_400);
    const kept = await file('zhoumin');
    const own = await at.as('zhoumin', ['userProfile:view', 'userProfile:edit']);
    await at.world.save('userProfile', { nickName: '周敏', tableSize: '2', signature: { id: kept } }, {}, own);
    const second = await at.submitted(77);
    expect((await at.process('zhoumin', second)).myTask).toMatchObject({ isSigned: true });
    await at.handle('zhoumin', second, 'agree');
    expect(await signed(second)).toMatchObject({ id: kept });
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
      const model = models.find((model) => model.code === code);
      await at.world.act('flowModel', 'stop', [{ id: model?.id, version: model?.version }], {}, await at.as('boss'));
    };
    await stop('poBig');
    const doc = await at.submitted(1265);
    expect((await at.instance(doc)).model).toBe(models.find((model) => model.code === 'poNormal')?.id);
    // documents that flows decide keep the flow that takes the rest
    expect((await refusal(stop('poNormal'))).text).toBe('流程「普通采购」正被单据审核设置使用，请先更换默认流程');
    const [kept] = await at.world.admin.records.find('flowModel', "code == 'poNormal'");
    expect(kept?.docStatus).toBe('60');
    await at.world.admin.records.patch('flowModel', kept?.id as string, { head: { docStatus: '80' } });
    const last = await at.order(77);
    expect((await refusal(at.submit(last))).text).toBe('未找到适用的审批流程，请联系系统管理员');
    expect(await at.doc(last)).toMatchObject({ flowStatus: null, auditStatus: '1' });
  });
});
