/** What the journeys share that build 工装借用: the hands of the implementer, and who may work with it then. */
import { expect, type Locator, type Page } from '@playwright/test';
import { newId } from '../support/client';
import { properties, safe } from './designing';
import { answered, button, dialog, type Factory, front } from './support';

export const focused = (line: Locator): Promise<void> => expect(line).toBeFocused();

/** The page is known when the hands move. */
export const handsOn = (page: () => Page) => {
  const type = (text: string): Promise<void> => page().keyboard.type(text);
  const press = (key: string): Promise<void> => page().keyboard.press(key);
  const state = (title: string): Locator => page().getByRole('button', { name: new RegExp(`^状态${title}`) });
  const drawn = async (from: string, to: string, action: string): Promise<void> => {
    const [a, b] = [await state(from).boundingBox(), await state(to).boundingBox()];
    if (a === null || b === null) throw new Error('not drawn');
    const { mouse } = page();
    await mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await mouse.move(a.x + a.width, a.y + a.height / 2);
    await mouse.down();
    await mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
    await mouse.up();
    await focused(properties(page()).getByLabel('标题', { exact: true }));
    await type(action);
    await press('Enter');
    await expect(page().getByRole('button', { name: new RegExp(`动作${action}`) })).toBeVisible();
  };
  return {
    type,
    press,
    closed: (): Promise<void> => expect(page().getByRole('dialog')).toHaveCount(0),
    titleAsked: (label = '标题'): Locator => dialog(page()).getByLabel(label, { exact: true }),
    /** lent and given back, drawn over the states of a field */
    drawStates: async (): Promise<void> => {
      await button(page(), '用「借用状态」作为状态').click();
      await expect(state('待借出')).toBeVisible();
      await drawn('待借出', '借用中', '借出');
      await drawn('借用中', '已归还', '归还');
    },
    approve: async (): Promise<void> => {
      await button(page(), '启用审批').click();
      await expect(page().getByRole('region', { name: '审批' })).toContainText('提交后走「工装借用审批」，通过即审核');
      await safe(page());
    },
    /** asked what was changed; nothing is published yet */
    publish: async (note: string): Promise<void> => {
      await safe(page());
      await button(page(), '发布').click();
      await focused(page().getByPlaceholder('这次改了什么，为什么改'));
      await type(note);
    },
    /** how many documents it were */
    published: async (): Promise<number> => {
      const answer = await answered(page(), '/design/publish', () => button(page(), '发布').click());
      const { code, data } = (await answer.json()) as { code: number; data: { versions: readonly unknown[] } };
      expect(code).toBe(200);
      return data.versions.length;
    },
  };
};

/** Operators lend and heads of workshops agree: what is new is nobody's. They see all rows of `seen`; 刘强 heads the shop. */
export const giveRights = async (
  factory: Factory,
  pages: readonly string[],
  seen: readonly string[] = ['employee'],
): Promise<void> => {
  const admin = await factory.client('admin');
  const { records: roles } = await admin.list('role', { current: 1, size: 50 });
  const rights = await Promise.all(
    pages.map(
      async (code) =>
        (await admin.must<{ rights: readonly string[] }>(`/lcdp/apppage/getPageItem?pageId=${code}`)).rights,
    ),
  );
  for (const code of ['operator', 'workshopHead']) {
    const role = await admin.one('role', String(roles.find((record) => record.code === code)?.id));
    const functions = [...new Set([...(role.functions as string[]), 'employee:view', ...rights.flat()])];
    const scopes = [
      ...(role.scopes as { readonly object?: string }[]).filter(({ object = '' }) => !seen.includes(object)),
      ...seen.map((object) => ({ id: newId(), object, dataScope: '1' })),
    ];
    expect(await admin.save('role', { id: role.id, version: role.version, functions, scopes })).toMatchObject({
      code: 200,
    });
  }
  const { records: users } = await admin.list('user', { current: 1, size: 100 });
  const chief = users.find((record) => record.loginName === 'liuqiang');
  const { records: depts } = await admin.list('dept', { current: 1, size: 100 });
  const shop = await admin.one('dept', String(depts.find((record) => record.name === '机加车间')?.id));
  expect(await admin.save('dept', { id: shop.id, version: shop.version, leaderId: chief?.id })).toMatchObject({
    code: 200,
  });
};

/** The one whose turn it is agrees on the page of the document. */
export const agree = async (head: Page): Promise<void> => {
  const bar = head.getByRole('region', { name: '审批' });
  await bar.getByLabel('意见').fill('同意');
  await bar.getByLabel('意见').press('Control+Enter');
  await expect(front(head)).toContainText('已通过');
};
