/** A menu as rows from top to bottom, with what each is. */
import { isNode } from '../../schemas/language/resolve/merge';
import { joinAddress, type StepDoc, valueAt } from '../../schemas/language/steps/index';

export interface MenuRow {
  readonly address: string;
  readonly list: string;
  readonly code: string;
  readonly title: string;
  readonly depth: number;
  readonly isDirectory: boolean;
  readonly icon?: string;
  readonly page?: string;
  /** title of the page, or the screen it opens */
  readonly opens: string;
  readonly hide: boolean;
  /** of the product, taken out by the organisation */
  readonly off: boolean;
}

export function menuRows(
  doc: StepDoc,
  titleOf: (page: string) => string,
  list = 'items',
  depth = 0,
): readonly MenuRow[] {
  const items = valueAt(doc, list);
  return Object.entries(isNode(items) ? items : {}).flatMap(([code, item]): readonly MenuRow[] => {
    if (!isNode(item)) return [];
    const address = joinAddress(list, code);
    const isDirectory = isNode(item.items);
    const row: MenuRow = {
      address,
      list,
      code,
      title: typeof item.title === 'string' ? item.title : code,
      depth,
      isDirectory,
      ...(typeof item.icon === 'string' ? { icon: item.icon } : {}),
      ...(typeof item.page === 'string' ? { page: item.page } : {}),
      opens: isDirectory
        ? ''
        : typeof item.page === 'string'
          ? titleOf(item.page)
          : item.screen === undefined
            ? ''
            : '系统界面',
      hide: item.hide === true,
      off: item.off === true,
    };
    return [row, ...(isDirectory ? menuRows(doc, titleOf, `${address}.items`, depth + 1) : [])];
  });
}

/** Where a row would go when it is let go over another: before it, behind it, or into it. */
export function spotOver(
  rows: readonly MenuRow[],
  over: MenuRow,
  share: number,
): { readonly list: string; readonly after: string | null; readonly place: 'before' | 'after' | 'in' } {
  if (over.isDirectory && share > 0.3 && share < 0.7) {
    const inside = rows.filter((row) => row.list === `${over.address}.items`);
    return { list: `${over.address}.items`, after: inside.at(-1)?.code ?? null, place: 'in' };
  }
  if (share >= 0.5) return { list: over.list, after: over.code, place: 'after' };
  const same = rows.filter((row) => row.list === over.list);
  return { list: over.list, after: same[same.indexOf(over) - 1]?.code ?? null, place: 'before' };
}
