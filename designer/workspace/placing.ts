/** Where the next thing goes on the side of the object that is shown, what stands on no page yet, and what can be chosen together. */

import { factsOf } from '../../schemas/language/kinds/index';
import { addressOf } from '../../schemas/language/resolve/address';
import type { Part, Placement, ResolvedObject } from '../../schemas/language/resolved';
import { splitAddress } from '../../schemas/language/steps/index';
import { isTyped } from '../../schemas/language/written';
import type { OutlineFace } from '../outline/outline-of';
import { kindOfField } from '../palette/kinds';
import type { Unplaced } from '../palette/Palette';
import type { Spot } from './acts';

export interface Places {
  readonly unplaced: readonly Unplaced[];
  /** 页面, 列表 */
  readonly name: string;
  /** behind what is chosen, else at the end */
  readonly next: Spot | undefined;
  /** everything in the list of what is chosen */
  readonly siblings: readonly string[];
}
const NOTHING: Places = { unplaced: [], name: '页面', next: undefined, siblings: [] };

export function placesOf(object: ResolvedObject | undefined, face: OutlineFace, selection: readonly string[]): Places {
  if (object === undefined) return NOTHING;
  const lists = listsOf(object, face);
  const chosen = selection.at(-1);
  const at = chosen === undefined ? undefined : splitAddress(chosen);
  const within = at === undefined ? undefined : lists.find((entry) => entry.list === at.parent);
  // a chosen group takes it in itself
  const inside =
    chosen === undefined
      ? undefined
      : lists.find((entry) => entry.list === `${chosen}.fields` || entry.list === `${chosen}.columns`);
  const end = inside ?? lists.findLast((entry) => entry.target === true);
  const next =
    within !== undefined && (within.target === true || isRows(within)) && at !== undefined
      ? { list: within.list, after: at.key }
      : end === undefined
        ? undefined
        : { list: end.list, after: end.codes.at(-1) ?? null };
  const shown = within ?? lists.find((entry) => entry.target === true);
  return {
    unplaced: unplacedIn(object, face, new Set(lists.flatMap((entry) => (entry.target === true ? entry.codes : [])))),
    name: face === 'list' ? '列表' : '页面',
    next,
    siblings: shown === undefined ? [] : shown.codes.map((code) => addressOf(shown.list, code)),
  };
}

interface Listed {
  readonly list: string;
  readonly codes: readonly string[];
  /** fields of the head may stand here */
  readonly target?: true;
}
function listsOf(object: ResolvedObject, face: OutlineFace): readonly Listed[] {
  if (face === 'list')
    return [
      { list: 'list.search', codes: codesOf(object.list.search) },
      { list: 'list.schemes', codes: object.list.schemes.map((scheme) => scheme.code) },
      { list: 'list.columns', codes: codesOf(object.list.columns), target: true },
    ];
  if (face === 'detail')
    return [
      { list: 'detail.tabs', codes: object.detail.tabs.map((tab) => tab.code) },
      { list: 'detail.head', codes: codesOf(object.detail.head), target: true },
    ];
  if (face !== 'edit') return [];
  const tables = Object.values(object.fields).flatMap((field) =>
    field.sub === undefined ? [] : [{ list: `fields.${field.code}.columns`, codes: codesOf(field.sub.columns) }],
  );
  const groups = object.edit.groups.filter(
    (part) => !part.code.startsWith('$') && (part.fields !== undefined || isPlain(part)),
  );
  return [
    ...tables,
    { list: 'edit.groups', codes: groups.map((part) => part.code) },
    ...sorted(object, groups).map((part) => ({
      list: `${addressOf('edit.groups', part.code)}.fields`,
      codes: codesOf(part.fields ?? []),
      target: true as const,
    })),
  ];
}
/** A new field goes to the last group of plain fields, not to the rows below them or to a tab of files behind. */
const sorted = (object: ResolvedObject, groups: readonly Part[]): readonly Part[] => {
  const isOfHead = (part: Part): boolean =>
    part.tab === undefined && !(part.fields ?? []).some(({ field = '' }) => object.fields[field]?.sub !== undefined);
  return [...groups.filter((part) => !isOfHead(part)), ...groups.filter(isOfHead)];
};
const isPlain = (part: Part): boolean =>
  part.list === undefined && part.report === undefined && part.block === undefined;
const isRows = ({ list }: Listed): boolean => /^fields\.[^.]+\.columns$/.test(list);
const codesOf = (items: readonly Placement[]): readonly string[] =>
  items.flatMap((item) => {
    const code = item.field ?? item.param;
    return code === undefined || code.startsWith('$') ? [] : [code];
  });

/** the strip on top of a document shows them */
const AUDIT = new Set(['auditStatus', 'auditedBy', 'auditedAt']);

function unplacedIn(object: ResolvedObject, face: OutlineFace, placed: ReadonlySet<string>): readonly Unplaced[] {
  if (face !== 'edit' && face !== 'list') return [];
  return Object.values(object.fields)
    .filter((field) => field.base !== true && field.hidden !== true && field.ext !== true && !placed.has(field.code))
    .filter((field) => face === 'edit' || (field.sub === undefined && !factsOf(field).isAsked))
    .filter((field) => face === 'list' || (field.code !== object.state && !(object.audited && AUDIT.has(field.code))))
    .map((field) => {
      const kind = kindOfField(field);
      const missing = face === 'edit' && field.required === true && field.default === undefined && isTyped(field);
      return {
        code: field.code,
        title: field.title,
        icon: field.sub !== undefined ? 'table' : (kind?.icon ?? 'text'),
        note: kind?.title ?? '',
        missing,
      };
    });
}
