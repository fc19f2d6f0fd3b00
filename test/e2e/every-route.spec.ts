/**
 * One list of each shape (support/shapes) of the factory model (domain 20 §1) as a clerk uses it, by mouse and key: opened from its menu, a
 * record found, changed, switched off and on, its history read, taken along as a workbook and looked for in the import, deleted, and refused
 * where it is in use. What a page offers is read from its document. test/domain/factory/every-route.test.ts holds the answers of the same
 * calls for every list, crawl.spec.ts opens all of their pages; masters.spec.ts enters new records field by field.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Client, Wire } from '../support/client';
import { FACTORY_ROUTES } from '../support/factory-routes';
import { fillAndSave } from '../support/fill';
import { systemRegistry } from '../support/registry';
import { representatives, shapesOf } from '../support/shapes';
import { sheetRows } from '../support/sheets';
import { offeredOn, textFields } from '../support/walk-route';
import {
  button,
  confirm,
  dialog,
  faultsOf,
  field,
  front,
  move,
  openAs,
  openMenu,
  row,
  rowAction,
  saved,
  scheme,
  startFactory,
  test,
} from './support';

const factory = startFactory();
const registry = systemRegistry();
// a page that is entered as a sheet has no form and no acts of rows (grid.spec.ts)
const pages = representatives(
  [...registry.pages.values()].filter(
    ({ sort, route, object, list }) =>
      sort === 'list' &&
      object.settings === undefined &&
      list.grid === undefined &&
      FACTORY_ROUTES.includes(route ?? ''),
  ),
);

let page: Page;
let admin: Client;
let menus: readonly { readonly name: string; readonly url: string | null }[];
test.beforeAll(async ({ browser }) => {
  admin = await factory.client('admin');
  menus = Object.values(await admin.must<Record<string, typeof menus>>('/application/apps/getUserMenuList')).flat();
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());

/** The form or the detail that opened: a window over the list, or a page of its own. */
const shown = async (list: string): Promise<Locator> => {
  const isOver = async (): Promise<boolean> => (await page.getByRole('dialog').count()) > 0;
  await expect.poll(async () => (await isOver()) || (await front(page).getAttribute('aria-label')) !== list).toBe(true);
  return (await isOver()) ? dialog(page) : front(page);
};
/** Closes what opened over the list or beside it, unsaved as it is. */
const leave = async (list: string): Promise<void> => {
  if ((await page.getByRole('dialog').count()) > 0) {
    const away = dialog(page)
      .getByRole('button', { name: /^(取消|关闭|Close)$/ })
      .first();
    await away.click();
  } else {
    const tab = page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab', { selected: true });
    const title = await tab.getAttribute('title');
    if (title === null || title === list) return;
    await button(page, `关闭${title}`).click();
  }
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的修改' });
  if (await question.count()) await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** The first of these fields that stands on the form in front; folded groups are opened. */
const drawn = async (form: Locator, fields: ReturnType<typeof textFields>): Promise<(typeof fields)[number]> => {
  for (let turn = 0; turn < 5; turn++) {
    for (const eachField of fields) if ((await field(form, eachField.title).count()) > 0) return eachField;
    await form
      .getByRole('button', { name: /\d+ 项/, expanded: false })
      .first()
      .click();
  }
  throw new Error('no text to change');
};
/** Most acts ask first, some do not; what the act before it changed may still be on its way to the row. */
const act = async (at: Locator, title: string): Promise<void> => {
  const answer = page.waitForResponse((response) => /\/act\//.test(new URL(response.url()).pathname), {
    timeout: 40_000,
  });
  const word = button(at, title);
  await expect(async () => {
    if (await word.count()) return word.click({ timeout: 2_000 });
    await page.keyboard.press('Escape');
    await button(at, '更多操作').click({ timeout: 2_000 });
    await page.getByRole('menuitem', { name: title, exact: true }).click({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  const question = dialog(page);
  await Promise.race([answer, question.waitFor()]);
  if (await question.isVisible()) await confirm(page, title);
  await answer;
};
/** By what a record is found in its list: the code of a master, the number of a document, its name. */
const nameOf = (record: Wire): string | undefined =>
  ['code', 'nbr', 'name', 'title', 'label']
    .map((code) => record[code])
    .find((value): value is string => typeof value === 'string' && value !== '');
/** The first record that may not be deleted, with the sentence. */
const refusedRow = async (
  its: (typeof pages)[number],
): Promise<{ readonly name: string; readonly text: string } | undefined> => {
  const { records } = await admin.list(its.code, { size: 50 });
  for (const record of records) {
    const answer = await admin.post(`/lcdp/data/${its.code}/preview/del`, {
      targets: [{ id: record.id, version: record.version }],
    });
    const name = nameOf(record);
    if (answer.code === 203 && answer.msg !== '当前状态不能删除' && name !== undefined)
      return { name, text: answer.msg };
  }
  return undefined;
};

for (const [n, its] of pages.entries()) {
  const offers = new Set(offeredOn(its));
  test(`${its.route} ${its.title}: ${shapesOf(its).join('; ')}`, async () => {
    const { object } = its;
    const mark = `M${n}X`;
    const filler = {
      mark,
      lib: registry.lib,
      post: (path: string, body: unknown) => admin.post(path, body),
      get: (path: string) => admin.get(path),
    };
    const made = offers.has('add') ? await fillAndSave(filler, its.code, object) : undefined;
    if (typeof made === 'string') throw new Error(made);

    const menu = menus.find(({ url }) => url === its.route);
    // what stands in a menu within a menu flies out at the side: its address leads there too
    const isListed =
      menu !== undefined &&
      (await page
        .getByRole('navigation', { name: '菜单' })
        .getByRole('button', { name: menu.name, exact: true })
        .count()) === 1;
    if (isListed) await openMenu(page, menu.name);
    else await move(page, its.route ?? '');
    await expect(front(page)).toHaveAttribute('data-path', its.route ?? '');
    const list = front(page);
    const title = (await list.getAttribute('aria-label')) ?? '';
    const settled = (): Promise<void> =>
      expect(list.locator('[role=grid], [role=treegrid]').first()).toHaveAttribute('aria-busy', 'false');
    await settled();
    if (its.list.schemes.some(({ code }) => code === 'all')) await scheme(page, '全部');
    const find = async (text: string): Promise<void> => {
      const box = list.getByRole('search').getByRole('textbox').first();
      if ((await box.count()) === 0) return;
      await box.fill(text);
      await box.press('Enter');
      await settled();
    };
    const line = (text = ''): Locator => row(list, text);
    /** a word over the list, or an entry behind ⋯ */
    const toolbar = async (word: string): Promise<void> => {
      if (await button(list, word).count()) return button(list, word).first().click();
      await list.getByRole('toolbar').getByRole('button', { name: /更多/ }).click();
      await page.getByRole('menuitem', { name: word, exact: true }).click();
    };

    if (offers.has('add') && (await button(list, '新增').count()) > 0)
      await test.step('新增 asks for what is missing', async () => {
        await button(list, '新增').click();
        const form = await shown(title);
        await button(form, '保存').click();
        const asked = page.getByText(/请(填写|选择|上传|至少)|不能为空/).filter({ visible: true });
        await expect(asked.first()).toBeVisible();
        await leave(title);
      });

    let name = made === undefined ? undefined : nameOf(made);
    if (made !== undefined && name !== undefined) {
      await test.step('is found', async () => {
        await find(name ?? '');
        await expect(line(name)).toBeVisible();
      });
      if (offers.has('edit') && textFields(its).length > 0)
        await test.step('编辑', async () => {
          await rowAction(page, line(name), '编辑');
          const form = await shown(title);
          const isWindow = (await page.getByRole('dialog').count()) > 0;
          await expect(button(form, '保存')).toBeVisible();
          const text = await drawn(form, textFields(its));
          await field(form, text.title).fill(`${mark}改`);
          await button(form, '保存').click();
          if (isWindow) await expect(page.getByRole('dialog')).toHaveCount(0);
          else {
            await saved(page);
            await leave(title);
          }
          const kept = await admin.must(`/lcdp/data/${its.code}/getOne?id=${String(made.id)}`);
          expect(kept[text.code]).toBe(`${mark}改`);
          if (made[text.code] === name) name = `${mark}改`;
          await find(name ?? '');
        });
      if (offers.has('history') && its.actions.view !== undefined)
        await test.step('变更记录', async () => {
          await rowAction(page, line(name), '查看');
          const detail = await shown(title);
          await detail.getByRole('tab', { name: /^变更记录/ }).click();
          await expect(detail.getByText(/系统管理员/).first()).toBeVisible();
          await leave(title);
        });
      if (offers.has('disable'))
        await test.step('停用, 启用', async () => {
          for (const word of ['停用', '启用']) await act(line(name), word);
          const kept = await admin.must(`/lcdp/data/${its.code}/getOne?id=${String(made.id)}`);
          expect(kept.isDisabled).toBe('0');
        });
    }
    if (offers.has('export'))
      await test.step('导出', async () => {
        if ((await list.getByText('共 0 条', { exact: true }).count()) > 0) {
          await toolbar('导出');
          await expect(dialog(page)).toContainText('没有可导出的数据');
          return leave(title);
        }
        const file = page.waitForEvent('download');
        await toolbar('导出');
        // rows of a document may come along: that is asked
        const hasRows = Object.values(object.fields).some(({ sub, hidden }) => sub !== undefined && hidden !== true);
        if (hasRows) await button(dialog(page), '导出').click();
        expect((await sheetRows(await readFile(await (await file).path()))).length).toBeGreaterThan(0);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    if (offers.has('import'))
      await test.step('导入', async () => {
        await toolbar('导入');
        const file = page.waitForEvent('download');
        await button(dialog(page), '下载模板').click();
        const [head = []] = await sheetRows(await readFile(await (await file).path()));
        expect(head.some((cell) => String(cell).endsWith('*'))).toBe(true);
        await leave(title);
      });
    if (made !== undefined && name !== undefined && offers.has('del'))
      await test.step('删除', async () => {
        await find(name ?? '');
        await act(line(name), '删除');
        await expect(line(name)).toHaveCount(0);
      });
    const used = offers.has('refused') ? await refusedRow(its) : undefined;
    if (used !== undefined)
      await test.step('what is in use stays', async () => {
        await find(used.name);
        await expect(line(used.name)).toBeVisible();
        await act(line(used.name), '删除');
        await expect(page.getByText(used.text).first()).toBeVisible();
        const said = page.getByRole('dialog').getByRole('button', { name: '确定' });
        if (await said.count()) await said.click();
        await expect(line(used.name)).toBeVisible();
      });
    expect(faultsOf(page)).toEqual([]);
  });
}
