/**
 * Every page of every menu opened once, by the router of the application as people go about: it shows what it is, the console is quiet,
 * the content policy refuses nothing, and axe finds nothing serious. A form opens with a record and empty, a detail with each of its tabs.
 * What there is to open is read from the menus; both workers share it by parts of them.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Client } from '../support/client';
import { systemRegistry } from '../support/registry';
import {
  againstPolicy,
  blankAs,
  closeAll,
  front,
  go,
  move,
  quiet,
  seriousOn,
  sharedFactory,
  test,
  type Violation,
  watchPolicy,
} from './support';

const factory = sharedFactory();
test.describe.configure({ mode: 'parallel' });

/** entries of a menu that stand open together */
const PART = 5;
type Entry = (typeof menus)[number];
const { menus } = systemRegistry();
const parts = menus
  .filter(({ parentId }) => parentId === null)
  .flatMap((root) => {
    const entries = menus.filter(({ id, pages }) => id.startsWith(`${root.id}.`) && pages.length > 0);
    return Array.from({ length: Math.ceil(entries.length / PART) }, (_, n) => ({
      name: `${root.name} ${n + 1}`,
      entries: entries.slice(n * PART, (n + 1) * PART),
    }));
  });
test('the menus have pages', () => expect(parts.flatMap(({ entries }) => entries).length).toBeGreaterThan(20));

const anyIn = async (admin: Client, object: string): Promise<string | undefined> => {
  const { records } = await admin
    .list(object, { scheme: 'all', size: 1 })
    .catch(() => admin.list(object, { size: 1 }))
    .catch((cause: Error) => {
      // a page over settings has no rows
      if (!cause.message.includes(': 404 ')) throw cause;
      return { records: [] };
    });
  return records[0]?.id as string | undefined;
};

/** A list, a form, a detail, a report or a board is there, with whatever it loads. */
const shown = async (page: Page): Promise<void> => {
  await front(page).locator('[role=grid], [role=tablist], form, input, h1, [data-kind]').first().waitFor();
  await quiet(page);
};
const BROKEN = /服务异常|网络异常|页面不存在/;
/** Opens the pages of one entry; answers what is wrong with them. */
const walk = async (page: Page, admin: Client, { pages }: Entry): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const look = async (url: string): Promise<void> => {
    for (const text of await front(page).getByText(BROKEN).allInnerTexts()) wrong.push(`${url}: ${text}`);
    // the page in front has one name, said by its heading
    if ((await front(page).locator('h1').count()) !== 1) wrong.push(`${url}: no heading, or more than one`);
    for (const text of await seriousOn(page, front(page))) wrong.push(`${url}: ${text}`);
  };
  for (const { url, page: code } of pages) {
    const [object = '', part] = code.split('#');
    const id = part === undefined ? undefined : await anyIn(admin, object);
    if (part === 'detail' && id === undefined) continue;
    await move(page, id === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}id=${id}`);
    await shown(page);
    await look(url);
    if (part === 'detail')
      for (const tab of await front(page).getByRole('tab').all()) {
        await tab.click();
        await quiet(page);
      }
    if (part === 'edit' && id !== undefined) {
      await move(page, url);
      await shown(page);
    }
  }
  return wrong;
};

interface Walker {
  readonly page: Page;
  readonly admin: Client;
  readonly violations: readonly Violation[];
}
/** One load of the application a worker: what it holds from one part of the menus to the next is what it holds of a person's day. */
let walker: Promise<Walker> | undefined;
const start = async (browser: Browser): Promise<Walker> => {
  const [admin, page] = await Promise.all([factory.client('admin'), blankAs(browser, factory, 'admin')]);
  const violations = await watchPolicy(page);
  await go(page, factory, '/home');
  await shown(page);
  return { page, admin, violations };
};

for (const { name, entries } of parts)
  test(name, async ({ browser }) => {
    // a limit ends what hangs, it says nothing of speed
    test.setTimeout(600_000);
    walker ??= start(browser);
    const { page, admin, violations } = await walker;
    const wrong: string[] = [];
    for (const entry of entries) wrong.push(...(await walk(page, admin, entry)));
    // the shell around them, and that what is open at once does not share an id
    for (const text of await seriousOn(page)) wrong.push(`all of ${name}: ${text}`);
    expect(wrong).toEqual([]);
    // of the parts before as well: what they were is known by the addresses
    expect(againstPolicy(page, violations)).toEqual([]);
    // its tab stands in view when its page is in front
    await move(page, '/home');
    await closeAll(page);
    // nothing of the next pages lies under the pointer
    await page.mouse.move(0, 0);
  });
