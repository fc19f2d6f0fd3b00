/** What an object's state must mean (§7.4). */
import type { ResolvedField } from '../resolved';
import type { ObjectCheck } from './object-check';
import { isOwnCode } from './overlay';

/** The state has a dictionary and only actions write it; each of them can be done some day. */
export function checkState(check: ObjectCheck): void {
  const { object, say, library } = check;
  const { state } = object;
  if (state === undefined) return;
  const field = Object.hasOwn(object.fields, state) ? object.fields[state] : undefined;
  if (field?.dict === undefined) {
    if (field === undefined) say('ref.field', 'state', { c: state });
    else say('state.dict', `fields.${state}`);
    return;
  }
  if (field.formula !== undefined) say('state.write', `fields.${state}.formula`, { f: state });
  for (const rule of object.rules) {
    if (rule.in === undefined && (rule.set?.[state] !== undefined || rule.clear?.includes(state) === true))
      say('state.write', rule.address, { f: state });
  }
  for (const action of Object.values(object.actions)) {
    if (action.in === undefined && action.set?.[state] !== undefined)
      say('state.write', `actions.${action.code}.set.${state}`, { f: state });
  }
  for (const [code, template] of Object.entries(object.import)) {
    const names = (template.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field));
    if (names.includes(state)) say('state.write', `import.${code}`, { f: state });
  }
  const codes = new Set(library.dicts.get(field.dict)?.items.map((item) => item.code));
  if (codes.size === 0) return;
  for (const action of Object.values(object.actions)) {
    if (action.builtIn) continue;
    for (const code of [...(action.from ?? []), ...(action.to === undefined ? [] : [action.to])]) {
      if (!codes.has(code)) say('dict.code', `actions.${action.code}`, { v: code });
    }
  }
  checkReached(check, field, codes);
}

/**
 * States of an organisation's own object that no record comes to, and actions that start only there: nothing but its actions moves it, so
 * they would stay grey for ever. Shipped objects are moved by code of the product as well, shipped dictionaries hold states of others.
 */
function checkReached({ object, say, library }: ObjectCheck, field: ResolvedField, codes: ReadonlySet<string>): void {
  if (!isOwnCode(object.object)) return;
  const actions = Object.values(object.actions);
  const reached = new Set(typeof field.default === 'string' ? [field.default] : codes);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of actions)
      if (to !== undefined && (from === undefined || from.some((code) => reached.has(code)))) reached.add(to);
  }
  const items = library.dicts.get(field.dict ?? '')?.items ?? [];
  const titles = new Map(items.map(({ code, title }) => [code, title]));
  for (const action of actions) {
    if (action.builtIn) continue;
    for (const code of action.from ?? [])
      if (codes.has(code) && !reached.has(code))
        say('state.dead', `actions.${action.code}.from`, { v: titles.get(code) ?? code, a: action.title });
  }
  if (!isOwnCode(field.dict ?? '')) return;
  const lost = items.filter(({ code, off }) => off !== true && !reached.has(code));
  if (lost.length > 0) say('state.lost', 'state', { v: lost.map(({ title }) => `「${title}」`).join('') });
}
