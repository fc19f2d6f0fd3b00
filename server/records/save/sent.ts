/** What a client sent of a record, after everything it may not write is taken out, and where it stands. */

import { factsOf } from '../../../schemas/language/kinds/index';
import { applyRowsChange, type RowsChange } from '../../../schemas/language/kinds/record-codec';
import type { Kept } from '../../../schemas/language/record/fill';
import type { FieldModel, Model, Place } from '../../../schemas/language/record/model';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { isGiven, isTyped } from '../../../schemas/language/written';
import type { Rights } from '../../ctx';
import { accessOf } from '../read/grants';

export interface SentInput {
  readonly rec: Rec;
  readonly changes?: { readonly [sub: string]: RowsChange };
}
/** Values by place: head fields, and for each sub-table all its rows in order with the fields that were sent of each. */
export interface Sent {
  readonly head: Rec;
  readonly rows: ReadonlyMap<string, SentRows>;
}
export interface SentRows {
  /** every row of the sub-table after the change, in order, with only the fields that were sent */
  readonly rows: readonly Row[];
  readonly deleted: readonly string[];
}

const MASK = '******';

export interface Trust {
  readonly rights: Rights;
  /** code of the product: kept and ungranted fields count */
  readonly engine: boolean;
}

/** Drops kept, ungranted and masked values; `srcRowId` of new rows stays, everything else of a link does not. */
export function sentOf(model: Model, input: SentInput, stored: Rec | null, trust: Trust): Sent {
  const head = pick(model, model.head, input.rec, trust, stored === null);
  const rows = new Map<string, SentRows>();
  for (const [sub, place] of model.subs) {
    const before = (stored?.[sub] as readonly Row[] | undefined) ?? [];
    const known = new Set(before.map((row) => row.id));
    const mayAdd = trust.engine || isAddedTo(place);
    const taken = (row: Row): boolean => mayAdd || known.has(row.id);
    const list = input.rec[sub] as readonly Row[] | undefined;
    const change = input.changes?.[sub];
    if (list) {
      const kept = new Set(list.map((row) => row.id));
      rows.set(sub, {
        rows: list.filter(taken).map((row) => pickRow(model, place, row, trust, !known.has(row.id))),
        deleted: before.filter((row) => !kept.has(row.id)).map((row) => row.id),
      });
    } else if (change) {
      const merged = applyRowsChange(
        before.map((row): Row => ({ id: row.id })),
        change,
      );
      const gone = new Set(change.del);
      rows.set(sub, {
        rows: merged.filter(taken).map((row) => pickRow(model, place, row, trust, !known.has(row.id))),
        deleted: before.filter((row) => gone.has(row.id)).map((row) => row.id),
      });
    }
  }
  return { head, rows };
}

/** Rows in which nobody types anything and that come of no push are the product's: a client has none to send. */
const isAddedTo = ({ fields }: Place): boolean =>
  [...fields.values()].some(({ code, field }) => code === 'srcRowId' || isTyped(field));

function pick(model: Model, place: Place, values: Rec | Row, trust: Trust, isNew: boolean): Rec {
  const out: Rec = {};
  for (const [code, value] of Object.entries(values)) {
    const field = place.fields.get(code);
    // clients send fields; what else the jsonb holds is the engine's
    if (code === 'ext') {
      if (trust.engine) out.ext = value as Value;
    } else if (field && mayWrite(model, field, value as Value, trust, isNew)) out[code] = value as Value;
  }
  return out;
}
const pickRow = (model: Model, place: Place, row: Row, trust: Trust, isNew: boolean): Row => ({
  ...(pick(model, place, row, trust, isNew) as { [field: string]: Value }),
  id: row.id,
  ...(row.lineNo === undefined ? {} : { lineNo: row.lineNo }),
});

function mayWrite(model: Model, field: FieldModel, value: Value, trust: Trust, isNew: boolean): boolean {
  const { code } = field;
  if (!isGiven(field.field) || factsOf(field.field).holdsRows) return false;
  if (trust.engine) return true;
  // links are made by pushes, which begin with the line a new row came from
  if (code === 'srcRowId') return isNew && value !== null;
  if (!isTyped(field.field) || code === model.obj.state) return false;
  if (field.field.secret && value === MASK) return false;
  return accessOf(model.obj, field.field, trust.rights) === 'value';
}

/** Paths a fill or an on-set rule must not touch: `contact`, `items[<id>].price`. */
export function sentPaths(sent: Sent): Kept {
  const rows = new Map([...sent.rows].map(([sub, rows]) => [sub, new Map(rows.rows.map((row) => [row.id, row]))]));
  return {
    hasCell: (sub, id, code) => rows.get(sub)?.get(id ?? '')?.[code] !== undefined,
    has(path) {
      const open = path.indexOf('[');
      if (open < 0) return sent.head[path] !== undefined || rows.has(path);
      const close = path.indexOf('].', open);
      return rows.get(path.slice(0, open))?.get(path.slice(open + 1, close))?.[path.slice(close + 2)] !== undefined;
    },
  };
}
