/** Who edits the open document when it is no object. A sort without an editor here is edited as source. */
import { type ComponentType, lazy } from 'react';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { removeCharted } from '../chart/remove';
import { duplicateChart, removeKey, removeMenuItem } from '../commands/index';
import type { Seat } from '../desk/seat';
import type { Command } from '../document/state';

const charts = lazy(() => import('../chart/index').then((module) => ({ default: module.ChartEditor })));

const menus = lazy(() => import('../lists/index').then((module) => ({ default: module.MenuEditor })));
const dicts = lazy(() => import('../lists/index').then((module) => ({ default: module.DictEditor })));
const settings = lazy(() => import('../lists/index').then((module) => ({ default: module.SettingsEditor })));

export interface EditorOfSort {
  readonly Editor: ComponentType<{ readonly seat: Seat }>;
  /** drawn on a sheet that has a width */
  readonly isDrawn: boolean;
  /** what Delete and Ctrl+D mean here */
  readonly remove: Command<{ readonly addresses: readonly string[] }>;
  readonly duplicate?: Command<{ readonly address: string }>;
}
const inGrid: EditorOfSort['remove'] = () => ({ reason: '请在表格里移除' });
export const EDITORS: { readonly [sort: string]: EditorOfSort } = {
  report: { Editor: charts, isDrawn: true, remove: removeCharted, duplicate: duplicateChart },
  board: { Editor: charts, isDrawn: true, remove: removeCharted, duplicate: duplicateChart },
  menus: {
    Editor: menus,
    isDrawn: false,
    remove: (state, { addresses: [address = ''] }) => removeMenuItem(state, { address }),
  },
  dictionaries: { Editor: dicts, isDrawn: false, remove: inGrid },
  settings: {
    Editor: settings,
    isDrawn: false,
    remove: (state, { addresses: [address = ''] }) => removeKey(state, { key: segmentsOf(address)[1] ?? '' }),
  },
};
