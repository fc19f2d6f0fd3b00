/**
 * The content security policy as it is sent, what opens over a page under it, and that our own code evaluates no text. Every page of every
 * menu under the policy: crawl.spec.ts.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import {
  againstPolicy,
  blankAs,
  button,
  calendarDays,
  dialog,
  field,
  front,
  go,
  listOf,
  sharedFactory,
  test,
  watchPolicy,
} from './support';

const factory = sharedFactory();
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('the policy is strict, and what opens over a page keeps it: drop-downs, calendar, windows, menus', async ({
  browser,
}) => {
  const page = await blankAs(browser, factory, 'admin');
  const violations = await watchPolicy(page);
  const answer = await go(page, factory, '/windowSelect/index?obj=material');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toMatch(/style-src-elem 'self' 'nonce-/);
  // the page over which a record of any object is picked
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await go(page, factory, '/oms/purchase/order/edit');
  await field(page, '最迟到货').click();
  await expect(calendarDays(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await field(page, '采购员').focus();
  await page.keyboard.press('ArrowDown');
  await expect(listOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('选择供应商', { exact: true }).click();
  await expect(dialog(page).getByRole('row').nth(1)).toBeVisible();
  await button(dialog(page), '取消').click();
  await button(front(page), '粘贴').click();
  await button(dialog(page), '取消').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(dialog(page).getByLabel('搜索')).toBeFocused();

  expect(againstPolicy(page, violations)).toEqual([]);
  await page.context().close();
});

/**
 * Text that is evaluated in the bundle, with the packages it comes from. None of it runs: the first is the last resort of code that
 * looks for the global object, the second is Formily's default compiler of `{{ }}`, which no page of ours reaches, the others are pdf.js
 * asking whether it may evaluate and compiling functions of a document, both behind the option `isEvalSupported` that runtime/files
 * sets to false (files.spec.ts previews a pdf with such a function), the last is G2's reader of csv files from an address: charts get rows.
 */
const THIRD_PARTY = [
  { from: '@formily/reactive, resize-observer-polyfill', text: /Function\(`return this`\)\(\)/g },
  {
    from: '@formily/json-schema, compiler.ts',
    text: /Function\(`\$root`,`with\(\$root\) \{ return \(\$\{\w+\}\); \}`\)/g,
  },
  { from: 'pdfjs-dist', text: /try\{return Function\(``\),!0\}catch\{return!1\}/g },
  { from: 'pdfjs-dist, worker', text: /try\{new Function\(""\);return!0\}catch\{return!1\}/g },
  { from: 'pdfjs-dist, worker', text: /new Function\("src","srcOffset","dest","destOffset",\w+\)/g },
  {
    from: '@antv/g2, d3-dsv',
    text: /Function\(`d`,`return \{`\+\w+\.map\(function\(\w+,\w+\)\{return JSON\.stringify/g,
  },
];
const EVALUATES = /\beval\(|\bFunction\(/g;

test('no text is evaluated: not in the sources, and in the bundle only by known packages', async () => {
  for (const folder of ['src', 'runtime', 'schemas/language']) {
    for (const file of await readdir(`${ROOT}/${folder}`, { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const code = await readFile(`${ROOT}/${folder}/${file}`, 'utf8');
      expect([file, code.match(EVALUATES)]).toEqual([file, null]);
    }
  }
  const assets = `${ROOT}/dist/client/assets`;
  const found: string[] = [];
  for (const file of await readdir(assets)) {
    if (!/\.m?js$/.test(file)) continue;
    const code = await readFile(`${assets}/${file}`, 'utf8');
    const rest = THIRD_PARTY.reduce((left, { text }) => left.replace(text, ''), code);
    for (const match of rest.matchAll(EVALUATES))
      found.push(`${file}: …${rest.slice(Math.max(0, match.index - 60), match.index + 60)}…`);
  }
  expect(found).toEqual([]);
});
