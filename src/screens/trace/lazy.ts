import { lazy } from 'react';

/** screens of 产品追溯 in the menu */
export const isTrace = (page: string): boolean => /^trace(Finished|Product|Material|Resource)$/.test(page);

export const TraceWorkbench = lazy(() =>
  import('./TraceWorkbench').then((module) => ({ default: module.TraceWorkbench })),
);
