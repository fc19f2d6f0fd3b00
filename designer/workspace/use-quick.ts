/** Fields named in one line, made into the texts of fields with their codes and dictionaries. */

import type { Json } from '../../schemas/language/value';
import type { DeskView } from '../desk/desk';
import { judge, placeAt, placeOf } from '../expression/index';
import type { MadeField } from './acts';
import { newDict } from './begin-states';
import { codeFrom, initialsOf } from './code-from';
import { NEW } from './entries';
import { type Known, type QuickField, quickFields } from './quick-fields';

/** What names may mean in the open document. */
export const knownTo = (view: Pick<DeskView, 'documents' | 'dicts'>, initials = ''): Known => ({
  objects: view.documents.filter((doc) => doc.sort === 'object'),
  dicts: [...view.dicts.values()],
  initials,
});

/** `fields`: where they are defined; `taken`: the codes there; `prefix`: of additions to shipped documents. */
export interface QuickPlace {
  readonly fields: string;
  readonly taken: ReadonlySet<string>;
  readonly prefix: string | undefined;
}
export async function madeOf(text: string, view: DeskView, at: QuickPlace): Promise<readonly MadeField[]> {
  const taken = new Set(at.taken);
  const made: MadeField[] = [];
  for (const { title, field, items } of quickFields(text, knownTo(view, await initialsOf(view.object?.title ?? '')))) {
    const code = await codeFrom(title, taken, at.prefix);
    taken.add(code);
    const dict = items.length === 0 ? undefined : await newDict(view, title, items);
    const own = { title, ...field, ...(dict === undefined ? {} : { dict: dict.code }), ...formulaOf(field, view, at) };
    made.push({ field: { title, code, field: own }, ...(dict === undefined ? {} : { dict }) });
  }
  return made;
}

/** A formula says titles; kept are the codes. */
function formulaOf(
  { formula }: QuickField['field'],
  view: DeskView,
  { fields }: QuickPlace,
): { readonly [key: string]: Json } {
  if (typeof formula !== 'string') return {};
  const place = placeAt(view.doc, `${fields}.${NEW}.formula`, 'expr', view.library);
  return place === undefined ? {} : { formula: judge(formula, 'expr', { env: placeOf(place).env }).canonical };
}
