/** 北辰 sends 2 of its 40 actuators back: 蒋磊, who has no customers of his own, scans the two and takes them in to be inspected (40 §7.3). */
import { expect, type Page } from '@playwright/test';
import { type Client, newId, type Wire } from '../support/client';
import { type DemoServer, startDemo } from './databases';
import { acted, differences, found, savedAs } from './plant';
import {
  answered,
  button,
  choose,
  dialog,
  factoryOn,
  front,
  openAs,
  openMenu,
  pageTab,
  pickOne,
  row,
  rowAction,
  saved,
  scheme,
  test,
} from './support';

test.describe.configure({ mode: 'serial' });
let server: DemoServer | undefined;
const factory = factoryOn(() => server);
let store: Page;
let admin: Client;
let shipped: Wire;
/** numbers of the 40 */
const pieces = Array.from({ length: 40 }, (_, n) => `260114${String(n + 1).padStart(4, '0')}`);
const lines = (record: Wire): readonly Wire[] => record.items as readonly Wire[];
/** what a delivery still has out there */
const outOf = (record: Wire): readonly string[] => (lines(record)[0]?.outSerials ?? []) as readonly string[];
/** 40 pieces come into the store and go to 北辰 on its order. */
const delivered = async (numbers: readonly string[]): Promise<Wire> => {
  const { id: materialId, unitId } = await found(admin, 'material', 'LA-100');
  const { id: warehouseId } = await found(admin, 'warehouse', 'CK03');
  const items = numbers.map((batchNbr) => ({ id: newId(), materialId, unitId, qty: 1, batchNbr }));
  const receipt = await savedAs(admin, 'otherReceipt', { kind: '6', reason: '补录', warehouseId, items });
  await acted(admin, 'otherReceipt', receipt.id, 'audit');
  const { records } = await admin.list('salesOrder', { current: 1, size: 50 });
  const order = await admin.one('salesOrder', String(records.find(({ customerPo }) => customerPo === 'BC-26018')?.id));
  const target = { id: order.id, version: order.version, rows: [{ id: lines(order)[0]?.id, ask: { qty: 40 } }] };
  const call = { targets: [target], accept: [], token: newId() };
  const pushed = await admin.must<Wire>('/lcdp/data/salesOrder/act/toDelivery', call);
  const [draft] = pushed.records as readonly Wire[];
  const { id } = await savedAs(admin, 'delivery', { ...draft, warehouseId });
  await acted(admin, 'delivery', id, 'suggest');
  await acted(admin, 'delivery', id, 'audit');
  return admin.one('delivery', String(id));
};

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  server = await startDemo();
  admin = await factory.client('admin');
  shipped = await delivered(pieces);
  store = await openAs(browser, factory, 'jianglei');
});
test.afterAll(async () => {
  await store?.close();
  await server?.drop();
});

test('蒋磊 pushes a return of 2 and scans the pieces that came back', async () => {
  await openMenu(store, '销售发货');
  await scheme(store, /未签收/);
  await rowAction(store, row(store, String(shipped.nbr)), '下推退货');
  await row(dialog(store), 'LA-100').getByRole('textbox').fill('2');
  await button(dialog(store), '确定').click();
  await expect(pageTab(store, '新增销售退货')).toHaveAttribute('aria-selected', 'true');
  await choose(store, front(store), '处理方式', '换货');
  await choose(store, front(store), '退货原因', '错发');
  await pickOne(store, '退入仓库', 'CK03');
  await button(front(store), '保存').click();
  await expect(front(store)).toContainText('请填写序列号');
  await button(front(store), '扫码').click();
  const box = store.getByRole('textbox', { name: '扫码加入' });
  const said = front(store).getByRole('status').filter({ hasText: '第10行' });
  await box.fill(pieces[0] ?? '');
  await box.press('Enter');
  await expect(said).toContainText(`${pieces[0]} 第10行 1件`);
  await box.fill(pieces[0] ?? '');
  await box.press('Enter');
  await expect(said).toContainText(`「${pieces[0]}」已在第10行`);
  await box.fill(pieces[1] ?? '');
  await box.press('Enter');
  await expect(said).toContainText(`${pieces[1]} 第10行 2件`);
  await button(front(store), '保存').click();
  await saved(store);
  await answered(store, 'act/audit', async () => {
    await button(front(store), '审核').click();
    await button(dialog(store), '确定').click();
  });
  const { records } = await admin.list('salesReturn', { current: 1, size: 1 });
  const back = await admin.one('salesReturn', String(records[0]?.id));
  expect(back).toMatchObject({ docStatus: '60', customerId: shipped.customerId });
  expect(lines(back)).toMatchObject([{ qty: 2, qualityStatus: '2' }]);
  expect(outOf(await admin.one('delivery', String(shipped.id)))).toEqual(outOf(shipped).slice(2));
  expect(await differences(admin)).toEqual([]);
});
