/** The state diagram: transitions are actions, drawn from `from` to `to`. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, valueAt } from '../../schemas/language/steps/index';
import { applyTransaction, type Command, type DocId, isRefusal } from '../document/state';
import { codeRefusal } from '../rules/codes';
import { removeItem, setItem } from './dictionaries';
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

/**
 * A state goes out of its dictionary, and out of the actions that start in it beside others. What else names it, an action that leads
 * there or starts only there, is a reason against. `rows`: records that stand in it.
 */
export const removeState: Command<{
  readonly document: DocId;
  readonly dict: string;
  readonly code: string;
  readonly rows?: number;
}> = (state, args) => {
  const sketch = new Sketch(state);
  if ((args.rows ?? 0) === 0) sketch.refuse(ledBy(sketch, args.code, '移除'));
  for (const action of entriesAt(sketch.whole, 'actions') ?? []) {
    const address = `${joinAddress('actions', action)}.from`;
    const from = valueAt(sketch.whole, address);
    if (Array.isArray(from) && from.length > 1 && from.includes(args.code))
      sketch.set(
        address,
        (from as readonly string[]).filter((code) => code !== args.code),
      );
  }
  const cut = sketch.done('');
  if (isRefusal(cut) && cut.code !== 'same') return cut;
  const steps = isRefusal(cut) ? [] : cut.steps;
  const next = applyTransaction(state, { steps, gesture: '' });
  if (next.problem !== undefined) return { reason: next.problem.text };
  const gone = removeItem(next.state, args);
  return isRefusal(gone) ? gone : { ...gone, steps: [...steps, ...gone.steps] };
};

/** A state that records stand in goes on being theirs; no action leads there any more. */
export const retireState: Command<{ readonly document: DocId; readonly dict: string; readonly code: string }> = (
  state,
  { document, dict, code },
) => {
  const reason = ledBy(new Sketch(state), code, '停用');
  return reason === undefined ? setItem(state, { document, dict, code, key: 'off', to: true }) : { reason };
};

/** Actions that lead to a state or start only there, as a reason against. */
function ledBy({ whole }: Sketch, code: string, act: string): string | undefined {
  const titles = (entriesAt(whole, 'actions') ?? []).flatMap((action) => {
    const node = valueAt(whole, joinAddress('actions', action));
    if (!isNode(node) || node.off === true) return [];
    const { from, to, title = action } = node;
    const isOnly = Array.isArray(from) && from.every((start) => start === code) && from.length > 0;
    return to === code || isOnly ? [`「${String(title)}」`] : [];
  });
  return titles.length === 0 ? undefined : `动作${titles.join('')}在用，不能${act}：先改画或移除它`;
}
function stateRefusal(sketch: Sketch, from: readonly string[], to: string | undefined): string | undefined {
  const field = sketch.whole.state;
  if (typeof field !== 'string') return '请先指定状态字段';
  return to !== undefined && from.length === 0 ? '动作会改变状态但没有起始状态' : undefined;
}
