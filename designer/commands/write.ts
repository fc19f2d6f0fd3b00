/** Properties: one key of one or several things, and an entry with its own text in any map. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, type Step, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command } from '../document/state';
import { codeRefusal, freeCode } from '../rules/codes';
import { renameEntry } from './rename';
import { Sketch, type Spot } from './sketch';

/** A property of several things at once; typing into it is one undo. No `to` = back to the default. */
export const setProperty: Command<{
  readonly addresses: readonly string[];
  readonly key: string;
  readonly to?: Json;
}> = (state, { addresses, key, to }) => {
  const sketch = new Sketch(state);
  for (const address of addresses) sketch.set(address === '' ? key : `${address}.${key}`, to);
  return sketch.done(addresses.length > 1 ? `调整 ${addresses.length} 项` : '调整', {
    group: `${state.open}:${addresses.join()}:${key}`,
  });
};

/** Steps as they are, kept within the limits of a shipped document; another code goes wherever the entry is named. */
export const writeSteps: Command<{ readonly steps: readonly Step[]; readonly group: string }> = (
  state,
  { steps, group },
) => {
  const [first] = steps;
  if (steps.length === 1 && first !== undefined && 'rename' in first)
    return renameEntry(state, { address: first.rename, to: first.to });
  const sketch = new Sketch(state);
  for (const step of steps) sketch.step(step);
  return sketch.done('调整', { group: `${state.open}:${group}` });
};

export interface NewEntry {
  /** map it goes to: rules, checks, actions, list.schemes, views, access.rows, unique, import, detail.tabs, list.charts, cells … */
  readonly list: string;
  readonly code: string;
  readonly value: Json;
  readonly after?: string | null;
}
/** A rule, check, action, scheme, view, scope, part, chart, cell: an entry with a code of its own. */
export const addEntry: Command<NewEntry> = (state, { list, code, value, after }) => {
  const sketch = new Sketch(state);
  const taken = entriesAt(sketch.whole, list);
  if (taken === undefined) sketch.refuse(`「${list}」不能添加内容`);
  const isDotted = list === 'keys';
  const inherited = valueAt(sketch.below, joinAddress(list, code)) !== undefined;
  if (!isDotted && !inherited)
    sketch.refuse(codeRefusal(code, taken ?? [], 'other', sketch.isShipped && !/\.x[A-Z]/.test(list)));
  sketch.insert({ list, ...(after === undefined ? {} : { after }) }, code, value);
  const title = isNode(value) && typeof value.title === 'string' ? value.title : code;
  return sketch.done(`新增「${title}」`, { selection: [sketch.selected(joinAddress(list, code))] });
};

/** A group of the edit page, or a tab of it or of the detail page. */
export const addPart: Command<{
  readonly part: 'group' | 'tab' | 'detailTab';
  readonly title: string;
  readonly code: string;
  readonly after?: string | null;
}> = (state, { part, title, code, after }) => {
  const list = part === 'detailTab' ? 'detail.tabs' : 'edit.groups';
  const value: Json = part === 'tab' ? { title, tab: title } : { title };
  const sketch = new Sketch(state);
  const own = freeCode(code, entriesAt(sketch.whole, list) ?? [], sketch.isShipped);
  return addEntry(state, { list, code: own, value, ...(after === undefined ? {} : { after }) });
};

/** Another title for a thing; on a placement it is the title it has there. */
export const retitle: Command<{ readonly address: string; readonly title: string }> = (state, { address, title }) => {
  const sketch = new Sketch(state);
  if (title.trim() === '') sketch.refuse('请填写名称');
  sketch.set(address === '' ? 'title' : `${address}.title`, title.trim());
  return sketch.done(`改名为「${title.trim()}」`, { group: `${state.open}:${address}:title` });
};

/** Something at a spot under the next free code: what palettes and pasting use. */
export const addFree: Command<{ readonly spot: Spot; readonly code: string; readonly value: Json }> = (
  state,
  { spot, code, value },
) => {
  const sketch = new Sketch(state);
  const own = freeCode(code, entriesAt(sketch.whole, spot.list) ?? [], sketch.isShipped);
  return addEntry(state, {
    list: spot.list,
    code: own,
    value,
    ...(spot.after === undefined ? {} : { after: spot.after }),
  });
};
