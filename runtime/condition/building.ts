/** What the lines and groups of the builder share. */
import type { FilterHost } from '../fields/filter-props';
import type { Page } from '../page/index';
import type { EditNode } from './edit-tree';

export interface Building {
  readonly page: Page;
  readonly host: FilterHost;
  /** ids of lines that miss something, after an attempt to apply */
  readonly missing: ReadonlySet<string>;
  /** null takes the node out */
  readonly change: (id: string, change: (node: EditNode) => EditNode | null) => void;
  readonly apply: () => void;
}
