/** Kind default: the search control follows the storage type. */
import type { TypeId } from '../../../schemas/language/document';
import type { Filter, FilterProps } from '../filter-props';
import { BoolFilter, FlagFilter } from '../shared/BoolFilter';
import { DateRangeFilter } from '../shared/DateRangeFilter';
import { DictFilter } from '../shared/DictFilter';
import { NumberRangeFilter } from '../shared/late-filters';
import { RefFilter } from '../shared/RefFilter';
import { TextFilter } from '../shared/TextFilter';

const BY_TYPE: Partial<Record<TypeId, Filter>> = {
  int: NumberRangeFilter,
  decimal: NumberRangeFilter,
  bool: BoolFilter,
  date: DateRangeFilter,
  datetime: DateRangeFilter,
  range: DateRangeFilter,
  dict: DictFilter,
  ref: RefFilter,
  file: FlagFilter,
  json: FlagFilter,
};

export const DefaultFilter = (props: FilterProps) => {
  const Control = (props.field.dict === undefined ? BY_TYPE[props.field.type] : DictFilter) ?? TextFilter;
  return <Control {...props} />;
};
