/** All documents together: objects resolved, dictionaries, settings, menus, pages; what references are looked up in. */
import {
  type AnyDoc,
  BLOCK_SCHEMA,
  type BlockDoc,
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
import { once, Remembered } from '../remembered';
import { type Resolution, type ResolveLib, resolveField, resolveWithProblems } from '../resolve';
import { hashOf } from '../resolve/hash';
import { resolvedOnce } from '../resolve/kept';
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
  /** codes of print layouts */
  readonly prints: ReadonlySet<string>;
  readonly registry: Registry;
  readonly types: TypeLib;
}

interface Sources {
  object(code: string): ResolvedObject | undefined;
}
const reportsMade = new Remembered<ReportEntry | undefined>();
const boardsMade = new Remembered<BoardEntry | undefined>();
const entriesMade = new WeakMap<Resolution, ObjectEntry>();

/** The same entry for the same resolution of one text. */
function entryOf({ path, doc, overlay }: ObjectFile, ground: ResolveLib): ObjectEntry {
  const lib = { ...ground, area: areaOf(path), ...(overlay === undefined ? {} : { overlay }) };
  const made =
    attempt(() => resolvedOnce(doc, lib)) ??
    resolveWithProblems({ $schema: OBJECT_SCHEMA, object: String(doc.object), title: String(doc.title) }, lib);
  const known = entriesMade.get(made);
  if (known?.path === path) return known;
  const { object, problems } = made;
  const entry = { path, doc, object, type: toObjectType(object), problems };
  entriesMade.set(made, entry);
  return entry;
}

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
    } else if (doc.$schema === 'print/1') prints.add(doc.print);
    else if (doc.$schema === 'flow/1') flows.set(doc.flow, doc);
  };
  for (const filed of docs) attempt(() => register(filed));
  for (const dict of DERIVED) if (!dicts.has(dict.code)) dicts.set(dict.code, dict);
  const objects = new Map<string, ObjectEntry>();
  const reports = new Map<string, ReportEntry>();
  const boards = new Map<string, BoardEntry>();
  const resolved = (code: string): ObjectType | undefined => {
    const report = reports.get(code)?.report;
    return objects.get(code)?.type ?? (report === undefined ? undefined : toObjectType(report.object));
  };
  const serverFunction = (name: string): ServerFunctionType | undefined =>
    registry.serverFunction?.(name) ?? (Object.hasOwn(SERVER_FUNCTIONS, name) ? SERVER_FUNCTIONS[name] : undefined);
  const ground: ResolveLib = {
    blocks,
    settings: settingDocs,
    dictCodes: (dict) => dicts.get(dict)?.items.map((item) => item.code),
    isLiveFunction: (name) => serverFunction(name)?.live === true,
  };
  for (const filed of docs)
    if (isObject(filed) && !objects.has(filed.doc.object)) objects.set(filed.doc.object, entryOf(filed, ground));
  const looks: Sources = { object: (code: string) => objects.get(code)?.object };
  for (const { path, doc } of docs) {
    if (doc.$schema === 'report/1' && !reports.has(doc.report)) {
      const made = reportsMade.of(doc, [path], looks, ({ object }) => {
        const report = attempt(() => resolveReport(doc, { area: areaOf(path), object }));
        return report && { path, report };
      });
      if (made !== undefined) reports.set(doc.report, made);
    } else if (doc.$schema === 'board/1' && !boards.has(doc.board)) {
      const made = boardsMade.of(doc, [path], {}, () => {
        const board = attempt(() => resolveBoard(doc));
        return board && { path, board };
      });
      if (made !== undefined) boards.set(doc.board, made);
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
    prints,
    registry,
    types,
  };
}

const DERIVED: readonly ResolvedDict[] = DERIVED_DICTS.map((code) => ({
  code,
  title: code,
  items: [],
  open: true,
  version: '',
}));
type ObjectFile = FiledDoc & { readonly doc: ObjectDoc };
const isObject = (filed: FiledDoc): filed is ObjectFile => filed.doc.$schema === OBJECT_SCHEMA;

/** Documents without blocks are their text; an object takes its overlay over its merged text, when it is resolved. */
function withOverlay(filed: FiledDoc): FiledDoc {
  if (filed.overlay === undefined || filed.doc.$schema === OBJECT_SCHEMA) return filed;
  const { path, doc, overlay } = filed;
  return {
    path,
    doc: overlaid.of(
      doc,
      [overlay],
      {},
      () => applyOverlay(doc as unknown as StepDoc, overlay).doc,
    ) as unknown as AnyDoc,
  };
}
const overlaid = new Remembered<StepDoc>();

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
  return once(dictsMade, doc, () =>
    Object.entries(doc.dicts ?? {}).map(([code, dict]) => [code, dictOf(code, dict)] as const),
  );
}
const dictsMade = new WeakMap<DictionariesDoc, readonly (readonly [string, ResolvedDict])[]>();
export function dictOf(code: string, dict: DictDoc): ResolvedDict {
  const items = dict.items ?? [];
  const open = dict.open === true || dict.source !== undefined;
  return { code, title: dict.title, items, ...(open ? { open } : {}), version: hashOf([dict.title, items]) };
}
/** Types of the settings of a file by key. */
export function settingsOf(doc: SettingsDoc): readonly (readonly [string, FieldType])[] {
  return once(settingsMade, doc, () =>
    Object.entries((doc.keys ?? {}) as Many<FieldDoc>).map(
      ([key, field]) => [key, toFieldType(resolveField(field, key, key))] as const,
    ),
  );
}
const settingsMade = new WeakMap<SettingsDoc, readonly (readonly [string, FieldType])[]>();
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
