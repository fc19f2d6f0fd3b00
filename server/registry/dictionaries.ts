import { createHash } from 'node:crypto';
import type { DictItemDoc, Tone } from '../../schemas/language/document';
import { numberedIn } from '../../schemas/language/kinds/index';
import type { ResolvedAction, ResolvedDict, ResolvedObject } from '../../schemas/language/resolved';
import { serviceTitle } from '../../schemas/language/sorts/texts/programs';
import { WALL_BOARDS } from '../../schemas/language/walls';
import { copyable } from './copyable';
import type { SchemaFiles } from './load';
import { SOURCES } from './sources';

/** Overview 3.3: the tens digit of a status fixes its colour for every document. */
const STATUS_TONES: Readonly<Record<string, Tone>> = {
  1: 'info',
  2: 'primary',
  3: 'primary',
  4: 'warning',
  5: 'warning',
  6: 'success',
  7: 'danger',
  8: 'info',
  9: 'danger',
};
/** Field groups of the product (overview §8); the grant of a field names one of them or a function. */
const FIELD_GROUPS: Readonly<Record<string, string>> = {
  price: '价格',
  cost: '成本',
  pay: '薪资',
  payTotal: '薪资合计',
  privacy: '隐私',
  reward: '奖惩',
  source: '来源单据',
};

export interface FunctionItem {
  /** function code, `purchaseOrder:audit` */
  readonly code: string;
  readonly title: string;
  readonly object: string;
  readonly objectTitle: string;
}
export interface Derivable {
  readonly objects: ReadonlyMap<string, ResolvedObject>;
  readonly functions: readonly FunctionItem[];
  readonly pages: readonly { readonly code: string; readonly title: string }[];
  readonly services: readonly string[];
  readonly reports: readonly { readonly report: string; readonly title: string }[];
  readonly boards: readonly { readonly board: string; readonly title: string; readonly public: boolean }[];
  /** labels of the label archive (`page: "codeLabel"`) */
  readonly labels: readonly { readonly print: string; readonly title: string }[];
  /** areas documents stand in, named by their menus */
  readonly areas: readonly { readonly area: string; readonly title: string }[];
}

/** Dictionaries of the files by code, each with a version that changes with its items. */
export function shippedDictionaries(files: SchemaFiles): Map<string, ResolvedDict> {
  const dicts = new Map<string, ResolvedDict>();
  for (const { doc, file } of files.dictionaries)
    for (const [code, dict] of Object.entries(doc.dicts)) {
      if (dicts.has(code)) throw new Error(`${file}: dictionary ${code} is declared twice`);
      const source = dict.source === undefined ? undefined : SOURCES[dict.source];
      if (dict.source !== undefined && !source) throw new Error(`${file}: unknown source ${dict.source}`);
      // what is switched off is offered nowhere, but records that hold it still show its title
      const items = source?.() ?? dict.items ?? [];
      dicts.set(code, dictOf(code, dict.title, dict.tones === 'status' ? items.map(toned) : items, dict.open));
    }
  return dicts;
}

/** Dictionaries that nobody writes (language §2.12): their items are the documents themselves. */
export function derivedDictionaries(from: Derivable): ResolvedDict[] {
  const objects = [...from.objects.values()];
  const named = (list: readonly ResolvedObject[]): DictItemDoc[] =>
    list.map((object) => ({ code: object.object, title: object.title }));
  const numbered = objects.filter((object) => numberedIn(object.fields) !== undefined);
  const events = objects.flatMap((object) => [
    ...Object.values(object.actions)
      .filter(happens)
      .map((action) => ({
        code: `${object.object}.${action.code}`,
        title: `${object.title}·${action.title}`,
      })),
    ...Object.entries(object.events).map(([code, title]) => ({ code: `${object.object}.${code}`, title })),
  ]);
  const scopes = objects.flatMap((object) =>
    Object.entries(object.access.rows ?? {}).map(([code, scope]) => ({
      code: `${object.object}.${code}`,
      title: `${object.title}·${scope.title}`,
    })),
  );
  return [
    dictOf('objectCode', '业务对象', named(objects)),
    dictOf('documentCode', '单据', named(objects.filter((object) => object.audited))),
    dictOf('numberedCode', '编码对象', named(numbered)),
    dictOf('copyCode', '可复制对象', named(objects.filter(copyable))),
    dictOf('eventCode', '事件', events),
    dictOf('actionCode', '操作', actionItems(objects)),
    dictOf(
      'areaCode',
      '模块',
      from.areas.map(({ area, title }) => ({ code: area, title })),
    ),
    // a page is more than its name: the rest is nothing a dictionary tells
    dictOf(
      'pageCode',
      '页面',
      from.pages.map(({ code, title }) => ({ code, title })),
    ),
    dictOf(
      'reportCode',
      '报表',
      from.reports.map((report) => ({ code: report.report, title: report.title })),
    ),
    dictOf(
      'labelTplCode',
      '标签模板',
      from.labels.map(({ print, title }) => ({ code: print, title })),
    ),
    // those a screen without sign-in may show
    dictOf(
      'boardCode',
      '公开看板',
      [...from.boards.filter((board) => board.public), ...WALL_BOARDS].map(({ board, title }) => ({
        code: board,
        title,
      })),
    ),
    dictOf(
      'wallBlock',
      '大屏区块',
      // boards may share a block
      [...new Map(WALL_BOARDS.flatMap(({ blocks }) => Object.entries(blocks)))].map(([code, title]) => ({
        code,
        title,
      })),
    ),
    dictOf(
      'functionCode',
      '功能权限',
      from.functions.map((fn) => ({ code: fn.code, title: fn.title, parent: fn.object })),
    ),
    dictOf(
      'fieldGroup',
      '字段组',
      Object.entries(FIELD_GROUPS).map(([code, title]) => ({ code, title })),
    ),
    dictOf('scopeCode', '数据范围', scopes),
    dictOf(
      'serviceCode',
      '服务',
      from.services.map((code) => ({ code, title: serviceTitle(code) ?? code })),
    ),
  ];
}

/** Built-in actions that open, show or send something and change no record. */
const WITHOUT_EVENT: ReadonlySet<string> = new Set([
  'view',
  'copy',
  'save',
  'addChild',
  'compare',
  'import',
  'export',
  'print',
]);
/** The action writes a record and says so: a rule of notices about it can ever be due. */
function happens(action: ResolvedAction): boolean {
  if (action.builtIn) return !WITHOUT_EVENT.has(action.code);
  const writes = action.set !== undefined || action.to !== undefined;
  if (action.open !== undefined || action.draft === true) return false;
  if (action.at.length > 0 && action.at.every((place) => place === 'toolbar' || place === 'floor')) return false;
  if (action.shows !== undefined && !writes) return false;
  // a form of the target opens; nothing of the source is written
  return action.push === undefined || writes || (action.push.then ?? 'edit') !== 'edit';
}

/** What was done, in the words of the first object that does it; what the platform itself does besides. */
function actionItems(objects: readonly ResolvedObject[]): readonly DictItemDoc[] {
  const titles = new Map([
    ['signIn', '登录'],
    ['add', '新增'],
    ['edit', '修改'],
    // written by the engine itself: sums, states that follow
    ['engine', '系统更新'],
    // a step of an approval that is no button of the document
    ['flow', '审批'],
    // of what a terminal kept without network
    ['discard', '丢弃离线内容'],
  ]);
  for (const object of objects)
    for (const { code, title } of Object.values(object.actions)) if (!titles.has(code)) titles.set(code, title);
  return [...titles].map(([code, title]) => ({ code, title }));
}

function dictOf(code: string, title: string, items: readonly DictItemDoc[], open?: boolean): ResolvedDict {
  const version = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 12);
  return Object.freeze({ code, title, items: Object.freeze([...items]), ...(open ? { open } : {}), version });
}

function toned(item: DictItemDoc): DictItemDoc {
  const tone = item.tone ?? STATUS_TONES[item.code.slice(0, -1)];
  return tone === undefined ? item : { ...item, tone };
}
