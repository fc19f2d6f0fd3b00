/**
 * 100 LA-100 through the factory (domain 30 §9): 王敏 releases and schedules, 周涛 brings what it needs, 刘强 dispatches, 周芳 feeds and
 * reports at her terminal, without network for a while, 刘强 audits, 赵敏 judges, 蒋磊 takes the 96 into his store. 林月 sells 40 of them
 * (domain 40 §7). The tests are one story and run in order.
 */
import { expect, type Page } from '@playwright/test';
import { type Client, newId, type Wire } from '../support/client';
import { type DemoServer, startDemo } from './databases';
import { acted, differences, found, received, savedAs } from './plant';
import {
  answered,
  answeredAtLast,
  button,
  choose,
  dialog,
  factoryOn,
  field,
  front,
  go,
  openAs,
  openMenu,
  pageTab,
  pickOne,
  quiet,
  row,
  rowAction,
  saved,
  scan,
  scheme,
  test,
  typeCell,
} from './support';

test.describe.configure({ mode: 'serial' });
let server: DemoServer | undefined;
const factory = factoryOn(() => server);
let planner: Page;
let keeper: Page;
let foreman: Page;
let operator: Page;
let inspector: Page;
let store: Page;
let seller: Page;
let admin: Client;
let order: Wire;
/** number of the work order */
let lot = '';

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await startDemo();
  await received(factory, 'CK01', [
    ['SR-08', 120, '2601050001'],
    ['MT-12', 100, '2601050002'],
    ['SC-M4', 500],
    ['NT-M4', 300],
    ['CTN-20', 10],
    ['GR-01', 5],
  ]);
  await received(factory, 'CK02', [
    ['GB-20', 110, '2601050003'],
    ['WG-100', 102, '2601050004'],
  ]);
  admin = await factory.client('admin');
  const wangmin = await factory.client('wangmin');
  // housings lie at the line without being issued
  const { id, version } = await wangmin.one('material', String((await found(wangmin, 'material', 'AC-10')).id));
  await savedAs(wangmin, 'material', { id, version, feedMode: '3' });
  const { records } = await wangmin.list('prdOrder', { current: 1, size: 50 });
  order = records.find(({ material, planQty }) => material === 'LA-100' && planQty === 100)!;
  await acted(wangmin, 'prdOrder', order.id, 'unaudit');
  await acted(wangmin, 'prdOrder', order.id, 'audit');
  planner = await openAs(browser, factory, 'wangmin');
  keeper = await openAs(browser, factory, 'zhoutao');
  foreman = await openAs(browser, factory, 'liuqiang');
  inspector = await openAs(browser, factory, 'zhaomin');
  store = await openAs(browser, factory, 'jianglei');
  seller = await openAs(browser, factory, 'linyue');
  operator = await openAs(browser, factory, 'zhoufang', '/home', { viewport: { width: 1024, height: 768 } });
});
test.afterAll(async () => {
  for (const page of [planner, keeper, foreman, operator, inspector, store, seller]) await page?.context().close();
  await server?.drop();
});

/** Operations of the work order by number. */
const operations = async (): Promise<readonly Wire[]> => {
  const { records } = await admin.list('orderProcess', { current: 1, size: 200 });
  return records.filter(({ workOrderNbr }) => workOrderNbr === lot).sort((a, b) => Number(a.opNbr) - Number(b.opNbr));
};
const now = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const shown = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await button(operator, key).filter({ visible: true }).click();
};
const submit = () => operator.getByRole('button', { name: /^提交/ }).filter({ visible: true }).click();
const openFloor = async (path: string, title: string): Promise<void> => {
  await go(operator, factory, `${path}?floor=1`);
  await expect(operator.getByRole('heading', { name: title }).filter({ visible: true })).toBeVisible();
  // one task and nothing around it
  await expect(operator.getByRole('navigation', { name: '菜单' })).toHaveCount(0);
  await quiet(operator);
};
const scanned = async (code: string, said: string | RegExp): Promise<void> => {
  await scan(operator, code);
  await expect(shown(operator, said)).toBeVisible();
  await quiet(operator);
};

test('王敏 takes the bought spindle, releases the order and confirms its plan', async () => {
  await openMenu(planner, '生产订单');
  await scheme(planner, /待下达/);
  await rowAction(planner, row(planner, String(order.nbr)), '查看');
  // the list has a 用料 of its own below its rows
  await expect(pageTab(planner, new RegExp(String(order.nbr)))).toHaveAttribute('aria-selected', 'true');
  await front(planner).getByRole('tab', { name: /用料/ }).first().click();
  await row(planner, 'SG-100').getByRole('checkbox').click();
  await button(front(planner), '采用替代料').click();
  await expect(dialog(planner)).toContainText('LS-100');
  await answered(planner, '/act/substitute', () => button(dialog(planner), '确定').click());
  await expect(row(planner, 'LS-100')).toBeVisible();
  await pageTab(planner, '生产订单').click();
  // the list reads anew what was done on the other page
  await quiet(planner);
  await rowAction(planner, row(planner, String(order.nbr)), '下达');
  await expect(field(dialog(planner), '下达数量')).toHaveValue('100');
  await answered(planner, '/act/release', () => button(dialog(planner), '确定').click());
  const { records } = await admin.list('workOrder', { current: 1, size: 200 });
  lot = String(records.find(({ material, planQty }) => material === 'LA-100' && planQty === 100)?.nbr);

  await openMenu(planner, '排产');
  const pool = planner.getByRole('complementary', { name: '待排任务' });
  await expect(pool).toContainText('车削');
  await choose(planner, front(planner), '车间', '装配车间');
  await expect(pool).toContainText('装配');
  await answered(planner, '/gongdan/schedule/plan', () => button(planner, '自动排产').click());
  await expect(pool).not.toContainText(lot);
  await planner.getByRole('listbox', { name: '排产任务' }).focus();
  await planner.keyboard.press('Control+A');
  await answered(planner, '/gongdan/schedule/confirm', () => button(planner, '确认').click());
  expect((await operations()).map(({ process, plannedStart }) => [process, plannedStart !== null])).toEqual([
    ['装配', true],
    ['老化测试', true],
    ['包装', true],
  ]);
});

test('周涛 issues what it needs, 3 tubes less', async () => {
  await openMenu(keeper, '生产订单');
  await rowAction(keeper, row(keeper, String(order.nbr)), '下推领料');
  await row(dialog(keeper), 'WG-100').getByRole('textbox').fill('97');
  await button(dialog(keeper), '确定').click();
  await expect(pageTab(keeper, '新增领料')).toHaveAttribute('aria-selected', 'true');
  await button(front(keeper), '保存').click();
  await saved(keeper);
  await answered(keeper, 'act/audit', async () => {
    await button(front(keeper), '审核').click();
    await button(dialog(keeper), '确定').click();
  });
  await button(front(keeper), '更多操作').click();
  await keeper.getByRole('menuitem', { name: '按建议发料' }).click();
  await answered(keeper, 'act/issueAll', () => button(dialog(keeper), '确定').click());
  await expect(front(keeper)).toContainText('已发料');
});

test('刘强 gives the assembly to 周芳', async () => {
  await openMenu(foreman, '生产派工');
  await rowAction(foreman, row(foreman, lot, '装配'), '派工');
  await typeCell(foreman, 'employee', 0, 'YG0008');
  await answered(foreman, 'act/dispatch', () => button(dialog(foreman), '确定').click());
  await expect(front(foreman).getByText('装配', { exact: true })).toHaveCount(0);
  const { records } = await admin.list('dispatchOrder', { current: 1, size: 10 });
  expect(records.map(({ assignee, qty }) => [assignee, qty])).toEqual([['周芳', 100]]);
});

test('周芳 feeds motors and 194 seals by their labels and starts 97', async () => {
  await openFloor('/productionaction/feedEdit', '上料登记');
  const feed = async (label: string, batch: string, ...keys: readonly string[]): Promise<void> => {
    await scanned(`OP|${lot}/10`, `工序任务 ${lot}/10`);
    await scanned('AL-01', /^设备 AL-01/);
    await scanned(`MB|${label}|${batch}`, `批次 ${batch}`);
    await press('清空', ...keys);
    await answered(operator, '/feedRecord/save', submit);
    await quiet(operator);
  };
  const { records: seals } = await admin.list('batch', { current: 1, size: 50 });
  const newer = seals.find(({ material, batchNbr }) => material === 'SR-08' && batchNbr !== '2601050001');
  await feed('MT-12', '2601050002', '9', '7');
  await feed('SR-08', '2601050001', '1', '2', '0');
  await feed('SR-08', String(newer?.batchNbr), '7', '4');
  const { records: feeds } = await admin.list('feedRecord', { current: 1, size: 10 });
  expect(feeds.map(({ material, qty }) => [material, qty]).sort()).toEqual([
    ['MT-12', 97],
    ['SR-08', 120],
    ['SR-08', 74],
  ]);

  await openFloor('/productionaction/prdstart/edit', '开工编辑');
  await scanned(`OP|${lot}/10`, '开工数量 100');
  // what the code led to is shown by name
  await expect(front(operator)).toContainText('总装组');
  await scanned('AL-01', /^设备 AL-01/);
  await press('清空', '9', '7');
  await answered(operator, '/prdStart/save', submit);
  expect((await operations())[0]).toMatchObject({ startQty: 97, docStatus: '30' });
});

test('60 are reported, 36 more without network over a restart of the server, 1 is scrap', async () => {
  const { records } = await admin.list('prdStart', { current: 1, size: 5 });
  const start = await admin.one('prdStart', String(records[0]?.id));
  await openFloor('/productionaction/prdstart/editReport', '报工');
  await scanned(String(start.nbr), /^开工 KGD/);
  await press('清空', '6', '0');
  await answered(operator, '/prdReport/save', submit);
  const reported = now();
  await expect.poll(() => now() > reported).toBe(true);
  await openFloor('/productionaction/prdstart/editReport', '报工');
  await operator.context().setOffline(true);
  // what the device knows names the start by its operation
  await scanned(`OP|${lot}/10`, /^开工 KGD/);
  await press('清空', '3', '6');
  await submit();
  await expect(shown(operator, '网络中断，可继续报工')).toBeVisible();
  const queue = operator.getByRole('button', { name: /待上传/ }).filter({ visible: true });
  await expect(queue).toContainText('1');
  await server?.stop();
  await server?.start();
  await operator.context().setOffline(false);
  await expect(queue).toContainText('0', { timeout: 70_000 });
  const zhoufang = await factory.client('zhoufang');
  const { id: badReasonId } = await found(zhoufang, 'badReason', 'BL001');
  await savedAs(zhoufang, 'prdReport', {
    prdStartId: start.id,
    orderProcessId: start.orderProcessId,
    shiftDate: start.shiftDate,
    startTime: start.startTime,
    endTime: now(),
    qualifiedQty: 0,
    badRows: [{ id: newId(), badReasonId, disposal: '20', qty: 1 }],
  });
  const reports = await admin.list('prdReport', { current: 1, size: 10 });
  expect(reports.records.map(({ reportQty }) => reportQty).sort()).toEqual([1, 36, 60]);
});

const auditReports = async (): Promise<void> => {
  await go(foreman, factory, '/productionaction/reportrecord');
  await scheme(foreman, /待审核/);
  await expect(row(foreman, 'BGD')).toBeVisible();
  await front(foreman).getByRole('checkbox').filter({ visible: true }).first().click();
  await answered(foreman, 'act/audit', async () => {
    await button(front(foreman), '审核').first().click();
    await button(dialog(foreman), '确定').click();
  });
};

test('刘强 audits: 97 = 96 + 1, 194 seals used', async () => {
  await auditReports();
  const [assembly, ageing] = await operations();
  expect(assembly).toMatchObject({ reportQty: 97, qualifiedQty: 96, scrapQty: 1 });
  expect(ageing).toMatchObject({ inQty: 96 });
  const { records } = await admin.list('feedRecord', { current: 1, size: 10 });
  expect(records.map(({ material, usedQty }) => [material, usedQty]).sort()).toEqual([
    ['MT-12', 97],
    ['SR-08', 120],
    ['SR-08', 74],
  ]);
});

/** 周芳 starts all that came to an operation and reports it good, both at her terminal. */
const worked = async (opNbr: number, device: string): Promise<void> => {
  await openFloor('/productionaction/prdstart/edit', '开工编辑');
  await scanned(`OP|${lot}/${opNbr}`, '开工数量 96');
  await scanned(device, `设备 ${device}`);
  await answered(operator, '/prdStart/save', submit);
  const started = now();
  const { records } = await admin.list('prdStart', { current: 1, size: 1 });
  await expect.poll(() => now() > started).toBe(true);
  await openFloor('/productionaction/prdstart/editReport', '报工');
  await scanned(String(records[0]?.nbr), /^开工 KGD/);
  await press('清空', '9', '6');
  await answered(operator, '/prdReport/save', submit);
};

test('赵敏 judges the 96 of the ageing test', async () => {
  await worked(20, 'TS-01');
  await openMenu(inspector, '工序质检');
  await rowAction(inspector, row(inspector, '老化测试'), '编辑');
  await expect(pageTab(inspector, /^检测报告 GXZJ/)).toHaveAttribute('aria-selected', 'true');
  await field(inspector, '合格').fill('96');
  await inspector.keyboard.press('Tab');
  await button(front(inspector), '保存').click();
  await saved(inspector);
  await openMenu(inspector, '工序质检');
  // a menu that is opened over the row as it was has no 判定
  await rowAction(inspector, row(inspector, '老化测试', '检验中'), '判定');
  await answered(inspector, 'act/judge', () => button(dialog(inspector), '确定').click());
  const { records } = await admin.list('qualityTesting', { current: 1, size: 5 });
  expect(records).toMatchObject([{ qualifiedQty: 96, docStatus: '60' }]);
});

test('刘强 audits the ageing test and the packing, then finishes 3 short for want of material', async () => {
  await auditReports();
  await worked(30, 'AL-01');
  await auditReports();
  expect((await operations()).map(({ qualifiedQty, wipQty }) => [qualifiedQty, wipQty])).toEqual([
    [96, 0],
    [96, 0],
    [96, 0],
  ]);
  await openMenu(foreman, '生产工单');
  const finish = async (): Promise<void> => {
    await rowAction(foreman, row(foreman, lot), '完工');
    await answered(foreman, 'act/finish', () => button(dialog(foreman), '确定').click());
  };
  await finish();
  await expect(dialog(foreman)).toContainText('计划100，合格96，报废1，尚缺3，请填写短缺原因');
  await choose(foreman, dialog(foreman), '短缺原因', '原料不足');
  await answeredAtLast(foreman, 'act/finish', button(dialog(foreman), '确定'));
  await expect(row(foreman, lot)).toHaveCount(0);
  await scheme(foreman, /已完工/);
  await expect(row(foreman, lot)).toContainText('已完工');
});

test('蒋磊 receives the 96 into his store', async () => {
  await openMenu(store, '生产工单');
  await scheme(store, /待入库/);
  await rowAction(store, row(store, lot), '下推入库');
  await expect(row(dialog(store), lot).getByRole('textbox')).toHaveValue('96');
  await button(dialog(store), '确定').click();
  await expect(pageTab(store, '新增完工入库')).toHaveAttribute('aria-selected', 'true');
  await button(front(store), '保存').click();
  await saved(store);
  await answered(store, 'act/audit', async () => {
    await button(front(store), '审核').click();
    await button(dialog(store), '确定').click();
  });
  await expect(front(store)).toContainText('已过账');
  const { records } = await admin.list('enterWarehouse', { current: 1, size: 5 });
  expect(records).toMatchObject([{ qty: 96, amount: 20160 }]);
});

test('王敏 sees her order done: 96 of 100 received, 1 scrap, no difference behind the numbers', async () => {
  await go(planner, factory, '/workerorder/prdorder/list');
  await scheme(planner, '全部');
  await expect(row(planner, String(order.nbr))).toContainText('已完工');
  expect(await admin.one('prdOrder', String(order.id))).toMatchObject({
    docStatus: '60',
    qualifiedQty: 96,
    scrapQty: 1,
    receivedQty: 96,
    lostQty: 4,
    progress: 96,
  });
  expect(await differences(admin)).toEqual([]);
});

/** what 北辰 ordered, by its own number */
const ORDERED = 'BC-26018';
const sold = async (): Promise<Wire> => {
  const { records } = await admin.list('salesOrder', { current: 1, size: 50 });
  const { id } = records.find(({ customerPo }) => customerPo === ORDERED)!;
  const { docStatus, items } = await admin.one('salesOrder', String(id));
  return { docStatus, ...(items as readonly Wire[])[0] };
};

test('林月 has 40 delivered, 蒋磊 ships the 40 oldest pieces', async () => {
  await openMenu(seller, '销售订单');
  await scheme(seller, /未发完/);
  await rowAction(seller, row(seller, ORDERED), '下推发货');
  await row(dialog(seller), 'LA-200').getByRole('checkbox').uncheck();
  await row(dialog(seller), 'LA-100').getByRole('textbox').fill('40');
  await button(dialog(seller), '确定').click();
  await expect(pageTab(seller, '新增销售发货')).toHaveAttribute('aria-selected', 'true');
  await pickOne(seller, '发货仓库', 'CK03');
  await button(front(seller), '保存').click();
  await saved(seller);
  const { records } = await admin.list('delivery', { current: 1, size: 1 });
  const delivery = String(records[0]?.nbr);

  await button(store, '扫码').click();
  await dialog(store).getByLabel('扫码').fill(delivery);
  await store.keyboard.press('Enter');
  await expect(pageTab(store, new RegExp(delivery))).toHaveAttribute('aria-selected', 'true');
  await button(front(store), '更多操作').click();
  await store.getByRole('menuitem', { name: '配货' }).click();
  await answered(store, 'act/suggest', () => button(dialog(store), '确定').click());
  await answered(store, 'act/audit', async () => {
    await button(front(store), '审核').click();
    await button(dialog(store), '确定').click();
  });
  const { items, docStatus } = await admin.one('delivery', String(records[0]?.id));
  expect(docStatus).toBe('60');
  expect(items).toMatchObject([{ qty: 40, serials: Array.from({ length: 40 }, () => expect.anything()) }]);
  expect(await sold()).toMatchObject({ docStatus: '20', shippedQty: 40, openQty: 60 });
  expect(await differences(admin)).toEqual([]);
});
