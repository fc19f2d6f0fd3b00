/**
 * Rows over pages (domain "Flow over pages"): a row goes to the next page when it does not fit and is split only when it is higher than an
 * empty body; a summary that does not fit takes the last `keep` rows with it.
 */
export interface FlowSection {
  /** takes no place at all */
  readonly isLeftOut?: boolean;
  readonly header: number;
  readonly footer: number;
  readonly rows: readonly number[];
  readonly keep: number;
}
export interface FlowPart {
  readonly section: number;
  /** rows [from, to) of the section */
  readonly from: number;
  readonly to: number;
  /** mm from the top of the body */
  readonly top: number;
  /** mm between the last row and the footer when nothing else follows on the page */
  readonly free: number;
}
export interface FlowPage {
  /** where the body starts below the page header: the height of the document header on the first page */
  readonly start: number;
  readonly parts: readonly FlowPart[];
  /** top of the summary in the body, when it stands here */
  readonly summary?: number;
}

interface Open {
  start: number;
  used: number;
  parts: { section: number; from: number; to: number; top: number }[];
}
const FITS = 1e-6;

/** Places the sections and the summary; `body` is the height between page header and page footer, `docHeader` is on the first page only. */
export function flow(
  body: number,
  docHeader: number,
  sections: readonly FlowSection[],
  summary: number,
): readonly FlowPage[] {
  const pages: Open[] = [{ start: docHeader, used: docHeader, parts: [] }];
  const page = (): Open => pages.at(-1) as Open;
  const turn = (): void => void pages.push({ start: 0, used: 0, parts: [] });
  sections.forEach((section, at) => {
    if (section.isLeftOut === true) return;
    const { header, footer, rows } = section;
    const frame = header + footer;
    // a table does not start at the foot of a page where not even its first row fits
    if (page().parts.length > 0 && page().used + frame + (rows[0] ?? 0) > body + FITS) turn();
    let open = { section: at, from: 0, to: 0, top: page().used };
    page().parts.push(open);
    page().used += frame;
    rows.forEach((height, i) => {
      if (page().used + height > body + FITS && (open.to > open.from || page().used > frame + FITS)) {
        // a first page whose rows all move on keeps no empty table
        if (open.to === open.from) page().parts.pop();
        turn();
        open = { section: at, from: i, to: i, top: 0 };
        page().parts.push(open);
        page().used += frame;
      }
      open.to = i + 1;
      page().used += height;
    });
  });
  let summaryAt: number | undefined;
  if (summary > 0) {
    if (page().used + summary > body + FITS) takeAlong(pages, sections);
    summaryAt = page().used;
    page().used += summary;
  }
  return pages.map((open, i) => ({
    start: open.start,
    parts: open.parts.map((part, j) => ({
      ...part,
      free: j === open.parts.length - 1 ? Math.max(0, body - open.used) : 0,
    })),
    ...(i === pages.length - 1 && summaryAt !== undefined ? { summary: summaryAt } : {}),
  }));
}

/** A new page that begins with the last rows of the page before, so that a summary never stands alone. */
function takeAlong(pages: Open[], sections: readonly FlowSection[]): void {
  const last = pages.at(-1) as Open;
  const part = last.parts.at(-1);
  const next: Open = { start: 0, used: 0, parts: [] };
  const section = part && sections[part.section];
  if (part && section) {
    const count = Math.min(section.keep, part.to - part.from - 1);
    if (count > 0) {
      const from = part.to - count;
      const height = section.rows.slice(from, part.to).reduce((sum, row) => sum + row, 0);
      next.parts.push({ section: part.section, from, to: part.to, top: 0 });
      next.used = section.header + section.footer + height;
      part.to = from;
      last.used -= height;
    }
  }
  pages.push(next);
}
