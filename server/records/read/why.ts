/** `POST …/why`: who brought the record where it is, and why a field or an action is as it is (language §5.6). */

import { modelOf } from '../../../schemas/language/record/model';
import { type Reason, whyField, whyNotAction } from '../../../schemas/language/record/why';
import type { Row } from '../../../schemas/language/value';
import { badRequest } from '../../errors';
import type { Page } from '../../registry/pages';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import { isUuid } from '../list/list-request';
import { historyOf } from '../trail/history';
import { actionsOf, hasButton, inScope, ofRecord } from './allowed';
import { accessOf } from './grants';
import { findOne, notThere } from './read';

export interface Why {
  /** the last thing done to the record */
  readonly last: { readonly title: string; readonly by: string; readonly at: string } | null;
  /** of the field that was asked for, in the stored record */
  readonly reasons: readonly Reason[];
  /** actions of a record that are not there now */
  readonly actions: readonly { readonly code: string; readonly title: string; readonly reasons: readonly Reason[] }[];
}

/** {id, field?, row?} → reasons; missing and foreign records answer alike, as by getOne. */
export async function whyOf(ctx: EngineCtx, page: Page, body: Readonly<Record<string, unknown>>): Promise<Why> {
  const { id, field, row } = body;
  if (!isUuid(id) || (field !== undefined && typeof field !== 'string')) throw badRequest();
  const rec = await findOne(ctx, page, { id });
  if (!rec) throw notThere();
  const { object, actions } = page;
  const model = modelOf(object, ctx.registry.lib);
  const env = makeEnv(ctx);
  env.remember(object.object, rec);
  const { records } = await historyOf(ctx, page, { id, size: 1 });
  const [entry] = records;
  const path = field ?? '';
  if (field !== undefined && !isShown(ctx, page, path)) throw badRequest();
  const answer = await env.settle((live) => {
    const sub = path.includes('.') ? path.split('.', 1)[0] : undefined;
    const at =
      sub === undefined ? undefined : (rec[sub] as readonly Row[] | undefined)?.find((eachRow) => eachRow.id === row);
    const reasons =
      field === undefined ? [] : whyField(model, rec, live, { path, old: rec, ...(at ? { row: at } : {}) });
    const allowed = new Set(actionsOf(ctx, model, actions, rec, live));
    const missing = Object.values(actions).filter(
      (action) =>
        action.auto === undefined &&
        action.in === undefined &&
        hasButton(ctx, model.obj, action) &&
        ofRecord(action) &&
        !allowed.has(action.code),
    );
    return {
      reasons,
      actions: missing.map((action) => {
        const held = ctx.session.rights.has(action.right);
        const own = whyNotAction(model, action, rec, live, held);
        const beyond = own.length === 0 && !inScope(ctx, object, action.right, rec, live);
        return {
          code: action.code,
          title: action.title,
          reasons: beyond ? [{ text: `这条数据不在您「${action.title}」的数据范围内`, facts: [] }] : own,
        };
      }),
    };
  });
  return { last: entry === undefined ? null : { title: entry.title, by: entry.by, at: entry.at }, ...answer };
}

/** Only fields the caller may see; of an ungranted one there is nothing to tell. */
function isShown(ctx: EngineCtx, { object }: Page, path: string): boolean {
  const [first = '', column] = path.split('.');
  const head = Object.hasOwn(object.fields, first) ? object.fields[first] : undefined;
  const columns = head?.sub?.fields;
  const field =
    column === undefined ? head : columns !== undefined && Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (head === undefined || field === undefined) return false;
  return [head, field].every((field) => ctx.system || accessOf(object, field, ctx.session.rights) === 'value');
}
