/** The search control of every kind; null = not searchable. A kind that is forgotten here does not compile. */
import { lazy } from 'react';
import type { KindId, TypeId } from '../../schemas/language/document';
import type { Placement, ResolvedField } from '../../schemas/language/resolved';
import { DefaultFilter } from './default/Filter';
import type { Filter } from './filter-props';
import { FlagFilter } from './shared/BoolFilter';
import { DateRangeFilter } from './shared/DateRangeFilter';
import { DictParam } from './shared/DictParam';
import { DateParam, NumberParam, NumberRangeFilter } from './shared/late-filters';
import { RefFilter, RefParam } from './shared/RefFilter';
import { TextFilter } from './shared/TextFilter';

/** rarely searched by */
const CascaderFilter = lazy(() => import('./cascader/Filter').then((module) => ({ default: module.CascaderFilter })));
const TimeFilter = lazy(() => import('./time/Filter').then((module) => ({ default: module.TimeFilter })));
const TreeFilter = lazy(() => import('./tree/Filter').then((module) => ({ default: module.TreeFilter })));

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
  grants: FlagFilter,
};

export const filterOf = (kind: KindId): Filter | null => (Object.hasOwn(FILTERS, kind) ? FILTERS[kind] : DefaultFilter);

/** A parameter is one value, whatever the kind would search a field by. */
const PARAMS: Partial<Record<TypeId, Filter>> = {
  int: NumberParam,
  decimal: NumberParam,
  date: DateParam,
  dict: DictParam,
  ref: RefParam,
};

export const filterAt = ({ param }: Placement, { kind, type, many }: ResolvedField): Filter | null =>
  (param === undefined || many === true ? undefined : PARAMS[type]) ?? filterOf(kind);
