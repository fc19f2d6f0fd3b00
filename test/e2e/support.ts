/**
 * What the browser journeys share: one server a file, of the production build on a fresh data folder with the demo factory, and the
 * things of the screen named as a user names them.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type Response,
  test,
} from '@playwright/test';
import { Client, type Wire } from '../support/client';
import { dataFolder, removeFolder } from '../support/folder';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../support/server';

export { DEMO_PASSWORD };

export interface Factory {
  /** `http://127.0.0.1:4711` */
  readonly base: string;
  /** DATA_DIR of its server */
  readonly dataDir: string;
  /** a signed-in caller over HTTP, to look at what the screens say */
  client(login: string): Promise<Client>;
}

/** A data folder of its own that holds the demo factory (test/e2e/setup.ts). */
export const demoFolder = async (): Promise<string> => {
  const folder = dataFolder('e2e');
  // with its owner: the cluster belongs to the user postgres when we are root
  await promisify(execFile)('cp', ['-a', `${process.env.E2E_DEMO}/.`, folder]);
  return folder;
};

/** Registers the hooks of a file; the server is there once its tests run. */
export const startFactory = (): Factory => {
  let server: RunningServer | undefined;
  let dataDir = '';
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    dataDir = await demoFolder();
    server = await startServer({ from: 'dist', dataDir, port: await freePort(), env: { DEMO: '1' } });
  });
  test.afterAll(async () => {
    await server?.stop();
    removeFolder(dataDir);
  });
  const base = (): string => {
    if (server === undefined) throw new Error('the server of this file has not started');
    return server.base;
  };
  return {
    get base() {
      return base();
    },
    get dataDir() {
      return dataDir;
    },
    client: async (login) => {
      const client = new Client(base());
      await client.signIn(login, DEMO_PASSWORD);
      return client;
    },
  };
};

/** How many documents of the gallery lie in this year, which its report and board show: they move with the day they are loaded. */
export const demoDocsThisYear = async (admin: Client): Promise<string> => {
  const q = { f: 'day', op: 'rel', v: { rel: 'thisYear' } };
  return String((await admin.list('demoDoc', { current: 1, size: 1, scheme: 'all', q })).total);
};

/** Documents of this sort are audited with a button: the demo factory sends orders through approval. */
export const auditedByHand = async (admin: Client, docType: string): Promise<void> => {
  const { records } = await admin.must<{ records: readonly Wire[] }>('/lcdp/data/auditSetting/getPageList', {
    current: 1,
    size: 50,
  });
  const known = records.find((one) => one.docType === docType);
  if (known === undefined) return;
  // the one that is in approval goes on in it
  await admin.must('/lcdp/data/auditSetting/save', {
    record: { id: known.id, version: known.version, mode: '1' },
    accept: ['checks.open'],
    token: crypto.randomUUID(),
  });
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

const faults = new WeakMap<Page, string[]>();
/** Errors of the console, uncaught ones and violations of the policy since the page was made. */
export const faultsOf = (page: Page): readonly string[] => faults.get(page) ?? [];

const watch = (page: Page): void => {
  const list: string[] = [];
  faults.set(page, list);
  page.on('pageerror', (error) => list.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // the browser's own line about an answer of 4xx; the answer itself is what the tests look at
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) list.push(message.text());
  });
};

/** A browser of its own (storage, tabs) at the given address. */
export const openBrowser = async (
  browser: Browser,
  factory: Factory,
  path = '/login',
  device: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  watch(page);
  await go(page, factory, path);
  return page;
};
/** Loads an address inside the base path, as typed into the address line. */
export const go = (page: Page, factory: Factory, path: string) => page.goto(`${factory.base}/v2${path}`);

export const fillSignIn = async (page: Page, login: string, password = DEMO_PASSWORD): Promise<void> => {
  await page.getByRole('textbox', { name: /账号/ }).fill(login);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: '登录' }).click();
};
export const signIn = async (page: Page, login: string): Promise<void> => {
  await fillSignIn(page, login);
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
};
/** A browser in which `login` has signed in and stands on the home page. */
export const openAs = async (browser: Browser, factory: Factory, login: string): Promise<Page> => {
  const page = await openBrowser(browser, factory);
  await signIn(page, login);
  return page;
};

/* shell */

export const openMenu = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('navigation', { name: '菜单' });
  const entry = menu.getByRole('button', { name, exact: true });
  const folded = menu.locator('button[aria-expanded=false]');
  while ((await entry.count()) === 0 && (await folded.count()) > 0) await folded.first().click();
  await entry.click();
  await expect(pageTab(page, name)).toHaveAttribute('aria-selected', 'true');
};
export const pageTab = (page: Page, title: string | RegExp): Locator =>
  page
    .getByRole('tablist', { name: '打开的页面' })
    .getByRole('tab')
    .and(page.getByTitle(title, { exact: true }));
/** The page in front. */
export const front = (page: Page): Locator => page.locator('section[aria-label]:visible').first();
export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

/* dialogs */

/** The dialog in front. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
/** Answers 提示 with 确定 after looking at its sentence. */
export const confirm = async (page: Page, sentence: string | RegExp): Promise<void> => {
  await expect(dialog(page)).toContainText('提示');
  await expect(dialog(page)).toContainText(sentence);
  await dialog(page).getByRole('button', { name: '确定' }).click();
};

/* lists */

export const scheme = async (page: Page, title: string | RegExp): Promise<void> => {
  const tab = page.getByRole('tablist', { name: '查询方案' }).getByRole('tab', { name: title });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(front(page).getByRole('grid').first()).toHaveAttribute('aria-busy', 'false');
};
/** Rows of the table in front that say all of this; the first one is the row meant. */
export const row = (page: Page | Locator, ...texts: readonly (string | RegExp)[]): Locator =>
  texts
    .reduce<Locator>((rows, hasText) => rows.filter({ hasText }), page.locator('[role=row][data-row]:visible'))
    .first();

/** An action of a row: a word at its end, or an entry behind ⋯. */
export const rowAction = async (page: Page, at: Locator, title: string): Promise<void> => {
  await at.waitFor();
  const word = button(at, title);
  if (await word.count()) return word.click();
  await button(at, '更多操作').click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
};
/** What a row offers, words and menu together. */
export const rowActions = async (page: Page, at: Locator): Promise<readonly string[]> => {
  await at.waitFor();
  const words = (await at.locator('[data-own] button').allInnerTexts()).filter((text) => text !== '');
  if ((await button(at, '更多操作').count()) === 0) return words;
  await button(at, '更多操作').click();
  await page.getByRole('menuitem').first().waitFor();
  const rest = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  return [...words, ...rest];
};

/* forms */

/** The control of a form field by its label. */
export const field = (page: Page | Locator, label: string): Locator =>
  page.getByLabel(label, { exact: true }).filter({ visible: true }).and(page.locator('input, textarea')).first();
/** Opens the pick dialog of a field, searches and takes the only hit with Enter. */
export const pickOne = async (page: Page, label: string, search: string): Promise<void> => {
  await page.getByLabel(`选择${label}`, { exact: true }).filter({ visible: true }).click();
  await typeInDialog(page, search);
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
/** The search box of a dialog has the focus by itself: the keys go to the page. */
export const typeInDialog = async (page: Page, search: string): Promise<void> => {
  await expect(dialog(page).getByLabel('查找')).toBeFocused();
  await page.keyboard.type(search);
  await page.keyboard.press('Enter');
};
/** What is typed into a date field, key by key. */
export const typeDate = async (page: Page, label: string, day: string): Promise<void> => {
  await field(page, label).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(day);
  await page.keyboard.press('Enter');
  await expect(field(page, label)).toHaveValue(day);
};

/** The form says that it is stored. Other notes (a draft kept, rows that came in) may stand beside it. */
export const saved = (page: Page): Promise<void> =>
  expect(front(page).getByRole('status').filter({ hasText: '已保存' })).toBeVisible();

/* sub-table grid */

/** The n-th drawn cell of a column. */
export const cell = (page: Page, code: string, n = 0): Locator =>
  page.locator(`[data-grid-cell$=":${code}"]:visible`).nth(n);
/** Types over a cell; Enter leaves it downward. */
export const typeCell = async (page: Page, code: string, n: number, text: string): Promise<void> => {
  await cell(page, code, n).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

/** Does something and waits for the answer of the call it makes; the path's end names the call. */
export const answered = async (page: Page, call: string, work: () => Promise<unknown>): Promise<Response> => {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(call));
  await work();
  return answer;
};

/** Chooses from the drop-down of a field; what is typed narrows it first. */
export const choose = async (page: Page, scope: Locator, label: string, option: string, typed = ''): Promise<void> => {
  await field(scope, label).focus();
  await page.keyboard.press('ArrowDown');
  if (typed !== '') await page.keyboard.type(typed);
  const list = page.locator('.ant-select-dropdown:visible');
  // what is typed draws the list anew: a press that fell between two lists is pressed again
  await expect(async () => {
    await list.getByText(option, { exact: true }).last().click({ timeout: 5_000 });
    await expect(list).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
};

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
let axeSource: Promise<string> | undefined;
/** Serious violations of accessibility on the page as it stands. */
export const seriousOn = async (page: Page): Promise<readonly string[]> => {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // evaluated by the driver: the policy of the page allows no script of others
  await page.evaluate(await axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(node: Node, options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(document, { resultTypes: ['violations'] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 4).map((node) => `${id}: ${node.html.slice(0, 160)}`));
};

/** As a scanner types: known by the time between its keys, so they are all pressed before the first is worked on, however slow this machine is. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    const keys = [...text, 'Enter'].map((key) => new KeyboardEvent('keydown', { key, cancelable: true }));
    for (const key of keys) window.dispatchEvent(key);
  }, code);
