/** Another code for an entry, in its document and wherever else it is named. */
import { isNode } from '../../schemas/language/resolve/merge';
import { type Leads, type RenamedField, stepsElsewhere, stepsOfAction } from '../../schemas/language/steps/elsewhere';
import { entriesAt, joinAddress, type StepDoc, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Command, DesignState } from '../document/state';
import { codeOfId, sortOfId } from '../document/state';
import { codeRefusal } from '../rules/codes';
import { wholeText } from '../rules/texts';
import { Sketch } from './sketch';

/**
 * What names the entry follows: in its document by the step itself, for a field also in all others. A published field keeps its column
 * under the new code (`was`); a code that was never published leaves no trace.
 */
export const renameEntry: Command<{ readonly address: string; readonly to: string }> = (state, { address, to }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const isField = isFields(parent);
  const taken = entriesAt(sketch.whole, parent) ?? [];
  sketch.refuse(codeRefusal(to, taken, isField ? 'field' : 'other', sketch.isShipped));
  const node = valueAt(sketch.text, address);
  if (node === undefined) sketch.refuse(taken.includes(key) ? '区块带来的编码不能修改' : `「${key}」已不存在`);
  const was = isNode(node) && typeof node.was === 'string' ? node.was : undefined;
  const base = baseOf(state, sketch.text, parent);
  if (isField && was !== to && base.has(to)) sketch.refuse(`编码「${to}」发布前还是另一个字段的，请换一个`);
  const writes = was === to ? base.get(to) : was;
  sketch.step({
    rename: address,
    to,
    ...(was === undefined ? {} : { was }),
    ...(isField && !base.has(key) ? { writes: writes ?? null } : {}),
  });
  if (sortOfId(state.open ?? '') === 'object') {
    if (isField) elsewhere(sketch, state, address, to);
    if (parent === 'actions') startedElsewhere(sketch, state, key, to);
  }
  const selection = [{ document: state.open ?? '', address: joinAddress(parent, to) }];
  return sketch.done(`编码「${key}」改为「${to}」`, { selection });
};
const isFields = (list: string): boolean => list === 'fields' || ROWS.test(list);
const ROWS = /^fields\.([^.]+)\.fields$/;

/** Codes the list has as it is published, with the former codes they say; rows of a renamed sub-table lie under its former one. */
function baseOf(state: DesignState, text: StepDoc, list: string): ReadonlyMap<string, string | undefined> {
  const base = state.documents[state.open ?? '']?.base ?? {};
  const sub = ROWS.exec(list)?.[1];
  const now = sub === undefined ? undefined : valueAt(text, `fields.${sub}`);
  const isMoved = sub !== undefined && valueAt(base, `fields.${sub}`) === undefined;
  const at = isMoved && isNode(now) && typeof now.was === 'string' ? `fields.${now.was}.fields` : list;
  return new Map(
    (entriesAt(base, at) ?? []).map((code) => {
      const field = valueAt(base, joinAddress(at, code));
      return [code, isNode(field) && typeof field.was === 'string' ? field.was : undefined];
    }),
  );
}

/** Reports, prints, flows, boards and other objects that name the field by its object. */
function elsewhere(sketch: Sketch, state: DesignState, address: string, to: string): void {
  if (sketch.isRefused) return;
  const open = state.open ?? '';
  const { parent, key } = splitAddress(address);
  const sub = ROWS.exec(parent)?.[1];
  const object = codeOfId(open);
  const renamed: RenamedField = { object, from: key, to, ...(sub === undefined ? {} : { sub }) };
  const here = leadsOf(sketch.whole);
  const fieldsOf = (code: string): { readonly [code: string]: Leads } | undefined => {
    if (code === object) return here;
    const text = state.documents[`object:${code}`]?.text ?? {};
    return Object.keys(text).length === 0 ? undefined : leadsOf(wholeText(state, text));
  };
  for (const { id, text } of Object.values(state.documents)) {
    if (Object.keys(text).length === 0) continue;
    sketch.on(id);
    for (const step of stepsElsewhere(sketch.text, renamed, fieldsOf)) sketch.step(step);
  }
  sketch.on(open);
}
/** Other documents that ask for the right of the action, or start it. */
function startedElsewhere(sketch: Sketch, state: DesignState, from: string, to: string): void {
  const open = state.open ?? '';
  const renamed = { object: codeOfId(open), from, to };
  for (const { id, text } of Object.values(state.documents)) {
    if (id === open || Object.keys(text).length === 0 || sketch.isRefused) continue;
    sketch.on(id);
    for (const step of stepsOfAction(sketch.text, renamed)) sketch.step(step);
  }
  sketch.on(open);
}
const leads = new WeakMap<StepDoc, { readonly [code: string]: Leads }>();
function leadsOf(text: StepDoc): { readonly [code: string]: Leads } {
  let found = leads.get(text);
  if (found === undefined) {
    found = fieldLeads(text.fields);
    leads.set(text, found);
  }
  return found;
}
const fieldLeads = (fields: unknown): { readonly [code: string]: Leads } =>
  Object.fromEntries(
    Object.entries(isNode(fields) ? fields : {}).map(([code, field]) => {
      if (!isNode(field)) return [code, {}];
      const ref = typeof field.ref === 'string' ? { ref: field.ref } : {};
      return [code, isNode(field.fields) ? { ...ref, sub: fieldLeads(field.fields) } : ref];
    }),
  );
