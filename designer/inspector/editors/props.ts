/** What every editor of a key gets. */
import type { Shape, SortId } from '../../../schemas/language/sorts/table';
import type { Json } from '../../../schemas/language/value';

export interface EditorProps {
  /** of the key itself */
  readonly address: string;
  /** of the node that has the key */
  readonly node: string;
  readonly sort: SortId;
  readonly name: string;
  readonly shape: Shape;
  readonly title: string;
  readonly suffix?: string | undefined;
  /** what is written; undefined = nothing */
  readonly value: Json | undefined;
  /** what holds then */
  readonly base: unknown;
  /** several nodes differ */
  readonly mixed: boolean;
  readonly disabled: boolean;
  /** undefined takes the key away */
  readonly onChange: (value: Json | undefined) => void;
}
/** Only what bounds something is unbounded without a value. */
export const isLimit = (key: string): boolean => /^(min|max|limit|before|after)/i.test(key);
