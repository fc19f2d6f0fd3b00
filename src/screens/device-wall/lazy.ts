import { lazy } from 'react';

export const DeviceWall = lazy(() => import('./DeviceWall').then((module) => ({ default: module.DeviceWall })));
