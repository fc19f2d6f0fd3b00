/** The answers of an action as a small object of their own, so that the form host draws, fills and checks them like any record. */
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Page } from '../page/types';

/** Long texts and sub-tables take the whole width; otherwise one column for up to four answers. */
export function askPage(page: Page, action: ResolvedAction): Page {
  return { ...page, object: askObject(page.object, action) };
}

function askObject(object: ResolvedObject, action: ResolvedAction): ResolvedObject {
  const entries = Object.entries(action.ask ?? {}).map(([code, field]) => [code, withoutDefault(field)] as const);
  const { state: _state, tree: _tree, ...rest } = object;
  return {
    ...rest,
    title: action.title,
    label: [],
    fields: Object.fromEntries(entries),
    rules: [],
    checks: [],
    audited: false,
    actions: {},
    views: {},
    edit: {
      open: 'dialog',
      columns: entries.length > 4 ? 2 : 1,
      labelWidth: 96,
      groups: [{ code: 'ask', fields: entries.map(([code]) => ({ field: code })) }],
    },
  };
}

/** Defaults read the record the action runs on and were worked out before. */
function withoutDefault(field: ResolvedField): ResolvedField {
  const { default: _default, ...rest } = field;
  return rest;
}
