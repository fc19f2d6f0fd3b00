/** The outline of an object: everything its text holds, by the parts of the designer, as a tree of addresses. */

import { kindOf } from '../../schemas/language/kinds/index';
import { toObjectType } from '../../schemas/language/object-type';
import { addressOf } from '../../schemas/language/resolve/address';
import type { Part, Placement, ResolvedField, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import { MARKER_TITLES, partTitle, withHeld } from '../../schemas/language/sorts/texts/markers';
import { readable } from '../expression/scan';
import { kindOfField } from '../palette/kinds';

export interface OutlineNode {
  /** address in the document; heads of sections have the address of their list */
  readonly address: string;
  readonly title: string;
  readonly icon: string;
  /** quiet word at the right: 扫码, 左固定, 2 个起点 */
  readonly note?: string;
  readonly children?: readonly OutlineNode[];
  /** the head of a section: counts its children, offers to add one */
  readonly head?: true;
}
export type OutlineFace = 'edit' | 'list' | 'detail' | 'actions' | 'rules' | 'access' | 'print';

/** Sections of one face of the object, in the order people work through them. */
export function outlineOf(object: ResolvedObject, face: OutlineFace, lib?: TypeLib): readonly OutlineNode[] {
  switch (face) {
    case 'edit':
      return [groupsOf(object), tablesOf(object), fieldsOf(object)].filter(hasAny);
    case 'list':
      return [searchOf(object), schemesOf(object), columnsOf(object), listActionsOf(object)].filter(hasAny);
    case 'detail':
      return [headOf(object), tabsOf(object)].filter(hasAny);
    case 'actions':
      return [actionsOf(object, false), actionsOf(object, true)].filter(hasAny);
    case 'rules':
      return [rulesOf(object), checksOf(object, lib)].filter(hasAny);
    case 'access':
      return [accessOf(object)].filter(hasAny);
    // documents of their own: the side lists them
    case 'print':
      return [];
  }
}
const hasAny = (node: OutlineNode): boolean => node.head === true;

const section = (address: string, title: string, children: readonly OutlineNode[]): OutlineNode => ({
  address,
  title,
  icon: 'group',
  head: true,
  children,
});

function groupsOf(object: ResolvedObject): OutlineNode {
  return section(
    'edit.groups',
    '页面',
    object.edit.groups
      .filter((part) => !part.code.startsWith('$'))
      .map((part) => {
        const address = addressOf('edit.groups', part.code);
        return {
          address,
          title: part.tab ?? partTitle(withHeld(part, object.fields)),
          icon: part.tab === undefined ? 'group' : 'tab',
          ...(part.tab === undefined ? {} : { note: '页签' }),
          children: (part.fields ?? []).flatMap((item) => placedIn(object, `${address}.fields`, item)),
        };
      }),
  );
}
function placedIn(object: ResolvedObject, list: string, item: Placement): readonly OutlineNode[] {
  const field = item.field === undefined ? undefined : object.fields[item.field];
  if (field === undefined || item.field === undefined) return [];
  return [node(addressOf(list, item.field), item.title ?? field.title, field, noteOfField(field))];
}
const noteOfField = (field: ResolvedField): string | undefined =>
  field.hidden === true ? '隐藏' : field.required === true || field.required === 'new' ? '必填' : undefined;

function node(address: string, title: string, field: ResolvedField | undefined, note?: string): OutlineNode {
  const icon = field?.sub !== undefined ? 'table' : field === undefined ? 'text' : (kindOfField(field)?.icon ?? 'text');
  return { address, title, icon, ...(note === undefined ? {} : { note }) };
}

function tablesOf(object: ResolvedObject): OutlineNode {
  const tables = Object.values(object.fields).filter((field) => field.sub !== undefined && field.ext !== true);
  return section(
    'fields',
    '明细的列',
    tables.map((table) => ({
      address: addressOf('fields', table.code),
      title: table.title,
      icon: 'table',
      children: Object.values(table.sub?.fields ?? {})
        .filter((field) => field.base !== true && field.hidden !== true)
        .map((field) => node(`fields.${table.code}.fields.${field.code}`, field.title, field, noteOfField(field))),
    })),
  );
}
/** All fields of the head, placed or not. */
function fieldsOf(object: ResolvedObject): OutlineNode {
  const own = Object.values(object.fields).filter((field) => field.base !== true && field.ext !== true);
  return section(
    'fields',
    '字段',
    own.map((field) => node(addressOf('fields', field.code), field.title, field, kindOfField(field)?.title)),
  );
}

function searchOf(object: ResolvedObject): OutlineNode {
  return section(
    'list.search',
    '查询',
    object.list.search.flatMap((item) => {
      const code = item.field ?? item.param;
      if (code === undefined || code.startsWith('$')) return [];
      const field = fieldAtPath(object, code);
      const note =
        item.scan === true
          ? '扫码'
          : code.includes('.')
            ? '明细'
            : item.kind !== undefined && kindOf(item.kind).defaultType === 'range'
              ? '区间'
              : undefined;
      return [node(addressOf('list.search', code), item.title ?? field?.title ?? code, field, note)];
    }),
  );
}
function schemesOf(object: ResolvedObject): OutlineNode {
  return section(
    'list.schemes',
    '方案',
    object.list.schemes.map((scheme) => ({
      address: addressOf('list.schemes', scheme.code),
      title: scheme.title,
      icon: 'funnel',
      ...(scheme.default === undefined ? {} : { note: '默认' }),
    })),
  );
}
const LOOKS: Readonly<Record<string, string>> = {
  progress: '进度',
  tag: '标签',
  image: '图片',
  dot: '圆点',
  pdf: 'PDF',
};
function columnsOf(object: ResolvedObject): OutlineNode {
  return section(
    'list.columns',
    '列',
    object.list.columns.flatMap((item) => {
      const code = item.field;
      if (code === undefined || code.startsWith('$')) return [];
      const field = fieldAtPath(object, code);
      const pinned = item.pin === 'right' ? '右固定' : item.pin === true ? '左固定' : undefined;
      return [
        node(
          addressOf('list.columns', code),
          item.title ?? field?.title ?? code,
          field,
          pinned ?? LOOKS[String(item.as)],
        ),
      ];
    }),
  );
}
function listActionsOf(object: ResolvedObject): OutlineNode {
  const shown = Object.values(object.actions).filter(
    (action) => action.auto === undefined && action.at.some((place) => place !== 'detail' && place !== 'edit'),
  );
  return section('actions', '行与批量动作', shown.map(actionNode));
}
const actionNode = (action: ResolvedObject['actions'][string]): OutlineNode => ({
  address: addressOf('actions', action.code),
  title: action.title,
  icon: action.auto === undefined ? 'action' : 'auto',
  ...(action.builtIn ? { note: '自带' } : action.from === undefined ? {} : { note: `${action.from.length} 个起点` }),
});

function headOf(object: ResolvedObject): OutlineNode {
  return section(
    'detail.head',
    '页头',
    object.detail.head.flatMap((item) => placedIn(object, 'detail.head', item)),
  );
}
function tabsOf(object: ResolvedObject): OutlineNode {
  return section(
    'detail.tabs',
    '页签',
    object.detail.tabs.map((part) => ({
      address: addressOf('detail.tabs', part.code),
      title: partTitle(withHeld(part, object.fields)),
      icon: iconOfPart(part),
      ...(Object.hasOwn(MARKER_TITLES, part.code) ? { note: '自带' } : {}),
    })),
  );
}
const iconOfPart = (part: Part): string =>
  part.list !== undefined ? 'table' : part.report !== undefined ? 'report' : 'tab';

function actionsOf(object: ResolvedObject, auto: boolean): OutlineNode {
  const shown = Object.values(object.actions).filter((action) => (action.auto !== undefined) === auto);
  return section('actions', auto ? '自动动作' : '动作', shown.map(actionNode));
}
function rulesOf(object: ResolvedObject): OutlineNode {
  return section(
    'rules',
    '联动',
    object.rules.map((rule) => ({
      address: rule.address,
      title: ruleTitle(object, rule),
      icon: 'rule',
      ...(rule.in === undefined ? {} : { note: '明细' }),
    })),
  );
}
type Rule = ResolvedObject['rules'][number];
const titlesOf = (object: ResolvedObject, codes: readonly string[], sub?: string): string =>
  codes
    .slice(0, 3)
    .map((code) => (code === '*' ? '全部' : (fieldNamed(object, code, sub)?.title ?? partNamed(object, code))))
    .join('、') + (codes.length > 3 ? ' 等' : '');
const partNamed = (object: ResolvedObject, code: string): string => {
  const part = [...object.edit.groups, ...object.detail.tabs].find((part) => `@${part.code}` === code);
  return part === undefined ? code : partTitle(withHeld(part, object.fields));
};
/** In a rule of a sub-table a bare name means its row, the head stands behind `doc`. */
const fieldNamed = (object: ResolvedObject, code: string, sub?: string): ResolvedField | undefined => {
  if (sub === undefined) return fieldAtPath(object, code);
  return fieldAtPath(object, code.startsWith('doc.') ? code.slice(4) : `${sub}.${code}`);
};
/** What a rule does, in words. */
function ruleTitle(object: ResolvedObject, rule: Rule): string {
  const titles = (codes: readonly string[]): string => titlesOf(object, codes, rule.in);
  const parts = [
    ...(rule.show === undefined ? [] : [`显示${titles(rule.show)}`]),
    ...(rule.hide === undefined ? [] : [`隐藏${titles(rule.hide)}`]),
    ...(rule.require === undefined ? [] : [`${titles(rule.require)}必填`]),
    ...(rule.readonly === undefined ? [] : [`${titles(rule.readonly)}只读`]),
    ...(rule.set === undefined ? [] : [`给${titles(Object.keys(rule.set))}赋值`]),
    ...(rule.clear === undefined ? [] : [`清空${titles(rule.clear)}`]),
  ];
  return parts.length === 0 ? '联动' : parts.join('，');
}
/** Sentences with the titles of what they name, where the types are known. */
function checksOf(object: ResolvedObject, lib: TypeLib | undefined): OutlineNode {
  const type = toObjectType(object);
  const said = (say: string, sub: string | undefined): string =>
    lib === undefined
      ? say
      : readable(say, 'template', { env: { lib, object: type, ...(sub === undefined ? {} : { sub }) } });
  return section(
    'checks',
    '校验',
    object.checks.map((check) => ({
      address: check.address,
      title: check.say === '' ? '校验' : said(check.say, check.in),
      icon: 'check',
      ...(check.level === 'warn' ? { note: '提醒' } : {}),
    })),
  );
}
function accessOf(object: ResolvedObject): OutlineNode {
  return section(
    'access.rows',
    '数据范围',
    Object.entries(object.access.rows ?? {}).map(([code, scope]) => ({
      address: addressOf('access.rows', code),
      title: scope.title ?? code,
      icon: 'lock',
    })),
  );
}

/** Own field or column of an own sub-table. */
export function fieldAtPath(object: ResolvedObject, path: string): ResolvedField | undefined {
  const [head = '', inner] = path.split('.');
  const own = object.fields[head];
  return inner === undefined ? own : own?.sub?.fields[inner];
}

/** A node as a row: how deep it stands, and a key that tells it from the same thing elsewhere. */
export interface FlatNode {
  readonly node: OutlineNode;
  readonly depth: number;
  readonly key: string;
}
/** Nodes in the order they stand on the screen; children of folded ones are not there. */
export function flattened(
  nodes: readonly OutlineNode[],
  folded: ReadonlySet<string>,
  above = '',
  depth = 0,
): readonly FlatNode[] {
  return nodes.flatMap((node) => {
    // a field stands under its group and among all fields: the way to it tells them apart
    const key = `${above}/${node.address} ${node.title}`;
    const children = folded.has(key) ? [] : flattened(node.children ?? [], folded, key, depth + 1);
    return [{ node: node, depth, key }, ...children];
  });
}
/** Only what a search finds, with what stands above it. */
export function filtered(nodes: readonly OutlineNode[], query: string): readonly OutlineNode[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node) => {
    const children = filtered(node.children ?? [], query);
    const own = node.head !== true && `${node.title} ${node.address}`.toLowerCase().includes(wanted);
    return own || children.length > 0
      ? [{ ...node, children: own && children.length === 0 ? (node.children ?? []) : children }]
      : [];
  });
}
