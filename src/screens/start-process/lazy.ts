import { lazy } from 'react';

export const StartProcess = lazy(() => import('./StartProcess').then((module) => ({ default: module.StartProcess })));
