/** What was sent to a printer or saved as PDF: counted on the document, kept in printLog; a reprint of a `once` layout asks why. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import { AppError, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { labelOf } from '../records/read/labels';
import { findOne, notThere } from '../records/read/read';
import { callOnce } from '../records/save/idempotency';
import type { Page } from '../registry/pages';
import type { PrintRequest } from './job';
import { layoutsOf } from './layouts';

const LOG = 'printLog';

/** Body {ids, print, copies, reason, token}; answers the new counts by id. */
export async function printedCall(
  ctx: EngineCtx,
  page: Page,
  action: ResolvedAction,
  request: PrintRequest,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly counts: Readonly<Record<string, number>> }> {
  const layout = layoutsOf(ctx.registry, page, action).find((doc) => doc.print === request.print);
  if (!layout) throw new AppError(404);
  const copies = Number.isInteger(body.copies) ? Math.min(Math.max(Number(body.copies), 1), 99) : 1;
  const reason = typeof body.reason === 'string' ? body.reason.trim().slice(0, 200) : '';
  const { token: _, ...given } = body;
  return callOnce(ctx, `printed ${page.code} ${action.code}`, given, async (inner) => {
    const engine = inner.asSystem();
    const counts: Record<string, number> = {};
    for (const id of request.ids) {
      const rec = await findOne(inner, page, { id });
      if (!rec) throw notThere();
      if (layout.once === true && reason === '') {
        const before = await engine.records.find(LOG, 'docId == param.id && layout == param.layout', {
          param: { id, layout: layout.print },
          limit: 1,
        });
        if (before.length > 0) throw refuse('请填写补打原因', { rule: 'print.once' });
      }
      await engine.records.save(LOG, {
        object: page.object.object,
        docId: id,
        recordName: labelOf(page.object, rec),
        layout: layout.print,
        layoutTitle: layout.title,
        copies,
        reason: reason === '' ? null : reason,
        printedBy: ctx.session.me.id,
        printedAt: ctx.now,
      });
      if (page.object.fields.printCount === undefined) continue;
      counts[id] = Number(rec.printCount ?? 0) + 1;
      await engine.records.patch(page.object.object, id, { head: { printCount: counts[id] } });
    }
    return { counts };
  });
}
