/**
 * The main job of the product in a real browser: 许敏 orders 200 lines, 周敏 audits, 周涛 receives them into stock and takes the receipt
 * back. The tests are one story and run in order.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import Big from 'big.js';
import type { Client, Wire } from '../support/client';
import {
  answered,
  auditedByHand,
  button,
  cell,
  confirm,
  dialog,
  faultsOf,
  field,
  front,
  go,
  openAs,
  openMenu,
  pageTab,
  pickOne,
  row,
  rowAction,
  rowActions,
  saved,
  scheme,
  startFactory,
  test,
  typeCell,
  typeDate,
  typeInDialog,
} from './support';

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
const factory = startFactory();

const SUPPLIER = '恒力电机';
/** picked by hand, with their quantities */
const PICKED = [
  ['MT-12', 10],
  ['MT-24', 20],
  ['LS-100', 30],
] as const;
const PASTED = ['GEAR-32', 'BR-608', 'PA66', 'SC-M4', 'NT-M4', 'CTN-20', 'AC-10M', 'KIT-01'] as const;
const ROWS = 200;
/** 含税单价 13 %, as an Excel sheet has it */
const lines = Array.from({ length: ROWS - PICKED.length }, (_, n) => ({
  code: PASTED[n % PASTED.length]!,
  qty: n + 1,
  taxPrice: (1 + (n % 30) / 10).toFixed(2),
}));

let admin: Client;
/** 许敏's, 周敏's and 周涛's browsers */
let buyer: Page;
let head: Page;
let keeper: Page;
let order = { id: '', nbr: '' };
let receipt = { id: '', nbr: '' };

test.beforeAll(async ({ browser }) => {
  admin = await factory.client('admin');
  await auditedByHand(admin, 'purchaseOrder');
  buyer = await openAs(browser, factory, 'xumin');
  head = await openAs(browser, factory, 'zhoumin');
  keeper = await openAs(browser, factory, 'zhoutao');
});
test.afterAll(async () => {
  for (const page of [buyer, head, keeper]) await page?.context().close();
});

const daysAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? '';
/** 采购订单 CGDD… → CGDD… */
const numberIn = async (tab: Locator): Promise<string> =>
  ((await tab.textContent()) ?? '').trim().split(' ').at(-1) ?? '';
const num = (value: unknown): number => Number(value);
const sum = (rows: readonly Wire[], of: (row: Wire) => number): number =>
  rows.reduce((total, row) => total.plus(of(row)), new Big(0)).toNumber();
const rowsOf = (record: Wire): readonly Wire[] => record.items as readonly Wire[];

test('许敏 enters a purchase order of 200 rows', async () => {
  await openMenu(buyer, '采购订单');
  await button(front(buyer), '新增').click();
  await expect(pageTab(buyer, '新增采购订单')).toHaveAttribute('aria-selected', 'true');

  await test.step('the supplier from the selection window brings its facts', async () => {
    await pickOne(buyer, '供应商', 'GYS0001');
    await expect(front(buyer)).toContainText(SUPPLIER);
    await expect(field(buyer, '联系人')).toHaveValue('何建国');
    await expect(field(buyer, '联系电话')).toHaveValue('0512-55500126');
  });
  await test.step('a day is what was typed', () => typeDate(buyer, '最迟到货', daysAhead(20)));

  await test.step('three rows from the window that picks many', async () => {
    await button(front(buyer), '添加').click();
    for (const [code] of PICKED) {
      await typeInDialog(buyer, code);
      await expect(dialog(buyer).getByRole('complementary')).toContainText(code);
    }
    await button(dialog(buyer), `加入 ${PICKED.length} 行`).click();
    await expect(front(buyer)).toContainText(`采购明细${PICKED.length} 行`);
    await expect(cell(buyer, 'materialName', 0)).toHaveText('电机');
    // the supplier's own price, as the rule of the material says
    await expect(cell(buyer, 'price', 0)).toHaveText('38.5');
  });
  await test.step('quantities typed down the column', async () => {
    await cell(buyer, 'qty', 0).click();
    for (const [index, [, qty]] of PICKED.entries()) {
      await buyer.keyboard.type(String(qty));
      await buyer.keyboard.press(index === PICKED.length - 1 ? 'Tab' : 'Enter');
    }
    for (const [index, [, qty]] of PICKED.entries()) await expect(cell(buyer, 'qty', index)).toHaveText(String(qty));
    await expect(cell(buyer, 'amount', 0)).toHaveText('385.00');
  });
  await test.step('the rest pasted as Excel copies it', async () => {
    const text = ['物料\t数量\t含税单价', ...lines.map((line) => `${line.code}\t${line.qty}\t${line.taxPrice}`)];
    await button(front(buyer), '粘贴').click();
    await dialog(buyer).getByRole('textbox').fill(text.join('\r\n'));
    await button(dialog(buyer), `加入 ${ROWS - PICKED.length} 行`).click();
    await expect(buyer.getByRole('dialog')).toHaveCount(0);
    await expect(front(buyer)).toContainText(`采购明细${ROWS} 行`);
    await expect(front(buyer)).not.toContainText(/错误 \d/);
    await expect(cell(buyer, 'materialName', 3)).toHaveText('齿轮');
    await expect(cell(buyer, 'price', 3)).toHaveText('0.885');
  });
});

test('an unsaved form warns before it is left', async () => {
  await expect(pageTab(buyer, '新增采购订单').getByRole('img', { name: '未保存' })).toBeVisible();
  await button(buyer, '关闭新增采购订单').click();
  await expect(dialog(buyer)).toContainText('提示');
  await expect(dialog(buyer)).toContainText('有未保存的修改，关闭后将丢失，是否继续？');
  await button(dialog(buyer), '取消').click();
  await expect(buyer.getByRole('dialog')).toHaveCount(0);
  await expect(front(buyer)).toContainText(`采购明细${ROWS} 行`);

  await test.step('a reload asks too', async () => {
    const asked = buyer.waitForEvent('dialog');
    void buyer.reload({ timeout: 3_000 }).catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(field(buyer, '联系人')).toHaveValue('何建国');
  });
});

test('saving stores every row to the cent', async () => {
  await button(front(buyer), '保存').click();
  await confirm(buyer, '同一物料同一到货日重复');
  await saved(buyer);
  await expect(pageTab(buyer, /^采购订单 CGDD\d{12}$/)).toBeVisible();
  await expect(pageTab(buyer, /CGDD/).getByRole('img', { name: '未保存' })).toHaveCount(0);
  order = { id: idIn(buyer), nbr: await numberIn(pageTab(buyer, /CGDD/)) };

  const stored = await admin.one('purchaseOrder', order.id);
  const rows = rowsOf(stored);
  expect(rows).toHaveLength(ROWS);
  const pasted = rows.slice(PICKED.length);
  expect(pasted.map((record) => [num(record.lineNo), num(record.qty)])).toEqual(
    lines.map((line, n) => [(PICKED.length + n + 1) * 10, line.qty]),
  );
  const amounts = lines.map(({ qty, taxPrice }) => {
    const amount = new Big(taxPrice).div(1.13).round(4, Big.roundHalfUp).times(qty).round(2, Big.roundHalfUp);
    return amount.plus(amount.times(0.13).round(2, Big.roundHalfUp));
  });
  expect(sum(pasted, (record) => num(record.totalAmount))).toBe(amounts.reduce((a, b) => a.plus(b)).toNumber());
  expect(num(stored.totalAmount)).toBe(sum(rows, (row) => num(row.totalAmount)));
  const shown = num(stored.totalAmount).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(front(buyer)).toContainText(shown);
});

test('a stale save is refused and keeps what was typed', async ({ browser }) => {
  const copy = await openAs(browser, factory, 'zhoumin');
  await go(copy, factory, `/oms/purchase/order/edit?id=${order.id}`);
  await field(copy, '备注').fill('周五前到货');
  await button(front(copy), '保存').click();
  await copy.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await saved(copy);
  await copy.context().close();

  await field(buyer, '合同编号').fill('HT-2026-118');
  await typeCell(buyer, 'qty', 0, '12');
  await button(front(buyer), '保存').click();
  await expect(dialog(buyer)).toContainText('数据已被他人修改');
  await expect(field(buyer, '合同编号')).toHaveValue('HT-2026-118');
  await expect(cell(buyer, 'qty', 0)).toHaveText('12');
  expect((await admin.one('purchaseOrder', order.id)).contractNo).toBeNull();

  await test.step('both sides are seen, theirs is taken', async () => {
    const line = (name: string) => dialog(buyer).getByRole('radiogroup', { name, exact: true });
    await expect(line('备注')).toContainText('周五前到货');
    await expect(line('合同编号')).toContainText('HT-2026-118');
    await button(dialog(buyer), '全部用对方的').click();
    await button(dialog(buyer), '保存').click();
    await confirm(buyer, '同一物料同一到货日重复');
    await expect(field(buyer, '备注')).toHaveValue('周五前到货');
    await expect(field(buyer, '合同编号')).toHaveValue('');
    await expect(cell(buyer, 'qty', 0)).toHaveText('10');
  });
});

test('without the right there is no button, and a forced call is 403', async ({ browser }) => {
  await openMenu(buyer, '采购订单');
  await scheme(buyer, '待审核');
  const mine = row(buyer, order.nbr);
  expect(await rowActions(buyer, mine)).not.toContain('审核');
  await mine.click();
  await expect(front(buyer)).toContainText('已选 1 条');
  await expect(button(front(buyer), '审核')).toHaveCount(0);
  await button(front(buyer), '清空').click();

  const { version } = await admin.one('purchaseOrder', order.id);
  const forced = await (await factory.client('xumin')).act('purchaseOrder', 'audit', [{ id: order.id, version }]);
  expect([forced.code, forced.msg]).toEqual([403, '没有权限，请联系管理员']);

  await test.step('a browser that was told otherwise hears it from the server', async () => {
    const page = await openAs(browser, factory, 'xumin');
    await page.route('**/getPageItem?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { rights: string[] } };
      body.data.rights.push('purchaseOrder:audit');
      await route.fulfill({ response: answer, json: body });
    });
    await page.route('**/purchaseOrder/getPageList', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { records: { _actions: string[] }[] } };
      for (const record of body.data.records) record._actions.push('audit');
      await route.fulfill({ response: answer, json: body });
    });
    await openMenu(page, '采购订单');
    await rowAction(page, row(page, order.nbr), '审核');
    const answer = answered(page, 'act/audit', () => confirm(page, order.nbr));
    await expect(page.getByText('没有权限，请联系管理员')).toBeVisible();
    expect((await answer).status()).toBe(403);
    await page.context().close();
  });
  expect((await admin.one('purchaseOrder', order.id)).auditStatus).toBe('1');
});

test('周敏 audits the order from the list', async () => {
  await openMenu(head, '采购订单');
  await rowAction(head, row(head, order.nbr), '审核');
  await confirm(head, `确定审核「${order.nbr}」吗？`);
  await expect(front(head).getByText(order.nbr)).toHaveCount(0);
  expect(await admin.one('purchaseOrder', order.id)).toMatchObject({ auditStatus: '2', docStatus: '10' });
});

test('周涛 pushes it to a receipt', async () => {
  await openMenu(keeper, '采购订单');
  await scheme(keeper, '未交齐');
  await rowAction(keeper, row(keeper, order.nbr), '下推入库');
  await expect(dialog(keeper)).toContainText('下推入库');
  await expect(dialog(keeper)).toContainText(`已选 ${ROWS} 行`);
  await test.step('the first line comes in part', async () => {
    const asked = row(dialog(keeper), 'MT-12').getByRole('textbox');
    await expect(asked).toHaveValue('10');
    await asked.fill('4');
  });
  await button(dialog(keeper), '确定').click();

  await expect(pageTab(keeper, '新增采购入库')).toHaveAttribute('aria-selected', 'true');
  await expect(front(keeper)).toContainText(`入库明细${ROWS} 行`);
  await expect(front(keeper)).toContainText(SUPPLIER);
  await expect(cell(keeper, 'qty', 0)).toHaveText('4');
  // no grant for prices: not even the column
  await expect(keeper.locator('[data-grid-column="price"]')).toHaveCount(0);
  await pickOne(keeper, '收货仓库', 'CK01');
  await button(front(keeper), '保存').click();
  await saved(keeper);
  receipt = { id: idIn(keeper), nbr: await numberIn(pageTab(keeper, /CGRK/)) };

  const source = rowsOf(await admin.one('purchaseOrder', order.id));
  expect(source.every((record) => record.sourceOrderNbr === receipt.nbr)).toBe(true);
});

interface Stock {
  readonly [material: string]: { readonly qty: number; readonly value: number };
}
const stockValues = async (): Promise<Stock> => {
  const { records } = await admin.list('stockValue', { size: 200 });
  return Object.fromEntries(
    records.map((record) => [String(record.material), { qty: num(record.qty), value: num(record.value) }]),
  );
};
const ledgerOf = async (id: string): Promise<readonly Wire[]> => {
  const found: Wire[] = [];
  for (let current = 1; ; current++) {
    const { records, total } = await admin.list('stockLedger', { where: `docId == '${id}'`, current, size: 200 });
    found.push(...records);
    if (found.length >= total || records.length === 0) return found;
  }
};
/** What is on hand of a material, over all keys. */
const onHand = async (material: string): Promise<number> => {
  const { records } = await admin.list('stockBalance', { scheme: 'stocked', size: 200 });
  return sum(
    records.filter((record) => record.material === material),
    (record) => num(record.qty),
  );
};
let before: Stock;

test('周涛 audits it; a double click posts once and stock moves', async () => {
  before = await stockValues();
  const had = await onHand('GEAR-32');
  await pageTab(keeper, `采购入库 ${receipt.nbr}`).click();

  let posts = 0;
  keeper.on('request', (request) => {
    if (request.url().endsWith('/purchaseIn/act/audit')) posts += 1;
  });
  await button(front(keeper), '审核').dblclick();
  await expect(dialog(keeper)).toContainText(`确定审核「${receipt.nbr}」吗？`);
  await expect(keeper.getByRole('dialog')).toHaveCount(1);
  await dialog(keeper).getByRole('button', { name: '确定' }).dblclick();
  await expect(front(keeper)).toContainText('已审核');
  expect(posts).toBe(1);

  const ledger = await ledgerOf(receipt.id);
  expect(ledger).toHaveLength(ROWS);
  // its motors wait for 来料检验
  expect(await admin.one('purchaseIn', receipt.id)).toMatchObject({ auditStatus: '2', docStatus: '30' });
  expect(await admin.one('purchaseOrder', order.id)).toMatchObject({ docStatus: '20' });
  const gears = lines.filter((line) => line.code === 'GEAR-32').reduce((total, line) => total + line.qty, 0);
  expect(await onHand('GEAR-32')).toBe(had + gears);

  await test.step('库存查询 shows the balance and, behind it, the ledger', async () => {
    await openMenu(keeper, '库存查询');
    const line = row(keeper, 'GEAR-32');
    await expect(line).toContainText((had + gears).toLocaleString('en-US'));
    await front(keeper).getByText('批次库位', { exact: true }).first().click();
    await rowAction(keeper, line, '查看');
    await dialog(keeper).getByRole('tab', { name: '流水' }).click();
    await expect(row(dialog(keeper), '采购入库')).toBeVisible();
    await keeper.keyboard.press('Escape');
    await expect(keeper.getByRole('dialog')).toHaveCount(0);
  });
  const after = await stockValues();
  const posted = sum(ledger, (record) => num(record.amount));
  const value = (stock: Stock): Big => Object.values(stock).reduce((all, item) => all.plus(item.value), new Big(0));
  expect(value(after).minus(value(before)).toNumber()).toBe(posted);
});

test('a row with a child cannot be deleted, in the form or over HTTP', async () => {
  await go(head, factory, `/oms/purchase/order/edit?id=${order.id}`);
  await cell(head, 'materialName', 1).click();
  await head.keyboard.press('Control+-');
  await expect(head.getByText('已生成子订单，不可删除！')).toBeVisible();
  await expect(front(head)).toContainText(`采购明细${ROWS} 行`);
  await expect(head.locator('[data-number] [aria-label="已生成子订单，不可删除！"]').first()).toBeVisible();

  const { version, items } = await admin.one('purchaseOrder', order.id);
  const [first, ...rest] = items as readonly Wire[];
  for (const change of [rest, { set: [], del: [first?.id] }] as const) {
    const answer = await admin.save('purchaseOrder', { id: order.id, version, items: change });
    expect([answer.code, answer.msg]).toEqual([203, '已生成子订单，不可删除！']);
  }
  await test.step('what is left of a partly received line is still offered', async () => {
    await openMenu(keeper, '采购订单');
    await scheme(keeper, '未交齐');
    await rowAction(keeper, row(keeper, order.nbr), '下推入库');
    await expect(dialog(keeper)).toContainText('已选 1 行');
    await expect(row(dialog(keeper), 'MT-12').getByRole('textbox')).toHaveValue('6');
    await button(dialog(keeper), '取消').click();
  });
});

test('unaudit takes the receipt back to the cent', async () => {
  await pageTab(keeper, `采购入库 ${receipt.nbr}`).click();
  // the list that stood in front has a button of the same name, for the rows that are chosen
  await expect(front(keeper)).toContainText(receipt.nbr);
  await button(front(keeper), '更多操作').click();
  await keeper.getByRole('menuitem', { name: '反审核' }).click();
  await confirm(keeper, '反审核将冲回已产生的业务数据，是否继续？');
  await expect(front(keeper)).toContainText('待审核');

  const ledger = await ledgerOf(receipt.id);
  expect(ledger).toHaveLength(2 * ROWS);
  expect(sum(ledger, (record) => num(record.inQty ?? 0))).toBe(sum(ledger, (record) => num(record.outQty ?? 0)));
  expect(sum(ledger, (record) => num(record.amount))).toBe(0);
  const now = await stockValues();
  for (const [material, { qty, value }] of Object.entries(now)) {
    expect([material, qty, value]).toEqual([material, before[material]?.qty ?? 0, before[material]?.value ?? 0]);
  }
  expect(await admin.one('purchaseOrder', order.id)).toMatchObject({ docStatus: '10', auditStatus: '2' });
});

test('nothing went wrong behind the screens', () => {
  for (const page of [buyer, head, keeper]) expect(faultsOf(page)).toEqual([]);
});
