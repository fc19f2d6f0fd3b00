import { lazy } from 'react';

export const IndexPrint = lazy(() => import('./IndexPrint').then((module) => ({ default: module.IndexPrint })));
