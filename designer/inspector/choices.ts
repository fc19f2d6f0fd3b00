/** What may be chosen for a key: codes of other documents by their titles, fields by theirs. */

import type { Library } from '../../schemas/language/check/index';
import { FIELD_GROUPS, PAGE_BLOCKS, SCREENS } from '../../schemas/language/check/known';
import { objectOfPage } from '../../schemas/language/check/library';
import { factsOf, isDated } from '../../schemas/language/kinds/index';
import { toObjectType } from '../../schemas/language/object-type';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { resolvedAt } from '../../schemas/language/resolve/at';
import { ownFirst } from '../../schemas/language/resolve/fields';
import { isNode } from '../../schemas/language/resolve/merge';
import type { ObjectType, ResolvedObject } from '../../schemas/language/resolved';
import type { RefSort, SortId } from '../../schemas/language/sorts/table';
import { partTitle, withHeld } from '../../schemas/language/sorts/texts/markers';
import { joinAddress, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { GROUP_TITLES } from '../../schemas/language/words/index';
import { TONES } from '../parts/tones';
import { objectOf } from './resolved';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** said behind the label, found by search */
  readonly detail?: string | undefined;
  readonly group?: string | undefined;
}

/** Codes a reference may name. */
export function refOptions(library: Library, ref: RefSort): readonly Option[] {
  const coded = (codes: Iterable<string>): readonly Option[] =>
    [...codes].map((code) => ({ value: code, label: code }));
  const objects = [...library.objects.values()].map(({ object }) => object);
  switch (ref) {
    case 'object':
      return [
        { value: 'self', label: '本单据' },
        ...objects.map((object) => ({ value: object.object, label: object.title, detail: object.object })),
      ];
    case 'dict':
      return [...library.dicts.values()].map(({ code, title }) => ({ value: code, label: title, detail: code }));
    case 'page':
      return [
        ...objects.flatMap((object): readonly Option[] => [
          { value: object.object, label: object.title, detail: object.object },
          ...Object.values(object.views).map((view) => ({
            value: `${object.object}.${view.code}`,
            label: `${object.title}·${view.title}`,
            detail: `${object.object}.${view.code}`,
          })),
        ]),
        ...refOptions(library, 'report'),
        ...[...library.boards.values()].map(({ board }) => ({ value: board.board, label: board.title })),
      ];
    case 'report':
      return [...library.reports.values()].map(({ report }) => ({
        value: report.report,
        label: report.title,
        detail: report.report,
      }));
    case 'block':
      return [...library.blocks.values()].map((block) => ({
        value: block.block,
        label: block.title ?? block.block,
        detail: block.block,
      }));
    case 'right':
      return [
        ...FIELD_GROUPS.map((code) => ({ value: code, label: GROUP_TITLES[code] ?? code, group: '权限组' })),
        ...objects.flatMap((object) =>
          Object.values(object.actions).map((action) => ({
            value: action.right,
            label: `${object.title}：${action.title}`,
            group: '功能',
          })),
        ),
      ];
    case 'menu':
      return coded(library.menus);
    case 'print':
      return coded(library.prints);
    case 'settings':
      return coded(library.groups);
    case 'service':
      return coded(library.registry.services ?? []);
    case 'pageBlock':
      return coded(PAGE_BLOCKS);
    case 'screen':
      return coded(new Set([...SCREENS, ...(library.registry.screens ?? [])]));
  }
}

/** Sort of what a field chooser is for: it decides which names fit. */
interface Asking {
  readonly doc: StepDoc;
  readonly library: Library;
  /** of the node that has the key */
  readonly address: string;
  readonly sort: SortId;
  readonly key: string;
}

/** Fields a path may name at a key, own ones first. */
export function fieldOptions({ doc, library, address, sort, key }: Asking): readonly Option[] {
  if (doc.$schema === 'flow/1') return flowOptions(doc, library, sort, key);
  const object = objectOf(doc, library);
  if (doc.$schema === 'print/1') return printOptions(doc, library, address, key);
  if (object === undefined) return chartOptions(doc, library, address) ?? reportOptions(doc, library);
  const type = toObjectType(object);
  const target = targetOf(doc, library, address, sort, key);
  if (target !== undefined) return [...heads(target), ...hops(target, library)];
  const sub = subOf(doc, address, sort);
  const rows = sub === undefined ? undefined : type.fields[sub]?.sub;
  const inner: readonly Option[] = Object.values(rows ?? {}).map((field) => ({
    value: field.code,
    label: field.title,
    detail: field.code,
    group: type.fields[sub ?? '']?.title,
  }));
  const outer = heads(type).map((head) =>
    rows === undefined ? head : { ...head, value: `doc.${head.value}`, detail: `doc.${head.value}`, group: '单据' },
  );
  return [
    ...inner,
    ...outer,
    ...(rows === undefined && REACHING.has(sort) ? [...ofRows(type), ...hops(type, library)] : []),
    ...(sort === 'rule' && STATES.has(key) ? [...ofRows(type), ...places(object)] : []),
  ];
}

/** Fields of the document a flow decides: those that hold who or when is asked for, with their rows where these count. */
function flowOptions(doc: StepDoc, library: Library, sort: SortId, key: string): readonly Option[] {
  const entry = library.objects.get(String(doc.object));
  if (entry === undefined) return [];
  const { type } = entry;
  const kept = (is: (field: ObjectType['fields'][string]) => boolean): readonly Option[] =>
    heads(type).filter(({ value }) => {
      const field = type.fields[value];
      return field !== undefined && is(field);
    });
  if (sort === 'flowLimit' || sort === 'flowUntil') return kept((field) => isDated(field));
  if (sort === 'flowWho')
    return key === 'fieldDept'
      ? kept((field) => field.ref === 'dept')
      : kept((field) => field.ref === 'user' || field.ref === 'employee');
  if (sort === 'flowDo') {
    const { fields } = entry.object;
    return kept((field) => fields[field.code]?.flowSet === true);
  }
  const own = kept((field) => !factsOf(field).isAsked && !BASE.has(field.code));
  return sort === 'flowNode' && key === 'fields' ? [...own, ...ofRows(type)] : own;
}

/** placements and imports reach rows and one reference further */
const REACHING: ReadonlySet<SortId> = new Set<SortId>([
  'column',
  'search',
  'item',
  'import',
  'importColumn',
  'list',
  'access',
  'scheme',
  'part',
]);
const STATES: ReadonlySet<string> = new Set(['show', 'hide', 'require', 'readonly', 'except']);

/** What every record has comes last: hardly anybody means it. */
function heads(type: ObjectType): readonly Option[] {
  return ownFirst(Object.values(type.fields)).map((field) => ({
    value: field.code,
    label: field.title,
    detail: field.code,
  }));
}
function ofRows(type: ObjectType): readonly Option[] {
  return Object.values(type.fields).flatMap((field) =>
    Object.values(field.sub ?? {}).map((inner) => ({
      value: `${field.code}.${inner.code}`,
      label: `${field.title}·${inner.title}`,
      detail: `${field.code}.${inner.code}`,
      group: field.title,
    })),
  );
}
function hops(type: ObjectType, library: Library): readonly Option[] {
  return Object.values(type.fields).flatMap((field) => {
    const target = field.type === 'ref' && field.ref !== undefined && field.many !== true ? field.ref : undefined;
    const object = target === undefined ? undefined : library.types.object(target === 'self' ? type.object : target);
    if (object === undefined) return [];
    return Object.values(object.fields)
      .filter((inner) => inner.type !== 'rows' && !BASE.has(inner.code))
      .map((inner) => ({
        value: `${field.code}.${inner.code}`,
        label: `${field.title}·${inner.title}`,
        detail: `${field.code}.${inner.code}`,
        group: field.title,
      }));
  });
}
const BASE: ReadonlySet<string> = new Set(['id', 'version', 'isDeleted', 'updatedBy', 'updatedAt']);

/** Parts and actions a rule may show or hide. */
function places(object: ResolvedObject): readonly Option[] {
  return [
    { value: '*', label: '全部字段和明细', group: '整体' },
    ...[...object.edit.groups, ...object.detail.tabs].map((part) => ({
      value: `@${part.code}`,
      label: `分组「${partTitle(withHeld(part, object.fields))}」`,
      group: '分组',
    })),
    ...Object.values(object.actions).map((action) => ({
      value: `!${action.code}`,
      label: `动作「${action.title}」`,
      group: '动作',
    })),
  ];
}

/** The object whose fields are meant: the one a field refers to, the one a penetration opens. */
function targetOf(doc: StepDoc, library: Library, address: string, sort: SortId, key: string): ObjectType | undefined {
  const path = segmentsOf(address);
  const own = objectOf(doc, library);
  const typed = (code: unknown): ObjectType | undefined =>
    typeof code !== 'string' ? undefined : library.types.object(code.split(/[.#]/)[0] ?? '');
  if (sort === 'pick' && own !== undefined) {
    const field = resolvedAt(own, path.slice(0, -1).reduce(joinAddress, ''));
    return isNode(field) ? typed(field.ref === 'self' ? own.object : field.ref) : undefined;
  }
  if (key === 'fill' && own !== undefined) {
    const field = resolvedAt(own, address);
    return isNode(field) ? typed(field.ref === 'self' ? own.object : field.ref) : undefined;
  }
  if (sort === 'relCfg' && key === 'relField') {
    const penetrate = valueAt(doc, path.slice(0, -1).reduce(joinAddress, ''));
    return isNode(penetrate) ? typed(penetrate.page) : undefined;
  }
  return undefined;
}

/** The sub-table whose rows bare names mean at an address. */
function subOf(doc: StepDoc, address: string, sort: SortId): string | undefined {
  const [first, code, inner] = segmentsOf(address);
  if (first === 'fields' && code !== undefined && inner !== undefined && inner !== 'pick') return code;
  const node = valueAt(doc, address);
  const named = isNode(node) ? (sort === 'push' ? node.rows : node.in) : undefined;
  return typeof named === 'string' ? named : undefined;
}

/** Fields of what is printed: in the bands of a sub-table its rows, the head behind `doc`. */
function printOptions(doc: StepDoc, library: Library, address: string, key: string): readonly Option[] {
  const type = objectOfPage(library, String(doc.page))?.type;
  if (type === undefined) return [];
  if (key === 'rows') return heads(type).filter((head) => type.fields[head.value]?.type === 'rows');
  if (key === 'image') return heads(type).filter((head) => type.fields[head.value]?.type === 'file');
  const details = /^bands\.details\.[^.]+/.exec(address)?.[0];
  const table = details === undefined ? undefined : valueAt(doc, details);
  const rows = isNode(table) ? type.fields[String(table.rows)] : undefined;
  const outer = [...heads(type).filter((head) => type.fields[head.value]?.type !== 'rows'), ...hops(type, library)];
  if (rows?.sub === undefined) return [...outer, ...OWN];
  const inner = { ...type, fields: rows.sub } as ObjectType;
  return [
    ...[...heads(inner), ...hops(inner, library)].map((head) => ({ ...head, group: head.group ?? rows.title })),
    ...outer.map((option) => ({
      ...option,
      value: `doc.${option.value}`,
      detail: `doc.${option.value}`,
      group: '单据',
    })),
  ];
}
const OWN: readonly Option[] = [
  { value: '$trail', label: '审批轨迹', detail: '$trail' },
  { value: '$sign', label: '审批签名', detail: '$sign' },
];

/** A chart names dims and measures of its dataset. */
function chartOptions(doc: StepDoc, library: Library, address: string): readonly Option[] | undefined {
  if (doc.$schema !== 'board/1') return undefined;
  const [first = '', code = ''] = segmentsOf(address);
  const cell = valueAt(doc, joinAddress(first, code));
  const named = isNode(cell) ? String(cell.report ?? '') : '';
  const report = library.reports.get(named.split('.')[0] ?? '')?.report;
  return report === undefined
    ? []
    : [...Object.values(report.dims), ...Object.values(report.measures)].map((field) => ({
        value: field.code,
        label: field.title,
        detail: field.code,
      }));
}
function reportOptions(doc: StepDoc, library: Library): readonly Option[] {
  if (doc.$schema !== 'report/1') return [];
  // a dim without a title of its own is called as its field
  const known = library.reports.get(String(doc.report))?.report;
  const titles = new Map(
    [...Object.values(known?.dims ?? {}), ...Object.values(known?.measures ?? {})].map((dim) => [dim.code, dim.title]),
  );
  const named = (map: unknown): readonly Option[] =>
    isNode(map)
      ? Object.entries(map).map(([code, value]) => ({
          value: code,
          label: isNode(value) && typeof value.title === 'string' ? value.title : (titles.get(code) ?? code),
          detail: code,
        }))
      : [];
  const [from = '', sub] = String(doc.from ?? '').split('.');
  const source = library.types.object(from);
  const fields = sub === undefined ? source?.fields : source?.fields[sub]?.sub;
  const own = Object.values(fields ?? {}).map((field) => ({
    value: field.code,
    label: field.title,
    detail: field.code,
  }));
  return [...named(doc.dims), ...named(doc.measures), ...named(doc.params), ...own];
}

/** States an action may start in or lead to: codes of the dictionary of the state field. */
export function stateOptions(doc: StepDoc, library: Library): readonly Option[] {
  const object = objectOf(doc, library);
  const field = object?.state === undefined ? undefined : object.fields[object.state];
  const items = field?.dict === undefined ? [] : (library.types.dict(field.dict)?.items ?? []);
  return items.map((item) => ({ value: item.code, label: item.title }));
}
/** Looks of a list; those that lay rows out by a field say which. */
export function listLooks(doc: StepDoc, library: Library): readonly Option[] {
  const object = objectOf(doc, library);
  const by = (look: string, title: string, fits: (type: string, many: boolean) => boolean): readonly Option[] =>
    Object.values(object?.fields ?? {})
      .filter((field) => fits(field.type, field.many === true))
      .map((field) => ({ value: `${look}:${field.code}`, label: `${title}：${field.title}`, detail: field.code }));
  return [
    { value: 'table', label: '表格' },
    ...(object?.tree === undefined ? [] : [{ value: 'tree', label: '树' }]),
    { value: 'cards', label: '卡片' },
    ...by('board', '看板', (type, many) => type === 'dict' && !many),
    ...by('calendar', '日历', (type) => type === 'date' || type === 'datetime'),
  ];
}
/** Sub-tables of the document. */
export function subOptions(doc: StepDoc, library: Library): readonly Option[] {
  const fields = Object.values(objectOf(doc, library)?.fields ?? {});
  return fields.filter((field) => field.sub !== undefined).map((field) => ({ value: field.code, label: field.title }));
}

/** Keys a map of values may have at a key of a node: fields to be set, tones, groups; undefined = any code. */
export function pairOptions(asking: Asking): readonly Option[] | undefined {
  const { doc, library, address, sort, key } = asking;
  switch (key) {
    case 'tone':
      return TONES;
    case 'grants':
      return FIELD_GROUPS.map((code) => ({ value: code, label: GROUP_TITLES[code] ?? code }));
    case 'head':
    case 'map': {
      const node = valueAt(doc, address);
      const to = isNode(node) && sort === 'push' ? library.types.object(String(node.to)) : undefined;
      if (to === undefined) return undefined;
      const into = isNode(node) && typeof node.into === 'string' ? node.into : 'items';
      const rows = to.fields[into]?.sub;
      return key === 'head' || rows === undefined
        ? heads(to)
        : Object.values(rows).map((field) => ({ value: field.code, label: field.title, detail: field.code }));
    }
    case 'fill':
      return fieldOptions({ ...asking, sort: 'field', key: '' });
    case 'set':
    case 'fields':
    case 'summary':
    case 'tiles':
      return fieldOptions(asking);
    default:
      return undefined;
  }
}
