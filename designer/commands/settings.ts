/** Keys of a settings document: added with the default they need, taken away where nothing reads them. */

import type { FieldDoc } from '../../schemas/language/document';
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command } from '../document/state';
import { usesOfKey } from '../rules/code-uses';
import { Sketch } from './sketch';

const KEY = /^[a-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+$/;

/** A key of the group, `sys.<key>` in expressions. */
export const addKey: Command<{ readonly key: string; readonly field: FieldDoc; readonly after?: string | null }> = (
  state,
  { key, field, after },
) => {
  const sketch = new Sketch(state);
  if (!KEY.test(key)) sketch.refuse('参数编码如 prd.overRate：小写开头，用点分开');
  const taken = Object.values(state.documents).some(
    ({ text }) => text.$schema === 'settings/1' && isNode(text.keys) && Object.hasOwn(text.keys, key),
  );
  if (taken) sketch.refuse(`编码重复：${key}`);
  const own = sketch.isShipped && !/^x[A-Z]/.test(key) ? `x${key.charAt(0).toUpperCase()}${key.slice(1)}` : key;
  if (String(field.title ?? '').trim() === '') sketch.refuse('请填写名称');
  sketch.insert({ list: 'keys', ...(after === undefined ? {} : { after }) }, own, field as Json);
  return sketch.done(`新增参数「${field.title}」`, { selection: [sketch.selected(joinAddress('keys', own))] });
};

export const removeKey: Command<{ readonly key: string }> = (state, { key }) => {
  const sketch = new Sketch(state);
  const address = joinAddress('keys', key);
  const node = valueAt(sketch.text, address);
  if (!isNode(node)) return { reason: '参数已不存在' };
  if ((entriesAt(sketch.text, 'keys') ?? []).length === 1) sketch.refuse('至少要留一个参数');
  const base = state.documents[state.open ?? '']?.base ?? {};
  if (valueAt(base, address) !== undefined) sketch.refuse('已发布的参数不能移除，可能有人设过值');
  const [use, ...more] = usesOfKey(state, key);
  if (use !== undefined) sketch.refuse(`${use.phrase}${more.length === 0 ? '' : `等 ${more.length + 1} 处`}在用它`);
  sketch.remove(address);
  return sketch.done(`移除参数「${String(node.title)}」`, { selection: [] });
};
