/**
 * Lists that a text leaves out are drawn from its fields (resolve/pages). A gesture on one of them writes down first what was shown, so
 * that nothing leaves the page because something was added to it.
 */
import { OBJECT_SCHEMA } from '../../schemas/language/document';
import { factsOfDoc } from '../../schemas/language/kinds/index';
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';

export interface Implied {
  readonly list: string;
  readonly value: Json;
}

/** What an object's text would have to say at the list an address lies in; undefined = it says it, or nothing is implied there. */
export function impliedAt(whole: StepDoc, address: string): Implied | undefined {
  if (whole.$schema !== OBJECT_SCHEMA) return undefined;
  const rows = /^fields\.([^.]+)\.columns(?=\.|$)/.exec(address);
  if (rows?.[1] !== undefined) return columnsOfRows(whole, rows[0], rows[1]);
  const list = LISTS.find((list) => address === list || address.startsWith(`${list}.`));
  if (list === undefined || (entriesAt(whole, list) ?? []).length > 0) return undefined;
  const fields = Object.entries(isNode(whole.fields) ? whole.fields : {}).filter(
    (entry): entry is [string, { readonly [key: string]: Json }] => isNode(entry[1]) && entry[1].hidden !== true,
  );
  if (list === 'detail.tabs') return { list, value: { $edit: {}, $history: {}, $files: {} } };
  if (list === 'list.columns') {
    const label = typeof whole.label === 'string' ? [whole.label] : ((whole.label ?? []) as readonly string[]);
    const needed = fields.flatMap(([code, field]) =>
      (field.required ?? false) !== false && !factsOfDoc(field).holdsRows ? [code] : [],
    );
    const columns = [...new Set([...label, ...needed])];
    return columns.length === 0 ? undefined : { list, value: columns };
  }
  if (fields.length === 0 && address === list) return undefined;
  const placed = fields.map(([code]) => code);
  return { list, value: { base: { title: '基本信息', ...(placed.length === 0 ? {} : { fields: placed }) } } };
}
/** A sub-table that names no columns shows all its fields. */
function columnsOfRows(whole: StepDoc, list: string, code: string): Implied | undefined {
  if ((entriesAt(whole, list) ?? []).length > 0) return undefined;
  const fields = valueAt(whole, `fields.${code}.fields`);
  const shown = Object.entries(isNode(fields) ? fields : {}).flatMap(([field, doc]) =>
    isNode(doc) && doc.hidden !== true ? [field] : [],
  );
  return shown.length === 0 ? undefined : { list, value: shown };
}
const LISTS = ['edit.groups', 'list.columns', 'detail.tabs'] as const;
