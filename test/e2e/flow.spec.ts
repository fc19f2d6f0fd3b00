/**
 * An order of the demo factory on its way through approval: 许敏 submits, it stands still, 周敏 answers from her list and in the document.
 * The tests are one story and run in order.
 */
import { expect, type Page, test } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { button, faultsOf, front, go, openAs, openMenu, row, startFactory } from './support';

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
  const material = records.find((one) => one.code === 'MT-12');
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
  await head.waitForTimeout(200);
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
  await buyer.waitForTimeout(3_000);
  await button(front(buyer), '提交审批').click();
  await expect(front(buyer)).toContainText('审批中');
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
