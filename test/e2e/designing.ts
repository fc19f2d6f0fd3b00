/** The things of the designer as an implementer names them. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { button, dialog, listOf, quiet } from './support';

/** The designer has no tab of its own to look for: it takes the window. */
export const openDesigner = async (page: Page): Promise<void> => {
  const menu = page.getByRole('navigation', { name: '菜单' });
  await menu.getByRole('button', { name: '系统管理' }).click();
  await menu.getByRole('button', { name: '模型创建', exact: true }).click();
  await expect(button(page, '新建对象')).toBeVisible();
};

export const sheet = (page: Page): FrameLocator => page.frameLocator('iframe');
export const fieldOnSheet = (page: Page, code: string): Locator =>
  sheet(page).locator(`[data-field="${code}"]`).first();
export const chip = (page: Page, id: string): Locator => page.locator(`[data-chip="${id}"]`);
/** What is said while something is carried. */
export const tip = (page: Page): Locator => page.locator('[data-canvas] [role=status]');
export const properties = (page: Page): Locator => page.getByRole('complementary', { name: '属性' });
export const side = (page: Page, title: string): Promise<void> =>
  page.getByRole('tablist', { name: '对象的各面' }).getByRole('tab', { name: title }).click();
export const left = (page: Page, title: string): Promise<void> =>
  page.getByRole('tab', { name: title, exact: true }).click();
export const safe = (page: Page): Promise<void> => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();

/** The code is proposed a moment after the title is typed. */
export const settled = async (page: Page): Promise<void> => {
  const code = dialog(page).getByLabel('编码', { exact: true });
  await expect(code).not.toHaveValue(/^$/);
  await quiet(page);
};
/** A code of one's own over the one proposed: typed once that stands, for it would come in between. */
export const typeCode = async (page: Page, code: string): Promise<void> => {
  await settled(page);
  const line = dialog(page).getByLabel('编码', { exact: true });
  await line.fill(code);
  await expect(line).toHaveValue(code);
};
/** Types what the prompt asks first and agrees with Enter; a code of one's own replaces the one proposed. */
export const named = async (page: Page, title: string, code?: string): Promise<void> => {
  await expect(dialog(page).getByLabel('标题', { exact: true })).toBeFocused();
  await page.keyboard.type(title);
  if (code === undefined) await settled(page);
  else await typeCode(page, code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
/** A line of a prompt: typed, or chosen from its list by typing. */
export const answer = async (page: Page, label: string, text: string): Promise<void> => {
  const line = dialog(page).getByLabel(label, { exact: true }).and(page.locator('input, textarea, [contenteditable]'));
  if ((await line.getAttribute('role')) !== 'combobox') return line.fill(text);
  await line.focus();
  await page.keyboard.type(text);
  const list = listOf(page);
  await list.getByText(text).filter({ visible: true }).first().click();
  await expect(list).toHaveCount(0);
};
/** Chooses among what may be chosen several times: the list stays open for the next. */
export const answerSeveral = async (page: Page, label: string, ...texts: readonly string[]): Promise<void> => {
  await dialog(page).getByRole('combobox', { name: label, exact: true }).focus();
  for (const text of texts) {
    await page.keyboard.type(text);
    await listOf(page).getByText(text).filter({ visible: true }).first().click();
  }
  await page.keyboard.press('Tab');
  await expect(listOf(page)).toHaveCount(0);
};
/** Chooses a value of a property. */
export const setChoice = async (page: Page, label: string, text: string): Promise<void> => {
  await properties(page).getByLabel(label, { exact: true }).and(page.locator('input')).first().focus();
  await page.keyboard.type(text);
  const list = listOf(page);
  await list.getByText(text).filter({ visible: true }).first().click();
  await expect(list).toHaveCount(0);
};
/** Carries a thing over another one, to a share of its width and height, and lets it go where the line stands. */
export const carry = async (
  page: Page,
  from: Locator,
  to: Locator,
  share: { readonly x: number; readonly y: number },
): Promise<void> => {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (a === null || b === null) throw new Error('nothing to carry, or nowhere to');
  await page.mouse.move(a.x + Math.min(20, a.width / 2), a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + 40, a.y + a.height / 2 + 8, { steps: 3 });
  await page.mouse.move(b.x + b.width * share.x, b.y + b.height * share.y, { steps: 6 });
};
/** Clicks a thing of the sheet: in the designer it does not act by itself. */
export const onStage = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error('not on the sheet');
  await page.mouse.click(box.x + Math.min(12, box.width / 2), box.y + box.height / 2);
};
