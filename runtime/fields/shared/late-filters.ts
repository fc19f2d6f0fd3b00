/** Filters that are heavy by their antd controls: the rows of a list do not wait for them. */
import { lazy } from 'react';

export const NumberRangeFilter = lazy(() =>
  import('./NumberRangeFilter').then((module) => ({ default: module.NumberRangeFilter })),
);
export const DateParam = lazy(() => import('./ParamFilter').then((module) => ({ default: module.DateParam })));
export const NumberParam = lazy(() => import('./ParamFilter').then((module) => ({ default: module.NumberParam })));
