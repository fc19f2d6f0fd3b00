/** What a task on touch says of a record and offers for it (`floor.card`), and which record a code is about. */
import { wireKey } from '../../schemas/language/kinds/record-codec';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';
import type { ScanHit } from '../../schemas/language/wire-labels';
import type { WireRow } from '../data/types';
import { actionsAt, allows } from '../list/row-actions';
import type { Page } from '../page/types';
import { documentOf } from '../page/use-page';
import { type ColumnSource, columnsOf, type TableColumn } from '../table/index';
import { isOpen, isStep } from './queued-action';
import type { StepOptions, Task } from './task-desk';

export interface TaskShape {
  readonly head: TableColumn | undefined;
  readonly state: TableColumn | undefined;
  /** codes that are quiet while they are ordinary */
  readonly tags: readonly TableColumn[];
  readonly facts: readonly TableColumn[];
  /** done, of how many, then what is left */
  readonly numbers: readonly TableColumn[];
  readonly picture: TableColumn | undefined;
  /** of the task in front: its biggest numbers, when it began, who works on it, how many more may be reported */
  readonly front: readonly TableColumn[];
  readonly since: TableColumn | undefined;
  readonly people: TableColumn | undefined;
  readonly most: TableColumn | undefined;
}

/** Its name first; quantities, states and the rest find their places by what they are. */
export const taskShape = (object: ResolvedObject, source: ColumnSource): TaskShape => {
  const [head, ...rest] = columnsOf(cardOf(object), source).filter(({ key }) => !key.startsWith('$'));
  const state = rest.find(({ key }) => key === object.state);
  const others = rest.filter((column) => column !== state);
  const numbers = others.filter(({ field }) => field?.type === 'decimal');
  const tags = others.filter(({ field }) => field?.dict !== undefined);
  const picture = others.find(({ field }) => field?.type === 'file');
  const { front = [], since, people, most } = object.floor ?? {};
  const own = (paths: readonly (string | undefined)[]) =>
    columnsOf(
      paths.flatMap((field) => (field === undefined ? [] : [{ field }])),
      source,
    );
  return {
    head,
    state,
    tags,
    numbers,
    facts: others.filter((column) => ![...numbers, ...tags, picture].includes(column)),
    picture,
    front: own(front),
    since: own([since])[0],
    people: own([people])[0],
    most: own([most])[0],
  };
};
const cardOf = ({ floor, list }: ResolvedObject) => floor?.card?.map((field) => ({ field })) ?? list.columns;

/** Columns to ask for: what is shown, and the references of the head a code may name. */
export const keysOf = (
  { head, state, tags, facts, numbers, picture, front, since, people, most }: TaskShape,
  { floor, fields }: ResolvedObject,
): string[] => {
  const shown = [head, state, ...tags, ...facts, ...numbers, picture, ...front, since, people, most].flatMap(
    (column) => column?.key ?? [],
  );
  return [...new Set([...shown, ...(floor?.scan ?? []).filter((code) => fields[code]?.ref !== undefined)])];
};

/** Own steps of a record, the one it waits for first, then those with a key. */
export const stepsOf = (page: Page, row: WireRow): readonly ResolvedAction[] => {
  const rank = ({ tone, key }: ResolvedAction): number => (tone === 'primary' ? 0 : key === undefined ? 2 : 1);
  return actionsAt(page, 'row')
    .filter((action) => isStep(action) && action.print === undefined && !isHere(page, action))
    .filter((action) => isOpen(page, action, { id: row.id, allowed: allows(row, action) ? [action.code] : [] }))
    .toSorted((a, b) => rank(a) - rank(b));
};

/** Tiles over the tasks: where else one may go from here. */
export const doorsOf = (page: Page): readonly ResolvedAction[] =>
  actionsAt(page, 'floor').filter(({ at }) => at.every((place) => place === 'floor'));

/** What a list is searched by for a code: its search fields that refer to what the code names, and the lot it is of; undefined = by none. */
export function searchedBy({ object }: Page, hit: ScanHit): Readonly<Record<string, string>> | undefined {
  const named = object.list.search.flatMap((item) => {
    const ref = item.param === undefined ? object.fields[item.field ?? '']?.ref : item.ref;
    return ref === hit.object ? [item.param ?? item.field ?? ''] : [];
  });
  const [key] = named;
  if (key === undefined) return undefined;
  const lot = object.list.search.find((item) => (item.param ?? item.field) === 'batchNbr');
  return { [key]: hit.id, ...(lot !== undefined && hit.batchNbr !== undefined && { batchNbr: hit.batchNbr }) };
}
/** It opens a record to look at as one has it before him: on touch. */
const isHere = ({ code, object }: Page, { open, right }: ResolvedAction): boolean =>
  open?.page !== undefined &&
  open.with?.floor !== undefined &&
  documentOf(open.page) === code &&
  right === `${object.object}:view`;
/** Is it the record a code names: itself, or by what it refers to. */
export const isAbout = ({ object }: Page, row: WireRow, hit: ScanHit): boolean =>
  hit.object === object.object
    ? row.id === hit.id
    : Object.values(object.fields).some(({ code, ref }) => ref === hit.object && row[`${code}Id`] === hit.id);

/** May a new record begin with what a code names: a scan field takes it, or what it takes is of it (the operations of a work order). */
export const mayBeginWith = ({ object, lib }: Page, hit: ScanHit): boolean =>
  (object.floor?.scan ?? []).some((code) => {
    const ref = object.fields[code]?.ref;
    if (ref === undefined) return false;
    return ref === hit.object || Object.values(lib.object(ref)?.fields ?? {}).some((field) => field.ref === hit.object);
  });

/** Texts of the search that are scanned and are no number of the record itself: lots. */
export const scannedTexts = ({ object }: Page): readonly { readonly key: string; readonly title: string }[] =>
  object.list.search.flatMap((item) => {
    const key = item.param ?? item.field ?? '';
    const field = object.fields[key];
    const isText = item.param === undefined ? field?.type === 'text' : item.type === undefined || item.type === 'text';
    if (item.scan !== true || !isText || object.label[0] === key) return [];
    return [{ key, title: item.title ?? field?.title ?? key }];
  });

export interface Taking {
  readonly task: Task;
  readonly action: ResolvedAction;
}
/** The action that takes what a code names (`floor.takes`): its answer is of that object, else the page it opens reads a lot of it. */
export const takerOf = ({ object, can }: Page, hit: ScanHit): ResolvedAction | undefined => {
  const action = object.actions[object.floor?.takes?.[hit.object] ?? ''];
  if (action === undefined || !can(action.right)) return undefined;
  return answerFor(action, hit.object) === undefined && hit.batchNbr === undefined ? undefined : action;
};
/** While the record allows it. */
export const takes = (task: Task, hit: ScanHit): Taking | undefined => {
  const action = takerOf(task.list.page, hit);
  return action !== undefined && allows(task.row, action) ? { task, action } : undefined;
};
/** What a taken code says beforehand: the answer that is a record of its object, else the code itself for the page that opens. */
export const knownBy = ({ action }: Taking, { object, id }: ScanHit, text: string): StepOptions => {
  const asked = answerFor(action, object);
  return asked === undefined ? { with: { scan: text } } : { answers: { [wireKey(asked)]: id } };
};
const answerFor = ({ ask = {} }: ResolvedAction, object: string) =>
  Object.values(ask).find(({ ref }) => ref === object);
