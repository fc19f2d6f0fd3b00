import { createHash } from 'node:crypto';
import { type BlockDoc, OBJECT_SCHEMA } from '../../schemas/language/document';
import { type ExtFields, withExtFields } from '../../schemas/language/ext';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { toFieldType, toObjectType } from '../../schemas/language/object-type';
import { resolvedCopy, resolveField, resolveObject } from '../../schemas/language/resolve';
import { frozenCopy } from '../../schemas/language/resolve/hash';
import { reportOnce, resolvedOnce } from '../../schemas/language/resolve/kept';
import { resolveBoard } from '../../schemas/language/resolve/report';
import type {
  FieldType,
  ResolvedDict,
  ResolvedField,
  ResolvedObject,
  ServerFunctionType,
  TypeLib,
} from '../../schemas/language/resolved';
import type { ResolvedBoard, ResolvedReport } from '../../schemas/language/resolved-report';
import { commonKey } from '../../schemas/language/settings';
import type { Value } from '../../schemas/language/value';
import type { AppsOff } from './apps';
import { derivedDictionaries, type FunctionItem, shippedDictionaries } from './dictionaries';
import { type AppliedLinks, applyLinks, type DocLink } from './doc-links';
import { loadSchemas, type SchemaFiles } from './load';
import { functionsOf, type MenuRow, menuRows } from './menus';
import { isEntry, type Page, pageOfBoard, pagesOf, pagesOfReport, withBorrowed } from './pages';

export interface Setting {
  readonly key: string;
  readonly group: string;
  readonly field: ResolvedField;
  readonly type: FieldType;
  readonly default: Value;
  /** `key.<code>` holds for one of these, the key for the others */
  readonly each?: string;
}

/** All documents of an organisation, resolved and frozen: one identity per version, so that compiled forms hang on it. */
export interface Registry {
  readonly files: SchemaFiles;
  readonly objects: ReadonlyMap<string, ResolvedObject>;
  readonly reports: ReadonlyMap<string, ResolvedReport>;
  readonly boards: ReadonlyMap<string, ResolvedBoard>;
  /** approval flows by code */
  readonly flows: ReadonlyMap<string, FlowDoc>;
  readonly pages: ReadonlyMap<string, Page>;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly menus: readonly MenuRow[];
  /** without those of apps that are off, in the order of the organisation; absent = `menus` */
  readonly shownMenus?: readonly MenuRow[];
  readonly off?: AppsOff;
  readonly functions: readonly FunctionItem[];
  /** what type-checks and binds expressions; one identity per registry */
  readonly lib: TypeLib;
  /** changes with any document */
  readonly hash: string;
  /** route → page code, `/oms/purchase/order/edit` → `purchaseOrder#edit` */
  readonly routes: ReadonlyMap<string, string>;
  /** what links of the organisation changed; absent = none has */
  readonly links?: AppliedLinks;
  /** what the organisation adds beside its documents: a registry of changed documents is built with the same */
  readonly own?: Pick<RegistryParts, 'ext' | 'links'>;
  /** published documents that do not resolve any more: the rest works without them */
  readonly leftOut?: readonly LeftOut[];
  find(object: string): ResolvedObject | undefined;
  page(code: string): Page | undefined;
}

export interface LeftOut {
  /** `<sort>:<code>` */
  readonly id: string;
  readonly reason: string;
}
export interface RegistryParts {
  readonly functions?: readonly ServerFunctionType[];
  readonly services?: readonly string[];
  /** extension fields of an organisation */
  readonly ext?: ExtFields;
  /** links between documents of an organisation */
  readonly links?: readonly DocLink[];
}

/** Resolves all documents once; throws with the address when two documents share a code or a document does not resolve. */
export function buildRegistry(files: SchemaFiles = loadSchemas(), parts: RegistryParts = {}): Registry {
  const blocks = new Map<string, BlockDoc>(files.blocks.map(({ doc }) => [doc.block, doc]));
  const dicts = shippedDictionaries(files);
  const live = new Set((parts.functions ?? []).filter((fn) => fn.live).map((fn) => fn.name));
  const lib = {
    blocks,
    settings: files.settings.map(({ doc }) => doc),
    dictCodes: (dict: string) => dicts.get(dict)?.items.map((item) => item.code),
    isLiveFunction: (name: string) => live.has(name),
  };
  const objects = new Map<string, ResolvedObject>();
  // of each object what registries share: reports over it hold while it does
  const shared = new Map<string, ResolvedObject>();
  const linked = parts.links?.length
    ? applyLinks(
        files.objects.map(({ doc }) => doc),
        parts.links,
      )
    : undefined;
  for (const [index, { doc: text, area, file, overlay }] of files.objects.entries()) {
    const doc = linked?.docs[index] ?? text;
    if (objects.has(doc.object)) throw new Error(`${file}: object ${doc.object} is declared twice`);
    // each registry gets objects of its own: what is compiled of them hangs on them, and reads the others of that registry
    const { object: once } = resolvedOnce(doc, { ...lib, area, ...(overlay ? { overlay: overlay.steps } : {}) });
    const copy = resolvedCopy(once);
    const object = parts.ext ? withExtFields(copy, parts.ext) : copy;
    objects.set(doc.object, object);
    shared.set(doc.object, object === copy ? once : object);
  }
  const { reports, boards } = datasetsOf(files, shared);
  const pages = withBorrowed(
    new Map(
      [
        ...[...objects.values()].flatMap(pagesOf),
        ...[...reports.values()].flatMap(pagesOfReport),
        ...[...boards.values()].map((board) => pageOfBoard(board, blankObject(board))),
      ].map((page) => [page.code, page]),
    ),
  );
  const menus = menuRows(files, pages);
  const functions = functionList(objects, pages, menus);
  const titles = [...pages.values()].filter((page) => isEntry(page));
  for (const dict of derivedDictionaries({
    objects,
    functions,
    pages: titles,
    services: parts.services ?? [],
    reports: [...reports.values()],
    boards: [...boards.values()],
    labels: files.prints.map(({ doc }) => doc).filter(isLabelOfArchive),
    areas: areasOf(files),
  }))
    dicts.set(dict.code, dict);
  const settings = settingsOf(files);
  const routes = new Map<string, string>();
  for (const page of pages.values())
    if (page.route !== undefined && !routes.has(page.route)) routes.set(page.route, page.code);
  const hash = createHash('sha256');
  for (const object of objects.values()) hash.update(object.hash);
  for (const report of [...reports.values(), ...boards.values()]) hash.update(report.hash);
  const flows = flowsOf(files);
  for (const flow of flows.values()) hash.update(JSON.stringify(flow));
  for (const dict of dicts.values()) hash.update(dict.code + dict.version);
  hash.update(JSON.stringify([...settings.values(), menus]));
  return Object.freeze({
    files,
    objects,
    reports,
    boards,
    flows,
    pages,
    dicts,
    settings,
    menus,
    functions,
    lib: typeLib(new Map([...objects, ...virtual(reports)]), dicts, settings, parts.functions ?? []),
    hash: hash.digest('hex').slice(0, 16),
    routes,
    ...(linked ? { links: linked.applied } : {}),
    ...(parts.ext || parts.links
      ? { own: { ...(parts.ext ? { ext: parts.ext } : {}), ...(parts.links ? { links: parts.links } : {}) } }
      : {}),
    find: (code: string) => objects.get(code),
    page: (code: string) => pages.get(code),
  });
}

interface Datasets {
  readonly reports: ReadonlyMap<string, ResolvedReport>;
  readonly boards: ReadonlyMap<string, ResolvedBoard>;
}
function datasetsOf(files: SchemaFiles, objects: ReadonlyMap<string, ResolvedObject>): Datasets {
  const reports = new Map<string, ResolvedReport>();
  for (const { doc, area, file } of files.reports) {
    if (reports.has(doc.report) || objects.has(doc.report))
      throw new Error(`${file}: report ${doc.report} is declared twice`);
    reports.set(doc.report, frozenCopy(reportOnce(doc, { area, object: (code) => objects.get(code) })));
  }
  const boards = new Map<string, ResolvedBoard>();
  for (const { doc, file } of files.boards) {
    if (boards.has(doc.board) || reports.has(doc.board) || objects.has(doc.board))
      throw new Error(`${file}: board ${doc.board} is declared twice`);
    boards.set(doc.board, resolveBoard(doc));
  }
  return { reports, boards };
}
function flowsOf(files: SchemaFiles): ReadonlyMap<string, FlowDoc> {
  const flows = new Map<string, FlowDoc>();
  for (const { doc, file } of files.flows) {
    if (flows.has(doc.flow)) throw new Error(`${file}: flow ${doc.flow} is declared twice`);
    flows.set(doc.flow, doc);
  }
  return flows;
}
/** Expressions over the page of a report name its dims, measures and parameters. */
const virtual = (reports: ReadonlyMap<string, ResolvedReport>): readonly (readonly [string, ResolvedObject])[] =>
  [...reports.values()].map((report) => [report.report, report.object] as const);
/** What a board's page stands on: it has no records. */
const blankObject = (board: ResolvedBoard): ResolvedObject =>
  resolveObject(
    {
      $schema: OBJECT_SCHEMA,
      object: board.board,
      title: board.title,
      storage: 'none',
      fields: {},
      ...(board.menu === undefined ? {} : { menu: board.menu }),
    },
    { blocks: new Map() },
  );

/** Which documents an organisation has: the shipped ones with its extension fields. */
export interface Registries {
  readonly shipped: Registry;
  of(org: { readonly code: string }): Registry;
  /** makes `of` answer what holds at the organisation's version; called before the work of a request */
  ready(org: { readonly code: string; readonly rightsVersion: number }): Promise<void>;
}
/** What everybody has of himself (`single: "user"`), whatever his roles: nobody grants it. */
export const isOwn = ({ objects }: Pick<Registry, 'objects'>, right: string): boolean =>
  objects.get(right.split(':')[0] ?? '')?.single === 'user';
export const sameForAll = (shipped: Registry): Registries => ({ shipped, of: () => shipped, ready: async () => {} });

function functionList(
  objects: ReadonlyMap<string, ResolvedObject>,
  pages: ReadonlyMap<string, Page>,
  menus: readonly MenuRow[],
): FunctionItem[] {
  const found = new Map<string, FunctionItem>();
  const said = new Set<string>();
  const add = (code: string, title: string, from: string): void => {
    if (found.has(code)) return;
    const object = code.split(':')[0] ?? '';
    // reports are pages of their own code
    const objectTitle = objects.get(object)?.title ?? pages.get(object)?.title ?? from;
    // two rights of one object are told apart by where they are asked for
    const own = said.has(`${object}:${title}`) && from !== objectTitle ? `${from}·${title}` : title;
    said.add(`${object}:${own}`);
    found.set(code, { code, title: own, object, objectTitle });
  };
  for (const page of pages.values()) {
    if (!isEntry(page)) continue;
    const actions = Object.values(page.actions);
    for (const code of functionsOf(page)) {
      // several actions may ask for one right (copy and add): the one of its name gives the title
      const named = actions.find((action) => action.right === code && code.endsWith(`:${action.code}`));
      const asks = named ?? actions.find((action) => action.right === code);
      add(code, named?.title ?? ownTitle(code) ?? asks?.title ?? page.title, page.title);
    }
  }
  // rights of screens: no page brings them, their menu entry does
  for (const { name, functions } of menus) for (const code of functions) add(code, ownTitle(code) ?? name, name);
  return [...found.values()];
}

const ownTitle = (code: string): string | undefined => OWN_TITLES[code.slice(code.indexOf(':') + 1)];
/** Rights that no action asks for by its name. */
const OWN_TITLES: Readonly<Record<string, string>> = {
  view: '查看',
  add: '新增',
  edit: '编辑',
  publish: '发布',
  any: '不限班组',
  over: '超计划',
  hour: '手工工时',
  amount: '金额',
  run: '运行排产',
  move: '移动任务',
  confirm: '确认',
  cancel: '取消',
  lock: '锁定',
  override: '越过限制',
  adopt: '采用方案',
  noInspect: '免检',
  fifo: '不按先进先出',
  expired: '使用过期批次',
};

/** Areas of menus and dictionaries; one without a menu has no name but its code. */
const areasOf = (files: SchemaFiles): readonly { readonly area: string; readonly title: string }[] => {
  const titles = new Map(files.menus.map(({ doc }) => [doc.area, doc.title]));
  for (const { doc } of files.dictionaries) if (!titles.has(doc.area)) titles.set(doc.area, doc.title ?? doc.area);
  return [...titles].map(([area, title]) => ({ area, title }));
};

function settingsOf(files: SchemaFiles): Map<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const { doc, file } of files.settings)
    for (const [key, field] of Object.entries(doc.keys)) {
      if (settings.has(key)) throw new Error(`${file}: setting ${key} is declared twice`);
      const resolved = resolveField(field, key, `keys[${key}]`);
      settings.set(key, {
        key,
        group: doc.group,
        field: resolved,
        type: toFieldType(resolved),
        default: (field.default ?? null) as Value,
        ...(doc.each === undefined ? {} : { each: doc.each }),
      });
    }
  return settings;
}

/** A declared key, or the one of which this is the value for one document. */
export function settingOf(settings: ReadonlyMap<string, Setting>, key: string): Setting | undefined {
  const own = settings.get(key);
  if (own !== undefined) return own;
  const common = settings.get(commonKey(key));
  return common?.each === undefined ? undefined : common;
}

function typeLib(
  objects: ReadonlyMap<string, ResolvedObject>,
  dicts: ReadonlyMap<string, ResolvedDict>,
  settings: ReadonlyMap<string, Setting>,
  functions: readonly ServerFunctionType[],
): TypeLib {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  return Object.freeze({
    object(code: string) {
      const object = objects.get(code);
      return object && toObjectType(object);
    },
    dict: (code: string) => dicts.get(code),
    setting: (key: string) => settingOf(settings, key)?.type,
    serverFunction: (name: string) => byName.get(name),
  });
}

/** What the label screen offers. */
const isLabelOfArchive = (doc: { readonly page: string; readonly sort?: string }): boolean =>
  doc.page === 'codeLabel' && doc.sort === 'label';
