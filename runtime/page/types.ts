/** A page that is ready to be drawn: its document, what its expressions may name, and what the user may do on it. */
import type { ResolvedDict, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { BoardItem, PageItem, ReportItem } from '../data/types';
import type { BrowserEnv } from './browser-env';
import type { HopStore } from './hop-store';

export type PageSort = 'list' | 'edit' | 'detail' | 'report' | 'board';

export interface Page {
  /** `purchaseOrder`, `dept.factory`: the code calls take, without `#edit` or `#detail` */
  readonly code: string;
  /** pages that answer candidates of a search key in its place: reports of a board */
  readonly asks?: Readonly<Record<string, string>>;
  readonly sort: PageSort;
  readonly title: string;
  readonly report?: ReportItem;
  readonly board?: BoardItem;
  /** the resolved document with the view's list, edit, detail and actions in place */
  readonly object: ResolvedObject;
  readonly lib: TypeLib;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
  /** function codes of the object the user holds */
  readonly rights: ReadonlySet<string>;
  /** lists that stand as tabs of this one */
  readonly tabs?: PageItem['tabs'];
  can(right: string): boolean;
  /** an environment for expressions whose clock stands still; `hops` are the values of referenced records at hand */
  env(hops?: HopStore): BrowserEnv;
}
