/** A layout of a draft over a real document: what printing it would give, before it is published. */
import type { AnyDoc } from '../../schemas/language/document';
import type { PrintDoc } from '../../schemas/language/print';
import { badRequest, forbidden, refuse } from '../errors';
import { jobOf, type PrintJob, readPrintRequest } from '../print/job';
import type { EngineCtx } from '../records/host';
import { compose, publishedDoc } from './composed';
import { readDraft, standingOf, stepsOf } from './drafts';

/** {draft, document, id, start?}: pages as the reader of the records may have them; the draft gives no right of its own. */
export async function printDraft(ctx: EngineCtx, given: Readonly<Record<string, unknown>>): Promise<PrintJob> {
  const { document, id, start } = given;
  if (typeof document !== 'string' || !document.startsWith('print:')) throw badRequest();
  const draft = await readDraft(ctx.trx, given.draft);
  const { docs } = compose(standingOf(ctx), await stepsOf(ctx, draft.id));
  const doc: AnyDoc | undefined = docs.get(document) ?? publishedDoc(standingOf(ctx), document);
  if (!isLayout(doc)) throw refuse('打印模板已不存在');
  const page = ctx.registry.page(doc.page);
  if (doc.sort === 'report') throw refuse('整个列表的模板，发布后在列表页打印');
  if (!page || page.report) throw refuse('单据发布以后才能用真实单据预览');
  // who may not look at the records, or not print them, may not do so by a layout of his own
  const right = page.actions.print?.right ?? page.right;
  if (!ctx.session.rights.has(page.right) || !ctx.session.rights.has(right)) throw forbidden();
  return jobOf(ctx, page, [doc], readPrintRequest({ ids: [id], start }));
}
const isLayout = (doc: AnyDoc | undefined): doc is PrintDoc =>
  doc?.$schema === 'print/1' && typeof doc.bands === 'object' && doc.bands !== null;
