/** The state diagram: transitions are actions, drawn from `from` to `to`. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command } from '../document/state';
import { codeRefusal } from '../rules/codes';
import { Sketch } from './sketch';

/** A new action that leads from states to a state. */
export const addTransition: Command<{
  readonly code: string;
  readonly title: string;
  readonly from: readonly string[];
  readonly to: string;
}> = (state, { code, title, from, to }) => {
  const sketch = new Sketch(state);
  sketch.refuse(codeRefusal(code, entriesAt(sketch.whole, 'actions') ?? [], 'other', sketch.isShipped));
  sketch.refuse(stateRefusal(sketch, from, to));
  sketch.insert({ list: 'actions' }, code, { title, from: [...from], to });
  return sketch.done(`新增动作「${title}」`, { selection: [sketch.selected(joinAddress('actions', code))] });
};

/** Where an action may start and where it leads; `to` undefined = it leaves the state as it is. */
export const setTransition: Command<{
  readonly action: string;
  readonly from: readonly string[];
  readonly to?: string;
}> = (state, { action, from, to }) => {
  const sketch = new Sketch(state);
  const address = joinAddress('actions', action);
  if (valueAt(sketch.whole, address) === undefined) sketch.refuse(`「${action}」已不存在`);
  sketch.refuse(stateRefusal(sketch, from, to));
  sketch.set(`${address}.from`, from.length === 0 ? undefined : [...from]);
  sketch.set(`${address}.to`, to);
  return sketch.done('调整状态流转', { selection: [sketch.selected(address)] });
};

/** An arrow of an action that has several: the last takes the action's states away. */
export const removeTransition: Command<{ readonly action: string; readonly from: string }> = (
  state,
  { action, from },
) => {
  const sketch = new Sketch(state);
  const node = valueAt(sketch.whole, joinAddress('actions', action));
  const starts = isNode(node) && Array.isArray(node.from) ? (node.from as readonly string[]) : [];
  const left = starts.filter((start) => start !== from);
  if (left.length === starts.length) return { reason: '没有这条流转' };
  const to = isNode(node) && typeof node.to === 'string' && left.length > 0 ? { to: node.to } : {};
  return setTransition(state, { action, from: left, ...to });
};

/** A code of the state field's dictionary, written in the document of the dictionary. */
export const addState: Command<{
  readonly document: string;
  readonly dict: string;
  readonly code: string;
  readonly title: string;
}> = (state, { document, dict, code, title }) => {
  const sketch = new Sketch(state, document);
  const items = `dicts.${dict}.items`;
  if ((entriesAt(sketch.text, items) ?? []).includes(code)) sketch.refuse(`字典值重复：${code}`);
  const value: Json = { code, title };
  sketch.insert({ list: items }, code, value);
  return sketch.done(`新增状态「${title}」`);
};

function stateRefusal(sketch: Sketch, from: readonly string[], to: string | undefined): string | undefined {
  const field = sketch.whole.state;
  if (typeof field !== 'string') return '请先指定状态字段';
  return to !== undefined && from.length === 0 ? '动作会改变状态但没有起始状态' : undefined;
}
