/** What is lent to the rooms below; the heavy of it is fetched when it is drawn. */
import { lazy } from 'react';
import type { Rooms } from '../page/rooms';
import { PageHost } from './PageHost';

export const ROOMS: Rooms = {
  Page: PageHost,
  FormDialog: lazy(() => import('../record/index').then((module) => ({ default: module.FormDialog }))),
  Lines: lazy(() => import('../floor/index').then((module) => ({ default: module.LinesWindow }))),
  PartList: lazy(() => import('../list/index').then((module) => ({ default: module.PartList }))),
};
