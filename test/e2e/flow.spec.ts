/**
 * An order of the demo factory on its way through approval: 许敏 submits, it stands still, 周敏 answers from her list and in the document.
 * Then the administrator draws a flow of his own, and the next order takes it. The tests are one story and run in order.
 */
import { expect, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { answer, properties, safe, setChoice, typeCode } from './designing';
import {
  answered,
  button,
  dialog,
  faultsOf,
  front,
  go,
  listOf,
  openAs,
  openMenu,
  pressUntil,
  row,
  startFactory,
  test,
} from './support';

test.describe.configure({ mode: 'serial' });
const factory = startFactory();
let admin: Client;
let buyer: Page;
let head: Page;
let order = { id: '', nbr: '' };

test.beforeAll(async ({ browser }) => {
  admin = await factory.client('admin');
  buyer = await openAs(browser, factory, 'xumin');
  head = await openAs(browser, factory, 'zhoumin');
  const [supplier] = (await admin.list('supplier')).records;
  const { records } = await admin.list('material');
  const material = records.find((record) => record.code === 'MT-12');
  const saved = await (await factory.client('xumin')).must<{ id: string; record: Wire }>(
    '/lcdp/data/purchaseOrder/save',
    {
      record: {
        supplierId: supplier?.id,
        needBy: '2027-01-20',
        items: [{ materialId: material?.id, unitId: material?.unitId, qty: 10, price: 38.5, needDate: '2027-01-20' }],
      },
      token: crypto.randomUUID(),
    },
  );
  order = { id: saved.id, nbr: String(saved.record.nbr) };
});
test.afterAll(async () => {
  for (const page of [buyer, head]) await page?.context().close();
});

const detail = async (page: Page): Promise<void> => {
  await go(page, factory, `/oms/purchase/order/detail?id=${order.id}`);
};
const stored = (): Promise<Wire> => admin.one('purchaseOrder', order.id);

test('许敏 submits: the order waits for 周敏 and cannot be changed', async () => {
  await detail(buyer);
  await expect(button(front(buyer), '审核')).toHaveCount(0);
  await button(front(buyer), '提交审批').click();
  await expect(front(buyer)).toContainText('审批中');
  await expect(button(front(buyer), '编辑')).toHaveCount(0);
  await front(buyer).getByRole('tab', { name: '审批轨迹' }).click();
  await expect(front(buyer)).toContainText('普通采购');
  await expect(front(buyer)).toContainText('等待 周敏（部门负责人） 处理');
  expect(await stored()).toMatchObject({ auditStatus: '1', flowStatus: '30' });
});

test('周敏 finds it among what waits for her, and sends it back to its maker with a reason', async () => {
  await openMenu(head, '待办审批');
  await expect(front(head)).toContainText(order.nbr);
  await detail(head);
  const bar = head.getByRole('region', { name: '审批' });
  await bar.getByRole('button', { name: '驳回' }).click();
  await expect(head.getByText('请填写驳回原因')).toBeVisible();
  await bar.getByLabel('意见').fill('价格偏高');
  await expect(head.getByText('请填写驳回原因')).toHaveCount(0);
  await bar.getByRole('button', { name: '驳回' }).click();
  await expect(front(head)).toContainText('审核驳回');
  await expect(bar).toHaveCount(0);
  expect(await stored()).toMatchObject({ auditStatus: '3', flowStatus: '70' });
});

test('许敏 changes it, submits again and takes it back', async () => {
  const { version } = await stored();
  const saved = await (await factory.client('xumin')).save('purchaseOrder', {
    id: order.id,
    version,
    remark: '已议价',
  });
  expect(saved.code).toBe(200);
  await detail(buyer);
  await expect(front(buyer)).toContainText('待审核');
  await button(front(buyer), '提交审批').click();
  await expect(front(buyer)).toContainText('审批中');
  await front(buyer).getByRole('button', { name: '更多操作' }).click();
  await buyer.getByRole('menuitem', { name: '撤回' }).click();
  await expect(front(buyer)).toContainText('已撤回');
  expect(await stored()).toMatchObject({ auditStatus: '1', flowStatus: '80' });
  await expect(button(front(buyer), '提交审批')).toBeVisible();
  await pressUntil(
    () => button(front(buyer), '提交审批').click(),
    () => front(buyer).getByText('审批中').first().isVisible(),
  );
});

test('周敏 agrees with the keyboard: the order is audited in her name', async () => {
  await detail(head);
  const bar = head.getByRole('region', { name: '审批' });
  await bar.getByLabel('意见').fill('同意');
  await bar.getByLabel('意见').press('Control+Enter');
  await expect(front(head)).toContainText('已审核');
  await expect(front(head)).toContainText('已通过');
  expect(await stored()).toMatchObject({ auditStatus: '2', flowStatus: '60' });
  await go(head, factory, '/systemset/workflowset/taskDone');
  await expect(row(front(head), order.nbr).first()).toContainText('同意');
  for (const page of [buyer, head]) expect(faultsOf(page)).toEqual([]);
});

test('an administrator draws a flow with a branch and publishes it; the next urgent order takes it', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const boss = await openAs(browser, factory, 'admin');
  await openMenu(boss, '流程模型');
  await button(front(boss), '新建流程').click();
  await answer(boss, '绑定单据', '采购订单');
  await dialog(boss).getByLabel('流程名称').fill('加急采购');
  await typeCode(boss, 'xUrgent');
  await button(dialog(boss), '确定').click();
  const canvas = boss.getByRole('application', { name: '流程图' });
  await expect(canvas).toContainText('发起人的部门负责人');
  // a branch behind the head of the department; its first way has a condition and the general manager
  await button(boss, '条件分支').click();
  // no document comes to it yet, and the branch has no condition
  await expect(boss.getByRole('button', { name: '2 个问题' })).toBeVisible();
  await canvas.getByRole('button', { name: /^分支1/ }).click();
  await properties(boss).getByLabel('分支名称').fill('大额');
  await boss.keyboard.press('Enter');
  await properties(boss).locator('[data-key=when] .cm-content').click();
  await boss.keyboard.type('amount > 100000');
  await boss.keyboard.press('Enter');
  await expect(canvas.getByRole('button', { name: /^大额/ })).toContainText('金额 > 100000');
  await button(boss, '审批').click();
  await setChoice(boss, '处理人来源：添加', '角色');
  await properties(boss).getByLabel('处理人来源的角色').and(boss.locator('input')).focus();
  await boss.keyboard.type('总经理');
  await listOf(boss).getByText('总经理').filter({ visible: true }).first().click();
  await boss.keyboard.press('Escape');
  await expect(canvas).toContainText('角色 总经理');
  await expect(boss.getByRole('button', { name: '1 个问题' })).toBeVisible();
  // who agrees first attaches a paper
  await canvas.getByRole('button', { name: /^部门负责人/ }).click();
  await properties(boss).getByRole('switch', { name: '附件必传' }).click();
  // which orders it is for
  await canvas.click({ position: { x: 12, y: 12 } });
  await button(properties(boss), '+ 条件').click();
  await properties(boss).locator('[data-key=binds] .cm-content').click();
  await boss.keyboard.press('Control+A');
  await boss.keyboard.type("remark == '加急'");
  await boss.keyboard.press('Enter');
  await expect(boss.getByRole('button', { name: '没有问题' })).toBeVisible();
  await safe(boss);
  await boss.getByRole('tab', { name: 'BPMN 图' }).click();
  await expect(boss.getByRole('img', { name: '流程图' })).toContainText('部门负责人');
  await button(boss, '发布').click();
  await boss.getByPlaceholder('这次改了什么，为什么改').fill('加急的先走');
  const sent = await answered(boss, '/design/publish', () => boss.getByRole('button', { name: /^发布 v/ }).click());
  expect(((await sent.json()) as { code: number }).code).toBe(200);
  // the side that was shown is shown again
  await expect(boss.getByRole('tab', { name: 'BPMN 图' })).toHaveAttribute('aria-selected', 'true');
  await boss.getByRole('tab', { name: '流程', exact: true }).click();
  await expect(canvas).toContainText('角色 总经理');
  const worker = await factory.client('xumin');
  const old = await admin.one('purchaseOrder', order.id);
  const [line] = old.items as Wire[];
  const urgent = () =>
    worker.must<{ id: string; record: Wire }>('/lcdp/data/purchaseOrder/save', {
      record: {
        supplierId: old.supplierId,
        needBy: '2027-01-20',
        remark: '加急',
        items: [
          { materialId: line?.materialId, unitId: line?.unitId, qty: 1, price: line?.price, needDate: '2027-01-20' },
        ],
      },
      token: crypto.randomUUID(),
    });
  const saved = await urgent();
  // the worker finds where to begin, submits, and the manager agrees
  await go(buyer, factory, '/systemset/workflowset/startProcess');
  await expect(front(buyer)).toContainText('加急采购');
  await go(buyer, factory, `/oms/purchase/order/detail?id=${saved.id}`);
  await button(front(buyer), '提交审批').click();
  await front(buyer).getByRole('tab', { name: '审批轨迹' }).click();
  await expect(front(buyer)).toContainText('加急采购');
  await expect(front(buyer).locator('[data-node=head][data-look=current]').first()).toBeVisible();
  await go(head, factory, `/oms/purchase/order/detail?id=${saved.id}`);
  const bar = head.getByRole('region', { name: '审批' });
  await bar.getByLabel('意见').fill('同意');
  await bar.getByLabel('意见').press('Control+Enter');
  await expect(head.getByText('请上传附件')).toBeVisible();
  const paper = bar.getByRole('group', { name: '附件（必传）' });
  await paper
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '比价表.txt', mimeType: 'text/plain', buffer: Buffer.from('三家比价') });
  await expect(paper.getByRole('button', { name: '比价表.txt', exact: true })).toBeVisible();
  // another one waits: it is one key away
  const second = await urgent();
  await worker.must('/lcdp/data/purchaseOrder/act/submit', {
    targets: [{ id: second.id, version: second.record.version }],
    token: crypto.randomUUID(),
  });
  await bar.getByLabel('意见').press('Control+Enter');
  await expect(front(head)).toContainText('已审核');
  expect(await admin.one('purchaseOrder', saved.id)).toMatchObject({ auditStatus: '2', flowStatus: '60' });
  await front(head).getByRole('tab', { name: '审批轨迹' }).click();
  await expect(front(head).getByRole('list', { name: '轨迹' })).toContainText('比价表.txt');
  await expect(front(head).getByRole('list', { name: '流程', exact: true })).toContainText(/部门负责人.*用时 \d/);
  const next = head.getByRole('region', { name: '下一条待办' });
  await expect(next).toContainText(/已处理，还有\d条待办/);
  const way = next.getByRole('button', { name: /^处理下一条/ });
  const nbr = ((await way.textContent()) ?? '').replace(/^.* /, '');
  expect(nbr).not.toBe(saved.record.nbr);
  await way.press('Enter');
  await expect(front(head).getByRole('heading', { level: 1 })).toContainText(nbr);
  await expect(head.getByRole('region', { name: '审批' })).toBeVisible();
  for (const page of [boss, buyer, head]) expect(faultsOf(page)).toEqual([]);
  await boss.context().close();
});
