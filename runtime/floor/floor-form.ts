/** What floor mode shows of a document: the numbers with the pad, the tiles, the fields a code may fill, and the rest as large fields. */

import { offeredBy } from '../../schemas/language/choices';
import { evaluate } from '../../schemas/language/expr/evaluate';
import { factsOf, isNumeric } from '../../schemas/language/kinds/index';
import { scopeAt, slotValue, valueInto } from '../../schemas/language/record/bind';
import type { Part, Placement, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Problem } from '../../schemas/language/value';
import type { PickRow } from '../data/types';
import { isPictureField } from '../files/facts';
import type { FormModel } from '../form/form-model';
import { choicesOf } from './tile-choices';

export interface FloorPlan {
  readonly scan: readonly ResolvedField[];
  /** sub-table and its column whose codes are rows, one piece each: `serials.serial` */
  readonly rows: FloorPlan['tiles'];
  readonly big: readonly ResolvedField[];
  /** sub-table whose rows are worked off one after the other, and their number with the pad: `items.qty` */
  readonly lines: FloorPlan['tiles'][number] | undefined;
  /** sub-table and its field whose values are the tiles */
  readonly tiles: readonly { readonly sub: ResolvedField; readonly field: ResolvedField }[];
  readonly keys: readonly string[];
  readonly offline: boolean;
  /** own actions that may wait in the queue; undefined: all of them */
  readonly acts: readonly string[] | undefined;
  /** function whose holders alone give up what was refused */
  readonly discard: string | undefined;
  /** the most that may be entered and tapped together, and the field that says why */
  readonly limit: ResolvedField | undefined;
  readonly why: ResolvedField | undefined;
  /** quantities of scanned records that bound it without network */
  readonly known: readonly Known[];
  /** path of the value that chains reports */
  readonly chain: string | undefined;
  /** parts of the edit page without what stands elsewhere and what is left out */
  readonly parts: readonly Part[];
}

/** A quantity of the record that a field refers to. */
export interface Known {
  readonly ref: string;
  readonly column: string;
}

export function floorPlan(object: ResolvedObject): FloorPlan {
  const floor = object.floor ?? {};
  const own = (codes: readonly string[] | undefined): readonly ResolvedField[] =>
    (codes ?? []).flatMap((code) => object.fields[code] ?? []);
  const columnOf = ([code = '', column = '']: readonly string[]): FloorPlan['tiles'] => {
    const sub = object.fields[code];
    const field = sub?.sub?.fields[column];
    return sub && field ? [{ sub, field }] : [];
  };
  const tiles = Object.entries(floor.tiles ?? {}).flatMap(columnOf);
  const rows = (floor.scan ?? []).flatMap((path) => columnOf(path.split('.')));
  const big = own(floor.big);
  const [lines] = (floor.big ?? []).flatMap((path) => columnOf(path.split('.')));
  const elsewhere = new Set([...big.map((field) => field.code), ...tiles.map(({ sub }) => sub.code)]);
  const left = new Set((floor.hide ?? []).map((address) => address.replace(/^(edit\.groups|fields)\./, '')));
  const isShown = ({ field }: Placement): boolean =>
    field !== undefined && !elsewhere.has(field) && !left.has(field) && !factsOf(object.fields[field]).isNumbered;
  return {
    scan: own(floor.scan),
    rows,
    big,
    lines,
    tiles,
    keys: floor.keys ?? ['+1', '+5', '+10'],
    offline: floor.offline === true,
    acts: floor.acts,
    discard: floor.discard === undefined ? undefined : object.actions[floor.discard]?.right,
    limit: object.fields[floor.limit ?? ''],
    why: object.fields[floor.why ?? ''],
    known: (floor.known ?? []).flatMap((path) => {
      const [ref = '', column = ''] = path.split('.');
      return object.fields[ref] === undefined ? [] : [{ ref, column }];
    }),
    chain: floor.chain,
    parts: object.edit.groups
      .filter((part) => !left.has(part.code))
      .map((part) => ({ ...part, columns: 1, fields: (part.fields ?? []).filter(isShown) }))
      .map(({ tab: _tab, ...part }) => part),
  };
}

/**
 * What nobody sees and what says of itself `now()` is said anew when a record is sent: the page has stood open since the one before, and
 * work ends when it is reported.
 */
function stampMoments(model: FormModel, plan: FloorPlan): void {
  if (!model.isNew) return;
  const shown = new Set(plan.parts.flatMap(({ fields = [] }) => fields.map(({ field }) => field)));
  for (const { code, field, default: slot } of model.model.head.fields.values()) {
    if (slot === undefined || !('expr' in slot) || shown.has(code) || model.touched.has(code)) continue;
    const { bound } = slot.expr;
    if (bound.k !== 'call' || bound.name !== 'now') continue;
    const got = valueInto(slot, field, scopeAt(model.env, model.doc));
    if ('value' in got) model.change({ path: { field: code }, value: got.value });
  }
}

/** Problems of a record as it is about to be sent. */
export const judgeToSend = (model: FormModel, plan: FloorPlan): readonly Problem[] => {
  stampMoments(model, plan);
  return model.validate();
};

/** Upper limit of a number at this moment; undefined = none. */
export function limitOf(model: FormModel, code: string): number | undefined {
  const slot = model.model.fields.get(code)?.max;
  const value = slot && slotValue(slot, scopeAt(model.env, model.doc));
  return typeof value === 'number' ? value : undefined;
}

export interface Tile {
  readonly value: string;
  readonly title: string;
  /** of a reference: what its fills read */
  readonly picked?: PickRow;
  /** what becomes of it: the code it fills into its row (处置) */
  readonly note?: string;
}
/** Values a tile field may have, from its dictionary, its choices or what its picker offers. */
export function tilesOf(model: FormModel, sub: string, field: ResolvedField): readonly Tile[] {
  if (field.ref !== undefined)
    return choicesOf(model, sub, field).map((row) => {
      const note = noteOf(model, sub, field, row);
      return { value: row.id, title: row.label, picked: row, ...(note !== undefined && { note }) };
    });
  if (field.dict !== undefined)
    return (model.env.dict(field.dict)?.items ?? [])
      .filter((item) => item.off !== true)
      .map(({ code, title }) => ({ value: code, title }));
  const options = model.model.fields.get(`${sub}.${field.code}`)?.options;
  const offered = options && offeredBy(evaluate(options.bound, scopeAt(model.env, model.doc)));
  return (offered ?? []).map(({ value, label }) => ({ value, title: label }));
}

function noteOf(model: FormModel, sub: string, field: ResolvedField, picked: PickRow): string | undefined {
  for (const [into, from] of Object.entries(field.fill ?? {})) {
    const dict = model.field(sub)?.sub?.fields[into]?.dict;
    const code = picked[from];
    if (dict === undefined || code === null || code === undefined) continue;
    return model.env.dict(dict)?.items.find((item) => item.code === String(code))?.title;
  }
  return undefined;
}

/** The tile a scanned code is of: its value, or its title in words. */
export const tileBy = (model: FormModel, tiles: FloorPlan['tiles'], code: string) =>
  tiles
    .flatMap(({ sub, field }) => tilesOf(model, sub.code, field).map((tile) => ({ sub, field, tile })))
    .find(({ tile }) => [tile.value, tile.title, tile.picked?.code].includes(code));

/** The column of a sub-table that a tap counts up: `qty`, else none (a tap is a row). */
export const countColumn = (sub: ResolvedField): string | undefined =>
  isNumeric(sub.sub?.fields.qty) ? 'qty' : undefined;

/** The sub-table whose rows are scanned one a piece, while the record shows it. */
export const pieceRows = (model: FormModel, { rows }: FloorPlan): FloorPlan['rows'][number] | undefined =>
  rows.find(({ sub }) => !model.states.hidden.has(sub.code) && !model.states.readonly.has(sub.code));
/** How many pieces were scanned; undefined = pieces are not scanned. */
export const piecesOf = (model: FormModel, plan: FloorPlan): number | undefined => {
  const found = pieceRows(model, plan);
  const rows = found === undefined ? [] : (model.subs.get(found.sub.code)?.store.rows ?? []);
  return rows.length === 0 ? undefined : rows.length;
};

/** What stands beside the count of a tile and a hand on touch can give: pictures. */
export const pictureColumn = ({ sub }: ResolvedField): ResolvedField | undefined =>
  Object.values(sub?.fields ?? {}).find((field) => field.type === 'file' && isPictureField(field));

/** How often a tile was tapped. */
export function countOf(model: FormModel, sub: ResolvedField, field: string, value: string): number {
  const column = countColumn(sub);
  return (model.subs.get(sub.code)?.store.rows ?? [])
    .filter((row) => row[field] === value)
    .reduce((sum, row) => sum + (column === undefined ? 1 : Number(row[column] ?? 0)), 0);
}

/** One tap more, several, or fewer. */
export function tap(model: FormModel, sub: ResolvedField, field: string, { value, picked }: Tile, step: number): void {
  const rows = model.subs.get(sub.code);
  if (!rows) return;
  const column = countColumn(sub);
  const found = rows.store.rows.find((row) => row[field] === value);
  if (found && column !== undefined) {
    const count = Number(found[column] ?? 0) + step;
    if (count > 0) rows.change([{ row: found.id, col: column, value: count }]);
    else rows.remove([found.id]);
  } else if (step < 0) {
    const last = [...rows.store.rows].reverse().find((row) => row[field] === value);
    if (last) rows.remove([last.id]);
  } else {
    const [id] = rows.add(rows.store.rows.length, 1);
    if (id === undefined) return;
    rows.change([
      { row: id, col: field, value, ...(picked && { picked }) },
      ...(column === undefined ? [] : [{ row: id, col: column, value: step }]),
    ]);
  }
}
