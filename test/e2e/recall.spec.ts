/**
 * A recall (40 §10.3, §10.4): 高峰 follows what was delivered to 北辰, freezes all of it with one record; 林悦 prints the letter, writes down
 * that the customer knows; 高峰 releases it again.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { type Client, newId, type Wire } from '../support/client';
import { type DemoServer, startDemo } from './databases';
import { acted, differences, found, savedAs } from './plant';
import {
  answered,
  button,
  dialog,
  factoryOn,
  faultsOf,
  front,
  move,
  openAs,
  openMenu,
  row,
  rowAction,
  scheme,
  test,
} from './support';

test.describe.configure({ mode: 'serial' });
let server: DemoServer | undefined;
const factory = factoryOn(() => server);
let quality: Page;
let admin: Client;
let shipped: Wire;
let record: Wire;
const lines = (of: Wire, tab = 'items'): readonly Wire[] => of[tab] as readonly Wire[];
/** 45 come into the store, 40 of them go to 北辰 */
const pieces = Array.from({ length: 45 }, (_, n) => `260115${String(n + 1).padStart(4, '0')}`);
const delivered = async (): Promise<Wire> => {
  const { id: materialId, unitId } = await found(admin, 'material', 'LA-100');
  const { id: warehouseId } = await found(admin, 'warehouse', 'CK03');
  const items = pieces.map((batchNbr) => ({ id: newId(), materialId, unitId, qty: 1, batchNbr }));
  const receipt = await savedAs(admin, 'otherReceipt', { kind: '6', reason: '补录', warehouseId, items });
  await acted(admin, 'otherReceipt', receipt.id, 'audit');
  const { records } = await admin.list('salesOrder', { current: 1, size: 50 });
  const order = await admin.one('salesOrder', String(records.find(({ customerPo }) => customerPo === 'BC-26018')?.id));
  const target = { id: order.id, version: order.version, rows: [{ id: lines(order)[0]?.id, ask: { qty: 40 } }] };
  const call = { targets: [target], accept: [], token: newId() };
  const pushed = await admin.must<Wire>('/lcdp/data/salesOrder/act/toDelivery', call);
  const { id } = await savedAs(admin, 'delivery', { ...(pushed.records as readonly Wire[])[0], warehouseId });
  await acted(admin, 'delivery', id, 'suggest');
  await acted(admin, 'delivery', id, 'audit');
  return admin.one('delivery', String(id));
};
const scan = async (page: Page, text: string): Promise<void> => {
  const line = page.getByRole('textbox', { name: '追溯对象' }).locator('visible=true');
  await line.fill(text);
  await answered(page, '/gongdan/trace/graph', () => line.press('Enter'));
};
const tab = (page: Page, name: string): Locator => front(page).getByRole('tab', { name: new RegExp(`^${name}`) });
const openFreezes = async (page: Page): Promise<void> => {
  await openMenu(page, '库存查询');
  await move(page, '/oms/stoke/inventoryQuery/index?view=freeze');
  await scheme(page, /召回/);
};

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  server = await startDemo();
  admin = await factory.client('admin');
  shipped = await delivered();
  quality = await openAs(browser, factory, 'gaofeng');
});
test.afterAll(async () => {
  await quality?.close();
  await server?.drop();
});

test('高峰 scans the delivery and freezes what went with it', async () => {
  await openMenu(quality, '物料追溯');
  await scan(quality, String(shipped.nbr));
  const graph = front(quality).getByTestId('trace-graph');
  await expect(graph.getByRole('button', { name: /^同类40个/ })).toBeVisible();
  // who may not see sales knows that they went, and not to whom
  await expect(graph.getByRole('button', { name: /^客户/ })).toContainText('40');
  await graph.getByRole('textbox', { name: '图中查找' }).fill('2601150007');
  await graph.getByRole('textbox', { name: '图中查找' }).press('Enter');
  await expect(graph.getByRole('button', { name: /^同类40个/ })).toHaveAttribute('aria-pressed', 'true');
  await button(front(quality), '展开').click();
  await expect(graph.getByRole('button', { name: /^2601150007/ })).toBeVisible();
  await button(graph, '全部收起').click();
  await expect(graph.getByRole('button', { name: /^同类40个/ })).toBeVisible();
  await tab(quality, '已发客户').click();
  await expect(row(quality, '电动推杆')).toContainText('40');
  await expect(row(quality, '电动推杆')).not.toContainText('北辰');
  await button(quality, '一键冻结').click();
  const asked = dialog(quality);
  await expect(asked).toContainText('将锁定40个批次，合格库存0全部转为冻结，已发出40');
  await expect(button(asked, '确定')).toBeDisabled();
  await asked.getByRole('textbox', { name: '冻结原因' }).fill('密封圈漏油');
  await answered(quality, '/gongdan/trace/freezeAll', () => asked.getByRole('button', { name: /确\s*定/ }).click());
  await tab(quality, '冻结记录').click();
  await expect(row(quality, '密封圈漏油')).toContainText('召回冻结');
  await tab(quality, '已发客户').click();
  await expect(row(quality, '电动推杆')).toContainText('未通知');
  const { records } = await admin.list('freezeRecord', { current: 1, size: 1 });
  record = await admin.one('freezeRecord', String(records[0]?.id));
  expect(record).toMatchObject({ kind: '2', docStatus: '30', frozenQty: 0 });
  expect(lines(record)).toHaveLength(40);
});

test('what lies in a store stands behind its lot; the picture is moved by keys', async () => {
  await scan(quality, pieces.at(-1)!);
  const graph = front(quality).getByTestId('trace-graph');
  const lot = graph.getByRole('button', { name: new RegExp(`^${pieces.at(-1)}`) });
  await expect(graph.getByRole('button', { name: /^成品仓.*合格.*1/ })).toBeVisible();
  await expect(graph.getByRole('list', { name: '图例' })).toContainText('库存');
  await expect(graph.getByRole('img', { name: '缩略图' })).toBeHidden();
  await lot.focus();
  for (let n = 0; n < 4; n++) await quality.keyboard.press('+');
  for (let n = 0; n < 12; n++) await quality.keyboard.press('ArrowRight');
  await expect(graph.getByRole('img', { name: '缩略图' })).toBeVisible();
  await button(graph, '适合窗口').click();
  await expect(lot).toBeVisible();
  await lot.click();
  const facts = front(quality).getByRole('complementary', { name: '详情' });
  await expect(facts).toContainText('未冻结');
  await button(facts, '反向追溯').click();
  // the other page stands in front when nothing of this one is chosen any more
  await expect(facts).toBeHidden();
  await expect(
    front(quality)
      .getByRole('complementary')
      .filter({ hasText: pieces.at(-1)! }),
  ).toBeVisible();
  await openMenu(quality, '物料追溯');
  await scan(quality, String(shipped.nbr));
});

test('林悦 prints the letter to 北辰 and notes when it was told', async ({ browser }) => {
  const seller = await openAs(browser, factory, 'linyue');
  await openFreezes(seller);
  await rowAction(seller, row(seller, String(record.nbr)), '查看');
  await button(dialog(seller), '打印召回函').click();
  const preview = seller.getByRole('dialog').filter({ has: seller.getByRole('button', { name: '导出PDF' }) });
  const letter = preview.getByRole('img', { name: '第 1 页', exact: true });
  await expect(letter).toContainText('产品召回通知函');
  await expect(letter).toContainText(/致：北辰医疗器械/);
  await expect(letter).toContainText('密封圈漏油');
  await expect(letter).toContainText(/40 .+（已发 40，已退回 0）/);
  await expect(letter).toContainText(String(shipped.nbr));
  await button(preview, '关闭').click();
  await expect(preview).toBeHidden();
  expect(faultsOf(seller)).toEqual([]);
  await seller.close();
  // told by telephone while the letter is on its way
  const client = await factory.client('linyue');
  const { id, version, notices } = await client.one('freezeRecord', String(record.id));
  const rows = (notices as readonly Wire[]).map((notice) => ({
    id: notice.id,
    ask: { sentAt: '2026-01-15 15:00:00' },
  }));
  const call = { targets: [{ id, version, rows }], accept: [], token: newId() };
  await client.must('/lcdp/data/freezeRecord/act/notify', call);
});

test('高峰 sees that the customer knows, and ends the recall', async () => {
  await button(quality, '刷新').click();
  await expect(row(quality, '电动推杆')).toContainText('已通知');
  await openFreezes(quality);
  await rowAction(quality, row(quality, String(record.nbr)), '全部解冻');
  await dialog(quality).getByRole('textbox', { name: '解冻原因' }).fill('复检合格');
  await answered(quality, 'act/releaseAll', () => button(dialog(quality), '确定').click());
  expect(await admin.one('freezeRecord', String(record.id))).toMatchObject({ docStatus: '60' });
  expect(await differences(admin)).toEqual([]);
  expect(faultsOf(quality)).toEqual([]);
});
