/**
 * What somebody typed is text wherever it is shown: payloads in every text field of a demo document, opened on list, cards, detail, form,
 * print and in the sheet of an export. Nothing runs, the policy is never even asked.
 */
import { expect, type Page, test } from '@playwright/test';
import { newId, newToken } from '../support/client';
import { sheetRows } from '../support/sheets';
import { button, faultsOf, front, go, openAs, row, startFactory } from './support';

const factory = startFactory();
const PAYLOADS = [
  '<img src=x onerror="window.__ran=1">',
  '"><svg onload="window.__ran=1"><script>window.__ran=1</script>',
  "javascript:window.__ran=1//'+alert(1)+'",
  '{{constructor.constructor("window.__ran=1")()}} ${window.__ran=1}',
  '=HYPERLINK("http://evil","x")',
];

const watch = async (page: Page): Promise<readonly string[]> => {
  const seen: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => void seen.push(text));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => window.tellViolation(event.effectiveDirective + ' ' + event.blockedURI))`,
  );
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(factory.base) && !/^(data|blob):/.test(request.url())) seen.push(request.url());
  });
  return seen;
};

test('payloads in every text of a document are text everywhere', async ({ browser }) => {
  const admin = await factory.client('admin');
  const ids: string[] = [];
  for (const [i, text] of PAYLOADS.entries()) {
    const record = {
      id: newId(),
      title: `${text} ${i}`,
      note: text,
      spec: text,
      choices: `${text};乙`,
      html: `<p>正文${text}</p><a href="javascript:window.__ran=1">链</a><img src=x onerror=window.__ran=1>`,
      wide: { a: text, '<b>': [text] },
      needBy: '2099-01-01',
      rows: [],
    };
    const answer = await admin.post<{ id: string }>('/lcdp/data/demoDoc/save', { record, token: newToken() });
    // a kind may refuse a payload, never change it into something that runs
    expect([200, 203]).toContain(answer.code);
    if (answer.code === 200) ids.push(answer.data.id);
  }
  expect(ids.length).toBe(PAYLOADS.length);
  const stored = await admin.one('demoDoc', ids[0] ?? '');
  expect(String(stored.html)).not.toMatch(/onerror|javascript:|<script|<svg/i);

  const page = await openAs(browser, factory, 'admin');
  const seen = await watch(page);
  await go(page, factory, '/demo/list?scheme=all');
  await expect(row(page, PAYLOADS[0] ?? '')).toBeVisible();
  await row(page, PAYLOADS[0] ?? '').hover();
  for (const id of ids) {
    await go(page, factory, `/demo/detail?id=${id}`);
    await expect(front(page)).toContainText('示例单据');
    await go(page, factory, `/demo/edit?id=${id}`);
    await expect(page.getByLabel('标题').first()).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, factory, '/demo/list?scheme=all');
  await expect(
    front(page)
      .getByText(PAYLOADS[0] ?? '')
      .first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  const print = await admin.must<{ pages: { items: { k: string; text?: string }[] }[] }>(
    '/lcdp/data/demoDoc/print/print',
    { ids: ids.slice(0, 1) },
  );
  const printed = print.pages.flatMap((one) => one.items.flatMap((item) => item.text ?? [])).join('');
  expect(printed).toContain('onerror');

  expect(await page.evaluate('window.__ran')).toBeUndefined();
  expect(seen).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('payloads that name groups are text on charts, in their tables and on boards', async ({ browser }) => {
  const admin = await factory.client('admin');
  for (const [i, text] of PAYLOADS.entries()) {
    const node = await admin.post<{ id: string }>('/lcdp/data/demoTree/save', {
      record: { id: newId(), code: `X${i}`, name: text },
      token: newToken(),
    });
    expect(node.code).toBe(200);
    const record = { id: newId(), title: `分组${i}`, kindTreeId: node.data.id, qty: 900 - i, rows: [] };
    const doc = await admin.post('/lcdp/data/demoDoc/save', { record, token: newToken() });
    expect(doc.code).toBe(200);
  }
  const page = await openAs(browser, factory, 'admin');
  const seen = await watch(page);
  await go(page, factory, '/demo/treeTwo');
  const chart = front(page).getByRole('region', { name: '各分类数量' });
  await expect(chart).toBeVisible();
  await button(chart, '各分类数量的更多操作').click();
  await page.getByRole('menuitem', { name: '查看数据' }).click();
  await expect(page.getByRole('dialog').last()).toContainText(PAYLOADS[0] ?? '');
  await page.keyboard.press('Escape');
  await go(page, factory, '/demo/stat?by=kindTree');
  await expect(row(page, PAYLOADS[0] ?? '')).toBeVisible();
  await go(page, factory, '/board/demoBoard');
  const cell = front(page).getByRole('region', { name: '各分类数量' });
  await cell.hover();
  await page.waitForTimeout(800);
  await cell.locator('canvas').first().hover();
  await page.waitForTimeout(400);

  expect(await page.evaluate('window.__ran')).toBeUndefined();
  expect(seen).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
});

test('a formula in a cell stays a text in an exported sheet', async () => {
  const admin = await factory.client('admin');
  const sheet = await admin.download('/lcdp/data/demoDoc/export', {
    current: 1,
    scheme: 'all',
    columns: ['nbr', 'title', 'note'],
  });
  const rows = await sheetRows(sheet);
  expect(rows.flat().join()).toContain('HYPERLINK');
  // a formula would be an <f> element of the sheet
  expect(sheet.includes('<f>')).toBe(false);
});
