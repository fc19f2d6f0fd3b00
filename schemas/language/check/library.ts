/** All documents together: objects resolved, dictionaries, settings, menus, pages; what references are looked up in. */
import {
  type AnyDoc,
  BLOCK_SCHEMA,
  type BlockDoc,
  type DataDoc,
  type DictDoc,
  type DictionariesDoc,
  type FieldDoc,
  type Many,
  type MenuItemDoc,
  type MenusDoc,
  OBJECT_SCHEMA,
  type ObjectDoc,
  type SettingsDoc,
} from '../document';
import type { FlowDoc } from '../flow/document';
import { toFieldType, toObjectType } from '../object-type';
import { type ResolveLib, resolveField, resolveWithProblems } from '../resolve';
import { hashOf } from '../resolve/hash';
import { resolveBoard, resolveReport } from '../resolve/report';
import type { FieldType, ObjectType, ResolvedDict, ResolvedObject, ServerFunctionType, TypeLib } from '../resolved';
import type { ResolvedBoard, ResolvedReport } from '../resolved-report';
import { commonKey } from '../settings';
import { applyOverlay } from '../steps/overlay';
import type { Step, StepDoc } from '../steps/step';
import type { Problem } from '../value';
import { DERIVED_DICTS, SERVER_FUNCTIONS } from './known';

export interface FiledDoc {
  readonly path: string;
  readonly doc: AnyDoc;
  /** steps of the organisation over a shipped document (§11.1) */
  readonly overlay?: readonly Step[];
}
/** What code registers by name; a part that is not given is not judged. */
export interface Registry {
  readonly services?: ReadonlySet<string>;
  readonly screens?: ReadonlySet<string>;
  /** pages of the product that no document here declares, and prints */
  readonly pages?: ReadonlySet<string>;
  readonly prints?: ReadonlySet<string>;
  serverFunction?(name: string): ServerFunctionType | undefined;
  /** actions a server module of the object has; undefined = no module */
  moduleActions?(object: string): readonly string[] | undefined;
}
export interface ObjectEntry {
  readonly path: string;
  readonly doc: ObjectDoc;
  readonly object: ResolvedObject;
  readonly type: ObjectType;
  readonly problems: readonly Problem[];
}
export interface ReportEntry {
  readonly path: string;
  readonly report: ResolvedReport;
}
export interface BoardEntry {
  readonly path: string;
  readonly board: ResolvedBoard;
}
export interface Library {
  readonly objects: ReadonlyMap<string, ObjectEntry>;
  readonly reports: ReadonlyMap<string, ReportEntry>;
  readonly boards: ReadonlyMap<string, BoardEntry>;
  /** in the order documents try their defaults */
  readonly flows: ReadonlyMap<string, FlowDoc>;
  readonly blocks: ReadonlyMap<string, BlockDoc>;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
  readonly settings: ReadonlyMap<string, FieldType>;
  readonly groups: ReadonlySet<string>;
  readonly settingDocs: readonly SettingsDoc[];
  /** codes of menu items */
  readonly menus: ReadonlySet<string>;
  /** rights that entries of menus name beside those of their pages */
  readonly menuGrants: ReadonlySet<string>;
  readonly data: readonly DataDoc[];
  /** codes of print layouts */
  readonly prints: ReadonlySet<string>;
  readonly registry: Registry;
  readonly types: TypeLib;
}

/** What every object is resolved over; the same object for the same documents, so that it can be compared at once. */
type Ground = readonly unknown[];
const GROUND: ReadonlySet<string> = new Set([BLOCK_SCHEMA, 'settings/1', 'dictionaries/1']);
const isGround = ({ $schema }: AnyDoc): boolean => GROUND.has($schema);
let lastGround: Ground = [];
function groundOf(parts: Ground): Ground {
  if (parts.length !== lastGround.length || parts.some((part, n) => part !== lastGround[n])) lastGround = parts;
  return lastGround;
}
/** A text is never changed in place: what it resolved to over the same ground still holds. A gesture of the designer changes one of hundreds. */
const before = new WeakMap<
  ObjectDoc,
  { readonly ground: Ground; readonly overlay: FiledDoc['overlay']; readonly entry: ObjectEntry }
>();

export function libraryOf(all: readonly FiledDoc[], registry: Registry = {}): Library {
  const docs = all.map(withOverlay);
  const blocks = new Map<string, BlockDoc>();
  const dicts = new Map<string, ResolvedDict>();
  const settings = new Map<string, FieldType>();
  const perOne = new Set<string>();
  const groups = new Set<string>();
  const settingDocs: SettingsDoc[] = [];
  const menus = new Set<string>();
  const menuGrants = new Set<string>();
  const data: DataDoc[] = [];
  const prints = new Set(registry.prints ?? []);
  const flows = new Map<string, FlowDoc>();
  const register = ({ doc }: FiledDoc): void => {
    if (doc.$schema === BLOCK_SCHEMA) blocks.set(doc.block, doc);
    else if (doc.$schema === 'dictionaries/1') for (const [code, dict] of dictsOf(doc)) dicts.set(code, dict);
    else if (doc.$schema === 'settings/1') {
      groups.add(doc.group);
      settingDocs.push(doc);
      for (const [key, type] of settingsOf(doc)) {
        settings.set(key, type);
        if (doc.each !== undefined) perOne.add(key);
      }
    } else if (doc.$schema === 'menus/1') {
      for (const code of menuCodes(doc)) menus.add(code);
      for (const right of grantsOf(doc.items)) menuGrants.add(right);
    } else if (doc.$schema === 'data/1') data.push(doc);
    else if (doc.$schema === 'print/1') prints.add(doc.print);
    else if (doc.$schema === 'flow/1') flows.set(doc.flow, doc);
  };
  for (const filed of docs) attempt(() => register(filed));
  for (const code of DERIVED_DICTS)
    if (!dicts.has(code)) dicts.set(code, { code, title: code, items: [], open: true, version: '' });
  const objects = new Map<string, ObjectEntry>();
  const reports = new Map<string, ReportEntry>();
  const boards = new Map<string, BoardEntry>();
  const resolved = (code: string): ObjectType | undefined => {
    const report = reports.get(code)?.report;
    return objects.get(code)?.type ?? (report === undefined ? undefined : toObjectType(report.object));
  };
  const serverFunction = (name: string): ServerFunctionType | undefined =>
    registry.serverFunction?.(name) ?? (Object.hasOwn(SERVER_FUNCTIONS, name) ? SERVER_FUNCTIONS[name] : undefined);
  const ground = groundOf([...docs.map(({ doc }) => doc).filter(isGround), registry.serverFunction]);
  for (const { path, doc, overlay } of docs) {
    if (doc.$schema !== OBJECT_SCHEMA || objects.has(doc.object)) continue;
    const known = before.get(doc);
    if (known?.ground === ground && known.overlay === overlay && known.entry.path === path) {
      objects.set(doc.object, known.entry);
      continue;
    }
    const lib: ResolveLib = {
      blocks,
      settings: settingDocs,
      area: areaOf(path),
      ...(overlay === undefined ? {} : { overlay }),
      dictCodes: (dict) => dicts.get(dict)?.items.map((item) => item.code),
      isLiveFunction: (name) => serverFunction(name)?.live === true,
    };
    const made =
      attempt(() => resolveWithProblems(doc, lib)) ??
      resolveWithProblems({ $schema: OBJECT_SCHEMA, object: String(doc.object), title: String(doc.title) }, lib);
    const { object, problems } = made;
    const entry = { path, doc, object, type: toObjectType(object), problems };
    objects.set(doc.object, entry);
    before.set(doc, { ground, overlay, entry });
  }
  for (const { path, doc } of docs) {
    if (doc.$schema === 'report/1' && !reports.has(doc.report)) {
      const lib = { area: areaOf(path), object: (code: string) => objects.get(code)?.object };
      const report = attempt(() => resolveReport(doc, lib));
      if (report !== undefined) reports.set(doc.report, { path, report });
    } else if (doc.$schema === 'board/1' && !boards.has(doc.board)) {
      const board = attempt(() => resolveBoard(doc));
      if (board !== undefined) boards.set(doc.board, { path, board });
    }
  }
  const types: TypeLib = {
    object: resolved,
    dict: (code) => dicts.get(code),
    setting: (key) => settings.get(key) ?? (perOne.has(commonKey(key)) ? settings.get(commonKey(key)) : undefined),
    serverFunction,
  };
  return {
    objects,
    reports,
    boards,
    flows,
    blocks,
    dicts,
    settings,
    groups,
    settingDocs,
    menus,
    menuGrants,
    data,
    prints,
    registry,
    types,
  };
}

/** Documents without blocks are their text; an object takes its overlay over its merged text, when it is resolved. */
function withOverlay(filed: FiledDoc): FiledDoc {
  if (filed.overlay === undefined || filed.doc.$schema === OBJECT_SCHEMA) return filed;
  return {
    path: filed.path,
    doc: applyOverlay(filed.doc as unknown as StepDoc, filed.overlay).doc as unknown as AnyDoc,
  };
}

/**
 * A document whose shape is wrong may break what reads it by type. It is told by the shape check; the others still need its code, so
 * what can be read of it is kept and the rest is as if it were not there.
 */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** `…/objects/<area>/<object>.json`, `…/reports/<area>/<report>.json` */
function areaOf(path: string): string {
  return /(?:objects|reports)\/([^/]+)\//.exec(path)?.[1] ?? '';
}

/** Dictionaries of a file as evaluation sees them. */
export function dictsOf(doc: DictionariesDoc): readonly (readonly [string, ResolvedDict])[] {
  return Object.entries(doc.dicts ?? {}).map(([code, dict]) => [code, dictOf(code, dict)] as const);
}
export function dictOf(code: string, dict: DictDoc): ResolvedDict {
  const items = dict.items ?? [];
  const open = dict.open === true || dict.source !== undefined;
  return { code, title: dict.title, items, ...(open ? { open } : {}), version: hashOf([dict.title, items]) };
}
/** Types of the settings of a file by key. */
export function settingsOf(doc: SettingsDoc): readonly (readonly [string, FieldType])[] {
  const keys = (doc.keys ?? {}) as Many<FieldDoc>;
  return Object.entries(keys).map(([key, field]) => [key, toFieldType(resolveField(field, key, key))] as const);
}
function menuCodes(doc: MenusDoc): readonly string[] {
  const walk = (items: Many<MenuItemDoc>): readonly string[] =>
    Object.entries(items).flatMap(([code, item]) => [code, ...walk(item.items ?? {})]);
  return walk(doc.items ?? {});
}

const grantsOf = (items: Many<MenuItemDoc> = {}): readonly string[] =>
  Object.values(items).flatMap((item) => [...(item.grants ?? []), ...grantsOf(item.items)]);

/** Whether a page code names something: `object`, `object.view`, `…#edit`, `…#detail`. */
export function hasPage(library: Library, page: string): boolean {
  const [base = ''] = page.split('#');
  const [object = '', view] = base.split('.');
  const entry = library.objects.get(object);
  if (library.registry.pages?.has(base) === true || library.boards.has(base)) return true;
  const report = library.reports.get(object)?.report;
  if (report !== undefined) return view === undefined || report.views[view] !== undefined;
  return entry !== undefined && (view === undefined || entry.object.views[view] !== undefined);
}
/** Object a page shows. */
export function objectOfPage(library: Library, page: string | undefined): ObjectEntry | undefined {
  return page === undefined ? undefined : library.objects.get(page.split('#')[0]?.split('.')[0] ?? '');
}
