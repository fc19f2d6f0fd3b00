/** Formulas of a sample, worked out over its other values: 8 × 8 shows 64. What asks for other records stays as it was made up. */
import type { WireRecord, WireRow } from '../../runtime/data/types';
import type { Page } from '../../runtime/page/index';
import { decodeRecord, encodeField } from '../../schemas/language/kinds/record-codec';
import { modelOf } from '../../schemas/language/record/model';
import { recompute } from '../../schemas/language/record/recompute';
import { withPatch } from '../../schemas/language/record/work';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Json, Rec, Row } from '../../schemas/language/value';

type Fields = Readonly<Record<string, ResolvedField>>;

export function workedOut(page: Pick<Page, 'object' | 'lib' | 'env'>, wire: WireRecord): WireRecord {
  const { object, lib } = page;
  const model = modelOf(object, lib);
  // a document with mistakes is drawn as well, but nothing can be worked out by it
  if (model.formulas.length === 0 || model.problems.length > 0) return wire;
  const { rec } = decodeRecord(object, wire, { newId: () => '' });
  const done = withPatch(rec, recompute(model, rec, page.env(), 'all'));
  const out: { [key: string]: Json } = { ...(wire as { [key: string]: Json }), ...told(object.fields, done) };
  for (const field of Object.values(object.fields)) {
    const rows = done[field.code];
    if (field.sub === undefined || !Array.isArray(rows) || !Array.isArray(wire[field.code])) continue;
    const { fields } = field.sub;
    out[field.code] = (wire[field.code] as readonly WireRow[]).map(
      (row, at) => ({ ...row, ...told(fields, (rows as readonly Row[])[at] ?? {}) }) as Json,
    );
  }
  return out as WireRecord;
}
/** What its formulas say: nothing where they came to nothing. */
function told(fields: Fields, record: Rec | Row): { [key: string]: Json } {
  return Object.assign(
    {},
    ...Object.values(fields)
      .filter((field) => field.formula !== undefined && (record[field.code] ?? null) !== null)
      .map((field) => encodeField(field, record)),
  );
}
/** The same for the rows of a list, each worked out over its whole record. */
export function workedRows(
  page: Pick<Page, 'object' | 'lib' | 'env'>,
  rows: readonly WireRow[],
  whole: (n: number) => WireRecord,
): readonly WireRow[] {
  const codes = Object.values(page.object.fields).filter((field) => field.formula !== undefined);
  if (codes.length === 0) return rows;
  return rows.map((row, n) => {
    const done = workedOut(page, whole(n));
    return { ...row, ...Object.fromEntries(codes.map(({ code }) => [code, done[code] ?? row[code] ?? null])) };
  });
}
