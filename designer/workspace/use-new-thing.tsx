/** New things and new titles: the question each asks before it is put into the document. */
import { type ReactNode, useState } from 'react';
import { valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { DeskView, Outcome } from '../desk/desk';
import { type Place, placeAt, placeOf, type Sample } from '../expression/index';
import { fieldAtPath } from '../outline/outline-of';
import { kindByCode, LAYOUT, type LayoutCode, type PaletteKind } from '../palette/kinds';
import type { Acts, NewField, Spot } from './acts';
import { beginStates, newDict } from './begin-states';
import { type Entry, entryOf, NEW } from './entries';
import { type Asked, type Line, TitlePrompt } from './TitlePrompt';
import { madeOf } from './use-quick';

interface Options {
  readonly view: DeskView;
  readonly acts: Acts;
  readonly tell: (outcome: Outcome) => boolean;
  /** a record of the object that expressions are tried on */
  readonly sample: Sample | undefined;
}
interface Question {
  readonly heading: string;
  readonly title?: string;
  readonly label?: string;
  readonly begin?: string;
  readonly lines?: readonly Line[];
  /** codes taken where it goes; undefined = it needs no code */
  readonly taken?: ReadonlySet<string>;
  readonly prefix?: string | undefined;
  readonly onDone: (asked: Asked) => void;
}

export interface NewThings {
  askField(kind: string, spot: Spot): void;
  /** fields named in one line; true = they are there */
  addQuick(text: string, spot: Spot, listed: boolean): Promise<boolean>;
  askPart(part: LayoutCode, spot: Spot | undefined): void;
  askTitle(address: string): void;
  /** one more in a list of the outline */
  askEntry(list: string): void;
  addable(list: string): boolean;
  /** states for the object: those of a field, or a first and a last one to go on from */
  beginStates(field: string | undefined): void;
  readonly outlet: ReactNode;
}

export function useNewThing({ view, acts, tell, sample }: Options): NewThings {
  const [question, setQuestion] = useState<Question>();
  const ask = (next: Question): void => setQuestion(next);
  const { object } = view;
  const prefix = view.open?.own === false ? 'x' : undefined;
  const placeOfLine = ({ expr, free }: Line): Place | undefined => {
    const place = expr === undefined ? undefined : placeAt(view.doc, expr, 'expr', view.library);
    if (place === undefined) return undefined;
    const { want, ...rest } = placeOf(place);
    // a formula gives its field the sort it has
    return expr?.endsWith('.formula') === true || free === true ? rest : { ...rest, want };
  };
  const askField = (code: string, spot: Spot): void => {
    const kind = kindByCode(code);
    if (kind === undefined || object === undefined) return;
    ask({
      heading: `新增字段：${kind.title}`,
      title: kind.title,
      label: '标题',
      lines: [
        ...linesOf(kind, view).map((line) =>
          kind.asks === 'formula' ? { ...line, expr: `${definedIn(spot.list)}.${NEW}.formula` } : line,
        ),
        ...(isOnPage(spot) ? [IN_LIST] : []),
      ],
      taken: takenAt(view, spot.list),
      prefix,
      onDone: ({ title, code: own, of }) => {
        const items = (of.items ?? '').split(/[,，、;；\s]+/).filter((item) => item !== '');
        const field = { title, code: own, field: fieldOf(kind, title, of) };
        const listed = of.listed === 'yes';
        if (kind.asks !== 'dict' || of.of || items.length === 0) tell(acts.addFields([{ field }], spot, listed));
        else
          void newDict(view, title, items).then((dict) =>
            tell(acts.addFields([{ field: withDict(field, dict.code), dict }], spot, listed)),
          );
      },
    });
  };
  const askPart = (part: LayoutCode, spot: Spot | undefined): void => {
    const named = LAYOUT.find((item) => item.code === part);
    if (named === undefined || object === undefined) return;
    const taken =
      part === 'table' ? new Set(Object.keys(object.fields)) : new Set(object.edit.groups.map((group) => group.code));
    ask({
      heading: `新增${named.title}`,
      title: named.title,
      label: '标题',
      taken,
      prefix,
      lines: part === 'table' ? [COLUMNS] : [],
      onDone: ({ title, code, of }) => {
        const columns = (of.columns ?? '').trim();
        if (part !== 'table' || columns === '') tell(acts.addPart(part, title, code, spot));
        else
          void madeOf(columns, view, { fields: 'fields', taken: new Set(), prefix: undefined }).then((made) =>
            tell(acts.addTable({ code, title }, made, spot)),
          );
      },
    });
  };
  const askTitle = (address: string): void => {
    const now = titleAt(view, address);
    ask({
      heading: `「${now}」的标题`,
      title: now,
      label: '标题',
      begin: now,
      onDone: ({ title }) => tell(acts.retitle(address, title)),
    });
  };
  const askEntry = (list: string): void => {
    if (object === undefined) return;
    if (list === 'edit.groups') {
      askPart('group', undefined);
      return;
    }
    const entry = entryOf(list, view);
    if (entry === undefined) return;
    ask({
      ...entryQuestion(entry),
      ...(entry.coded
        ? { taken: new Set(Object.keys((valueAt(view.doc as never, list) ?? {}) as object)), prefix }
        : {}),
      onDone: (asked) => {
        if (entry.places) tell(acts.placeFields((asked.of.field ?? '').split(','), { list, after: entry.last }));
        else tell(acts.addEntry(list, asked.code, entry.make(asked)));
      },
    });
  };
  return {
    askField,
    addQuick: quickAdder({ view, acts, tell }, prefix),
    askPart,
    askTitle,
    askEntry,
    beginStates: (field) => beginStates({ view, acts, tell, prefix }, field),
    addable: (list) => view.readonly === undefined && (list === 'edit.groups' || entryOf(list, view) !== undefined),
    outlet:
      question === undefined ? null : (
        <TitlePrompt
          key={question.heading}
          heading={question.heading}
          title={question.title}
          label={question.label ?? '标题'}
          begin={question.begin}
          lines={question.lines ?? []}
          taken={question.taken}
          prefix={question.prefix}
          placeOf={placeOfLine}
          sample={sample}
          onCancel={() => setQuestion(undefined)}
          onDone={(asked) => {
            setQuestion(undefined);
            question.onDone(asked);
          }}
        />
      ),
  };
}

const quickAdder =
  ({ view, acts, tell }: Omit<Options, 'sample'>, prefix: string | undefined): NewThings['addQuick'] =>
  async (text, spot, listed) => {
    const fields = definedIn(spot.list);
    const made = await madeOf(text, view, { fields, taken: takenAt(view, spot.list), prefix });
    return tell(acts.addFields(made, spot, listed));
  };
const entryQuestion = (entry: Entry) => ({
  heading: entry.heading,
  ...(entry.titled ? { title: entry.title, label: entry.titled } : {}),
  lines: entry.lines,
});
const IN_LIST: Line = { key: 'listed', label: '同时放入列表', hint: '', needed: false, tick: true };
const COLUMNS: Line = { key: 'columns', label: '列', hint: '用顿号隔开，如 工装（物料）、数量', needed: false };
/** A place on the form; a sub-table has columns of its own. */
export const isOnPage = (spot: Spot): boolean => spot.list.startsWith('edit.groups.');

const withDict = (field: NewField, dict: string): NewField => ({
  ...field,
  field: { ...(field.field as { readonly [key: string]: Json }), dict },
});

/** What a kind cannot be without. */
function linesOf(kind: PaletteKind, view: DeskView): readonly Line[] {
  switch (kind.asks) {
    case 'dict':
      return [
        {
          key: 'of',
          label: '字典',
          hint: '选择一个字典，或在下面新建',
          needed: false,
          options: [...view.dicts.values()].map((dict) => ({ value: dict.code, label: `${dict.title} ${dict.code}` })),
          or: 'items',
        },
        { key: 'items', label: '新选项', hint: '用逗号隔开，如 待借出，借用中，已归还', needed: false, or: 'of' },
      ];
    case 'ref':
      return [{ key: 'of', label: '引用', hint: '选择一个对象，如 员工', needed: true, options: objectChoices(view) }];
    case 'formula':
      return [{ key: 'of', label: '公式', hint: '如 数量 * 单价', needed: true }];
    case 'rule':
      return [
        { key: 'of', label: '编号规则', hint: 'GZJY{yyyyMMdd}{seq:4}', needed: true, proposed: 'BH{yyyyMMdd}{seq:4}' },
      ];
    case 'text':
      return [{ key: 'of', label: '文字', hint: '显示在页面上的说明', needed: true }];
    default:
      return [];
  }
}
export const objectChoices = (view: DeskView): readonly { readonly value: string; readonly label: string }[] =>
  view.documents
    .filter((doc) => doc.sort === 'object')
    .map((doc) => ({ value: doc.code, label: `${doc.title} ${doc.code}` }));

const KEY_OF = { dict: 'dict', ref: 'ref', formula: 'formula', rule: 'rule', text: 'text' } as const;
function fieldOf(kind: PaletteKind, title: string, of: Asked['of']): Json {
  const { type, ...rest } = kind.field;
  const own = !of.of || kind.asks === undefined ? {} : { [KEY_OF[kind.asks]]: of.of };
  // a dictionary or a reference says the type by itself
  return { title, ...rest, ...(type === undefined || type === 'dict' ? {} : { type }), ...own } as unknown as Json;
}

/** The map of fields a place takes its fields from. */
function definedIn(list: string): string {
  const sub = /^fields\.([^.]+)\.columns$/.exec(list)?.[1];
  return sub === undefined ? 'fields' : `fields.${sub}.fields`;
}
/** Codes of the map a new field goes to: that of its sub-table or of the head. */
function takenAt(view: DeskView, list: string): ReadonlySet<string> {
  const sub = /^fields\.([^.]+)\.columns$/.exec(list)?.[1];
  const fields = sub === undefined ? view.object?.fields : view.object?.fields[sub]?.sub?.fields;
  return new Set(Object.keys(fields ?? {}));
}

/** The title a thing shows: its own, else that of what it names. */
export function titleAt(view: DeskView, address: string): string {
  const written = valueAt(view.doc as never, address);
  if (typeof written === 'object' && written !== null && 'title' in written) return String(written.title);
  const key = /([^.[\]]+|\[[^\]]*\])$/.exec(address)?.[1]?.replace(/[[\]]/g, '') ?? address;
  const { object } = view;
  if (object === undefined) return key;
  if (address.startsWith('actions.')) return object.actions[key]?.title ?? key;
  const part = [...object.edit.groups, ...object.detail.tabs].find((group) => group.code === key);
  if (part !== undefined && /^(edit\.groups|detail\.tabs)\.[^.]+$/.test(address)) return part.title ?? part.tab ?? key;
  const sub = /^fields\.([^.]+)\.(fields|columns)\./.exec(address)?.[1];
  if (sub !== undefined) return object.fields[sub]?.sub?.fields[key]?.title ?? key;
  const scheme = object.list.schemes.find((scheme) => scheme.code === key);
  if (address.startsWith('list.schemes.')) return scheme?.title ?? key;
  return fieldAtPath(object, key)?.title ?? key;
}
