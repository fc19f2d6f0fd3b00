/** What an area has beside its business objects: menus (§2.12), dictionaries, rows (§2.15); and the words all documents are written in. */
import type { Json } from './value';

export type Tone = 'info' | 'primary' | 'success' | 'warning' | 'danger';
export type Literal = string | number | boolean | null | readonly (string | number)[];
export type Many<T> = Readonly<Record<string, T>>;
export interface Noted {
  readonly note?: string;
  readonly off?: boolean;
}
/** §2.12 */
export interface MenuItemDoc extends Noted {
  readonly title?: string;
  readonly icon?: string;
  readonly page?: string;
  readonly screen?: string;
  readonly items?: Many<MenuItemDoc>;
  readonly name?: string;
  readonly route?: string;
  readonly in?: 'all' | 'browser' | 'messenger';
  readonly open?: 'tab' | 'window';
  readonly hide?: boolean;
  readonly keep?: boolean;
  readonly grants?: readonly string[];
}
export interface MenusDoc {
  readonly $schema: 'menus/1';
  readonly area: string;
  readonly title: string;
  readonly icon?: string;
  readonly app?: string;
  readonly items: Many<MenuItemDoc>;
}
export interface DictItemDoc {
  readonly code: string;
  readonly title: string;
  readonly tone?: Tone;
  readonly parent?: string;
  readonly default?: boolean;
  readonly off?: boolean;
}
export interface DictDoc {
  readonly title: string;
  readonly note?: string;
  readonly items?: readonly DictItemDoc[];
  readonly tones?: 'status';
  readonly open?: boolean;
  readonly source?: string;
}
export interface DictionariesDoc {
  readonly $schema: 'dictionaries/1';
  readonly area: string;
  /** of an area without menus of its own */
  readonly title?: string;
  readonly dicts: Many<DictDoc>;
}
/** §2.15: rows by object; `$do` runs actions after the insert; `$times` stands for many; `=expr` with `loadDay`. */
export interface DataDoc {
  readonly $schema: 'data/1';
  readonly area: string;
  readonly seed?: Many<readonly Json[]>;
  readonly demo?: Many<readonly Json[]>;
  /** steps over documents of several objects, in order, after all rows of the demo */
  readonly story?: readonly Json[];
}
