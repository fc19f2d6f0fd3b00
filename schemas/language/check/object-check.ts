/** What the checks of an object pass on: its documents, its bound expressions and the way to say what is wrong. */
import type { Bound } from '../expr/typed';
import type { ResolvedObject } from '../resolved';
import type { Terms, TextCode } from '../texts';
import type { Library, ObjectEntry } from './library';

export type Say = (code: TextCode, address: string, terms?: Terms, level?: 'error' | 'warn') => void;
export interface ObjectCheck {
  readonly entry: ObjectEntry;
  readonly object: ResolvedObject;
  readonly library: Library;
  readonly say: Say;
  /** every expression that could be bound, by address */
  readonly bound: ReadonlyMap<string, readonly Bound[]>;
}
