/** Labels drawn: records of the archive, or drafts of them, under one of its layouts. */
import { truth } from '../../schemas/language/expr/evaluate';
import { layoutLabels, type PrintDoc, type PrintInput } from '../../schemas/language/print';
import type { Rec } from '../../schemas/language/value';
import type { LabelTemplate } from '../../schemas/language/wire-labels';
import { refuse } from '../errors';
import { type PaintItem, paintCode } from '../print/codes';
import { boundLayout } from '../print/layouts';
import { openPrint, openRecord } from '../print/printable';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { markOn } from '../records/mark';

export interface LabelSheets {
  readonly layout: PrintDoc;
  readonly width: number;
  readonly height: number;
  readonly pages: readonly { readonly items: readonly PaintItem[] }[];
}

/** The layout of this code; one that is no (longer a) label of the archive is refused by name. */
export function labelTemplate(ctx: EngineCtx, code: string): PrintDoc {
  const doc = ctx.registry.files.prints.find((print) => print.doc.print === code)?.doc;
  if (doc?.page !== 'codeLabel' || doc.sort !== 'label') throw refuse(`模板「${doc?.title ?? code}」未发布`);
  return doc;
}

/** One label a page, in the order given; nothing that is not the reader's. */
export async function labelSheets(ctx: EngineCtx, code: string, recs: readonly Rec[]): Promise<LabelSheets> {
  const doc = labelTemplate(ctx, code);
  const page = ctx.registry.page('codeLabel');
  if (!page) throw refuse(`模板「${doc.title}」未发布`);
  const layout = openPrint(ctx, boundLayout(ctx.registry, page, doc));
  const mark = markOn(ctx, 'print');
  const sheets = await makeEnv(ctx).settle((env) => {
    const inputs = recs.map(
      (rec): PrintInput => ({ rec: openRecord(ctx, page.object, rec), env, ...(mark === undefined ? {} : { mark }) }),
    );
    return layoutLabels(layout, inputs);
  });
  return {
    layout: doc,
    width: sheets.width,
    height: sheets.height,
    pages: sheets.pages.map(({ items }) => ({
      items: items.flatMap((item): readonly PaintItem[] => (item.k === 'code' ? paintCode(item) : [item])),
    })),
  };
}

/** Layouts for labels of a sort: those whose condition holds, the default before the others. */
export function templatesOf(ctx: EngineCtx, type: string): readonly LabelTemplate[] {
  const page = ctx.registry.page('codeLabel');
  if (!page) return [];
  const env = makeEnv(ctx);
  const rec: Rec = { type };
  return ctx.registry.files.prints
    .map(({ doc }) => doc)
    .filter((doc) => doc.page === 'codeLabel' && doc.sort === 'label')
    .filter((doc) => {
      const { when } = boundLayout(ctx.registry, page, doc);
      return when === undefined || truth(when, { env, self: rec, doc: rec });
    })
    .sort((a, b) => Number(b.default === true) - Number(a.default === true))
    .map(({ print, title, width = 60, height = 40 }) => ({ code: print, title, width, height }));
}
