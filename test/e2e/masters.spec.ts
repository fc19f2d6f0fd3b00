/** Every master page once through what a clerk does with it: add, change, find, switch off and on, and delete what nobody uses. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Wire } from '../support/client';
import {
  button,
  choose,
  confirm,
  dialog,
  faultsOf,
  field,
  front,
  openAs,
  openMenu,
  pageTab,
  row,
  rowAction,
  saved,
  scheme,
  startFactory,
  test,
  typeDate,
} from './support';

const factory = startFactory();
let page: Page;
test.beforeAll(async ({ browser }) => {
  await usePosition();
  page = await openAs(browser, factory, 'admin');
});
test.afterAll(async () => page?.context().close());

interface Master {
  readonly menu: string;
  readonly title: string;
  /** labels of code and name, where they are not 编码 and 名称 */
  readonly labels?: readonly [code: string, name: string];
  readonly code: string;
  /** what else must be filled */
  readonly fill: (form: Locator) => Promise<void>;
  /** something of the demo factory that is in use, and what the refusal says */
  readonly used: readonly [code: string, sentence: string | RegExp];
  /** the form is a page, not a dialog */
  readonly asPage?: boolean;
}
const USED = '已被引用，不可删除，可改为停用';

const MASTERS: readonly Master[] = [
  {
    menu: '计量单位',
    title: '计量单位',
    code: 'E2E',
    fill: async (form) => {
      await field(form, '符号').fill('捆');
      await choose(page, form, '单位组', '数量');
    },
    used: ['PCS', `「件」${USED}`],
  },
  {
    menu: '物料分类',
    title: '物料分类',
    code: 'E2E',
    fill: async (form) => {
      await field(form, '简码').fill('E2');
      await choose(page, form, '上级', '辅料');
    },
    used: ['YCL', '「原材料」下有5个下级，不能删除'],
  },
  {
    menu: '物料',
    title: '物料',
    code: 'E2E-100',
    fill: async (form) => {
      await choose(page, form, '物料分类', '包材');
      await choose(page, form, '物料类型', '包材');
      await choose(page, form, '基本单位', '件', '件');
    },
    used: ['MT-12', `「电机」${USED}`],
  },
  {
    menu: '供应商',
    title: '供应商',
    code: 'GYS9001',
    asPage: true,
    fill: async () => undefined,
    used: ['GYS0001', `「恒力电机」${USED}`],
  },
  {
    menu: '仓库',
    title: '仓库',
    code: 'CK90',
    fill: (form) => choose(page, form, '类型', '原材料'),
    used: ['CK01', `「原材料仓」${USED}`],
  },
  {
    menu: '库位',
    title: '库位',
    code: 'Z-01-01-01',
    fill: (form) => choose(page, form, '仓库', '备件仓 CK04', 'CK04'),
    used: ['A-01-01-01', USED],
  },
  {
    menu: '员工',
    title: '员工',
    labels: ['工号', '姓名'],
    code: 'YG9001',
    fill: async (form) => {
      await choose(page, form, '性别', '女');
      await choose(page, form, '部门', '示例工厂');
      await typeDate(page, '入职日期', '2026-01-05');
    },
    used: ['YG0003', `「许敏」${USED}`],
  },
  {
    menu: '部门',
    title: '部门',
    labels: ['部门编码', '部门名称'],
    code: '901',
    fill: (form) => choose(page, form, '上级部门', '示例工厂'),
    used: ['采购部', /部门下还有\d+名用户，不可删除/],
  },
  {
    menu: '部门管理',
    title: '部门',
    labels: ['部门编码', '部门名称'],
    code: '902',
    fill: (form) => choose(page, form, '上级部门', '示例工厂'),
    used: ['生产部', `「生产部」${USED}`],
  },
];

const find = async (text: string): Promise<void> => {
  const box = front(page).getByRole('search').getByRole('textbox').first();
  await box.fill(text);
  await box.press('Enter');
};
const save = async (form: Locator, asPage: boolean): Promise<void> => {
  await button(form, '保存').click();
  if (asPage) await saved(page);
  else await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Nothing of the demo factory stands on a position yet. */
const usePosition = async (): Promise<void> => {
  const admin = await factory.client('admin');
  const one = async (object: string, code: string): Promise<Wire> => {
    const { records } = await admin.list(object, { where: `code == '${code}'`, size: 1 });
    return admin.one(object, String(records[0]?.id));
  };
  const position = await one('position', 'A-01-01-01');
  const { id, version } = await one('warehouse', 'CK01');
  const saved = await admin.save('warehouse', { id, version, defPositionId: position.id });
  expect([saved.code, saved.msg]).toEqual([200, 'success']);
};

for (const master of MASTERS) {
  const { menu, title, code, asPage = false } = master;
  const [codeLabel, nameLabel] = master.labels ?? ['编码', '名称'];
  test(`${menu}: add, change, find, switch off and on, delete`, async () => {
    await openMenu(page, menu);
    const form = (): Locator => (asPage ? front(page) : dialog(page));

    await test.step('add; what is missing is named at its field', async () => {
      await button(front(page), '新增').click();
      await field(form(), codeLabel).fill(code);
      await button(form(), '保存').click();
      await expect(form().getByText(`请填写${nameLabel}`)).toBeVisible();
      await field(form(), nameLabel).fill('测试甲');
      await master.fill(form());
      await save(form(), asPage);
      if (asPage) await button(page, `关闭${title} 测试甲`).click();
    });
    await test.step('find', async () => {
      await expect(pageTab(page, menu)).toHaveAttribute('aria-selected', 'true');
      await find(code);
      await expect(row(page, '测试甲')).toBeVisible();
    });
    await test.step('the code is taken', async () => {
      await button(front(page), '新增').click();
      await field(form(), codeLabel).fill(code);
      await field(form(), nameLabel).fill('测试乙');
      await master.fill(form());
      await button(form(), '保存').click();
      await expect(page.getByText(new RegExp(`「${code}」已存在`)).first()).toBeVisible();
      await button(asPage ? page : form(), asPage ? `关闭新增${title}` : '取消').click();
      const leave = page.getByRole('dialog').filter({ hasText: '有未保存的修改' });
      await leave.getByRole('button', { name: '确定' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('change', async () => {
      await rowAction(page, row(page, '测试甲'), '编辑');
      await field(form(), nameLabel).fill('测试丙');
      await save(form(), asPage);
      if (asPage) await button(page, `关闭${title} 测试丙`).click();
      await expect(row(page, '测试丙')).toBeVisible();
    });
    await test.step('switch off and on', async () => {
      await rowAction(page, row(page, '测试丙'), '停用');
      await confirm(page, '停用');
      await expect(front(page).getByText('测试丙')).toHaveCount(0);
      await scheme(page, '已停用');
      await rowAction(page, row(page, '测试丙'), '启用');
      if (await page.getByRole('dialog').count()) await confirm(page, '启用');
      await expect(front(page).getByText('测试丙')).toHaveCount(0);
      await scheme(page, /默认/);
      await expect(row(page, '测试丙')).toBeVisible();
    });
    await test.step('delete', async () => {
      await rowAction(page, row(page, '测试丙'), '删除');
      await confirm(page, '删除');
      await expect(front(page).getByText('测试丙')).toHaveCount(0);
    });
    await test.step('what is in use stays', async () => {
      const [used, sentence] = master.used;
      await find(used);
      await rowAction(page, row(page, used), '删除');
      await confirm(page, '删除');
      await expect(page.getByText(sentence).first()).toBeVisible();
      const shown = page.getByRole('dialog', { name: '提示' });
      if (await shown.count()) await shown.getByRole('button', { name: '确定' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(row(page, used)).toBeVisible();
      await find('');
    });
  });
}

test('nothing went wrong behind the screens', () => {
  expect(faultsOf(page)).toEqual([]);
});
