import { lazy } from 'react';

/** Its own chunk: a form that is seen twice a year. */
export const ChangePassword = lazy(() =>
  import('./ChangePassword').then((module) => ({ default: module.ChangePassword })),
);
