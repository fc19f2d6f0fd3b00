/** Items of dictionaries: written, ordered, pasted from a sheet, taken away where nobody names them. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command, DesignState, DocId } from '../document/state';
import { usesOfCode, usesOfDict } from '../rules/code-uses';
import { Sketch } from './sketch';

const listOf = (dict: string): string => `${joinAddress('dicts', dict)}.items`;
/** letters, digits, and what codes of the trade have between them */
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

function codeOf(sketch: Sketch, dict: string, code: string, taken: readonly string[]): void {
  if (!CODE.test(code)) sketch.refuse('编码只能是字母、数字、- 和 _，以字母或数字开头');
  if (taken.includes(code)) sketch.refuse(`字典值重复：${code}`);
  void dict;
}

export interface NewItem {
  /** document of the dictionary; none = the open one */
  readonly document?: DocId;
  readonly dict: string;
  readonly code: string;
  readonly title: string;
  readonly after?: string | null;
}
export const addItem: Command<NewItem> = (state, { document, dict, code, title, after }) => {
  const sketch = new Sketch(state, document ?? state.open);
  codeOf(sketch, dict, code, entriesAt(sketch.text, listOf(dict)) ?? []);
  if (title.trim() === '') sketch.refuse('请填写名称');
  sketch.insert({ list: listOf(dict), ...(after === undefined ? {} : { after }) }, code, { code, title: title.trim() });
  return sketch.done(`新增选项「${title.trim()}」`, shown(sketch, document, joinAddress(listOf(dict), code)));
};

/** A key of an item: title, tone, off, default, parent. One item is the default. */
export const setItem: Command<{
  readonly document?: DocId;
  readonly dict: string;
  readonly code: string;
  readonly key: 'title' | 'tone' | 'off' | 'default' | 'parent';
  readonly to?: Json;
}> = (state, { document, dict, code, key, to }) => {
  const sketch = new Sketch(state, document ?? state.open);
  const address = joinAddress(listOf(dict), code);
  if (valueAt(sketch.text, address) === undefined) sketch.refuse(`「${code}」已不存在`);
  if (key === 'title' && String(to ?? '').trim() === '') sketch.refuse('请填写名称');
  if (key === 'default' && to === true)
    for (const other of entriesAt(sketch.text, listOf(dict)) ?? [])
      if (other !== code) sketch.set(joinAddress(joinAddress(listOf(dict), other), 'default'), undefined);
  if (key === 'parent' && to !== undefined && isBelow(sketch, dict, String(to), code))
    sketch.refuse('上级不能是自己或自己的下级');
  sketch.set(joinAddress(address, key), key === 'title' ? String(to).trim() : to);
  return sketch.done('调整选项', {
    group: `${document ?? state.open}:${address}:${key}`,
    ...shown(sketch, document, address),
  });
};
/** What is written beside the open document leaves its selection as it is. */
const shown = (sketch: Sketch, document: DocId | undefined, address: string) =>
  document === undefined ? { selection: [sketch.selected(address)] } : {};
function isBelow(sketch: Sketch, dict: string, from: string, code: string): boolean {
  for (let at: string | undefined = from, n = 0; at !== undefined && n < 50; n++) {
    if (at === code) return true;
    const node = valueAt(sketch.text, joinAddress(listOf(dict), at));
    at = isNode(node) && typeof node.parent === 'string' ? node.parent : undefined;
  }
  return false;
}

/** Another code for an item that nothing names; published ones are kept by records. */
export const recodeItem: Command<{
  readonly dict: string;
  readonly code: string;
  readonly to: string;
  readonly rows?: number;
}> = (state, { dict, code, to, rows = 0 }) => {
  const sketch = new Sketch(state);
  const list = listOf(dict);
  const keys = entriesAt(sketch.text, list) ?? [];
  codeOf(sketch, dict, to, keys);
  sketch.refuse(keptBy(state, dict, code, rows, '改编码'));
  const node = valueAt(sketch.text, joinAddress(list, code));
  if (!isNode(node)) return { reason: `「${code}」已不存在` };
  const before = keys[keys.indexOf(code) - 1] ?? null;
  for (const other of keys) {
    const value = valueAt(sketch.text, joinAddress(list, other));
    if (isNode(value) && value.parent === code) sketch.refuse(`「${String(value.title)}」的上级是它`);
  }
  sketch.remove(joinAddress(list, code));
  sketch.insert({ list, after: before }, to, { ...node, code: to } as Json);
  return sketch.done(`编码「${code}」改为「${to}」`, { selection: [sketch.selected(joinAddress(list, to))] });
};

/** `rows`: records that hold it, as the server counts them. */
export const removeItem: Command<{
  readonly document?: DocId;
  readonly dict: string;
  readonly code: string;
  readonly rows?: number;
}> = (state, { document, dict, code, rows = 0 }) => {
  const sketch = new Sketch(state, document ?? state.open);
  const list = listOf(dict);
  const keys = entriesAt(sketch.text, list) ?? [];
  const node = valueAt(sketch.text, joinAddress(list, code));
  const title = isNode(node) ? String(node.title) : code;
  sketch.refuse(keptBy(state, dict, code, rows, '移除'));
  for (const other of keys) {
    const value = valueAt(sketch.text, joinAddress(list, other));
    if (isNode(value) && value.parent === code) sketch.refuse(`「${String(value.title)}」的上级是它`);
  }
  const holder = valueAt(sketch.text, joinAddress('dicts', dict));
  if (keys.length === 1 && isNode(holder) && holder.open !== true) sketch.refuse('至少要留一个选项');
  sketch.remove(joinAddress(list, code));
  return sketch.done(`移除选项「${title}」`, shown(sketch, document, joinAddress('dicts', dict)));
};
function keptBy(state: DesignState, dict: string, code: string, rows: number, act: string): string | undefined {
  if (rows > 0) return `${rows} 条记录在用，不能${act}，可以停用`;
  const [use, ...more] = usesOfCode(state, dict, code);
  return use === undefined
    ? undefined
    : `${use.phrase}${more.length === 0 ? '' : `等 ${more.length + 1} 处`}在用，不能${act}，可以停用`;
}

/** Lines of a sheet: code and title, or titles alone. Known codes get the new title, others are added behind. */
export const pasteItems: Command<{ readonly dict: string; readonly text: string }> = (state, { dict, text }) => {
  const sketch = new Sketch(state);
  const list = listOf(dict);
  const lines = linesOf(text, entriesAt(sketch.text, list) ?? []);
  if (lines.length === 0) return { reason: '没有可粘贴的内容' };
  if (lines.length > 500) return { reason: '一次最多粘贴 500 行' };
  const seen = new Set<string>();
  for (const { code, title } of lines) {
    if (seen.has(code)) sketch.refuse(`字典值重复：${code}`);
    seen.add(code);
    if (!CODE.test(code)) sketch.refuse(`编码「${code}」只能是字母、数字、- 和 _`);
    const address = joinAddress(list, code);
    if (valueAt(sketch.text, address) === undefined) sketch.insert({ list }, code, { code, title });
    else sketch.set(joinAddress(address, 'title'), title);
  }
  return sketch.done(`粘贴 ${lines.length} 个选项`, { selection: [sketch.selected(joinAddress('dicts', dict))] });
};
/** Titles alone get the next free numbers. */
export function linesOf(
  text: string,
  taken: readonly string[],
): readonly { readonly code: string; readonly title: string }[] {
  const cells = text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((line) => line.some((cell) => cell !== ''));
  const numbers = taken.map(Number).filter((number) => Number.isInteger(number));
  let next = Math.max(0, ...numbers);
  const step = numbers.length > 0 && numbers.every((number) => number % 10 === 0) ? 10 : 1;
  return cells.map(([first = '', second = '']) => {
    if (second !== '' && first !== '') return { code: first, title: second };
    next += step;
    return { code: String(next), title: first === '' ? second : first };
  });
}

/** A dictionary that no field has. */
export const removeDict: Command<{ readonly dict: string }> = (state, { dict }) => {
  const sketch = new Sketch(state);
  const node = valueAt(sketch.text, joinAddress('dicts', dict));
  if (!isNode(node)) return { reason: '字典已不存在' };
  const [use, ...more] = usesOfDict(state, dict);
  if (use !== undefined) sketch.refuse(`${use.phrase}${more.length === 0 ? '' : `等 ${more.length + 1} 处`}在用它`);
  if ((entriesAt(sketch.text, 'dicts') ?? []).length === 1) sketch.refuse('至少要留一个字典');
  sketch.remove(joinAddress('dicts', dict));
  return sketch.done(`移除字典「${String(node.title)}」`, { selection: [] });
};
