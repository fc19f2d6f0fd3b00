/** The menu as a tree: directories, entries moved between them, renamed, hidden, taken out. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, isWithin, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Command, DesignState } from '../document/state';
import { freeCode } from '../rules/codes';
import { Sketch } from './sketch';

/** levels of entries below the area itself */
const DEEPEST = 3;
/** How deep a list of entries lies: `items` is 1. */
const depthOf = (list: string): number => list.split('.').filter((part) => part === 'items').length;
const heightOf = (node: unknown): number =>
  isNode(node) && isNode(node.items) ? 1 + Math.max(0, ...Object.values(node.items).map(heightOf)) : 1;
const titleAt = (sketch: Sketch, address: string): string => {
  const node = valueAt(sketch.text, address);
  return isNode(node) && typeof node.title === 'string' ? node.title : splitAddress(address).key;
};
/** Codes of entries are one set over all menus. */
const takenIn = (state: DesignState, sketch: Sketch): readonly string[] => [
  ...codesOf(sketch.text.items),
  ...Object.values(state.documents).flatMap(({ text }) => (text.$schema === 'menus/1' ? codesOf(text.items) : [])),
];
function codesOf(items: unknown): readonly string[] {
  return isNode(items)
    ? Object.entries(items).flatMap(([code, item]) => [code, ...(isNode(item) ? codesOf(item.items) : [])])
    : [];
}

export interface NewDirectory {
  readonly title: string;
  readonly code: string;
  /** what stands in it at first: an empty directory says nothing to anybody */
  readonly page: string;
  readonly pageTitle: string;
  readonly list?: string;
  readonly after?: string | null;
}
export const addDirectory: Command<NewDirectory> = (state, { title, code, page, pageTitle, list = 'items', after }) => {
  const sketch = new Sketch(state);
  if (title.trim() === '') sketch.refuse('请填写名称');
  if (depthOf(list) >= DEEPEST) sketch.refuse(`菜单最多 ${DEEPEST} 层`);
  const taken = takenIn(state, sketch);
  const own = freeCode(code, taken, sketch.isShipped);
  const first = freeCode(entryCode(page), [...taken, own], sketch.isShipped);
  const value = { title: title.trim(), items: { [first]: { title: pageTitle, page } } };
  sketch.insert({ list, ...(after === undefined ? {} : { after }) }, own, value);
  return sketch.done(`新增目录「${title.trim()}」`, { selection: [sketch.selected(joinAddress(list, own))] });
};
const entryCode = (page: string): string => page.replace(/[.#](\w)/g, (_, char: string) => char.toUpperCase());

/** A page as an entry. */
export const addPageEntry: Command<{
  readonly page: string;
  readonly title: string;
  readonly list?: string;
  readonly after?: string | null;
}> = (state, { page, title, list = 'items', after }) => {
  const sketch = new Sketch(state);
  const own = freeCode(entryCode(page), takenIn(state, sketch), sketch.isShipped);
  if (depthOf(list) > DEEPEST) sketch.refuse(`菜单最多 ${DEEPEST} 层`);
  sketch.insert({ list, ...(after === undefined ? {} : { after }) }, own, { title, page });
  return sketch.done(`菜单新增「${title}」`, { selection: [sketch.selected(joinAddress(list, own))] });
};

/** To another place: before or behind its neighbours, or into a directory. */
export const moveMenuItem: Command<{
  readonly address: string;
  readonly list: string;
  readonly after: string | null;
}> = (state, { address, list, after }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const node = valueAt(sketch.text, address);
  if (!isNode(node)) return { reason: '菜单项已不存在' };
  if (isWithin(list, address)) sketch.refuse('不能放进自己里面');
  if (depthOf(list) + heightOf(node) - 1 > DEEPEST) sketch.refuse(`菜单最多 ${DEEPEST} 层`);
  if (list !== parent && (entriesAt(sketch.text, list) ?? []).includes(key)) sketch.refuse('那里已有同编码的菜单项');
  if (entriesAt(sketch.text, list) === undefined) sketch.refuse('那里不能放菜单');
  if (after !== key) sketch.move(address, { list, after });
  if (list !== parent) closeEmpty(sketch, parent);
  return sketch.done(`移动「${titleAt(sketch, joinAddress(list, key))}」`, {
    selection: [sketch.selected(joinAddress(list, key))],
  });
};

/** A directory that nothing is left in goes too; one of the product stays with something in it. */
function closeEmpty(sketch: Sketch, list: string): void {
  if (list === 'items') {
    if (entriesAt(sketch.text, list)?.length === 0) sketch.refuse('菜单里至少要留一项');
    return;
  }
  if ((entriesAt(sketch.text, list) ?? []).length > 0) return;
  const directory = splitAddress(list).parent;
  if (sketch.isBelow(directory) && sketch.isShipped) sketch.refuse(`目录「${titleAt(sketch, directory)}」里只剩这一项`);
  sketch.remove(directory);
  closeEmpty(sketch, splitAddress(directory).parent);
}

/** Out of the menu: an own entry goes, a shipped one is turned off. A directory takes what stands in it along. */
export const removeMenuItem: Command<{ readonly address: string }> = (state, { address }) => {
  const sketch = new Sketch(state);
  const title = titleAt(sketch, address);
  if (valueAt(sketch.text, address) === undefined) return { reason: '菜单项已不存在' };
  sketch.remove(address);
  closeEmpty(sketch, splitAddress(address).parent);
  return sketch.done(`移除「${title}」`, { selection: [] });
};
/** A shipped entry that was turned off comes back. */
export const restoreMenuItem: Command<{ readonly address: string }> = (state, { address }) => {
  const sketch = new Sketch(state);
  sketch.set(joinAddress(address, 'off'), undefined);
  return sketch.done(`恢复「${titleAt(sketch, address)}」`, { selection: [sketch.selected(address)] });
};
