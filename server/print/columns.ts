/** Rows of a print without some of their columns: what is left takes their room. */
import type { BoundBand, BoundDetails, BoundItem } from '../../schemas/language/print/bound';

/** mm */
interface Span {
  readonly from: number;
  readonly to: number;
}
const spanOf = ({ doc }: BoundItem): Span => ({ from: doc.x, to: doc.x + doc.w });
const meet = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
const holds = (a: Span, b: Span): boolean => a.from <= b.from && b.to <= a.to;

/** Columns whose cell is shut leave with their heading and their sum. Where others of the row stand above or below a cell, only its text goes. */
export function withoutColumns(detail: BoundDetails, isShut: (item: BoundItem) => boolean): BoundDetails {
  const shut = detail.row.items.filter(isShut);
  if (shut.length === 0) return detail;
  const kept = detail.row.items.filter((item) => !shut.includes(item));
  const gone = shut
    .map(spanOf)
    .filter((span) => !kept.some((item) => item.doc.box !== true && meet(span, spanOf(item))));
  const fit = fitting(gone, Math.max(...detail.row.items.map((item) => spanOf(item).to)));
  const band = (given: BoundBand): BoundBand => ({
    ...given,
    items: given.items.flatMap((item) => {
      const span = spanOf(item);
      if (shut.includes(item) || gone.some((column) => holds(column, span))) return [];
      const x = fit(span.from);
      return [{ ...item, doc: { ...item.doc, x, w: round(fit(span.to) - x) } }];
    }),
  });
  return { ...detail, header: band(detail.header), row: band(detail.row), footer: band(detail.footer) };
}

/** Where a place of the old row stands when the spans are gone and the rest is stretched over its width. */
function fitting(gone: readonly Span[], width: number): (x: number) => number {
  const before = (x: number): number =>
    gone.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(x, to) - from), 0);
  const left = width - before(width);
  if (left <= 0) return (x) => x;
  return (x) => round(((x - before(x)) * width) / left);
}
const round = (mm: number): number => Math.round(mm * 100) / 100;
