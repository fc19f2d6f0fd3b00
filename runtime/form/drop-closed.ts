/** A value that was typed before a rule closed its field goes back to what the save keeps, before everybody's eyes. */
import { closedValues } from '../../schemas/language/record/closed';
import { cellPath } from '../../schemas/language/record/fill';
import type { Patch } from '../../schemas/language/record/work';
import type { Row, Value } from '../../schemas/language/value';
import type { FormModel } from './form-model';

/** Applies a patch of a change by the user, and then that. */
export function dropClosed(form: FormModel, patch: Patch): void {
  form.apply(patch);
  const { head, rows } = patch;
  if (form.viewing || form.touched.size === 0) return;
  const { model, env, doc, touched, stored: old, states } = form;
  // the head may close any row; a large paste tells no rows
  const some = Object.keys(head).length === 0 && rows.length > 0 ? new Set(rows.map(({ id }) => id)) : undefined;
  const closed = closedValues(model, env, doc, { touched, old, states, rows: rowsOf(form, some) });
  if (closed.length === 0) return;
  const heads: Record<string, Value> = {};
  const cells = closed.flatMap(({ field, row, value }) => {
    touched.delete(cellPath(field.code, field.sub, row?.id));
    if (row === undefined) heads[field.code] = value;
    return row === undefined ? [] : [{ sub: field.sub ?? '', id: row.id, values: { [field.code]: value } }];
  });
  form.apply({ head: heads, rows: cells, asks: [], services: [], problems: [], waits: [] });
  form.recompute({
    head: Object.keys(heads),
    rows: cells.map(({ sub, id, values }) => ({ sub, id, fields: Object.keys(values) })),
  });
  const titles = new Set(closed.map(({ field }) => `「${field.field.title}」`));
  form.feedback.warning(`${[...titles].join('')}已不能填写，填过的值不保存`);
}

const rowsOf = ({ subs }: FormModel, only: ReadonlySet<string> | undefined): Record<string, readonly Row[]> =>
  Object.fromEntries(
    [...subs].map(([code, { store }]) => [
      code,
      only === undefined ? store.rows : store.rows.filter(({ id }) => only.has(id)),
    ]),
  );
