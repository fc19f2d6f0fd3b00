/**
 * What the browser journeys share: one server a file, of the production build on a clone of the demo factory, and the things
 * of the screen named as a user names them.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { type SignedIn, saveSignIn } from '../../src/session/tokens';
import { Client, type Wire } from '../support/client';
import { DEMO_PASSWORD } from '../support/server';
import { type DemoServer, startDemo } from './databases';

export { DEMO_PASSWORD };

export interface Factory {
  /** `http://127.0.0.1:4711` */
  readonly base: string;
  /** DATA_DIR of its server */
  readonly dataDir: string;
  /** its database */
  readonly url: string;
  /** a signed-in caller over HTTP, to look at what the screens say */
  client(login: string): Promise<Client>;
  /** what a sign-in answers: the one every database has of somebody, then new ones */
  session(login: string): Promise<Wire>;
}

interface Shared {
  /** the server that files which only read share */
  readonly demo: DemoServer;
  /** a server of its own for a file; the next one starts beside its tests, which mostly wait */
  readonly next: () => Promise<DemoServer>;
}
/** Every file takes this one: all run in the same workers. */
export const test = base.extend<object, Shared>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: what a fixture needs is read from its parameters
    async ({}, use) => {
      const server = await startDemo();
      await use(server);
      await server.drop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  next: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      let ahead: Promise<DemoServer> | undefined;
      await use(async () => {
        const server = await (ahead ?? startDemo());
        ahead = startDemo();
        // who takes it is told
        ahead.catch(() => undefined);
        return server;
      });
      const left = await ahead?.catch(() => undefined);
      await left?.drop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** Registers the hooks of a file; its own server is there once its tests run. */
export const startFactory = (): Factory => {
  let server: DemoServer | undefined;
  test.beforeAll(async ({ next }) => {
    test.setTimeout(180_000);
    server = await next();
  });
  test.afterAll(() => server?.drop());
  return factoryOn(() => server);
};
/** The same for a file that leaves nothing behind: it shares a server with others like it. */
export const sharedFactory = (): Factory => {
  let server: DemoServer | undefined;
  test.beforeAll(({ demo }) => {
    server = demo;
  });
  return factoryOn(() => server);
};

/** The same over a server that the file itself stops and starts. */
export const factoryOn = (now: () => DemoServer | undefined): Factory => {
  const handedOut = new Set<string>();
  const running = (): DemoServer => {
    const server = now();
    if (server === undefined) throw new Error('the server of this file has not started');
    return server;
  };
  const client = async (login: string): Promise<Client> => {
    const client = new Client(running().base);
    await client.signIn(login, DEMO_PASSWORD);
    return client;
  };
  return {
    get base() {
      return running().base;
    },
    get dataDir() {
      return running().dataDir;
    },
    get url() {
      return running().url;
    },
    client,
    session: async (login) => {
      const kept = handedOut.has(login) ? undefined : running().sessions[login];
      handedOut.add(login);
      return kept ?? new Client(running().base).signIn(login, DEMO_PASSWORD);
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
  const known = records.find((record) => record.docType === docType);
  if (known === undefined) return;
  // the one that is in approval goes on in it
  await admin.must('/lcdp/data/auditSetting/save', {
    record: { id: known.id, version: known.version, mode: '1' },
    accept: ['checks.open'],
    token: crypto.randomUUID(),
  });
};

interface Watched {
  readonly faults: string[];
  /** calls under way; the live channel of a tab never ends */
  readonly open: Set<Request>;
}
const watched = new WeakMap<Page, Watched>();
/** Errors of the console, uncaught ones and violations of the policy since the page was made. */
export const faultsOf = (page: Page): readonly string[] => watched.get(page)?.faults ?? [];

/** Notes what goes on in a page that was not opened by `openBrowser`. */
export const watch = (page: Page): void => {
  const open = new Set<Request>();
  const faults: string[] = [];
  watched.set(page, { faults, open });
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/live')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // the browser's own line about an answer of 4xx; the answer itself is what the tests look at
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
};

// written as text: functions passed to the browser are rewritten by the test runner's compiler
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
/** What was changed is drawn. */
export const drawn = (page: Page): Promise<unknown> => page.evaluate(TWO_FRAMES);
/** What turns for ever says that something is under way; it ends with that. */
const MOVING =
  'document.getAnimations().filter((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < 60_000).length';
/** Nothing is under way any more: no call, what the last one brought is drawn without asking for more, and nothing moves. */
export const quiet = (page: Page): Promise<void> =>
  expect(async () => {
    for (let turn = 0; turn < 2; turn++) {
      await drawn(page);
      expect(watched.get(page)?.open.size, 'calls under way').toBe(0);
      expect(await page.evaluate(MOVING)).toBe(0);
    }
  }).toPass({ intervals: [30] });

export interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly file: string;
  readonly page: string;
}
/** What the content policy refuses from the next load on. */
export const watchPolicy = async (page: Page): Promise<readonly Violation[]> => {
  const seen: Violation[] = [];
  await page.exposeFunction('tellViolation', (violation: Violation) => void seen.push(violation));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.tellViolation({ directive: event.effectiveDirective, blocked: event.blockedURI, file: event.sourceFile ?? '', page: location.pathname }))`);
  return seen;
};

/**
 * What was refused and what the console said. One violation is known that antd may cause (rc-util getScrollBarSize: an inline style
 * element, in browsers where ::-webkit-scrollbar rules exist); `src/theme` avoids its cause, so it is expected at most there.
 */
export const againstPolicy = (page: Page, violations: readonly Violation[]): readonly unknown[] => [
  ...violations.filter(
    ({ directive, blocked, file }) =>
      !(directive === 'style-src-elem' && blocked === 'inline' && /\/assets\//.test(file)),
  ),
  ...faultsOf(page).filter((text) => !text.includes(SCROLLBAR_MEASURING)),
];
const SCROLLBAR_MEASURING = "violates the following Content Security Policy directive 'style-src-elem";

/** A browser of its own (storage, tabs) at the given address. */
export const openBrowser = async (
  browser: Browser,
  factory: Factory,
  path = '/login',
  device: BrowserContextOptions = {},
): Promise<Page> => {
  const page = await blank(browser, device);
  await go(page, factory, path);
  return page;
};
const blank = async (browser: Browser, device: BrowserContextOptions): Promise<Page> => {
  const page = await (await browser.newContext(device)).newPage();
  watch(page);
  return page;
};
/** Loads an address inside the base path, as typed into the address line. */
export const go = (page: Page, factory: Factory, path: string) => page.goto(`${factory.base}/v2${path}`);
/** Goes to an address inside of the application, as its links and the way back do: what is open stays open. */
export const move = async (page: Page, path: string): Promise<void> => {
  const url = JSON.stringify(`/v2${path}`);
  await page.evaluate(`history.pushState(null, '', ${url}); dispatchEvent(new PopStateEvent('popstate'))`);
  // two pages of one record may have one title
  const there = page.locator(`[data-path=${JSON.stringify(path.split('?')[0] ?? path)}]`);
  await front(page).and(there).waitFor();
};
/** Like `move`, to a page as it opens the first time: the one of this address that is open is closed, with what was typed into it. */
export const reopen = async (page: Page, path: string): Promise<void> => {
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  await closeAll(page);
  await move(page, path);
};
/** Only the home page stays open. */
export const closeAll = async (page: Page): Promise<void> => {
  const tabs = page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab');
  const lost = page.getByRole('dialog').filter({ hasText: '有未保存的修改' });
  if ((await tabs.count()) === 1) return;
  await tabs.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await expect.poll(async () => (await tabs.count()) === 1 || (await lost.count()) > 0).toBe(true);
  if ((await lost.count()) > 0) await button(lost, '确定').click();
  await expect(tabs).toHaveCount(1);
};

export const fillSignIn = async (page: Page, login: string, password = DEMO_PASSWORD): Promise<void> => {
  await page.getByRole('textbox', { name: /账号/ }).fill(login);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: '登录' }).click();
};
export const signIn = async (page: Page, login: string): Promise<void> => {
  await fillSignIn(page, login);
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
};
/** A browser in which `login` has signed in and stands on the home page, or the one named. How one signs in is what shell.spec looks at. */
export const openAs = async (
  browser: Browser,
  factory: Factory,
  login: string,
  path = '/home',
  device: BrowserContextOptions = {},
): Promise<Page> => {
  const page = await blankAs(browser, factory, login, device);
  await go(page, factory, path);
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  return page;
};
/** The same before anything is loaded. */
export const blankAs = async (
  browser: Browser,
  factory: Factory,
  login: string,
  device: BrowserContextOptions = {},
): Promise<Page> => {
  const localStorage = signInStorage(await factory.session(login));
  return blank(browser, {
    ...device,
    storageState: { cookies: [], origins: [{ origin: factory.base, localStorage }] },
  });
};
/** What a sign-in leaves in the browser, written by the shell's own hand. */
const signInStorage = (answer: Wire): { name: string; value: string }[] => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  saveSignIn(answer as unknown as SignedIn);
  return [...kept].map(([name, value]) => ({ name, value }));
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

/** The drop-down that is open, a list or a tree: what is shown stands beside the few lines that readers of screens are told. */
export const listOf = (page: Page): Locator => {
  const over = page.locator('#overlays');
  const tree = over.locator('[role=tree]:not([role=dialog] *)').filter({ visible: true });
  return over.getByRole('listbox').locator('xpath=..').or(tree);
};
/** Days of the calendar that is open. */
export const calendarDays = (page: Page, title = /^\d{4}-\d\d-\d\d$/): Locator =>
  page.getByRole('cell').and(page.getByTitle(title)).filter({ visible: true });
/**
 * A button rests for 3,000 ms after its call (specification §9) and shows nothing of it: it is pressed until it does what it is for.
 * `press` must do no harm a second time.
 */
export const pressUntil = (press: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> =>
  expect(async () => {
    if (!(await isDone())) await press();
    await expect.poll(isDone, { timeout: 400 }).toBe(true);
  }).toPass();
/** Like `answered`, for a button that rests. */
export const answeredAtLast = async (page: Page, call: string, what: Locator): Promise<Response> => {
  let isAsked = false;
  const isIt = (url: string): boolean => new URL(url).pathname.endsWith(call);
  page.on('request', (request) => {
    isAsked ||= isIt(request.url());
  });
  const answer = page.waitForResponse((response) => isIt(response.url()));
  await pressUntil(
    () => what.click(),
    async () => isAsked,
  );
  return answer;
};

/** Chooses from the drop-down of a field; what is typed narrows it first. */
export const choose = async (page: Page, scope: Locator, label: string, option: string, typed = ''): Promise<void> => {
  await field(scope, label).focus();
  await page.keyboard.press('ArrowDown');
  if (typed !== '') await page.keyboard.type(typed);
  const list = listOf(page);
  // what is typed draws the list anew: a press that fell between two lists is pressed again
  await expect(async () => {
    await list.getByText(option, { exact: true }).last().click({ timeout: 5_000 });
    await expect(list).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
};

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
let axeSource: Promise<string> | undefined;
/**
 * Serious violations of accessibility on the page as it stands, or in a part of it. axe reads the whole document first, and what stands open
 * behind costs it more than what is in front: pages behind are looked at when they are in front, and taken out of the document meanwhile.
 * What they can spoil from behind is said beside: an id that something refers to and that stands twice.
 */
export const seriousOn = async (page: Page, part: Locator = page.locator(':root')): Promise<readonly string[]> => {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // evaluated by the driver: the policy of the page allows no script of others
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(await axeSource);
  const twice = await page.evaluate(REFERRED_TWICE);
  const violations = await part.evaluate(async (node) => {
    const { axe } = globalThis as unknown as {
      axe: {
        readonly _audit?: { readonly rules: readonly { readonly id: string; readonly impact: string | null }[] };
        run(node: Node, options: object): Promise<{ violations: AxeFinding[] }>;
      };
    };
    const whole = node === document.documentElement;
    // what a rule finds is as serious as the rule: those of less are not asked
    const less = (axe._audit?.rules ?? []).filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    const rules = Object.fromEntries(less.map(({ id }) => [id, { enabled: false }]));
    const behind = [...document.querySelectorAll('section[data-path][hidden]')].map((section) => {
      const place = document.createComment('');
      section.replaceWith(place);
      return () => place.replaceWith(section);
    });
    try {
      return (await axe.run(whole ? document : node, { resultTypes: ['violations'], rules })).violations;
    } finally {
      for (const back of behind) back();
    }
  });
  return [
    ...twice.map((id) => `id that is referred to stands twice: ${id}`),
    ...violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 4).map((node) => `${id}: ${node.html.slice(0, 160)}`)),
  ];
};
/** Over all that is open, in front and behind. */
const REFERRED_TWICE = (): readonly string[] => {
  const by = [
    'for',
    'headers',
    'list',
    ...['labelledby', 'describedby', 'controls', 'owns'].map((one) => `aria-${one}`),
  ];
  by.push(...['activedescendant', 'errormessage', 'details', 'flowto'].map((one) => `aria-${one}`));
  const asked = new Set(
    by.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((node) => (node.getAttribute(name) ?? '').split(/\s+/)),
    ),
  );
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of document.querySelectorAll('[id]')) {
    if (asked.has(id) && seen.has(id)) twice.add(id);
    seen.add(id);
  }
  return [...twice];
};

/** As a scanner types: known by the time between its keys, so they are all pressed before the first is worked on, however slow this machine is. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    const keys = [...text, 'Enter'].map((key) => new KeyboardEvent('keydown', { key, cancelable: true }));
    for (const key of keys) window.dispatchEvent(key);
  }, code);
