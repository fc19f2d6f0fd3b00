/** What the condition of a picker reads beside its candidate: the form at hand; in a dialog its record, the chosen row and the answers so far. */
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import type { ResolvedAction } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { isUuid } from '../list/list-request';
import type { Around } from '../list/place';
import { ofRecord } from '../read/allowed';
import { findOne, notThere } from '../read/read';

type Request = Readonly<Record<string, unknown>>;
type Beside = Around & { readonly doc: Rec };

export const besideOf = (
  ctx: EngineCtx,
  page: Page,
  { action, sub }: { readonly action?: ResolvedAction; readonly sub?: string },
  request: Request,
): Promise<Beside> =>
  action === undefined
    ? Promise.resolve(besideForm(ctx, page, sub, request))
    : besideDialog(ctx, page, action, request);

/** `doc` is the form, `row` the row of the sub-table that is picked for. */
function besideForm(ctx: EngineCtx, page: Page, sub: string | undefined, request: Request): Beside {
  const doc = decodeRecord(page.object, request.record ?? {}, { newId: ctx.newId }).rec;
  if (sub === undefined) return { doc, row: doc };
  return { doc, row: (doc[sub] as readonly Row[] | undefined)?.[0] ?? { id: ctx.newId() } };
}

/** `doc` is the record the action will run on, `row` the chosen row of it, `ask` what was answered so far: as the act judges them. */
async function besideDialog(ctx: EngineCtx, page: Page, action: ResolvedAction, request: Request): Promise<Beside> {
  const dialog = { ...page.object, fields: action.ask ?? {} };
  const ask = decodeRecord(dialog, request.ask ?? {}, { newId: ctx.newId }).rec;
  const doc = await recordOf(ctx, page, action, request.record ?? {});
  const rows = action.in === undefined ? undefined : (doc[action.in] as readonly Row[] | undefined);
  return { doc, row: rows?.find(({ id }) => id === request.row) ?? doc, ask };
}

/** As it is stored, for the act reads it so; of an unsaved form as it was sent. */
async function recordOf(ctx: EngineCtx, page: Page, action: ResolvedAction, sent: unknown): Promise<Rec> {
  const { rec } = decodeRecord(page.object, sent, { newId: ctx.newId });
  if (action.draft === true) return rec;
  const { id } = sent as { readonly id?: unknown };
  if (!ofRecord(action) || !isUuid(id)) return {};
  const stored = await findOne(ctx, page, { id });
  if (!stored) throw notThere();
  return stored;
}
