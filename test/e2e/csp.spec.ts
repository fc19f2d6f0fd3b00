/**
 * Every page of every menu under the real content security policy: nothing is refused by it, nothing fails in the console, and our own
 * code evaluates no text. One violation is known that antd may cause (the style element with which rc-util measures scroll
 * bars, blocked as inline style); `src/theme` avoids its cause, so it is listed here as known and expected at most there.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type Request } from '@playwright/test';
import type { Wire } from '../support/client';
import { FACTORY_ROUTES } from '../support/factory-routes';
import { button, dialog, faultsOf, field, front, go, openAs, startFactory, test } from './support';

const factory = startFactory();
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly file: string;
  readonly page: string;
}
/** rc-util getScrollBarSize: an inline style element, in browsers where ::-webkit-scrollbar rules exist */
const isScrollbarMeasuring = ({ directive, blocked, file }: Violation): boolean =>
  directive === 'style-src-elem' && blocked === 'inline' && /\/assets\//.test(file);
const SCROLLBAR_MEASURING = "violates the following Content Security Policy directive 'style-src-elem";

const watchPolicy = async (page: Page): Promise<readonly Violation[]> => {
  const seen: Violation[] = [];
  await page.exposeFunction('tellViolation', (one: Violation) => void seen.push(one));
  // written as text: functions passed to the browser are rewritten by the test runner's compiler
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.tellViolation({ directive: event.effectiveDirective, blocked: event.blockedURI, file: event.sourceFile ?? '', page: location.pathname }))`);
  return seen;
};

/** pages between two loads of the application */
const RELOAD = 10;

interface MenuEntry {
  readonly name: string;
  readonly url: string | null;
  readonly pages?: readonly { readonly url: string; readonly page: string }[];
}

test('all pages of all menus keep the policy and a quiet console', async ({ browser }, info) => {
  // every page and its tabs, one after the other: a limit ends what hangs, it says nothing of speed
  test.setTimeout(1_200_000);
  const page = await openAs(browser, factory, 'admin');
  const violations = await watchPolicy(page);
  const calls = watchCalls(page);
  const admin = await factory.client('admin');
  const menus = await admin.must<Record<string, readonly MenuEntry[]>>('/application/apps/getUserMenuList');
  const pages = Object.values(menus)
    .flat()
    .flatMap((entry) => entry.pages ?? []);
  expect(pages.length).toBeGreaterThan(20);

  const answer = await go(page, factory, '/home');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toMatch(/style-src-elem 'self' 'nonce-/);

  const anyOf = async (object: string): Promise<Wire | undefined> => {
    const { records } = await admin
      .list(object, { scheme: 'all', size: 1 })
      .catch(() => admin.list(object, { size: 1 }))
      .catch((cause: Error) => {
        // a page over settings has no rows
        if (!cause.message.includes(': 404 ')) throw cause;
        return { records: [] as Wire[] };
      });
    return records[0];
  };
  const visited: string[] = [];
  let opened = 0;
  /** The application is loaded anew now and then; between, its own router goes on, as users do. */
  const open = async (url: string): Promise<void> => {
    if (opened++ % RELOAD === 0) await go(page, factory, url);
    else {
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(`/v2${url}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      // two pages of one record may have one title
      await expect(front(page)).toHaveAttribute('data-path', url.split('?')[0] ?? url);
    }
    await settle(page, calls);
  };
  for (const { url, page: code } of pages) {
    const [object = '', part] = code.split('#');
    const id = part === undefined ? undefined : (await anyOf(object))?.id;
    if (part === 'detail' && id === undefined) continue;
    await open(part === undefined || id === undefined ? url : `${url}?id=${id}`);
    visited.push(url);
    if (FACTORY_ROUTES.includes(url))
      await page.screenshot({ path: info.outputPath(`${url.slice(1).replaceAll('/', '-')}.png`) });
    if (part === 'detail')
      for (const tab of await front(page).getByRole('tab').all()) {
        await tab.click();
        await calls.done();
      }
    if (part === 'edit') {
      await open(url);
    }
  }
  expect(visited.length).toBeGreaterThan(20);
  expect(FACTORY_ROUTES.filter((url) => !visited.includes(url))).toEqual([]);
  await test.step('the page over which a record of any object is picked', async () => {
    await go(page, factory, '/windowSelect/index?obj=material');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.screenshot({ path: info.outputPath('windowSelect.png') });
  });

  await test.step('what opens over a page: drop-downs, calendar, pick window, menus, dialogs', async () => {
    await go(page, factory, '/oms/purchase/order/edit');
    await field(page, '最迟到货').click();
    await expect(page.locator('.ant-picker-dropdown:visible')).toBeVisible();
    await page.keyboard.press('Escape');
    await field(page, '采购员').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('.ant-select-dropdown:visible')).toBeVisible();
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
  });

  expect(violations.filter((one) => !isScrollbarMeasuring(one))).toEqual([]);
  expect(faultsOf(page).filter((text) => !text.includes(SCROLLBAR_MEASURING))).toEqual([]);
  await page.context().close();
});

interface Calls {
  /** resolves when no call has been under way for a moment */
  done(): Promise<void>;
}
/** The live channel of a tab never ends: waiting for it is waiting for ever. */
const isLive = (request: Request): boolean => new URL(request.url()).pathname.endsWith('/live');
const watchCalls = (page: Page): Calls => {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!isLive(request)) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    done: async () => {
      for (let quiet = 0; quiet < 3; quiet = open.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(25);
    },
  };
};
/** A list, a form or a detail is there, with whatever it loads. */
const settle = async (page: Page, calls: Calls): Promise<void> => {
  await expect(front(page).locator('[role=grid], [role=tablist], form, input, h1, [data-kind]').first()).toBeVisible();
  await calls.done();
};

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
