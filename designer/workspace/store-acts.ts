/** What the workspace does, as commands of the design. */
import type { FieldDoc, MenusDoc, ObjectDoc } from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { splitAddress } from '../../schemas/language/steps/index';
import {
  addEntry,
  addField,
  addMenuItem,
  addPart,
  addSubTable,
  copyText,
  createDocument,
  duplicateEntries,
  idOf,
  moveBy,
  moveEntries,
  paste,
  placeField,
  removeEntries,
  retitle,
  setProperty,
} from '../commands/index';
import type { Outcome } from '../desk/desk';
import { type Command, codeOfId, type DesignState, isRefusal } from '../document/state';
import type { DesignStore } from '../document/store';
import { fieldAtPath } from '../outline/outline-of';
import { kindByCode } from '../palette/kinds';
import type { Acts, NewDict, Spot } from './acts';
import { adding, dictsOf, placing, putDict, tableOf, together } from './together';

const DONE = { done: true } as const;

export function actsOf(
  store: DesignStore,
  object: () => ResolvedObject | undefined,
  /** why nothing can be changed */
  closed: () => string | undefined = () => undefined,
): Acts {
  const run = <A>(command: Command<A>, args: A): Outcome => {
    const reason = closed();
    if (reason !== undefined) return { refused: reason };
    const refusal = store.run(command, args);
    return refusal === undefined ? DONE : { refused: refusal.reason };
  };
  /** what a command would answer, without doing it */
  const asked = <A>(command: Command<A>, args: A): string | undefined => {
    const reason = closed();
    if (reason !== undefined) return reason;
    const answer = command(store.state, args);
    return isRefusal(answer) ? answer.reason : undefined;
  };
  const shut = (): Outcome | undefined => {
    const reason = closed();
    return reason === undefined ? undefined : { refused: reason };
  };
  return {
    refusal: (carried, spot) => {
      if (carried.sort === 'nodes') return asked(moveEntries, { addresses: carried.addresses, spot });
      if (carried.sort === 'field') return asked(placeField, { code: carried.code, spot });
      if (carried.sort === 'kind') {
        const field = { title: '字段', ...kindByCode(carried.code)?.field } as FieldDoc;
        return asked(addField, { code: PROBE, field, spot });
      }
      return carried.code === 'table' ? asked(addSubTable, { code: PROBE, title: '明细', spot }) : undefined;
    },
    addField: ({ code, field }, spot) => run(addField, { code, field: field as FieldDoc, spot }),
    addPart: (part, title, code, spot) => {
      if (part === 'table') return run(addSubTable, { code, title, ...(isOfTable(spot) ? { spot } : {}) });
      const after = spot === undefined ? undefined : groupBehind(spot);
      return run(addPart, { part, title, code, ...(after === undefined ? {} : { after }) });
    },
    addEntry: (list, code, value) => run(addEntry, { list, code, value }),
    addFields: (made, spot, listed) => shut() ?? together(store, adding(made, spot, listed)),
    addTable: (table, columns, spot) =>
      shut() ??
      together(store, {
        all: [
          ...dictsOf(columns),
          (state) =>
            addSubTable(state, {
              ...table,
              field: tableOf(table.title, columns),
              ...(isOfTable(spot) ? { spot } : {}),
            }),
        ],
      }),
    placeFields: (codes, spot) => shut() ?? together(store, placing(codes, spot)),
    placeField: (code, spot) => run(placeField, { code, spot }),
    moveTo: (addresses, spot) => run(moveEntries, { addresses, spot }),
    moveBy: (address, by) => run(moveBy, { address, by }),
    remove: (addresses) => run(removeEntries, { addresses }),
    duplicate: (addresses) => run(duplicateEntries, { addresses }),
    copyText: (addresses) => copyText(store.state, addresses),
    paste: (text, spot) => run(paste, { text, ...(spot === undefined ? {} : { spot }) }),
    retitle: (address, title) => run(retitle, { address: titled(address, object()), title }),
    widen: (address) => run(setProperty, widthOf(address, object())),
    beginStates: (of) =>
      'dict' in of
        ? together(store, {
            all: [
              (state) => putDict(state, of.dict),
              (state) => addField(state, { code: of.field.code, field: of.field.field as FieldDoc }),
              (state) => setProperty(state, { addresses: [''], key: 'state', to: of.field.code }),
            ],
          })
        : run(setProperty, { addresses: [''], key: 'state', to: of.field }),
    make: ({ app, doc, report, dicts = [] }) =>
      make(store, app, { docs: report === undefined ? [doc] : [report, doc], dicts }),
  };
}
/** a code nobody has: only asks whether something may be there */
const PROBE = 'xProbeOfPlace';

const isOfTable = (spot: Spot | undefined): spot is Spot =>
  spot !== undefined && (spot.list === 'edit.groups' || spot.list.endsWith('.fields'));
/** A group goes behind the group a spot is in. */
const groupBehind = (spot: Spot): string | null | undefined =>
  spot.list === 'edit.groups' ? spot.after : splitAddress(splitAddress(spot.list).parent).key;

/** A field on the page is renamed itself, not only there. */
function titled(address: string, object: ResolvedObject | undefined): string {
  const placed = /^edit\.groups\..+\.fields\.([^.]+)$/.exec(address)?.[1];
  const cell = /^fields\.([^.]+)\.columns\.([^.]+)$/.exec(address);
  if (placed !== undefined && object?.fields[placed] !== undefined) return `fields.${placed}`;
  if (cell?.[1] !== undefined && cell[2] !== undefined && object !== undefined)
    return fieldAtPath(object, `${cell[1]}.${cell[2]}`) === undefined ? address : `fields.${cell[1]}.fields.${cell[2]}`;
  return address;
}

/** One column → two → the whole row → one. */
function widthOf(address: string, object: ResolvedObject | undefined): Parameters<typeof setProperty>[1] {
  const { parent, key } = splitAddress(address);
  const part = object?.edit.groups.find((group) => `edit.groups.${group.code}.fields` === parent);
  const span = part?.fields?.find((field) => field.field === key)?.span;
  const to = span === undefined || span === 1 ? 2 : span === 2 ? ('full' as const) : undefined;
  return { addresses: [address], key: 'span', ...(to === undefined ? {} : { to }) };
}

/** New objects, reports or boards with their entries in the menu of their app; the last one opens. */
function make(
  store: DesignStore,
  app: { readonly code: string; readonly title: string },
  { docs, dicts }: Made,
): Outcome {
  const menu = `menus:${app.code}`;
  const entries = docs.flatMap((doc, n) => {
    const code = codeOfId(idOf(doc));
    const item = { code, title: doc.title ?? code, page: code };
    return [
      (state: DesignState) =>
        Object.keys(state.documents[menu]?.text ?? {}).length > 0
          ? addMenuItem(state, { document: menu, ...item })
          : createDocument(state, { doc: menuText(app.code, app.title, item), open: false }),
      (state: DesignState) => createDocument(state, { doc, open: n === docs.length - 1 }),
    ];
  });
  return together(store, { all: [...dicts.map((dict) => (state: DesignState) => putDict(state, dict)), ...entries] });
}
interface Made {
  readonly docs: readonly (ObjectDoc | ReportDoc | BoardDoc)[];
  readonly dicts: readonly NewDict[];
}
const menuText = (
  area: string,
  title: string,
  item: { readonly code: string; readonly title: string; readonly page: string },
): MenusDoc => ({
  $schema: 'menus/1',
  area,
  title,
  items: { [item.code]: { title: item.title, page: item.page } },
});
