/** Menus, dictionaries, settings and data files, and what all documents share: codes and routes. */
import { repeated } from '../data/repeat';
import {
  BLOCK_SCHEMA,
  type DataDoc,
  type DictItemDoc,
  type DictionariesDoc,
  type FieldDoc,
  type Many,
  type MenuItemDoc,
  type MenusDoc,
  OBJECT_SCHEMA,
  type SettingsDoc,
} from '../document';
import { resolveField } from '../resolve';
import type { ResolvedField, ResolvedObject } from '../resolved';
import { text } from '../texts';
import { type Json, type Problem, problem } from '../value';
import { checkLoneField } from './fields';
import type { FiledDoc, Library } from './library';
import type { Say } from './object-check';

export interface FiledProblem {
  readonly path: string;
  readonly problem: Problem;
}
const sayInto =
  (problems: Problem[]): Say =>
  (code, address, terms = {}, level) => {
    problems.push(problem(code, address, text(code, terms), level));
  };

export function checkDictionaries(doc: DictionariesDoc): readonly Problem[] {
  const problems: Problem[] = [];
  const say = sayInto(problems);
  for (const [code, dict] of Object.entries(doc.dicts ?? {})) {
    const seen = new Set<string>();
    const items = dict.items ?? [];
    for (const item of items) {
      if (item.code === '') say('key.missing', `dicts.${code}`, { k: 'code' });
      if (seen.has(item.code)) say('dict.dup', `dicts.${code}.items.${item.code}`, { v: item.code });
      seen.add(item.code);
    }
    for (const item of items) {
      if (item.parent !== undefined && !seen.has(item.parent))
        say('dict.code', `dicts.${code}.items.${item.code}`, { v: item.parent });
    }
    const ring = ringOf(items);
    if (ring !== undefined) say('dict.cycle', `dicts.${code}.items.${ring[0]}`, { path: ring.join(' → ') });
    if (items.length === 0 && dict.source === undefined && dict.open !== true)
      say('key.missing', `dicts.${code}`, { k: 'items' });
  }
  return problems;
}

/** Items that lie below themselves: no way leads to them from above. */
function ringOf(items: readonly DictItemDoc[]): readonly string[] | undefined {
  const parents = new Map(items.map(({ code, parent }) => [code, parent]));
  const sound = new Set<string>();
  for (const { code } of items) {
    const way = new Set<string>();
    let at: string | undefined = code;
    for (; at !== undefined && !sound.has(at) && !way.has(at); at = parents.get(at)) way.add(at);
    if (at !== undefined && way.has(at)) return [...[...way].slice([...way].indexOf(at)), at];
    for (const passed of way) sound.add(passed);
  }
  return undefined;
}

export function checkSettings(doc: SettingsDoc, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [key, field] of Object.entries((doc.keys ?? {}) as Many<FieldDoc>)) {
    const address = key.includes('.') ? `keys[${key}]` : `keys.${key}`;
    checkLoneField(field, resolveField(field, key, key), address, library, sayInto(problems));
  }
  return problems;
}

export function checkMenus(doc: MenusDoc): readonly Problem[] {
  const problems: Problem[] = [];
  const say = sayInto(problems);
  const walk = (items: Many<MenuItemDoc>, address: string): void => {
    for (const [code, item] of Object.entries(items)) {
      const at = `${address}.${code}`;
      if (item.page === undefined && item.screen === undefined && item.items === undefined)
        say('key.missing', at, { k: 'page' });
      if (item.items !== undefined) walk(item.items, `${at}.items`);
    }
  };
  walk(doc.items ?? {}, 'items');
  return problems;
}

/** Rows of a data file: objects, fields, codes; references by business key are looked up among all rows and left to the loader else. */
export function checkData(doc: DataDoc, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  const say = sayInto(problems);
  for (const part of ['seed', 'demo'] as const) {
    for (const [object, rows] of Object.entries(doc[part] ?? {})) {
      const entry = library.objects.get(object);
      if (entry === undefined) {
        say('ref.object', `${part}.${object}`, { c: object });
        continue;
      }
      repeated(rows).forEach((row, i) => {
        checkStep(row, entry.object, `${part}.${object}.${i + 1}`, library, say);
      });
    }
  }
  for (const [i, row] of repeated(doc.story ?? []).entries()) {
    // a call is of the server, which names the ones it does not have
    if (typeof (row as { readonly $call?: Json } | null)?.$call === 'string') continue;
    const code = String((row as { readonly $in?: Json } | null)?.$in);
    const entry = library.objects.get(code);
    if (entry === undefined) say('ref.object', `story.${i + 1}`, { c: code });
    else checkStep(row, entry.object, `story.${i + 1}`, library, say);
  }
  return problems;
}
function checkStep(row: Json, object: ResolvedObject, address: string, library: Library, say: Say): void {
  checkRow(row, object.fields, address, library, say);
  for (const step of doList(row)) {
    // `adjust.adjust`: an action of a view; `flowTask.agree`: of what waits because of the record
    const [code = '', other] = step.split('.').reverse();
    const named = other === undefined ? object : (object.views[other] ?? library.objects.get(other)?.object);
    const actions = named?.actions;
    if (actions?.[code] === undefined) say('ref.action', address, { c: step });
  }
}
function checkRow(row: Json, fields: Many<ResolvedField>, address: string, library: Library, say: Say): void {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    say('value.type', address, { k: 'row', t: '对象' });
    return;
  }
  for (const [code, value] of Object.entries(row as { readonly [key: string]: Json })) {
    if (code.startsWith('$') || code.startsWith('x-') || code === 'ext') continue;
    const field = fields[code];
    if (field === undefined) {
      say('ref.field', `${address}.${code}`, { c: code });
      continue;
    }
    if (field.sub !== undefined) {
      if (!Array.isArray(value)) say('value.type', `${address}.${code}`, { k: code, t: '列表' });
      else
        for (const [i, inner] of (value as readonly Json[]).entries())
          checkRow(inner, field.sub?.fields ?? {}, `${address}.${code}.${i + 1}`, library, say);
      continue;
    }
    const dict = field.dict === undefined ? undefined : library.dicts.get(field.dict);
    if (dict === undefined || dict.open === true || dict.items.length === 0) continue;
    for (const eachItem of Array.isArray(value) ? value : [value]) {
      if (eachItem === null || (typeof eachItem === 'string' && eachItem.startsWith('='))) continue;
      if (!dict.items.some((item) => item.code === String(eachItem)))
        say('dict.code', `${address}.${code}`, { v: String(eachItem) });
    }
  }
}
function doList(row: Json): readonly string[] {
  const list =
    typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as { readonly $do?: Json }).$do : undefined;
  return Array.isArray(list)
    ? list.flatMap((step: Json) => (Array.isArray(step) && typeof step[0] === 'string' ? [step[0]] : []))
    : [];
}

/** Codes unique over all documents, routes of pages and menus unique. */
export function checkTogether(docs: readonly FiledDoc[], library: Library): readonly FiledProblem[] {
  const found: FiledProblem[] = [];
  const codes = new Map<string, string>();
  const take = (sort: string, code: string, path: string, address: string): void => {
    const key = `${sort}:${code}`;
    if (codes.has(key)) found.push({ path, problem: problem('code.taken', address, text('code.taken', { c: code })) });
    else codes.set(key, path);
  };
  const routes = new Map<string, string>();
  const route = (to: string | undefined, title: string, path: string, address: string): void => {
    if (to === undefined) return;
    const other = routes.get(to);
    if (other !== undefined)
      found.push({ path, problem: problem('route.taken', address, text('route.taken', { t: other })) });
    else routes.set(to, title);
  };
  const menuRoutes = new Set<string>();
  for (const { path, doc } of docs) {
    if (doc.$schema === OBJECT_SCHEMA) {
      take('object', doc.object, path, 'object');
      const object = library.objects.get(doc.object);
      if (object?.path !== path) continue;
      route(object.object.route, object.object.title, path, 'route');
      for (const view of Object.values(object.object.views))
        route(view.route, view.title, path, `views.${view.code}.route`);
    } else if (doc.$schema === 'report/1') {
      take('object', doc.report, path, 'report');
      route(doc.route, doc.title, path, 'route');
      for (const [code, view] of Object.entries(doc.views ?? {}))
        route(view.route, view.title, path, `views.${code}.route`);
    } else if (doc.$schema === 'board/1') {
      take('object', doc.board, path, 'board');
      route(doc.route, doc.title, path, 'route');
    } else if (doc.$schema === 'print/1') take('print', doc.print, path, 'print');
    else if (doc.$schema === 'flow/1') take('flow', doc.flow, path, 'flow');
    else if (doc.$schema === BLOCK_SCHEMA) take('block', doc.block, path, 'block');
    else if (doc.$schema === 'dictionaries/1')
      for (const code of Object.keys(doc.dicts ?? {})) take('dict', code, path, `dicts.${code}`);
    else if (doc.$schema === 'settings/1')
      for (const key of Object.keys(doc.keys ?? {})) take('setting', key, path, `keys[${key}]`);
    else if (doc.$schema === 'menus/1') {
      const walk = (items: Many<MenuItemDoc>, address: string): void => {
        for (const [code, item] of Object.entries(items)) {
          take('menu', code, path, `${address}.${code}`);
          if (item.route !== undefined) {
            if (menuRoutes.has(item.route))
              found.push({
                path,
                problem: problem('menu.route', `${address}.${code}.route`, text('menu.route', { r: item.route })),
              });
            menuRoutes.add(item.route);
          }
          if (item.items !== undefined) walk(item.items, `${address}.${code}.items`);
        }
      };
      walk(doc.items ?? {}, 'items');
    }
  }
  return found;
}
