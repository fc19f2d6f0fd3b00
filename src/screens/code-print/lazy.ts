import { lazy } from 'react';

export const CodePrint = lazy(() => import('./CodePrint').then((module) => ({ default: module.CodePrint })));
