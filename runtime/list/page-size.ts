/** Page sizes (specification §9): listDataShowNum if present, else 30; options are that and 30, 50, 100, 200, each once, ascending. */
const DEFAULT_SIZE = 30;
const OPTIONS = [30, 50, 100, 200] as const;

export const defaultSize = (listDataShowNum: number | undefined, own?: number): number => {
  for (const size of [own, listDataShowNum]) if (size !== undefined && Number.isInteger(size) && size > 0) return size;
  return DEFAULT_SIZE;
};

export const sizeOptions = (listDataShowNum: number | undefined, own?: number): readonly number[] =>
  [...new Set([defaultSize(listDataShowNum, own), ...OPTIONS])].sort((a, b) => a - b);

/** Pages of a pager around the one in front: first, last and two on each side; null = a gap. */
export const pagerItems = (current: number, pages: number): readonly (number | null)[] => {
  const near = new Set([1, pages, current - 1, current, current + 1]);
  if (current <= 3) for (const page of [2, 3, 4]) near.add(page);
  if (current >= pages - 2) for (const page of [pages - 1, pages - 2, pages - 3]) near.add(page);
  const shown = [...near].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1];
    if (before === undefined || page === before + 1) return [page];
    return page === before + 2 ? [page - 1, page] : [null, page];
  });
};
