/**
 * What somebody typed is text wherever it is shown: payloads in every text field of a demo document, opened on list, cards, detail, form,
 * print and in the sheet of an export. Nothing runs, the policy is never even asked.
 */
import { expect, type Page } from '@playwright/test';
import { newId, newToken, type Wire } from '../support/client';
import { sheetRows } from '../support/sheets';
import { button, dialog, faultsOf, front, go, openAs, quiet, row, rowAction, startFactory, test } from './support';

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

interface FieldWire {
  readonly field: string;
  readonly type: string;
  readonly kind: string;
  readonly dict?: string | null;
  readonly readonly?: boolean;
  readonly children?: readonly FieldWire[] | null;
}
const isText = ({ type, kind, dict, readonly: kept }: FieldWire): boolean =>
  ['text', 'json'].includes(type) && !['autoCode', 'undata'].includes(kind) && !dict && kept !== true;

/** A document whose texts are all the payload: those in `left` refuse it. */
const evil = (fields: readonly FieldWire[], text: string, nth: number, left: ReadonlySet<string>, material: Wire) => {
  const texts = (of: readonly FieldWire[], in_: string) =>
    Object.fromEntries(
      of.filter((field) => isText(field) && !left.has(in_ + field.field)).map(({ field }) => [field, text]),
    );
  const rows = fields.find(({ field }) => field === 'rows')?.children ?? [];
  return {
    ...texts(fields, ''),
    id: newId(),
    title: `${text} ${nth}`,
    choices: `${text};乙`,
    choice: text,
    html: `<p>正文${text}</p><a href="javascript:window.__ran=1">链</a><img src=x onerror=window.__ran=1>`,
    wide: { a: text, '<b>': [text] },
    // as much of it as these hold
    icon: text.slice(0, 60),
    value: text.slice(0, 50),
    valueType: '1',
    needBy: '2099-01-01',
    rows: [
      {
        ...texts(rows, 'rows.'),
        id: newId(),
        materialId: material.id,
        unitId: material.unitId,
        qty: 1,
        price: 1,
        valueType: '1',
        value: text.slice(0, 50),
      },
    ],
  };
};

test('payloads in every text field of a document are text on list, cards, detail, form and print', async ({
  browser,
}) => {
  const admin = await factory.client('admin');
  const fields = await admin.must<readonly FieldWire[]>('/lcdp/apppage/fields?object=demoDoc');
  const texts = fields.filter(isText).map(({ field }) => field);
  expect(texts).toEqual(expect.arrayContaining(['title', 'note', 'spec', 'html', 'wide', 'value', 'choices', 'token']));
  const material = (await admin.list('material', { current: 1, size: 1 })).records[0] as Wire;
  const save = (record: object) =>
    admin.post<{ id: string }>('/lcdp/data/demoDoc/save', { record, token: newToken(), accept: ['checks.twice'] });
  // a kind with a form of its own (telephone, colour, place, condition) refuses what has not that form, and keeps nothing
  const left = new Set<string>();
  const total = async (): Promise<number> =>
    (await admin.list('demoDoc', { current: 1, size: 1, scheme: 'all' })).total;
  for (const field of texts) {
    if (['title', 'html', 'wide', 'choice', 'value'].includes(field)) continue;
    const before = await total();
    const answer = await save({ id: newId(), title: `试${field}`, [field]: PAYLOADS[0] });
    expect([field, [200, 203].includes(answer.code)]).toEqual([field, true]);
    if (answer.code === 203) left.add(field);
    expect(await total()).toBe(before + (answer.code === 200 ? 1 : 0));
  }
  expect([...left].sort()).toEqual(['condition', 'phone', 'spot', 'tint'].filter((text) => texts.includes(text)));
  const ids: string[] = [];
  for (const [i, text] of PAYLOADS.entries()) {
    const answer = await save(evil(fields, text, i, left, material));
    expect([text, answer.code, answer.msg]).toEqual([text, 200, answer.msg]);
    ids.push(answer.data.id);
  }
  const stored = await admin.one('demoDoc', ids[0] ?? '');
  expect(String(stored.html)).not.toMatch(/onerror|javascript:|<script|<svg/i);

  const page = await openAs(browser, factory, 'admin');
  const seen = await watch(page);
  await go(page, factory, '/demo/list?scheme=all');
  await expect(row(page, PAYLOADS[0] ?? '').first()).toBeVisible();
  await row(page, PAYLOADS[0] ?? '')
    .first()
    .hover();
  // every column is drawn once, those out of sight too
  for (let i = 0; i < 12; i++) await page.mouse.wheel(600, 0);
  for (const id of ids) {
    await go(page, factory, `/demo/detail?id=${id}`);
    await expect(front(page)).toContainText('示例单据');
    for (const tab of await front(page).getByRole('tab').all()) await tab.click();
    await go(page, factory, `/demo/edit?id=${id}`);
    await expect(page.getByLabel('标题').first()).toBeVisible();
    for (const tab of await front(page).getByRole('tab').all()) await tab.click();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, factory, '/demo/list?scheme=all');
  await expect(
    front(page)
      .getByText(PAYLOADS[0] ?? '')
      .first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await go(page, factory, '/demo/list?scheme=all');
  await rowAction(page, row(page, `${PAYLOADS[0]} 0`), '打印');
  const paper = dialog(page).getByRole('img', { name: '第 1 页', exact: true });
  await expect(paper).toContainText('onerror');
  const pdf = page.waitForEvent('download');
  await button(dialog(page), '导出PDF').click();
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/);

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
  await page.getByRole('menuitem', { name: '看数据' }).click();
  await expect(page.getByRole('dialog').last()).toContainText(PAYLOADS[0] ?? '');
  await page.keyboard.press('Escape');
  await go(page, factory, '/demo/stat?by=kindTree');
  await expect(row(page, PAYLOADS[0] ?? '')).toBeVisible();
  await go(page, factory, '/board/demoBoard');
  const cell = front(page).getByRole('region', { name: '各分类数量' });
  await cell.hover();
  await quiet(page);
  await cell.locator('canvas').first().hover();
  await quiet(page);

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
