/** What changed between two texts, as a list for people: 新增 字段 「用于工单」，引用生产工单，必填. One line for each thing that changed. */

import type { KindId } from '../document';
import { factsOfDoc, kindOf } from '../kinds/index';
import { isNode } from '../resolve/merge';
import { keyText, SORT_TITLES } from '../sorts/texts/index';
import { renamesBetween } from '../steps/between';
import {
  addressOfStep,
  diffSteps,
  entriesAt,
  isWithin,
  type MoveStep,
  type RenameStep,
  type SetStep,
  type Step,
  type StepDoc,
  shapeAt,
  sortOfDoc,
  splitAddress,
  valueAt,
} from '../steps/index';
import { exprWord, templateWord } from './exprs';
import { type Names, ownOf } from './fields';
import { type Named, nameAt, placeOf, sortAt } from './names';
import { valueWord } from './values';

export type Change = 'add' | 'adjust' | 'move' | 'off' | 'on' | 'remove' | 'rename';
export interface ChangeWord {
  readonly change: Change;
  /** 新增, 调整, 移动, 停用, 启用, 移除, 改编码 */
  readonly word: string;
  /** 字段, 列, 动作 … */
  readonly what: string;
  readonly text: string;
  /** of an adjusted value: what it was and what it is */
  readonly was?: string;
  readonly now?: string;
  /** pages it is seen on */
  readonly places: readonly string[];
  readonly address: string;
}
const WORDS: { readonly [change in Change]: string } = {
  add: '新增',
  adjust: '调整',
  move: '移动',
  off: '停用',
  on: '启用',
  remove: '移除',
  rename: '改编码',
};

/** Lines of what turns `a` into `b`. Placements of a field that is new or gone are part of its own line. */
export function changeWords(a: StepDoc, b: StepDoc, names: Names = {}): readonly ChangeWord[] {
  if (Object.keys(a).length === 0 || Object.keys(b).length === 0) {
    const isNew = Object.keys(a).length === 0;
    const doc = isNew ? b : a;
    const { what, title } = nameAt(doc, '', names);
    return [line(isNew ? 'add' : 'remove', what, `「${title}」${isNew ? contents(doc) : ''}`, '', [])];
  }
  const [from, to] = names.whole === undefined ? [a, b] : [names.whole(a), names.whole(b)];
  const renames = renamesBetween(from, to);
  const steps = diffSteps(renames.doc, to);
  const fresh = codesOf(steps, 'insert');
  const gone = codesOf(steps, 'remove');
  return [
    ...renames.steps.map((step, n) => stepWords(step, renames.texts[n] ?? from, names, from)),
    ...steps
      .filter((step) => !isPlacementOf(step, fresh, gone))
      .map((step) => stepWords(step, 'remove' in step || 'move' in step ? renames.doc : to, names, renames.doc)),
  ];
}

/** What a new document brings: ，12 个字段，2 个动作 */
function contents(doc: StepDoc): string {
  const [dict, more] = isNode(doc.dicts) ? Object.values(doc.dicts) : [];
  if (more === undefined && isNode(dict) && Array.isArray(dict.items)) return `，${dict.items.length} 项`;
  const counted: readonly (readonly [string, string])[] = [
    ['fields', '字段'],
    ['dims', '维度'],
    ['measures', '指标'],
    ['cells', '单元格'],
    ['actions', '动作'],
    ['checks', '校验'],
    ['dicts', '字典'],
    ['keys', '参数'],
  ];
  return counted
    .map(([key, what]) => [isNode(doc[key]) ? Object.keys(doc[key]).length : 0, what] as const)
    .filter(([count]) => count > 0)
    .map(([count, what]) => `，${count} 个${what}`)
    .join('');
}

/** A line as one sentence: 调整 字段 「备注」最多 500 → 200 字 */
export function changeSentence({ word, what, text, was, now }: ChangeWord): string {
  return `${word} ${what} ${text}${now === undefined ? '' : `：${was ?? '空'} → ${now}`}`.trim();
}

/** One step in words; `doc` is the text where its node stands (before a removal, after everything else), `before` the one it is made on. */
export function stepWords(step: Step, doc: StepDoc, names: Names = {}, before = doc): ChangeWord {
  const address = addressOfStep(step);
  if ('set' in step) return setWords(step, doc, names, before);
  const named = 'insert' in step ? insertedName(step.insert, step.value, doc, names) : nameAt(doc, address, names);
  const within = placeOf(doc, address, names);
  const title = quoted(within, named.title);
  const places = placesOf(doc, address);
  if ('insert' in step)
    return line('add', named.what, title + insertedSays(doc, address, step.value, names), address, places);
  if ('remove' in step) {
    const isField = /^fields\.[^.]+(\.fields\.[^.]+)?$/.test(address);
    return line(
      isField ? 'off' : 'remove',
      named.what,
      `${title}${isField ? '，隐藏 30 天，数据保留' : ''}`,
      address,
      places,
    );
  }
  if ('rename' in step) return renameWords(step, named, title, places);
  return line('move', named.what, title + movedSays(step, doc, names), address, places);
}

/** 「采购明细」的「数量」; what has no title is told by what it says. */
const quoted = (within: string, title: string): string =>
  title === '' ? within : `${within === '' ? '' : `${within}的`}「${title}」`;

function setWords(step: SetStep, doc: StepDoc, names: Names, before: StepDoc): ChangeWord {
  const { parent, key } = splitAddress(step.set);
  if (step.set === '') return line(step.to === undefined ? 'remove' : 'add', SORT_TITLES[sortOfDoc(doc)], '', '', []);
  const holds = shapeAt(doc, parent);
  const isKey = parent === '' || typeof holds !== 'object' || 'node' in holds;
  const owner = ownerOf(doc, parent);
  const named = nameAt(doc, owner, names);
  const within = placeOf(doc, owner, names);
  const title = owner === '' ? '' : quoted(within, named.title);
  if (key === 'off') return line(step.to === true ? 'off' : 'on', named.what, title, owner, placesOf(doc, owner));
  const pair = isKey ? undefined : nameAt(doc, step.set, names);
  const keyTitle = pair === undefined ? keyText(sortAt(doc, parent), key).title : `${pair.what}「${pair.title}」`;
  const was = valueWord(before, step.set, step.was, names);
  const now = valueWord(doc, step.set, step.to, names);
  return { ...line('adjust', named.what, `${title}${keyTitle}`, step.set, placesOf(doc, owner)), was, now };
}
/** The nearest thing with a name at or above an address. */
function ownerOf(doc: StepDoc, address: string): string {
  for (let at = address; at !== ''; at = splitAddress(at).parent) {
    const { parent } = splitAddress(at);
    const holds = parent === '' ? undefined : shapeAt(doc, parent);
    if (typeof holds === 'object' && ('map' in holds || 'placements' in holds || 'list' in holds)) return at;
  }
  return '';
}

function renameWords(step: RenameStep, named: Named, title: string, places: readonly string[]): ChangeWord {
  const { key } = splitAddress(step.rename);
  return { ...line('rename', named.what, title, step.rename, places), was: key, now: step.to };
}

function insertedName(address: string, value: unknown, doc: StepDoc, names: Names): Named {
  const named = nameAt(doc, address, names);
  return isNode(value) && typeof value.title === 'string' ? { ...named, title: value.title } : named;
}

/** What is worth knowing of a new thing: ，引用生产工单，必填 */
function insertedSays(doc: StepDoc, address: string, value: unknown, names: Names): string {
  if (!isNode(value)) return '';
  const said: string[] = [];
  const { parent } = splitAddress(address);
  const isField = /(^|\.)(fields|ask|params|keys)$/.test(parent);
  const state = (code: string): string => names.state?.(code) ?? code;
  if (isField && !factsOfDoc(value).holdsRows) {
    if (typeof value.ref === 'string')
      said.push(`引用${value.ref === 'self' ? '本单据' : (names.document?.(value.ref) ?? value.ref)}`);
    else if (typeof value.dict === 'string') said.push(`字典${names.dict?.(value.dict) ?? value.dict}`);
    else if (typeof value.formula === 'string') said.push(`等于 ${exprWord(doc, value.formula, parent, names)}`);
    else if (typeof value.kind === 'string') said.push(kindOf(value.kind as KindId)?.title ?? value.kind);
    if (value.required === true) said.push('必填');
    if (value.required === 'new') said.push('仅新单据必填');
  }
  if (isField && isNode(value.fields)) said.push(`${Object.keys(value.fields).length} 列`);
  if (typeof value.when === 'string') said.push(`${exprWord(doc, value.when, parent, names)} 时`);
  if (typeof value.where === 'string') said.push(exprWord(doc, value.where, parent, names));
  const sentence = typeof value.say === 'string' ? templateWord(doc, value.say, address, names) : '';
  // what is called by its sentence says it once
  if (sentence !== '' && sentence !== nameAt(doc, address, names).title) said.push(sentence);
  if (Array.isArray(value.from) && parent.endsWith('actions')) {
    said.push(`${(value.from as readonly string[]).map(state).join('、')}时可做`);
    if (typeof value.to === 'string') said.push(`之后为${state(value.to)}`);
  }
  return said.length === 0 ? '' : `，${said.join('，')}`;
}

function movedSays(step: MoveStep, doc: StepDoc, names: Names): string {
  const { parent } = splitAddress(step.move);
  const after = step.after === undefined ? undefined : nameAt(doc, `${step.to ?? parent}.${step.after}`, names).title;
  const where = after === undefined || after === '' ? '最前' : `「${after}」之后`;
  if (step.to === undefined || step.to === parent) return after === undefined ? '放到最前' : `放到${where}`;
  const into = ownerOf(doc, step.to);
  return `移到「${nameAt(doc, into, names).title}」${after === undefined ? '' : `，${where}`}`;
}

const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^(views\.[^.]+\.)?list\.search/, '查询'],
  [/^(views\.[^.]+\.)?list/, '列表'],
  [/^(views\.[^.]+\.)?edit/, '编辑页'],
  [/^(views\.[^.]+\.)?detail/, '详情'],
  [/^fields\.[^.]+\.columns/, '编辑页'],
  [/^(checks|rules)/, '编辑页'],
  [/^import/, '导入'],
  [/^access/, '权限'],
];
const AT: { readonly [at: string]: string } = {
  row: '行',
  bulk: '多选',
  toolbar: '工具栏',
  detail: '详情',
  edit: '编辑页',
  tree: '树',
};

/** Pages a thing is seen on: those that place a field, those an action stands on, else the one it belongs to. */
function placesOf(doc: StepDoc, address: string): readonly string[] {
  const field = /^fields\.([^.[]+)$/.exec(address)?.[1];
  if (field !== undefined) return pagesWith(doc, field);
  const action = valueAt(doc, address);
  if (/^actions\.[^.]+$/.test(address))
    return isNode(action) && Array.isArray(action.at)
      ? (action.at as readonly string[]).map((at) => ownOf(AT, at) ?? at)
      : [];
  const found = PLACES.find(([pattern]) => pattern.test(address));
  return found === undefined ? [] : [found[1]];
}
function pagesWith(doc: StepDoc, field: string): readonly string[] {
  const groups = (entriesAt(doc, 'edit.groups') ?? []).map((code) => `edit.groups.${code}.fields`);
  const tabs = (entriesAt(doc, 'detail.tabs') ?? []).map((code) => `detail.tabs.${code}.fields`);
  const pages: readonly (readonly [readonly string[], string])[] = [
    [groups, '编辑页'],
    [['list.columns'], '列表'],
    [['list.search'], '查询'],
    [['detail.head', ...tabs], '详情'],
  ];
  return pages.flatMap(([lists, page]) =>
    lists.some((list) => (entriesAt(doc, list) ?? []).some((key) => key === field || key.startsWith(`${field}.`)))
      ? [page]
      : [],
  );
}

/** Codes of fields that come or go as a whole. */
function codesOf(steps: readonly Step[], key: 'insert' | 'remove'): ReadonlySet<string> {
  const codes = steps.flatMap((step) => {
    const address = (step as unknown as { readonly [name: string]: unknown })[key];
    const match = typeof address === 'string' ? /^fields\.([^.[]+)(?:\.fields\.([^.[]+))?$/.exec(address) : null;
    return match === null ? [] : [match[2] === undefined ? (match[1] ?? '') : `fields.${match[1]}.columns/${match[2]}`];
  });
  return new Set(codes);
}
function isPlacementOf(step: Step, fresh: ReadonlySet<string>, gone: ReadonlySet<string>): boolean {
  const codes = 'insert' in step ? fresh : 'remove' in step ? gone : undefined;
  if (codes === undefined) return false;
  const address = addressOfStep(step);
  if (isWithin(address, 'fields') && !/\.(columns|summary)[.[]/.test(address)) return false;
  const { parent, key } = splitAddress(address);
  return (
    codes.has(`${parent}/${key}`) ||
    (!isWithin(address, 'fields') && codes.has(key.split('.')[0] ?? '') && isList(parent))
  );
}
const isList = (parent: string): boolean => /(columns|search|fields|head|summary)$/.test(parent);

function line(change: Change, what: string, text: string, address: string, places: readonly string[]): ChangeWord {
  return { change, word: WORDS[change], what, text, places, address };
}
