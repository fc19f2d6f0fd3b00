/** Sorts that are lists: menus, dictionaries, settings. */
export { DictEditor } from './DictEditor';
export { MenuEditor } from './MenuEditor';
export { SettingsEditor } from './SettingsEditor';
