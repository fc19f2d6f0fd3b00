/** Commands over menus, dictionaries and settings keep the laws over every shipped document of the sort; refusals say why. */
import { describe, expect, it } from 'vitest';
import * as commands from '../../designer/commands/index';
import type { Command } from '../../designer/document/state';
import type { DesignStore } from '../../designer/document/store';
import { entriesAt, joinAddress, valueAt } from '../../schemas/language/steps/index';
import { pick, type Random, seeded } from '../language/random-steps';
import { checkCommand, errorsOf, openStore, shippedDocuments } from '../support/check-command';

const documents = shippedDocuments();
const of = (sort: string) => documents.filter((doc) => doc.id.startsWith(`${sort}:`)).map((doc) => [doc.id] as const);

type Wish = readonly [Command<never>, unknown];
const as = <A>(command: Command<A>, args: A): Wish => [command as Command<never>, args];
/** Twenty gestures somebody could have meant; afterwards no new error, and undo leads back. */
function play(id: string, wish: (store: DesignStore, random: Random, n: number) => Wish | undefined): number {
  const random = seeded(id.length * 131 + 11);
  const store = openStore(id, documents);
  const before = JSON.stringify(store.openDocument?.text);
  const known = new Set(errorsOf(store));
  let done = 0;
  for (let n = 0; n < 24; n++) {
    const next = wish(store, random, n);
    if (next !== undefined && checkCommand(store, next[0], next[1] as never, false) === undefined) done++;
  }
  expect(errorsOf(store).filter((error) => !known.has(error))).toEqual([]);
  while (store.canUndo) expect(store.undo()).toBeUndefined();
  expect(JSON.stringify(store.openDocument?.text)).toBe(before);
  return done;
}
/** Lists of a menu: the top and every directory. */
function listsOf(text: { readonly [key: string]: unknown }, list = 'items'): readonly string[] {
  return [
    list,
    ...(entriesAt(text, list) ?? []).flatMap((code) => {
      const inner = `${joinAddress(list, code)}.items`;
      return valueAt(text, inner) === undefined ? [] : listsOf(text, inner);
    }),
  ];
}

const PAGE = { page: 'demoDoc', pageTitle: '示例列表' };
describe('menus', () => {
  it.each(of('menus'))('%s: directories, entries, moves', (id) => {
    const done = play(id, (store, random, n) => {
      const text = store.openDocument?.text ?? {};
      const list = pick(random, listsOf(text)) ?? 'items';
      const to = pick(random, listsOf(text)) ?? 'items';
      const key = pick(random, entriesAt(text, list) ?? []);
      const after = pick(random, entriesAt(text, to) ?? []) ?? null;
      if (n % 4 === 0) return as(commands.addDirectory, { ...PAGE, title: `目录${n}`, code: `xDir${n}`, list });
      if (n % 4 === 1) return as(commands.addPageEntry, { page: 'demoDoc', title: '示例列表', list });
      if (key === undefined) return undefined;
      const address = joinAddress(list, key);
      return n % 4 === 2
        ? as(commands.moveMenuItem, { address, list: to, after })
        : as(commands.setProperty, { addresses: [address], key: 'hide', to: true });
    });
    expect(done).toBeGreaterThan(8);
  });
  it('a directory does not go into itself, nor too deep, and a shipped entry is only turned off', () => {
    const store = openStore('menus:demo', documents);
    const run = <A>(command: Command<A>, args: A) => checkCommand(store, command, args, false);
    expect(run(commands.addDirectory, { ...PAGE, title: '一层', code: 'xOne' })).toBeUndefined();
    expect(
      run(commands.addDirectory, { ...PAGE, title: '二层', code: 'xTwo', list: 'items.xOne.items' }),
    ).toBeUndefined();
    expect(
      run(commands.addDirectory, { ...PAGE, title: '三层', code: 'xThree', list: 'items.xOne.items.xTwo.items' }),
    ).toBe('菜单最多 3 层');
    expect(
      run(commands.moveMenuItem, { address: 'items.xOne', list: 'items.xOne.items.xTwo.items', after: null }),
    ).toBe('不能放进自己里面');
    expect(
      run(commands.moveMenuItem, { address: 'items.demoDoc', list: 'items.xOne.items', after: 'xTwo' }),
    ).toBeUndefined();
    expect(entriesAt(store.openDocument?.text ?? {}, 'items.xOne.items')).toEqual(['demoDoc2', 'xTwo', 'demoDoc']);
    const shipped = documents.find((doc) => doc.id === 'menus:demo');
    if (shipped === undefined) throw new Error('no menu');
    store.load([{ ...shipped, overlay: { shipped: shipped.text as never, steps: [] } }], 'menus:demo');
    expect(run(commands.removeMenuItem, { address: 'items.demoDoc' })).toBeUndefined();
    expect(valueAt(store.openDocument?.text ?? {}, 'items.demoDoc.off')).toBe(true);
    expect(run(commands.restoreMenuItem, { address: 'items.demoDoc' })).toBeUndefined();
    expect(run(commands.addDirectory, { ...PAGE, title: '自己的', code: 'own' })).toBeUndefined();
    expect(entriesAt(store.openDocument?.text ?? {}, 'items')).toContain('xOwn');
  });
});

describe('dictionaries', () => {
  it.each(of('dictionaries'))('%s: items', (id) => {
    const done = play(id, (store, random, n) => {
      const text = store.openDocument?.text ?? {};
      const dict = pick(random, entriesAt(text, 'dicts') ?? []) ?? '';
      const list = `${joinAddress('dicts', dict)}.items`;
      const code = pick(random, entriesAt(text, list) ?? []) ?? '';
      const wishes: readonly Wish[] = [
        as(commands.addItem, { dict, code: `N${n}`, title: `新值${n}` }),
        as(commands.setItem, { dict, code, key: 'tone', to: 'success' }),
        as(commands.setItem, { dict, code, key: 'title', to: `改名${n}` }),
        as(commands.setItem, { dict, code, key: 'off', to: true }),
        as(commands.setItem, { dict, code, key: 'default', to: true }),
        as(commands.moveBy, { address: joinAddress(list, code), by: random() < 0.5 ? 1 : -1 }),
        as(commands.removeItem, { dict, code }),
        as(commands.pasteItems, { dict, text: `P${n}\t甲${n}\nQ${n}\t乙${n}` }),
      ];
      return pick(random, wishes);
    });
    expect(done).toBeGreaterThan(8);
  });
  it('keep a code that a condition, a state or records use; others go', () => {
    const store = openStore('dictionaries:demo', documents);
    const run = <A>(command: Command<A>, args: A) => checkCommand(store, command, args, false);
    expect(run(commands.removeItem, { dict: 'demoStatus', code: '10' })).toMatch(/^「.+」.+在用，不能移除，可以停用$/);
    expect(run(commands.removeItem, { dict: 'demoTag', code: '6', rows: 3 })).toBe('3 条记录在用，不能移除，可以停用');
    expect(run(commands.removeItem, { dict: 'demoTag', code: '6' })).toBeUndefined();
    expect(run(commands.recodeItem, { dict: 'demoTag', code: '5', to: '50' })).toBeUndefined();
    expect(entriesAt(store.openDocument?.text ?? {}, 'dicts.demoTag.items')).toEqual(['1', '2', '3', '4', '50']);
    expect(run(commands.addItem, { dict: 'demoTag', code: '1', title: '又一个' })).toBe('字典值重复：1');
    expect(run(commands.addItem, { dict: 'demoTag', code: 'a b', title: '空格' })).toMatch(/^编码只能是/);
    expect(run(commands.removeDict, { dict: 'demoTag' })).toMatch(/在用它$/);
  });
  it('take lines of a sheet with their codes, and give titles alone the next numbers', () => {
    expect(commands.linesOf('10\t草稿\r\n20\t完成\n', [])).toEqual([
      { code: '10', title: '草稿' },
      { code: '20', title: '完成' },
    ]);
    expect(commands.linesOf('甲\n\n乙', ['10', '20'])).toEqual([
      { code: '30', title: '甲' },
      { code: '40', title: '乙' },
    ]);
  });
});

describe('settings', () => {
  it.each(of('settings'))('%s: keys', (id) => {
    const done = play(id, (store, random, n) => {
      const text = store.openDocument?.text ?? {};
      const key = pick(random, entriesAt(text, 'keys') ?? []) ?? '';
      const wishes: readonly Wish[] = [
        as(commands.addKey, { key: `own.key${n}`, field: { title: `参数${n}`, type: 'int', default: 1 } }),
        as(commands.moveBy, { address: joinAddress('keys', key), by: random() < 0.5 ? 1 : -1 }),
        as(commands.retitle, { address: joinAddress('keys', key), title: `改名${n}` }),
        as(commands.removeKey, { key }),
      ];
      return pick(random, wishes);
    });
    expect(done).toBeGreaterThan(8);
  });
  it('keep a key that an expression reads', () => {
    const store = openStore('settings:demo', documents);
    const run = <A>(command: Command<A>, args: A) => checkCommand(store, command, args, false);
    expect(run(commands.addKey, { key: 'Demo', field: { title: '错' } })).toMatch(/^参数编码如/);
    expect(run(commands.addKey, { key: 'demo.state', field: { title: '重' } })).toBe('编码重复：demo.state');
    expect(run(commands.removeKey, { key: 'demo.state' })).toBe('已发布的参数不能移除，可能有人设过值');
    expect(run(commands.addKey, { key: 'demo.limit', field: { title: '上限', type: 'int' } })).toBeUndefined();
    const read = documents.find((doc) => doc.id === 'report:demoStat');
    if (read === undefined) throw new Error('no report');
    store.load([{ ...read, text: { ...read.text, where: 'qty < sys.demo.limit' } }]);
    expect(run(commands.removeKey, { key: 'demo.limit' })).toBe('「示例统计」固定条件在用它');
    store.load([read]);
    expect(run(commands.removeKey, { key: 'demo.limit' })).toBeUndefined();
  });
});
