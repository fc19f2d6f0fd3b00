/** Acceptance scenarios 11, 12 and 14 of domain part 10, with their numbers and sentences, over the tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowDoc } from '../../../schemas/language/flow/document';
import { newId } from '../../../server/ids';
import { getOne } from '../../../server/records/read/read';
import { exportCall, importCall } from '../../../server/workflow/interchange';
import { peopleCall } from '../../../server/workflow/people';
import { processOf } from '../../../server/workflow/process';
import { flowProblems } from '../../../server/workflow/publish-checks';
import { type Approvals, openApprovals, PEOPLE, type Who } from '../../support/approval';
import { refusal, type Wire } from '../../support/writes';

const approve = (node: string, users: readonly Who[], more: object = {}) => ({
  node,
  title: node,
  sort: 'approve',
  who: [{ by: 'user', users }],
  ...more,
});
const flow = (code: string, supplier: string, nodes: readonly object[]): FlowDoc =>
  ({
    $schema: 'flow/1',
    flow: code,
    title: code,
    object: 'purchaseOrder',
    repeat: 'none',
    admins: ['boss'],
    binds: [{ when: `remark == '${supplier}'`, priority: 1 }],
    nodes,
  }) as unknown as FlowDoc;
const FIVE: readonly Who[] = ['shenjie', 'zhaomin', 'zhangwei', 'sunli', 'gaofeng'];

let at: Approvals;
beforeAll(async () => {
  at = await openApprovals([
    flow('vote', '票签', [approve('five', FIVE, { sign: 'vote', rate: 60, add: ['with'] })]),
    flow('orSign', '或签', [approve('either', ['shenjie', 'zhaomin']), approve('last', ['zhangwei'])]),
    flow('timed', '时限', [approve('slow', ['shenjie'], { limit: { hours: 8 }, notice: { text: '请审批{nbr}' } })]),
    flow('veiled', '隐藏', [
      approve('blind', ['shenjie'], { fields: { amount: 'hide', supplier: 'hide', 'items.price': 'hide' } }),
      approve('seeing', ['zhangwei']),
    ]),
    flow('choose', '修改', [
      approve('editor', ['shenjie'], { fields: { needBy: 'edit', contractNo: 'require' } }),
      approve('after', ['zhangwei']),
    ]),
  ]);
});
afterAll(() => at?.close());

/** an order that takes the flow of this remark */
const submitted = async (remark: string): Promise<Wire> => {
  const doc = await at.order(1);
  const { version } = await at.doc(doc);
  await at.world.save('purchaseOrder', { id: doc.id, version, remark }, {}, await at.as('xumin'));
  await at.submit(doc);
  return doc;
};
const open = async (doc: Wire): Promise<string[]> =>
  (await at.tasks(doc)).filter((task) => task.docStatus === '10').map((task) => String(task.assignee));

describe('11: the worked run', () => {
  it('voids a colleague’s agreement on a return, asks again, and audits in the name of who agreed last', async () => {
    at.at('2026-01-15 09:00:00');
    const doc = await at.submitted(1265);
    expect(await at.task('zhoumin', doc)).toMatchObject({ dueAt: '2026-01-16 09:00:00' });
    at.at('2026-01-15 10:00:00');
    await at.handle('zhoumin', doc, 'agree');
    expect((await open(doc)).sort()).toEqual([at.id('shenjie'), at.id('zhaomin')].sort());
    const looks = async (): Promise<readonly unknown[]> =>
      ((await at.process('xumin', doc)).instances[0]!.nodes as Wire[]).map(({ look }) => look);
    expect((await looks()).slice(0, 5)).toEqual(['done', 'current', 'current', 'current', 'ahead']);
    at.at('2026-01-15 11:00:00');
    await at.handle('shenjie', doc, 'agree');
    at.at('2026-01-15 11:30:00');
    expect((await refusal(at.handle('zhaomin', doc, 'back', { nodeCode: 'head' }))).text).toBe('请填写退回原因');
    expect((await refusal(at.handle('zhaomin', doc, 'back', { nodeCode: 'finance', opinion: '退' }))).text).toBe(
      '不能退回到其他并行分支的节点',
    );
    await at.handle('zhaomin', doc, 'back', { nodeCode: 'head', opinion: '供应商资质过期' });
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '1', flowStatus: '30' });
    expect(await open(doc)).toEqual([at.id('zhoumin')]);
    at.at('2026-01-15 13:30:00');
    await at.handle('zhoumin', doc, 'agree');
    expect((await open(doc)).sort()).toEqual([at.id('shenjie'), at.id('zhaomin')].sort());
    at.at('2026-01-15 14:00:00');
    await at.handle('shenjie', doc, 'agree');
    at.at('2026-01-15 14:10:00');
    await at.handle('zhaomin', doc, 'agree');
    expect((await looks()).slice(0, 5)).toEqual(['done', 'done', 'done', 'done', 'current']);
    at.at('2026-01-15 15:00:00');
    await at.handle('zhangwei', doc, 'add', { mode: 'before', to: [at.id('shenjie')] });
    expect((await refusal(at.handle('zhangwei', doc, 'agree', { opinion: '同意' }))).text).toBe('等待加签');
    at.at('2026-01-15 15:10:00');
    await at.handle('shenjie', doc, 'agree', { opinion: '同意' });
    at.at('2026-01-15 15:20:00');
    expect((await refusal(at.handle('zhangwei', doc, 'agree'))).text).toBe('请填写意见');
    await at.handle('zhangwei', doc, 'agree', { opinion: '同意' });

    expect(await at.instance(doc)).toMatchObject({ docStatus: '60' });
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '2', auditedBy: at.id('zhangwei') });
    const { instances } = await at.process('xumin', doc);
    const trail = instances[0]?.trail as Wire[];
    expect(trail.filter(({ actor }) => actor !== null)).toHaveLength(10);
    expect(trail.filter(({ act }) => act === 'agree')).toHaveLength(7);
  });
});

describe('12: a vote of five at 60 %', () => {
  it('passes with three, and the two others become 已取消', async () => {
    const doc = await submitted('票签');
    for (const who of FIVE.slice(0, 3)) await at.handle(who, doc, 'agree', { ccUsers: [at.id('qianli')] });
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '2' });
    expect((await at.tasks(doc)).filter((task) => task.docStatus === '90')).toHaveLength(2);
    // all of it in one second: the trail stands as it happened
    const { instances } = await at.process('xumin', doc);
    const trail = ((instances[0]?.trail ?? []) as Wire[]).filter(({ act }) =>
      ['submit', 'agree', 'cc'].includes(String(act)),
    );
    expect(trail.map(({ act, actor }) => [act, actor])).toEqual([
      ['submit', '许敏'],
      ...FIVE.slice(0, 3).flatMap((who) => ['cc', 'agree'].map((act) => [act, PEOPLE[who][0]])),
    ]);
  });

  it('needs four once a signer was added', async () => {
    const doc = await submitted('票签');
    await at.handle('shenjie', doc, 'add', { mode: 'with', to: [at.id('qianli')] });
    for (const who of FIVE.slice(0, 3)) await at.handle(who, doc, 'agree');
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '1' });
    await at.handle('sunli', doc, 'agree');
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '2' });
  });
});

describe('14: who is first, and when', () => {
  it('refuses to withdraw after an opinion', async () => {
    const doc = await submitted('或签');
    await at.handle('shenjie', doc, 'agree');
    expect((await refusal(at.onInstance('xumin', doc, 'withdraw'))).text).toBe(
      '已有审批意见，不能撤回，可请审批人驳回',
    );
    expect(await at.doc(doc)).toMatchObject({ flowStatus: '30' });
  });

  it('two or-signers at once: one decides, the other sees who', async () => {
    const doc = await submitted('或签');
    const both = await Promise.allSettled([at.handle('shenjie', doc, 'agree'), at.handle('zhaomin', doc, 'agree')]);
    const lost = both.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []));
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatch(/^任务已被(沈洁|赵敏)处理$/);
    expect(await open(doc)).toEqual([at.id('zhangwei')]);
    const decided = (await at.tasks(doc)).filter((task) => task.nodeName === 'either').map((task) => task.docStatus);
    expect(decided.sort()).toEqual(['60', '90']);
  });

  it('from the list of tasks the second hears the same', async () => {
    const doc = await submitted('或签');
    const act = async (who: Who): Promise<Wire> => {
      const mine = await at.task(who, doc);
      const target = { id: mine?.id, version: mine?.version };
      return at.world.act('flowTask', 'agree', [target], { ask: {} }, await at.as(who));
    };
    const both = await Promise.allSettled([act('shenjie'), act('zhaomin')]);
    const lost = both.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []));
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatch(/^任务已被(沈洁|赵敏)处理$/);
  });

  it('a withdrawal against an agreement: exactly one of them happens', async () => {
    for (let n = 0; n < 3; n += 1) {
      const doc = await submitted('或签');
      const both = await Promise.allSettled([
        at.onInstance('xumin', doc, 'withdraw'),
        at.handle('shenjie', doc, 'agree'),
      ]);
      expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
      const { flowStatus } = await at.doc(doc);
      expect(flowStatus).toBe(both[0]?.status === 'fulfilled' ? '80' : '30');
    }
  });

  it('answers a repeat of the same token as before, and writes once', async () => {
    const doc = await submitted('或签');
    const mine = await at.task('shenjie', doc);
    const token = newId();
    const call = async (): Promise<Wire> => {
      const ctx = await at.world.as([{ functions: ['flowTask:handle', 'purchaseOrder:view'] }], {
        id: at.id('shenjie'),
      });
      const { makeCtx } = await import('../../../server/records/context');
      const { handleCall } = await import('../../../server/workflow/calls');
      const own = await makeCtx(at.world.host, ctx.session, { requestId: 'test', token });
      return handleCall(own, { taskId: mine?.id, version: mine?.version, act: 'agree' });
    };
    const [first, second] = [await call(), await call()];
    expect(second).toEqual(first);
    expect((await at.tasks(doc)).filter((task) => task.docStatus === '60')).toHaveLength(1);
  });

  it('8 hours from Friday 16:00: reminded Monday 14:24, overdue Monday 16:00, each told once', async () => {
    at.at('2026-01-16 16:00:00');
    const doc = await submitted('时限');
    expect(await at.task('shenjie', doc)).toMatchObject({ dueAt: '2026-01-19 16:00:00' });
    const arrived = (await at.events('flow.arrived'))
      .map((event) => event.data as Wire)
      .filter((record) => record.docId === doc.id);
    expect(arrived.map((record) => record.text)).toEqual([`请审批${(await at.doc(doc)).nbr as string}`]);
    const told = async (kind: string): Promise<number> =>
      (await at.events(kind)).filter((event) => (event.data as Wire).docId === doc.id).length;
    const minute = async (now: string): Promise<number[]> => {
      at.at(now);
      await Promise.all([at.minute(), at.minute()]);
      await at.minute();
      return [await told('flow.remind'), await told('flow.overdue')];
    };
    expect(await minute('2026-01-19 14:23:00')).toEqual([0, 0]);
    expect(await minute('2026-01-19 14:24:00')).toEqual([1, 0]);
    expect(await minute('2026-01-19 15:59:00')).toEqual([1, 0]);
    expect(await minute('2026-01-19 16:00:00')).toEqual([1, 1]);
    expect(await minute('2026-01-19 17:00:00')).toEqual([1, 1]);
    at.at('2026-01-15 09:00:00');
  });
});

describe('fields of the document during approval', () => {
  it('takes what the node lets its people edit, asks for what it requires, refuses the rest', async () => {
    const doc = await submitted('修改');
    expect((await refusal(at.handle('shenjie', doc, 'agree'))).text).toBe('「合同编号」不能为空');
    const bad = { contractNo: 'HT-1', remark: '别的' };
    expect((await refusal(at.handle('shenjie', doc, 'agree', { fields: bad }))).text).toBe('「备注」当前不可修改');
    expect(await at.doc(doc)).toMatchObject({ contractNo: null, remark: '修改' });
    await at.handle('shenjie', doc, 'agree', { fields: { contractNo: 'HT-1', needBy: '2026-03-01' } });
    expect(await at.doc(doc)).toMatchObject({ contractNo: 'HT-1', needBy: '2026-03-01', flowStatus: '30' });
  });

  it('takes nothing that nobody types: what the server keeps stays as it is', async () => {
    const doc = await submitted('修改');
    const before = await at.doc(doc);
    const [row] = before.items as Wire[];
    const sent = { contractNo: 'HT-2', printCount: 99, items: [{ id: row?.id, receivedQty: 7 }] };
    await at.handle('shenjie', doc, 'agree', { fields: sent });
    const after = await at.doc(doc);
    expect(after).toMatchObject({ contractNo: 'HT-2', printCount: before.printCount });
    expect((after.items as Wire[])[0]).toMatchObject({ receivedQty: row?.receivedQty });
  });
});

describe('fields that a node hides', () => {
  it('are kept from who has its task, in the head and in rows, and from nobody else', async () => {
    const doc = await submitted('隐藏');
    const read = async (who: Who): Promise<Wire> =>
      getOne(await at.as(who), at.world.registry.page('purchaseOrder')!, { id: doc.id });
    const seen = await read('shenjie');
    expect(seen).toMatchObject({ remark: '隐藏', _hidden: ['amount', 'supplier', 'items.price'] });
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['amount']));
    expect(JSON.stringify(seen.supplierId ?? null)).toBe('null');
    const [row] = seen.items as Wire[];
    expect(row).not.toHaveProperty('price');
    expect(row).toHaveProperty('qty');
    const whole = await read('zhaomin');
    expect(whole._hidden).toBeUndefined();
    expect((whole.items as Wire[])[0]).toHaveProperty('price');
    await at.handle('shenjie', doc, 'agree');
    // his own rows and rights show it again once nothing is asked of him
    expect(await read('shenjie')).toHaveProperty('amount');
  });
});

describe('pictures and files of flows', () => {
  it('show where a running approval stands, and what a version says', async () => {
    const doc = await submitted('或签');
    const { instances } = await at.process('zhangwei', doc);
    const [round] = instances as { nodes: Wire[]; picture: { elements: Wire[]; lines: Wire[] } }[];
    expect(round?.picture.elements.map((element) => element.id)).toEqual(['Start_1', 'either', 'last', 'End_1']);
    expect(round?.nodes.map((node) => node.look)).toEqual(['current', 'ahead']);
    const instance = await at.instance(doc);
    const boss = await at.as('boss');
    const alone = await processOf(boss, 'flowInstance', String(instance.id));
    expect((alone.instances as Wire[]).map((instance) => instance.id)).toEqual([instance.id]);
    const [version] = await boss.records.find('flowVersion', 'docStatus == 60', { limit: 1 });
    expect(await processOf(boss, 'flowVersion', String(version?.id))).toHaveProperty('picture');
    expect((await refusal(processOf(boss, 'flowInstance', newId()))).text).toBe('数据不存在或无权查看');
  });
  it('go out as BPMN and come back into the flow they are read into', async () => {
    const boss = await at.as('boss');
    const text = flow('xOut', '外发', [approve('one', ['shenjie'])]);
    const { xml } = await exportCall(boss, { text });
    const back = await importCall(boss, { xml, flow: 'xOther', object: 'purchaseOrder' });
    expect(back.text).toEqual({ ...text, flow: 'xOther' });
    expect((await refusal(exportCall(boss, { text: { ...text, nodes: [] } }))).text).toBe(
      '审批单据的流程至少要有一个审批节点',
    );
    const sub = xml.replace('<bpmn:startEvent', '<bpmn:subProcess id="s" /><bpmn:startEvent');
    const refused = importCall(boss, { xml: sub, flow: 'xOther', object: 'purchaseOrder' });
    expect((await refusal(refused)).text).toBe('不支持的BPMN元素：subProcess');
  });
  it('are told at a publish of people who left and roles nobody has', async () => {
    const text = flow('xGone', '外发', [
      approve('one', ['nobody' as Who], { limit: { hours: 1, over: 'pass' } }),
      { node: 'two', title: 'two', sort: 'cc', who: [{ by: 'role', roles: ['driver'] }] },
    ]);
    const found = await flowProblems(await at.as('boss'), [{ id: 'flow:xGone', sort: 'flow', after: text as never }]);
    expect(found.map((problem) => [problem.document, problem.text, problem.level ?? 'error'])).toEqual([
      ['flow:xGone', '指定人员「nobody」已停用', 'error'],
      ['flow:xGone', '自动通过未启用（flow.autoPass=0），节点「one」不能设置超时自动通过', 'error'],
      ['flow:xGone', '角色「driver」没有成员', 'warn'],
    ]);
  });
  it('name people by login and roles by code, as far as they are in use', async () => {
    const people = await peopleCall(await at.as('boss'), { keyword: '沈', named: ['xumin'] });
    expect(people.users.map((user) => [user.code, user.name])).toEqual([
      ['xumin', '许敏'],
      ['shenjie', '沈洁'],
    ]);
    expect(people.roles.find((role) => role.code === 'inspector')?.members).toBe(2);
  });
});

describe('others', () => {
  it('are told nothing: a foreign task is as one that is not there, and a role without the right is refused', async () => {
    const doc = await submitted('或签');
    const mine = await at.task('shenjie', doc);
    const body = { taskId: mine?.id, version: mine?.version, act: 'agree' };
    const { handleCall } = await import('../../../server/workflow/calls');
    const foreign = await refusal(handleCall(await at.as('sunli'), body));
    const missing = await refusal(handleCall(await at.as('sunli'), { ...body, taskId: newId() }));
    expect([foreign.code, foreign.text]).toEqual([missing.code, missing.text]);
    expect((await refusal(at.onInstance('sunli', doc, 'withdraw'))).text).toBe('只能由发起人撤回');
    expect((await refusal(at.onInstance('sunli', doc, 'terminate', { reason: '停' }))).text).toBe(
      '只能由流程管理员终止',
    );
    await at.onInstance('boss', doc, 'terminate', { reason: '停' });
    expect(await at.doc(doc)).toMatchObject({ flowStatus: '90', auditStatus: '1' });
  });

  it('get it by transfer with a reason, or by the administrator', async () => {
    const doc = await submitted('时限');
    expect((await refusal(at.handle('shenjie', doc, 'transfer', { to: [at.id('qianli')] }))).text).toBe(
      '请填写转办原因',
    );
    await at.handle('shenjie', doc, 'transfer', { to: [at.id('qianli')], opinion: '出差' });
    expect(await open(doc)).toEqual([at.id('qianli')]);
    await at.onInstance('boss', doc, 'reassign', { from: at.id('qianli'), to: at.id('gaofeng'), reason: '休假' });
    expect(await open(doc)).toEqual([at.id('gaofeng')]);
    await at.handle('gaofeng', doc, 'agree');
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '2' });
  });
});
