import { lazy } from 'react';

export const TaskScheduling = lazy(() =>
  import('./TaskScheduling').then((module) => ({ default: module.TaskScheduling })),
);
