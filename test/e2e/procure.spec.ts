/**
 * 100 motors into stock (domain 40 §8): 许敏 asks for them and orders, 周敏 audits, 周涛 receives by the order's code, 赵敏 finds 4 bad,
 * 周涛 sends the 4 back and the order waits for 4 again. The tests are one story and run in order.
 */
import { expect, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { differences, found } from './plant';
import {
  answered,
  auditedByHand,
  button,
  cell,
  choose,
  confirm,
  dialog,
  field,
  front,
  openAs,
  openMenu,
  pageTab,
  pickOne,
  row,
  rowAction,
  saved,
  scheme,
  startFactory,
  test,
  typeCell,
  typeDate,
} from './support';

test.describe.configure({ mode: 'serial' });
const factory = startFactory();
let admin: Client;
let buyer: Page;
let head: Page;
let keeper: Page;
let inspector: Page;
let apply = '';
let order: Wire = {};
let receipt: Wire = {};
/** 合格 and 不合格 motors on hand before */
let before: Readonly<Record<string, number>> = {};

test.beforeAll(async ({ browser }) => {
  admin = await factory.client('admin');
  await auditedByHand(admin, 'purchaseOrder');
  buyer = await openAs(browser, factory, 'xumin');
  head = await openAs(browser, factory, 'zhoumin');
  keeper = await openAs(browser, factory, 'zhoutao');
  inspector = await openAs(browser, factory, 'zhaomin');
  before = await motors();
});
test.afterAll(async () => {
  for (const page of [buyer, head, keeper, inspector]) await page?.context().close();
});

const daysAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const newest = async (object: string): Promise<Wire> => {
  const { records } = await admin.list(object, { current: 1, size: 1 });
  return admin.one(object, String(records[0]?.id));
};
/** MT-12 on hand by quality */
const motors = async (): Promise<Readonly<Record<string, number>>> => {
  const { records } = await admin.list('stockBalance', { scheme: 'stocked', current: 1, size: 200 });
  const sums: Record<string, number> = {};
  for (const { material, qualityStatus, qty } of records)
    if (material === 'MT-12') sums[String(qualityStatus)] = (sums[String(qualityStatus)] ?? 0) + Number(qty);
  return sums;
};
const more = async (quality: string): Promise<number> => ((await motors())[quality] ?? 0) - (before[quality] ?? 0);
const save = async (page: Page): Promise<void> => {
  await button(front(page), '保存').click();
  await saved(page);
};

test('许敏 asks for 100 motors, 周敏 audits', async () => {
  await openMenu(buyer, '采购申请');
  await button(front(buyer), '新增').click();
  await expect(pageTab(buyer, '新增采购申请')).toHaveAttribute('aria-selected', 'true');
  await typeDate(buyer, '需求日期', daysAhead(12));
  await typeCell(buyer, 'material', 0, 'MT-12');
  await expect(cell(buyer, 'materialName', 0)).toHaveText('电机');
  await typeCell(buyer, 'qty', 0, '100');
  await save(buyer);
  apply = String((await newest('purchaseApply')).nbr);
  await openMenu(head, '采购申请');
  await rowAction(head, row(head, apply), '审核');
  await confirm(head, apply);
  await expect(row(head, apply)).toHaveCount(0);
});

test('许敏 makes it an order of 恒力电机, 周敏 audits', async () => {
  await openMenu(buyer, '采购申请');
  await scheme(buyer, /待采购/);
  await rowAction(buyer, row(buyer, apply), '下推采购');
  await expect(row(dialog(buyer), 'MT-12').getByRole('textbox')).toHaveValue('100');
  await button(dialog(buyer), '确定').click();
  await expect(pageTab(buyer, '新增采购订单')).toHaveAttribute('aria-selected', 'true');
  await expect(cell(buyer, 'qty', 0)).toHaveText('100');
  await expect(front(buyer)).toContainText('恒力电机');
  await save(buyer);
  order = await newest('purchaseOrder');
  await openMenu(head, '采购订单');
  await rowAction(head, row(head, String(order.nbr)), '审核');
  await confirm(head, String(order.nbr));
  await expect(row(head, String(order.nbr))).toHaveCount(0);
  expect(await admin.one('purchaseApply', String((await found(admin, 'purchaseApply', apply)).id))).toMatchObject({
    docStatus: '60',
  });
});

test('周涛 scans the order and receives 100, which wait for their check', async () => {
  await button(keeper, '扫码').click();
  await dialog(keeper).getByLabel('扫码').fill(String(order.nbr));
  await keeper.keyboard.press('Enter');
  await expect(pageTab(keeper, new RegExp(String(order.nbr)))).toHaveAttribute('aria-selected', 'true');
  await button(front(keeper), '下推入库').click();
  await button(dialog(keeper), '确定').click();
  await expect(pageTab(keeper, '新增采购入库')).toHaveAttribute('aria-selected', 'true');
  await pickOne(keeper, '收货仓库', 'CK01');
  await save(keeper);
  await answered(keeper, 'act/audit', async () => {
    await button(front(keeper), '审核').click();
    await button(dialog(keeper), '确定').click();
  });
  receipt = await newest('purchaseIn');
  expect(receipt).toMatchObject({ docStatus: '30' });
  expect(await more('2')).toBe(100);
  expect(await more('1')).toBe(0);
});

test('赵敏 sorts 96 good and 4 bad', async () => {
  await openMenu(inspector, '来料检验');
  await rowAction(inspector, row(inspector, 'MT-12', '100'), '编辑');
  await expect(pageTab(inspector, /^来料检验 LLJY/)).toHaveAttribute('aria-selected', 'true');
  await choose(inspector, front(inspector), '判定', '挑选');
  await field(inspector, '合格').fill('96');
  await inspector.keyboard.press('Tab');
  await expect(field(inspector, '不合格')).toHaveValue('4');
  await save(inspector);
  await openMenu(inspector, '来料检验');
  await rowAction(inspector, row(inspector, 'MT-12', '100', '检验中'), '判定');
  await confirm(inspector, '判定合格96、不合格4，是否继续？');
  await expect.poll(() => more('1')).toBe(96);
  expect([await more('2'), await more('3')]).toEqual([0, 4]);
  expect(await admin.one('purchaseIn', String(receipt.id))).toMatchObject({ docStatus: '60' });
});

test('周涛 sends the 4 back for others, and the order waits for 4', async () => {
  await openMenu(keeper, '采购入库');
  await scheme(keeper, '全部');
  await rowAction(keeper, row(keeper, String(receipt.nbr)), '下推退货');
  await expect(row(dialog(keeper), 'MT-12').getByRole('textbox')).toHaveValue('4');
  await button(dialog(keeper), '确定').click();
  await expect(pageTab(keeper, '新增采购退货')).toHaveAttribute('aria-selected', 'true');
  await choose(keeper, front(keeper), '退货方式', '补货');
  await choose(keeper, front(keeper), '退货原因', '来料不良');
  await save(keeper);
  await answered(keeper, 'act/audit', async () => {
    await button(front(keeper), '审核').click();
    await button(dialog(keeper), '确定').click();
  });
  expect(await more('3')).toBe(0);
  const { docStatus, items } = await admin.one('purchaseOrder', String(order.id));
  expect([docStatus, (items as readonly Wire[])[0]]).toMatchObject([
    '20',
    { receivedQty: 100, returnQty: 4, openQty: 4 },
  ]);
  expect(await differences(admin)).toEqual([]);
});
