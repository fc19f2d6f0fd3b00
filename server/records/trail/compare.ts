/** Two versions of a thing side by side (`compare`): every field a user may see, rows matched by their key, both as texts. */
import type { Bound } from '../../../schemas/language/expr/check';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { matchRows, REVISION, rowKey, versionKey } from '../../../schemas/language/versions';
import type { ComparedLine, Comparison, ShownText } from '../../../schemas/language/wire';
import { AppError } from '../../errors';
import type { Page } from '../../registry/pages';
import { versionsOf } from '../act/versions';
import { makeEnv } from '../env';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { rowGroups } from '../list/row-groups';
import { all as every, rowScope } from '../read/access';
import { findOne, notThere } from '../read/read';
import { Shown } from './shown';

/** `id` beside `with`; without it beside the version before (of the first one: beside the next). */
export async function compareVersions(
  ctx: EngineCtx,
  page: Page,
  body: Readonly<Record<string, unknown>>,
): Promise<Comparison> {
  const { object } = page;
  const action = page.actions.compare;
  if (action === undefined || versionKey(object) === undefined) throw new AppError(400);
  const own = await findOne(ctx, page, { id: body.id });
  if (!own) throw notThere();
  const all = await versionsOf(ctx, object, own, { conditions: reached(ctx, page) });
  const at = all.findIndex((record) => record.id === own.id);
  const beside = body.with ?? (all[at - 1] ?? all[at + 1] ?? own).id;
  if (!all.some((record) => record.id === beside)) throw notThere();
  const other = await findOne(ctx, page, { id: beside });
  if (!other) throw notThere();
  const isLater = all.findIndex((record) => record.id === other.id) > at;
  const [left, right] = isLater ? [own, other] : [other, own];
  const env = makeEnv(ctx);
  env.remember(object.object, own);
  return env.settle((live) => {
    const shown = (rec: Rec): Shown => new Shown(ctx, object, live, rowGroups(ctx, object, rec, live));
    const [a, b] = [shown(left), shown(right)];
    return {
      versions: all.map((record) => versionOf(object, record, shown(record))),
      left: left.id as string,
      right: right.id as string,
      head: headLines(object, left, right, a, b),
      tables: Object.values(object.fields)
        .filter((field) => field.sub !== undefined && b.isShown(field))
        .map((field) => tableOf(object, field, left, right, a, b)),
    };
  });
}

/** Rows of the page that the user may see. */
function reached(ctx: EngineCtx, page: Page): readonly Bound[] {
  const scope = rowScope(ctx, page.object, page.right);
  const condition = scope === false ? 'false' : every([page.where, scope]);
  return condition === undefined ? [] : [bindCondition(ctx.registry.lib, page.object, condition)];
}

function versionOf(object: ResolvedObject, rec: Rec, shown: Shown): Comparison['versions'][number] {
  const text = (code: string | undefined): ShownText => {
    const field = code === undefined ? undefined : object.fields[code];
    return field === undefined ? null : shown.text(field, rec[field.code] as Value | undefined);
  };
  return { id: rec.id as string, revision: String(rec[REVISION]), state: text(object.state), from: text('effectDate') };
}

function headLines(object: ResolvedObject, left: Rec, right: Rec, a: Shown, b: Shown): ComparedLine[] {
  return Object.values(object.fields)
    .filter((field) => field.sub === undefined && b.isShown(field) && a.isShown(field))
    .map((field) => {
      const [was, is] = [a.text(field, left[field.code] as Value), b.text(field, right[field.code] as Value)];
      return { field: field.code, title: field.title, left: was, right: is, changed: was !== is };
    });
}

function tableOf(
  object: ResolvedObject,
  field: ResolvedField,
  left: Rec,
  right: Rec,
  a: Shown,
  b: Shown,
): Comparison['tables'][number] {
  const columns = Object.values(field.sub?.fields ?? {}).filter((column) => b.isShown(column) && a.isShown(column));
  const texts = (row: Row | undefined, shown: Shown): readonly ShownText[] | undefined =>
    row && columns.map((column) => shown.text(column, row[column.code] as Value | undefined));
  const rowsOf = (rec: Rec): readonly Row[] => (rec[field.code] as readonly Row[] | undefined) ?? [];
  const pairs = matchRows(rowsOf(left), rowsOf(right), rowKey(object, field.code));
  return {
    sub: field.code,
    title: field.title,
    columns: columns.map((column) => ({ field: column.code, title: column.title })),
    rows: pairs.map((pair) => {
      const [was, is] = [texts(pair.left, a), texts(pair.right, b)];
      const same = was !== undefined && is !== undefined && was.every((value, n) => value === is[n]);
      return {
        mark: was === undefined ? 'added' : is === undefined ? 'gone' : same ? 'same' : 'changed',
        ...(was === undefined ? {} : { left: was }),
        ...(is === undefined ? {} : { right: is }),
      };
    }),
  };
}
