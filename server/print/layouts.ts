/** The print layouts of a page: documents, else the derived one, and the derived slip of what is audited; which of them a record takes. */
import { isOwnCode } from '../../schemas/language/check/overlay';
import type { Env } from '../../schemas/language/env';
import { truth } from '../../schemas/language/expr/evaluate';
import { toObjectType } from '../../schemas/language/object-type';
import { bindPrint, derivePrint, deriveSlip, type PrintDoc } from '../../schemas/language/print';
import type { BoundPrint } from '../../schemas/language/print/bound';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { AppError } from '../errors';
import { memo } from '../registry/memo';
import type { Page } from '../registry/pages';
import type { Registry } from '../registry/registry';

/** Layouts that an action offers: the one it names, else all of the page; at least the derived one. */
export function layoutsOf(registry: Registry, page: Page, action: ResolvedAction): readonly PrintDoc[] {
  const docs = registry.files.prints.map(({ doc }) => doc);
  if (typeof action.print === 'string') {
    const named = docs.find((doc) => doc.print === action.print);
    if (!named) throw new AppError(404);
    return [named];
  }
  const own = docs.filter(
    (doc) =>
      (doc.page === page.code || doc.page === page.object.object) && doc.sort !== 'label' && doc.sort !== 'report',
  );
  // what the organisation made stands before what is shipped: its default is the one taken
  own.sort((a, b) => Number(isOwnCode(b.print)) - Number(isOwnCode(a.print)));
  const sheets = own.length > 0 ? own : [memo(derivedPrints, page.object, () => derivePrint(page.object))];
  const slip = memo(derivedSlips, page.object, () => deriveSlip(page.object) ?? null);
  return slip === null || sheets.some(({ paper }) => paper === slip.paper) ? sheets : [...sheets, slip];
}
const derivedPrints = new WeakMap<object, PrintDoc>();
const derivedSlips = new WeakMap<object, PrintDoc | null>();

/** The layout typed against its object, once. */
export const boundLayout = (registry: Registry, page: Page, doc: PrintDoc): BoundPrint =>
  memo(
    memo(bounds, registry, () => new WeakMap<object, BoundPrint>()),
    doc,
    () => bindPrint(doc, registry.lib.object(page.object.object) ?? toObjectType(page.object), registry.lib).print,
  );
const bounds = new WeakMap<Registry, WeakMap<object, BoundPrint>>();

/** First whose condition is true, else the default, else the first. */
export function choose(layouts: readonly BoundPrint[], rec: Rec, env: Env): BoundPrint {
  const [first] = layouts;
  if (!first) throw new AppError(404);
  return (
    layouts.find((layout) => layout.when !== undefined && truth(layout.when, { env, self: rec, doc: rec })) ??
    layouts.find((layout) => layout.doc.default === true) ??
    first
  );
}
