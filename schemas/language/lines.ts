/**
 * Nodes of a resolved object as the lines an implementer would write: canonical, and without what a text never says because it is
 * derived. The gallery shows them beside what they make (domain 80 §6).
 */
import { layOut } from './canon/layout';
import { orderNode } from './canon/order';
import { factsOfDoc, KINDS } from './kinds/index';
import type { Node } from './resolve/merge';
import type { Placement, ResolvedField, ResolvedObject } from './resolved';
import { SORTS } from './sorts/index';
import type { SortId } from './sorts/table';

export interface Lines {
  /** where they stand in the document: `fields.needBy` */
  readonly address: string;
  readonly text: string;
}

/** A field with the rules and checks that speak of it. */
export function fieldLines(object: ResolvedObject, code: string): readonly Lines[] {
  const field = object.fields[code];
  if (field === undefined) return [];
  const names = new RegExp(`(^|[^\\w.'])${code}(?!\\w)`);
  const speaks = (node: object): boolean => names.test(Object.values(node).flat(2).map(wordsOf).join('\n'));
  return [
    { address: `fields.${code}`, text: printed(ownField(object, field), 'field') },
    ...object.rules
      .filter((rule) => rule.in === undefined && speaks({ ...rule, address: '', say: '' }))
      .map((rule) => ({ address: rule.address, text: printed(rule, 'rule') })),
    ...object.checks
      .filter(
        (check) => check.in === undefined && (check.at === code || names.test(`${check.that} ${check.when ?? ''}`)),
      )
      .map(({ level, ...check }) => ({
        address: check.address,
        text: printed({ ...check, ...(level === 'warn' ? { level } : {}) }, 'check'),
      })),
  ];
}

/** Keys of the list, its columns one by one. */
export function listLines(object: ResolvedObject): readonly Lines[] {
  const { columns, ...rest } = object.list;
  const keys = Object.entries(rest).filter(([key, value]) => key in SORTS.list && !isNothing(value));
  return [
    ...keys.map(([key, value]) => ({ address: `list.${key}`, text: printed({ [key]: value }, 'list') })),
    ...columns
      .filter(({ field }) => field !== undefined)
      .map((column) => ({
        address: `list.columns.${column.field}`,
        text: printed({ columns: [ownColumn(object, column)] }, 'list'),
      })),
  ];
}

const printed = (node: object, sort: SortId): string =>
  layOut(
    orderNode(known(node, sort), sort, '', (text) => text),
    sort,
  ).trimEnd();
const known = (node: object, sort: SortId): Node =>
  Object.fromEntries(Object.entries(node).filter(([key, value]) => key in SORTS[sort] && !isNothing(value))) as Node;
const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const wordsOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, item]) => `${key} ${String(item)}`)
        .join('\n')
    : String(value);

/** Without the kind and the type it has by itself. */
function ownField(object: ResolvedObject, { kind, type, ...rest }: ResolvedField): object {
  const usual = KINDS[kind].types[0];
  return {
    ...rest,
    ...(rest.ref === object.object ? { ref: 'self' } : {}),
    ...(factsOfDoc({ kind }).followsType ? {} : { kind }),
    ...(type === usual || rest.ref || rest.dict ? {} : { type }),
  };
}
/** Without the title and the way that come from its field. */
function ownColumn(object: ResolvedObject, column: Placement): Node {
  const field = object.fields[column.field ?? ''];
  const { title, ...rest } = known(column, 'column') as { title?: string };
  return { ...rest, ...(title === undefined || title === field?.title ? {} : { title }) } as Node;
}
