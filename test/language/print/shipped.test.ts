/** The print law (language reference §13): every layout, shipped or derived, takes no rows, one, and two hundred, and keeps to its paper. */
import { describe, expect, it } from 'vitest';
import { toObjectType } from '../../../schemas/language/object-type';
import {
  bindPrint,
  derivePrint,
  deriveSlip,
  layoutLabels,
  layoutPrint,
  type PrintDoc,
  paperOf,
} from '../../../schemas/language/print';
import type { DrawItem, PrintSheets } from '../../../schemas/language/print/page';
import { modelOf } from '../../../schemas/language/record/model';
import { newRecord } from '../../../schemas/language/record/new';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { makeEnv, newId, shipped } from '../record-fixture';

const registry = shipped();
const env = makeEnv();
const objects = [...registry.objects.values()];
const layouts = [
  ...registry.files.prints
    .filter(({ doc }) => doc.sort !== 'report')
    .map(({ doc }) => ({ doc, object: registry.page(doc.page)?.object })),
  // what an object without a layout of its own is printed by
  ...objects
    .filter(({ actions }) => actions.print !== undefined)
    .flatMap((object) => [derivePrint(object), deriveSlip(object) ?? []].flat().map((doc) => ({ doc, object }))),
];
const cases = layouts.map(({ doc, object }) => [`${doc.print} of ${doc.page}`, doc, object] as const);

/** A new record with so many rows in each of its tables, told apart by their numbers. */
function recordOf(object: ResolvedObject, rows: number): Rec {
  const given: Rec = { id: newId(), nbr: 'N-1', code: 'C-1', name: '名称' };
  for (const { code, sub } of Object.values(object.fields))
    if (sub) given[code] = Array.from({ length: rows }, (_, n) => ({ id: newId(), lineNo: (n + 1) * 10 }));
  return newRecord(modelOf(object, registry.lib), env, given);
}
function lay(doc: PrintDoc, object: ResolvedObject, rows: number): PrintSheets {
  const { print, problems } = bindPrint(doc, toObjectType(object), registry.lib);
  expect(problems).toEqual([]);
  // records of another object stand under the name the layout gives them
  const listed = Object.values(doc.bands.details ?? {}).flatMap(({ rows: name, list }) =>
    list === undefined ? [] : [name],
  );
  const related = Object.fromEntries(
    listed.map((name) => [name, Array.from({ length: rows }, (_, n) => ({ id: newId(), lineNo: (n + 1) * 10 }))]),
  );
  const input = { rec: { ...recordOf(object, rows), ...related }, env, trail: ['审核 周敏 2026-01-08 10:22:00'] };
  return doc.sort === 'label' ? layoutLabels(print, [input]) : layoutPrint(print, input);
}
const bottomOf = (item: DrawItem): number => {
  if (item.k === 'line') return Math.max(item.y1, item.y2);
  // across the sheet, whatever its size
  if (item.k === 'watermark') return 0;
  return item.y + ('h' in item ? item.h : 0);
};

describe.each(cases)('%s', (_title, doc, object) => {
  if (object === undefined) throw new Error(`${doc.print} has no page`);
  it.each([0, 1, 200])('prints with %i rows, each page within its paper', (rows) => {
    const { pages, width, height } = lay(doc, object, rows);
    const isRowed = Object.values(doc.bands.details ?? {}).some(({ row }) => row !== undefined);
    // a label for each row needs rows
    if (rows > 0 || doc.sort !== 'label' || !isRowed) expect(pages.length).toBeGreaterThan(0);
    expect([width, height]).toEqual(paperOf(doc));
    for (const page of pages) for (const item of page.items) expect(bottomOf(item)).toBeLessThanOrEqual(height + 0.01);
  });
  it('prints a row for each row', () => {
    const drawn = (rows: number): number => lay(doc, object, rows).pages.flatMap(({ items }) => items).length;
    const growing = Object.values(doc.bands.details ?? {}).filter(({ row }) => (row?.height ?? 0) > 0);
    if (growing.length === 0) expect(drawn(200)).toBe(drawn(1));
    else expect(drawn(200) - drawn(1)).toBeGreaterThan(199 * growing.length * 0.9);
  });
});

it('every document of stock, purchasing, sales and outside work has a sheet and a slip of three', () => {
  const areas = new Set(['stock', 'purchase', 'sales', 'out', 'spare']);
  const documents = objects.filter(({ area, audited }) => areas.has(area) && audited);
  expect(documents.length).toBeGreaterThan(18);
  for (const object of documents) {
    const slip = deriveSlip(object);
    expect([object.object, slip?.paper, Object.keys(slip?.bands.details ?? {})]).toEqual([
      object.object,
      '241x140',
      [expect.any(String)],
    ]);
  }
});
