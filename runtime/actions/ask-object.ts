/** The answers of an action as a small object of their own, so that the form host draws, fills and checks them like any record. */
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Page } from '../page/types';

/** Long texts and sub-tables take the whole width; otherwise one column for up to four answers. */
export function askPage(page: Page, action: ResolvedAction): Page {
  return { ...page, object: askObject(page.object, action) };
}

function askObject(object: ResolvedObject, action: ResolvedAction): ResolvedObject {
  const entries = Object.entries(action.ask ?? {})
    .filter(([, field]) => field.hidden !== true)
    .map(([code, field]) => [code, withoutDefault(field)] as const);
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

/** The answers of chosen rows (`grid`) as a sub-table of one small object: the name of the row, then what is asked. */
export function rowsPage(page: Page, action: ResolvedAction): Page {
  const inside = askObject(page.object, action);
  const { title } = page.object.fields[action.in ?? ''] ?? { title: '明细' };
  const name: ResolvedField = { ...TEXT, code: '$name', path: 'rows.$name', title, width: 240 };
  const asked = Object.values(inside.fields).map((field) => ({ ...field, path: `rows.${field.code}` }));
  const fields = Object.fromEntries([name, ...asked].map((field) => [field.code, field]));
  const rows: ResolvedField = {
    code: 'rows',
    path: 'rows',
    title: action.title,
    kind: 'tabTable',
    type: 'rows',
    sub: {
      fields,
      rows: { min: 0, max: 2000, number: 'lineNo', add: false, delete: false, sort: false, copy: false },
      columns: Object.keys(fields).map((field) => ({ field })),
      summary: {},
    },
  } as unknown as ResolvedField;
  const groups = [{ code: 'rows', fields: [{ field: 'rows' }] }];
  return {
    ...page,
    object: { ...inside, fields: { rows }, edit: { ...inside.edit, columns: 1, groups } },
  };
}
const TEXT = { kind: 'input', type: 'text', readonly: true } as unknown as ResolvedField;

/** Defaults read the record the action runs on and were worked out before. */
function withoutDefault(field: ResolvedField): ResolvedField {
  const { default: _default, ...rest } = field;
  return rest;
}
