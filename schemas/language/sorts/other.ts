/** §2.12 menus, dictionaries, settings and §2.15 data: the keys in canonical order. */
import { is, noted, TONES, table } from './table';

export const MENUS = table({
  $schema: { shape: { words: ['menus/1'] }, need: true },
  area: { ...is.code, need: true },
  title: { ...is.text, need: true },
  note: is.text,
  icon: is.text,
  app: is.text,
  items: { shape: { map: 'menuItem' }, need: true },
});
export const MENU_ITEM = table({
  title: { ...is.text, need: true },
  ...noted,
  icon: is.text,
  page: { shape: { ref: 'page' } },
  screen: { shape: { ref: 'screen' } },
  items: { shape: { map: 'menuItem' } },
  name: is.text,
  route: is.route,
  in: { shape: { words: ['all', 'browser', 'messenger'] }, def: 'all' },
  open: { shape: { words: ['tab', 'window'] }, def: 'tab' },
  hide: is.flag,
  keep: is.on,
  grants: is.texts,
});
export const DICTIONARIES = table({
  $schema: { shape: { words: ['dictionaries/1'] }, need: true },
  area: { ...is.code, need: true },
  title: is.text,
  note: is.text,
  dicts: { shape: { map: 'dict' }, need: true },
});
export const DICT = table({
  title: { ...is.text, need: true },
  note: is.text,
  items: { shape: { list: 'dictItem' } },
  tones: { shape: { words: ['status'] } },
  open: is.flag,
  source: is.text,
});
export const DICT_ITEM = table({
  code: { ...is.text, need: true },
  title: { ...is.text, need: true },
  off: is.flag,
  tone: { shape: { words: TONES } },
  parent: is.text,
  default: is.flag,
});
export const SETTINGS = table({
  $schema: { shape: { words: ['settings/1'] }, need: true },
  group: { ...is.code, need: true },
  title: { ...is.text, need: true },
  note: is.text,
  keys: { shape: { map: 'field' }, need: true },
  each: { shape: { words: ['document'] } },
});
export const DATA = table({
  $schema: { shape: { words: ['data/1'] }, need: true },
  area: { ...is.code, need: true },
  note: is.text,
  seed: is.json,
  demo: is.json,
  story: is.json,
});
