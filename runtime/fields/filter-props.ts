/** What a search control gets. Its value is what the search of a list sends (last but one column of language §3). */
import type { ComponentType } from 'react';
import type { Placement, ResolvedDict, ResolvedField } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import type { TreeAsk } from '../data/record-client';
import type { PickData, TreeNode } from '../data/types';

export interface FilterHost {
  dict(code: string): ResolvedDict | undefined;
  /** candidates of a reference; `ids` asks for labels */
  pick(key: string, body: { readonly search?: string; readonly ids?: readonly string[] }): Promise<PickData>;
  tree(object: string, parentId: string | null, ask?: TreeAsk): Promise<readonly TreeNode[]>;
  /** what a scanned code is in a search field; refusals are told */
  scan(key: string, text: string): Promise<string | undefined>;
  /** today, 'YYYY-MM-DD' */
  today(): string;
}
export interface FilterProps {
  readonly title: string;
  readonly placement: Placement;
  /** the field searched, with the control the placement asks for */
  readonly field: ResolvedField;
  readonly value: Json | undefined;
  readonly host: FilterHost;
  /** `now`: a choice that needs no further typing; the list is asked at once */
  readonly onChange: (value: Json | undefined, now: boolean) => void;
  readonly onEnter: () => void;
}
export type Filter = ComponentType<FilterProps>;
