/** The search control of every kind; null = not searchable. A kind that is forgotten here does not compile. */
import type { KindId } from '../../schemas/language/document';
import { CascaderFilter } from './cascader/Filter';
import { DefaultFilter } from './default/Filter';
import type { Filter } from './filter-props';
import { FlagFilter } from './shared/BoolFilter';
import { DateRangeFilter } from './shared/DateRangeFilter';
import { NumberRangeFilter } from './shared/NumberRangeFilter';
import { RefFilter } from './shared/RefFilter';
import { TextFilter } from './shared/TextFilter';
import { TimeFilter } from './time/Filter';
import { TreeFilter } from './tree/Filter';

export const FILTERS: Readonly<Record<KindId, Filter | null>> = {
  default: DefaultFilter,
  input: TextFilter,
  textarea: TextFilter,
  datetimeRange: DateRangeFilter,
  cascader: CascaderFilter,
  commonMultipleCheck: RefFilter,
  multipleCheck: DefaultFilter,
  date: DateRangeFilter,
  time: TimeFilter,
  dateCritical: DateRangeFilter,
  autoCode: TextFilter,
  tree: TreeFilter,
  multiDate: DateRangeFilter,
  dialogSelect: RefFilter,
  tabTable: null,
  undata: null,
  richText: TextFilter,
  signature: FlagFilter,
  colour: null,
  rating: NumberRangeFilter,
  json: FlagFilter,
  expression: TextFilter,
  icon: null,
  geo: FlagFilter,
};

export const filterOf = (kind: KindId): Filter | null => (Object.hasOwn(FILTERS, kind) ? FILTERS[kind] : DefaultFilter);
