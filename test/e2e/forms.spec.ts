/**
 * What must never happen to somebody who types: the browser dies, the session ends, somebody else saves first. Nothing typed is lost and
 * nobody's edit is silently overwritten.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import type { Client } from '../support/client';
import {
  auditedByHand,
  button,
  dialog,
  faultsOf,
  field,
  fillSignIn,
  front,
  go,
  openAs,
  quiet,
  signIn,
  startFactory,
  test,
  typeInDialog,
  watch,
} from './support';

test.describe.configure({ mode: 'serial' });
const factory = startFactory();
let admin: Client;
test.beforeAll(async () => {
  admin = await factory.client('admin');
});

/** head fields by label, as typed */
const HEAD: Readonly<Record<string, string>> = {
  标题: '断电前的示例',
  备注: '第一行\n第二行',
  规格: '12V 30W',
  可选项: '甲;乙;丙',
  数量: '120.5',
  完成数: '60',
  件数: '7',
  日期: '2026-03-04',
  要求日期: '2026-03-09',
  月份: '2026-05',
};
const ROWS = 10;
const COLUMNS = ['数量', '单价', '交期'] as const;

const newDemo = async (page: Page): Promise<void> => {
  await go(page, factory, '/demo/edit');
  await expect(front(page).getByText('保存', { exact: true })).toBeVisible();
};

test.describe('the browser process is killed', () => {
  let profile = '';
  test.beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'millwright-profile-'));
  });
  test.afterAll(() => rm(profile, { recursive: true, force: true }));

  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      ...test.info().project.use.launchOptions,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });

  test('after 40 typed values all of them are offered back', async () => {
    const first = await launch();
    const page = first.pages()[0] ?? (await first.newPage());
    await go(page, factory, '/login');
    await signIn(page, 'admin');
    await newDemo(page);
    for (const [label, text] of Object.entries(HEAD)) {
      await field(page, label).fill(text);
      await field(page, label).press('Tab');
    }
    const pasted = Array.from({ length: ROWS }, (_, n) => COLUMNS.map((code) => textOf(code, n)).join('\t'));
    await button(front(page), '粘贴').click();
    await dialog(page)
      .getByRole('textbox')
      .fill([COLUMNS.join('\t'), ...pasted].join('\r\n'));
    const pastedAt = Date.now();
    await button(dialog(page), `加入 ${ROWS} 行`).click();
    const kept = front(page).locator('[data-kept-at]');
    const isKept = (since: number): Promise<void> =>
      expect.poll(async () => Number(await kept.getAttribute('data-kept-at'))).toBeGreaterThanOrEqual(since);
    await isKept(pastedAt);
    // nothing waits to be written any more: what is kept next has what is typed next
    await expect.poll(async () => Date.now() - Number(await kept.getAttribute('data-kept-at'))).toBeGreaterThan(1_500);
    // the last value is in the middle of being typed when the power goes
    const typedAt = Date.now();
    await field(page, '标题').fill(`${HEAD.标题}！`);
    const before = await typed(page);
    await isKept(typedAt);
    process.kill(browserPid(profile), 'SIGKILL');
    await first.close().catch(() => undefined);

    const second = await launch();
    const again = second.pages()[0] ?? (await second.newPage());
    watch(again);
    await go(again, factory, '/demo/edit');
    // what the browser kept of the session may be older than the kill: then the sign-in comes first, and later than the page
    const offered = front(again).getByText(/有未保存的草稿：/);
    const password = again.locator('input[type=password]').first();
    await expect(offered.or(password).first()).toBeVisible();
    if (await password.isVisible()) await fillSignIn(again, 'admin');
    await expect(offered).toBeVisible();
    expect((await typed(again)).head.标题).toBe('');
    await button(front(again), '恢复草稿').click();
    await expect(field(again, '标题')).toHaveValue(`${HEAD.标题}！`);
    expect(await typed(again)).toEqual(before);

    await test.step('the next user of the terminal is offered nothing', async () => {
      await again.evaluate(() => localStorage.clear());
      await go(again, factory, '/login');
      await signIn(again, 'xumin');
      await go(again, factory, '/demo/edit');
      await expect(again.getByText('没有权限，请联系管理员')).toBeVisible();
      await quiet(again);
      await expect(again.getByText(/未保存的草稿/)).toHaveCount(0);
    });
    await second.close();
  });

  interface Typed {
    readonly head: Readonly<Record<string, string>>;
    readonly cells: readonly string[];
  }
  const typed = async (page: Page): Promise<Typed> => {
    const head: Record<string, string> = {};
    for (const label of Object.keys(HEAD)) head[label] = await field(page, label).inputValue();
    const cells = await page.locator('[data-grid-cell]:visible').allInnerTexts();
    return { head, cells };
  };
});

const textOf = (column: (typeof COLUMNS)[number], n: number): string =>
  column === '数量' ? String(n + 1) : column === '单价' ? `${n + 1}.25` : `2026-04-${String(n + 1).padStart(2, '0')}`;

/** The browser's own process: the one with this profile that is no child of another. */
const browserPid = (profile: string): number => {
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=');
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error('the browser is not there');
  return Number(found);
};

test.describe('with a stored record', () => {
  let page: Page;
  let id = '';
  test.beforeAll(async ({ browser }) => {
    page = await openAs(browser, factory, 'admin');
    const saved = await admin.must('/lcdp/data/demoDoc/save', {
      record: { title: '两人同改', day: '2026-03-04', note: '原来的', qty: 1 },
    });
    id = String(saved.id);
  });
  test.afterAll(() => page.context().close());

  test('the session ends in the middle of an edit: sign in over the page, saved once', async () => {
    await go(page, factory, `/demo/edit?id=${id}`);
    await field(page, '备注').fill('夜班写的');
    await expect(front(page).getByText(/已自动保存草稿/)).toBeVisible();
    await page.evaluate(async () => {
      const { value } = JSON.parse(localStorage.getItem('millwright.accessToken') ?? '{}') as { value: string };
      await fetch('/v2/api/mes/sys/signOut', { method: 'POST', headers: { Authorization: `Bearer ${value}` } });
    });
    const tokens: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/save')) tokens.push((request.postDataJSON() as { token: string }).token);
    });
    await page.keyboard.press('Control+s');
    await expect(dialog(page)).toContainText('登录信息已失效，请重新登录');
    await dialog(page).locator('input[type=password]').fill('Gongfang#2026');
    await dialog(page).getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByText('已保存').first()).toBeVisible();
    await expect(field(page, '备注')).toHaveValue('夜班写的');
    expect(new Set(tokens).size).toBe(1);
    const now = await admin.must(`/lcdp/data/demoDoc/getOne?id=${id}`);
    expect([now.note, now.version]).toEqual(['夜班写的', 2]);
  });

  test('somebody else saves first: both values stand side by side, the chosen ones are saved', async () => {
    await field(page, '备注').fill('我的');
    await field(page, '标题').fill('我的标题');
    const { version } = await admin.must(`/lcdp/data/demoDoc/getOne?id=${id}`);
    await admin.must('/lcdp/data/demoDoc/save', { record: { id, version, note: '对方的', qty: 9 } });
    await page.keyboard.press('Control+s');
    await expect(dialog(page)).toContainText('数据已被他人修改');
    const line = (name: string) => dialog(page).getByRole('radiogroup', { name, exact: true });
    await expect(line('备注')).toContainText('夜班写的');
    await expect(line('备注')).toContainText('对方的');
    await expect(line('备注')).toContainText('我的');
    await expect(button(dialog(page), '保存')).toBeDisabled();
    await line('备注').getByText('对方的', { exact: true }).click();
    await button(dialog(page), '保存').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(field(page, '备注')).toHaveValue('对方的');
    await expect
      .poll(async () => {
        const now = await admin.must(`/lcdp/data/demoDoc/getOne?id=${id}`);
        return [now.note, now.title, Number(now.qty)];
      })
      .toEqual(['对方的', '我的标题', 9]);
    expect(faultsOf(page)).toEqual([]);
  });
});

test('选单: a receipt takes open lines of orders into the form', async ({ browser }) => {
  const first = async (page: string, search: Record<string, unknown> = {}) => {
    const { records } = await admin.must<{ records: Record<string, string>[] }>(`/lcdp/data/${page}/getPageList`, {
      current: 1,
      size: 1,
      search,
    });
    return records[0] ?? {};
  };
  const supplier = await first('supplier', { code: 'GYS0001' });
  const material = await first('material', { code: 'MT-12' });
  await auditedByHand(await factory.client('admin'), 'purchaseOrder');
  const buyer = await factory.client('xumin');
  const saved = await buyer.must('/lcdp/data/purchaseOrder/save', {
    record: {
      supplierId: supplier.id,
      needBy: '2027-01-20',
      items: [
        { materialId: material.id, unitId: material.unitId, qty: 40, price: 2, needDate: '2027-01-20' },
        { materialId: material.id, unitId: material.unitId, qty: 7, price: 2, needDate: '2027-01-21' },
      ],
    },
    token: crypto.randomUUID(),
  });
  const auditor = await factory.client('zhoumin');
  const audited = await auditor.must<{ record: { nbr: string } }>('/lcdp/data/purchaseOrder/act/audit', {
    targets: [{ id: saved.id, version: saved.version }],
    token: crypto.randomUUID(),
  });
  const page = await openAs(browser, factory, 'admin');
  await go(page, factory, '/oms/purchase/warehousing/edit');
  await button(front(page), '选单').click();
  await expect(dialog(page)).toContainText('选择采购订单');
  await typeInDialog(page, audited.record.nbr);
  await button(dialog(page), '加入 1 行').click();
  await expect(dialog(page)).toContainText('本次');
  await button(dialog(page), '确定').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(front(page)).toContainText('2 行');
  await expect(front(page)).toContainText('恒力电机');
  expect(faultsOf(page)).toEqual([]);
  await page.context().close();
});
