/** What a block over a stored record gets from the place it stands in. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import type { Page } from './types';

export interface RecordBlockProps {
  readonly page: Page;
  readonly id: string;
  readonly version: Json | undefined;
  readonly record: { readonly [field: string]: unknown };
  /** an action of the record, where the place of the block runs them */
  readonly onRun?: (action: ResolvedAction) => void;
}
