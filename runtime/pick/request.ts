/** What the pick dialog is opened with: the wish of an input, and what the form knows of its candidates. */
import type { PickBody, PickData, TreeNode } from '../data/types';
import type { PickWish } from '../fields/input-props';
import type { TableColumn } from '../table/types';

export interface PickRequest extends PickWish {
  readonly columns: readonly TableColumn[];
  /** object whose tree stands at the left */
  readonly tree?: string;
  readonly load: (body: PickBody) => Promise<PickData>;
  readonly loadTree: (object: string, parent: string | null, part?: number) => Promise<readonly TreeNode[]>;
}
