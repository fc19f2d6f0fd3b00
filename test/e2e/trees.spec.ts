/** Trees, versions and many records at once, on the gallery: a row is dragged, versions are compared, published and copied. */
import { expect, type Page } from '@playwright/test';
import {
  answered,
  answeredAtLast,
  button,
  cell,
  choose,
  confirm,
  dialog,
  faultsOf,
  field,
  front,
  go,
  openAs,
  pageTab,
  pressUntil,
  row,
  rowAction,
  rowActions,
  startFactory,
  test,
  typeCell,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  const client = await factory.client('admin');
  for (const name of ['拖动甲', '拖动乙'])
    await client.must('/lcdp/data/demoTree/save', { record: { name }, token: name });
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());
const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test('a row of a tree is dragged below another, and not below itself', async () => {
  await go(page, factory, '/demo/tree');
  const [from, to] = [row(page, '拖动乙'), row(page, '拖动甲')];
  await from.waitFor();
  await from.dragTo(to);
  await shot('tree-drag');
  const moved = await answered(page, '/act/move', () => confirm(page, /将「.*拖动乙」移到「.*拖动甲」下/));
  expect(await moved.json()).toMatchObject({ code: 200 });
  await expect(from).toBeVisible();
  await to.dragTo(from);
  await answered(page, '/act/move', () => confirm(page, /移到/));
  await expect(page.getByText('上级不能是本节点或其下级')).toBeVisible();
});

test('siblings are put in another order, by the edge of a row and by keys', async () => {
  await go(page, factory, '/demo/tree');
  const names = async (): Promise<readonly string[]> => {
    const all = await front(page).locator('[role=row][data-row]').allInnerTexts();
    return all.flatMap((text) => text.match(/整机|部件|工装|试制/)?.[0] ?? []);
  };
  const [first, third] = [row(page, '整机'), row(page, '工装')];
  await first.waitFor();
  await button(front(page), '全部收起').click();
  await expect.poll(names).toEqual(['整机', '部件', '工装', '试制']);
  // onto the upper edge: no question, the level stays
  const done = answered(page, '/act/move', () => third.dragTo(first, { targetPosition: { x: 200, y: 3 } }));
  expect(await (await done).json()).toMatchObject({ code: 200 });
  await expect.poll(names).toEqual(['工装', '整机', '部件', '试制']);
  await shot('tree-order');

  const above = (await front(page).locator('[role=row][data-row]').allInnerTexts()).findIndex((text) =>
    /工装/.test(text),
  );
  await front(page).getByRole('treegrid').or(front(page).getByRole('grid')).first().focus();
  await page.keyboard.press('Home');
  for (let n = 0; n < above; n += 1) await page.keyboard.press('ArrowDown');
  const down = await answered(page, '/act/move', () => page.keyboard.press('Alt+ArrowDown'));
  expect(await down.json()).toMatchObject({ code: 200 });
  await expect.poll(names).toEqual(['整机', '工装', '部件', '试制']);
  // the cursor went along
  await answered(page, '/act/move', () => page.keyboard.press('Alt+ArrowDown'));
  await expect.poll(names).toEqual(['整机', '部件', '工装', '试制']);
});

test('the side tree: a node is moved by dragging and by its menu, found by its sound, made wider', async () => {
  await go(page, factory, '/demo/treeTwo');
  const side = front(page).getByRole('complementary', { name: '示例分类' });
  const tree = side.getByRole('tree');
  const node = (name: string) => tree.getByRole('treeitem').filter({ hasText: name }).first();
  await node('拖动甲').waitFor();

  // what was moved below 拖动甲 on the page before goes back to the first level
  await node('拖动甲').getByRole('button', { name: '展开' }).click();
  await expect(node('拖动乙')).toHaveAttribute('draggable', 'true');
  await node('拖动乙').dragTo(node('全部示例分类'));
  const up = await answered(page, '/act/move', () => confirm(page, /将「.*拖动乙」移到最上级/));
  expect(await up.json()).toMatchObject({ code: 200 });
  await expect(node('拖动乙')).toHaveAttribute('aria-level', '1');
  await shot('side-tree');

  // the same by its menu, and the refusal of the server
  await pressUntil(
    async () => {
      await button(node('拖动乙'), '维护SLS002 拖动乙')
        .or(node('拖动乙').getByRole('button', { name: /^维护/ }))
        .first()
        .click();
      await page.getByRole('menuitem', { name: '移动' }).click();
    },
    async () => (await page.getByRole('dialog').count()) > 0,
  );
  await choose(page, dialog(page), '移到', '40 试制', '试制');
  await answeredAtLast(page, '/act/move', dialog(page).getByRole('button', { name: '确定' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await side.getByLabel('搜索示例分类').fill('tdy');
  await expect(node('40 试制')).toHaveAttribute('aria-expanded', 'true');
  await expect(node('拖动乙')).toHaveAttribute('aria-level', '2');
  await expect(node('20 部件')).toHaveCount(0);
  await shot('side-search');

  // among its siblings by a key of the node and by its menu
  await side.getByLabel('搜索示例分类').fill('');
  const top = async (): Promise<readonly string[]> =>
    (await tree.locator('[role=treeitem][aria-level="1"]').allInnerTexts()).flatMap(
      (text) => text.match(/整机|部件|工装|试制/)?.[0] ?? [],
    );
  await expect.poll(top).toEqual(['整机', '部件', '工装', '试制']);
  await button(tree, '30 工装').focus();
  await answered(page, '/act/move', () => page.keyboard.press('Alt+ArrowUp'));
  await expect.poll(top).toEqual(['整机', '工装', '部件', '试制']);
  await node('30 工装').getByRole('button', { name: /^维护/ }).click();
  await answered(page, '/act/move', () => page.getByRole('menuitem', { name: '下移' }).click());
  await expect.poll(top).toEqual(['整机', '部件', '工装', '试制']);
  await side.getByLabel('搜索示例分类').fill('tdy');
  await expect(node('40 试制')).toHaveAttribute('aria-expanded', 'true');

  // keys walk the nodes, the edge makes room
  await button(tree, '40 试制').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(node('40 试制')).toHaveAttribute('aria-expanded', 'false');
  const edge = side.getByRole('separator');
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '224');
});

test('chosen rows are dropped on a node of the side tree and go there after a question', async () => {
  await go(page, factory, '/factoryModel/material/list');
  const side = front(page).getByRole('complementary', { name: '物料分类' });
  const into = side.getByRole('treeitem').filter({ hasText: '辅料' }).first();
  await into.waitFor();
  const moved = row(front(page), 'MT-12');
  await moved.locator('input[type=checkbox]').click();
  await expect(side.getByText('把选中的1行拖到节点上，可改物料分类')).toBeVisible();
  await moved.dragTo(into);
  await shot('side-drop');
  const done = await answered(page, '/act/batchEdit', () =>
    confirm(page, /将「MT-12」的物料分类改为「.*辅料」，是否继续？/),
  );
  expect(await done.json()).toMatchObject({ code: 200 });
  await expect(moved).toContainText('辅料');
});

test('a tree of thousands comes level by level, and a search brings the way to what it finds', async () => {
  // thousands of nodes take their time to make: the answer for the whole tree says that there are more than it holds
  const isWhole = (body: { readonly level?: string; readonly search?: object }) =>
    body.level === undefined && Object.keys(body.search ?? {}).length === 0;
  await page.route('**/demoTree/getPageList', async (route) => {
    if (!isWhole(route.request().postDataJSON())) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, total: 1000, capped: true } } });
  });
  await go(page, factory, '/demo/tree');
  const top = row(page, '整机');
  await expect(top).toBeVisible();
  await expect(row(page, '升降柱')).toHaveCount(0);
  const level = page.waitForRequest((request) => request.url().endsWith('/demoTree/getPageList'));
  await top.getByRole('button', { name: '展开' }).click();
  expect((await level).postDataJSON()).toMatchObject({ level: expect.stringMatching(/^[0-9a-f-]{36}$/), size: 200 });
  await expect(row(page, '升降柱')).toBeVisible();
  await row(page, '升降柱').getByRole('button', { name: '展开' }).click();
  await expect(row(page, '三节')).toBeVisible();
  await expect(row(page, '三节').getByRole('button', { name: '展开' })).toHaveCount(0);
  await shot('tree-levels');
  await top.getByRole('button', { name: '收起' }).click();
  await expect(row(page, '三节')).toHaveCount(0);

  await front(page).getByPlaceholder('编码/名称').fill('滚珠');
  await answered(page, '/getPageList', () => button(front(page), '查询').click());
  await expect(row(page, '滚珠')).toBeVisible();
  await expect(row(page, '丝杆')).toBeVisible();
  await expect(row(page, '部件')).toBeVisible();
  await expect(row(page, '整机')).toHaveCount(0);
  await shot('tree-search');
  await page.unroute('**/demoTree/getPageList');
});

test('ticked fields are set on chosen rows, one by one, and what failed is named', async () => {
  await go(page, factory, '/demo/list?scheme=all');
  const boxes = front(page).locator('[data-row] input[type=checkbox]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await button(front(page), '批量修改').click();
  await expect(dialog(page)).toContainText('批量修改（已选2条）');
  await expect(dialog(page).getByRole('button', { name: '确定' })).toBeDisabled();
  await dialog(page).getByRole('checkbox', { name: '备注' }).click();
  await dialog(page).getByRole('textbox', { name: '备注' }).fill('一起改的备注');
  await shot('batch-edit');
  const done = await answered(page, '/act/batchEdit', () => dialog(page).getByRole('button', { name: '确定' }).click());
  expect(((await done.json()) as { data: { done: string[] } }).data.done).toHaveLength(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(front(page).locator('[data-row]').filter({ hasText: '一起改的备注' })).toHaveCount(2);

  // a button rests for 3,000 ms after its call (specification)
  await pressUntil(
    () => button(front(page), '批量修改').click(),
    async () => (await page.getByRole('dialog').count()) > 0,
  );
  await dialog(page).getByRole('checkbox', { name: '要求日期' }).click();
  const needBy = dialog(page).getByRole('textbox', { name: '要求日期' });
  await needBy.fill('2000-01-01');
  await needBy.press('Enter');
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(dialog(page)).toContainText('成功0条，失败2条');
  await expect(dialog(page)).toContainText('要求日期不能早于日期');
  await shot('batch-result');
});

test('versions: what differs, publishing, and the next draft', async () => {
  await go(page, factory, '/demo/version?scheme=all');
  const draft = row(page, 'FA001', 'V1.1');
  await rowAction(page, draft, '版本比较');
  const steps = dialog(page).getByRole('table', { name: '步骤' });
  await expect(steps.getByRole('row', { name: /^变更 装丝杆/ })).toContainText('2.50 2.20');
  await expect(steps.getByRole('row', { name: /^删除 打螺丝/ })).toBeVisible();
  await expect(steps.getByRole('row', { name: /^新增 老化/ })).toBeVisible();
  await expect(steps.getByRole('row', { name: /压装轴承/ })).toHaveCount(0);
  await dialog(page).getByRole('switch', { name: '只看差异' }).click();
  await expect(steps.getByRole('row', { name: /压装轴承/ })).toBeVisible();
  await shot('versions');
  await button(dialog(page), '关闭').last().click();

  await rowAction(page, draft, '发布');
  const published = await answered(page, '/act/publish', () =>
    dialog(page).getByRole('button', { name: '确定' }).click(),
  );
  expect(await published.json()).toMatchObject({ code: 200, data: { record: { docStatus: '60' } } });
  await expect(row(page, 'FA001', 'V1.1')).toContainText('已生效');
  expect(await rowActions(page, row(page, 'FA001', 'V1.1'))).not.toContain('编辑');

  await rowAction(page, row(page, 'FA001', 'V1.1'), '新版本');
  await dialog(page).getByRole('textbox', { name: '变更说明' }).fill('老化缩短');
  await answered(page, '/act/newVersion', () => dialog(page).getByRole('button', { name: '确定' }).click());
  await expect(field(page, '版本')).toHaveValue('V1.2');
  await expect(field(page, '变更说明')).toHaveValue('老化缩短');
  await expect(pageTab(page, /FA001/)).toHaveAttribute('aria-selected', 'true');
  await shot('version-draft');
});

test('a list that is a grid: rows are changed, added and deleted, and stored together', async () => {
  await go(page, factory, '/demo/grid');
  await typeCell(page, 'price', 1, '20000');
  await expect(front(page).getByRole('button', { name: /错误 1/ })).toBeVisible();
  await typeCell(page, 'price', 1, '33');
  await expect(cell(page, 'amount', 1)).toHaveText('132.00');
  await button(front(page), '添加').click();
  await page.keyboard.type('G005');
  await page.keyboard.press('Tab');
  await page.keyboard.type('新的一行');
  await page.keyboard.press('Enter');
  await shot('grid-list');
  // somebody else changes another field of the same row meanwhile
  const client = await factory.client('admin');
  const { records } = (await client.must('/lcdp/data/demoGrid/getPageList', {})) as {
    records: Record<string, unknown>[];
  };
  const { id, version } = records[1] ?? {};
  await client.must('/lcdp/data/demoGrid/save', { record: { id, version, name: '别人改的' }, token: 'grid' });
  await answered(page, '/demoGrid/saveAll', () => button(front(page), '保存').click());
  await expect(dialog(page)).toContainText('只有一人改的');
  const stored = await answeredAtLast(page, '/demoGrid/saveAll', button(dialog(page), '保存'));
  expect(await stored.json()).toMatchObject({ code: 200 });
  await expect(cell(page, 'name', 1)).toHaveText('别人改的');
  await expect(cell(page, 'price', 1)).toHaveText('33');
  await expect(cell(page, 'code', 4)).toHaveText('G005');
  await expect(button(front(page), '保存')).toBeDisabled();
});

test('a list that is a grid keeps what is typed as a draft, is narrowed by conditions and shows the columns of its user', async () => {
  await go(page, factory, '/demo/grid');
  await typeCell(page, 'qty', 0, '17');
  await expect(front(page).getByText(/已自动保存草稿/)).toBeVisible();
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  const bar = front(page).getByRole('region', { name: '草稿' });
  await expect(bar).toContainText('数量');
  await shot('grid-draft');
  await button(bar, '恢复草稿').click();
  await expect(cell(page, 'qty', 0)).toHaveText('17');
  await expect(button(front(page), '保存')).toBeEnabled();

  // somebody stores the same row meanwhile: after a reload the draft still lies over the row it was typed over
  const client = await factory.client('admin');
  const { records } = (await client.must('/lcdp/data/demoGrid/getPageList', {})) as {
    records: Record<string, unknown>[];
  };
  const { id, version } = records[0] ?? {};
  await client.must('/lcdp/data/demoGrid/save', { record: { id, version, qty: 5 }, token: 'grid-draft' });
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(bar).toContainText('此后数据已被他人修改');
  await button(bar, '恢复草稿').click();
  const refused = await answered(page, '/demoGrid/saveAll', () => button(front(page), '保存').click());
  expect(await refused.json()).toMatchObject({ code: 203 });
  await expect(dialog(page)).toContainText('两人都改了 1 处');
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await button(front(page), '放弃修改').click();
  await confirm(page, '放弃所有未保存的修改吗？');
  await expect(cell(page, 'qty', 0)).toHaveText('5');
  await page.reload();
  await expect(cell(page, 'qty', 0)).toHaveText('5');
  await expect(bar).toHaveCount(0);

  await button(front(page), '高级筛选').click();
  const builder = page.getByRole('dialog').filter({ hasText: '高级筛选' }).last();
  // a dialog takes the focus when it has come
  await expect(builder.getByRole('radio', { name: '满足全部' })).toBeFocused();
  await choose(page, builder, '字段', '数量', '数量');
  await builder.getByRole('spinbutton').first().fill('8');
  await button(builder, '应用').click();
  await expect(front(page).getByRole('grid')).toHaveAttribute('aria-rowcount', /^[2-4]$/);

  await button(front(page), '列设置').click();
  const popover = page.getByRole('tooltip').filter({ hasText: '全选' });
  await expect(popover.getByRole('checkbox', { name: '编码' })).toBeDisabled();
  await popover.getByRole('checkbox', { name: '规格' }).uncheck();
  await button(front(page), '列设置').click();
  await expect(front(page).getByRole('columnheader', { name: '规格' })).toHaveCount(0);
  await shot('grid-columns');
  await page.reload();
  await expect(cell(page, 'code', 0)).toBeVisible();
  await expect(front(page).getByRole('columnheader', { name: '规格' })).toHaveCount(0);
  await expect(front(page).getByRole('columnheader', { name: '物料' })).toHaveCount(1);
});

test('a choice in a window of its own comes back to the page that opened it', async () => {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => {
    window.addEventListener('message', ({ data, origin }) => {
      if (origin === window.location.origin) document.title = JSON.stringify(data);
    });
    window.open('/v2/windowSelect/index?pick=demoDoc.material&multi=1&max=2', 'select', 'width=960,height=720');
  });
  const popup = await opened;
  const rows = popup.locator('[role=row][data-row]');
  await rows.filter({ hasText: 'MT-12' }).first().dblclick();
  await popup.getByRole('button', { name: '加入 1 行' }).click();
  await expect
    .poll(() => page.evaluate(() => document.title))
    .toMatch(/^\{"type":"windowSelect","rows":\[\{"id":"[0-9a-f-]{36}","label":"MT-12/);
});

test('a page made for choosing is a window of its own, with its columns', async () => {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() =>
    window.open('/v2/productionaction/prdprocess/dialog?multi=1', 'ops', 'width=960,height=720'),
  );
  const popup = await opened;
  await expect(popup.getByRole('dialog', { name: '工序选择' })).toBeVisible();
  await expect(popup.getByRole('columnheader', { name: '可报工' })).toBeVisible();
  await popup.getByRole('button', { name: '取消' }).click();
  await expect.poll(() => page.evaluate(() => document.title)).toBe('{"type":"windowSelect","rows":null}');
});

test('broke nothing', () => {
  expect(faultsOf(page)).toEqual([]);
});
