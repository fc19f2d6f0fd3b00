import { extProp } from '../../../schemas/language/ext';
import { isMany } from '../../../schemas/language/kinds/index';
import { shapeOf } from '../../../schemas/language/record/shape';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Rights } from '../../ctx';
import { memo } from '../../registry/memo';
import { accessOf, masked, rightsShape } from './grants';

/** Labels of referenced records, loaded before presenting. */
export type LabelOf = (object: string, id: string) => string | null;
type Out = Record<string, unknown>;
/** `groups`: field groups that `access.grants` gives for this very record */
type Write = (rec: Rec | Row, out: Out, labels: LabelOf, groups: readonly string[]) => void;
const NONE: readonly string[] = [];

/** A record on its way out: closures per field, made once for (document, rights). The only door from records to answers. */
export interface Presenter {
  head(rec: Rec, labels: LabelOf, groups?: readonly string[]): Out;
  rows(sub: string, rows: readonly Row[], labels: LabelOf, groups?: readonly string[]): Out[];
  /** own references (`supplier`, `items.material`, many-references too) whose labels an answer shows */
  readonly refs: readonly RefField[];
  /** paths whose values the user sees in every row */
  readonly open: ReadonlySet<string>;
}
export interface RefField {
  readonly sub?: string;
  readonly code: string;
  readonly object: string;
}

const presenters = new WeakMap<ResolvedObject, Map<string, Presenter>>();

export function presenterOf(object: ResolvedObject, rights: Rights): Presenter {
  const byShape = memo(presenters, object, () => new Map<string, Presenter>());
  return memo(byShape, rightsShape(object, rights), () => compile(object, rights));
}

/** Object a reference field points at; `self` is its own. */
export const targetOf = (object: ResolvedObject, field: Pick<ResolvedField, 'ref'>): string =>
  field.ref === undefined || field.ref === 'self' ? object.object : field.ref;

/** Reference to a record of an object (not the bare `id` type). */
export const isRef = (field: Pick<ResolvedField, 'type' | 'ref'>): boolean =>
  field.type === 'ref' && field.ref !== undefined;

function compile(object: ResolvedObject, rights: Rights): Presenter {
  const refs: RefField[] = [];
  const open = new Set<string>();
  const head: Write[] = [];
  const subs = new Map<
    string,
    { readonly plain: readonly string[]; readonly writes: readonly Write[]; readonly blank: () => Out }
  >();
  for (const field of Object.values(object.fields)) {
    const access = accessOf(object, field, rights);
    if (access === 'none') continue;
    if (field.sub) {
      const plain: string[] = [];
      const writes: Write[] = [];
      const keys: string[] = [];
      for (const column of Object.values(field.sub.fields)) {
        const write = fieldWrite(object, column, accessOf(object, column, rights));
        if (!write) continue;
        if (accessOf(object, column, rights) === 'value' && isPlain(column)) plain.push(column.code);
        else writes.push(write);
        keys.push(...keysOf(object, column, rights));
        if (accessOf(object, column, rights) === 'value') open.add(column.path);
        if (isRef(column)) refs.push({ sub: field.code, code: column.code, object: targetOf(object, column) });
      }
      subs.set(field.code, { plain, writes, blank: shapeOf(keys) });
      if (access === 'value') open.add(field.code);
      continue;
    }
    const write = fieldWrite(object, field, access);
    if (!write) continue;
    head.push(write);
    if (access === 'value') open.add(field.code);
    if (isRef(field)) refs.push({ code: field.code, object: targetOf(object, field) });
  }
  const rows: Presenter['rows'] = (sub, list, labels, groups = NONE) => {
    const place = subs.get(sub);
    if (!place) return list.map(() => ({}));
    return list.map((row) => {
      const out = place.blank();
      for (const code of place.plain) if (row[code] !== undefined) out[code] = row[code];
      for (const write of place.writes) write(row, out, labels, groups);
      return out;
    });
  };
  return {
    refs,
    open,
    rows,
    head(rec, labels, groups = NONE) {
      const out: Out = {};
      for (const write of head) write(rec, out, labels, groups);
      for (const sub of subs.keys()) {
        const list = rec[sub] as readonly Row[] | undefined;
        if (list !== undefined) out[sub] = rows(sub, list, labels, groups);
      }
      return out;
    },
  };
}

/** Keys that every row of an answer has; those of extension fields and granted groups come when there is something. */
function keysOf(object: ResolvedObject, field: ResolvedField, rights: Rights): readonly string[] {
  const access = accessOf(object, field, rights);
  if ((access !== 'value' && access !== 'mask') || field.ext) return [];
  return access === 'value' && isRef(field) && !isMany(field) ? [`${field.code}Id`, field.code] : [field.code];
}

function fieldWrite(
  object: ResolvedObject,
  field: ResolvedField,
  access: ReturnType<typeof accessOf>,
): Write | undefined {
  const { code } = field;
  if (access === 'none' || code === 'isDeleted' || (field.type === 'none' && field.service === undefined))
    return undefined;
  if (access === 'mask') {
    const word = field.mask!;
    return (rec, out) => {
      if (rec[code] !== undefined) out[code] = masked(word, rec[code]);
    };
  }
  const write = openWrite(object, field);
  if (access === 'value') return write;
  const group = field.grant!;
  return (rec, out, labels, groups) => {
    if (groups.includes(group)) write(rec, out, labels, groups);
  };
}

/** Answered as it is held: most columns of a row, which need no closure of their own. */
const isPlain = (field: ResolvedField): boolean => !field.ext && field.secret === undefined && !isRef(field);

function openWrite(object: ResolvedObject, field: ResolvedField): Write {
  const { code } = field;
  if (field.ext) {
    const prop = extProp(field);
    return (rec, out) => {
      const value = rec[code];
      if (value === undefined) return;
      out[code] = value;
      out.ext = { ...(out.ext as Out | undefined), [prop]: value };
    };
  }
  if (field.secret !== undefined)
    return (rec, out) => {
      if (rec[code] !== undefined) out[code] = rec[code] === null || rec[code] === undefined ? null : '******';
    };
  if (isRef(field)) {
    const target = targetOf(object, field);
    if (isMany(field))
      return (rec, out, labels) => {
        const ids = rec[code] as readonly string[] | null | undefined;
        if (ids !== undefined) out[code] = (ids ?? []).map((id) => ({ id, label: labels(target, id) }));
      };
    const idKey = `${code}Id`;
    return (rec, out, labels) => {
      const id = rec[code] as string | null | undefined;
      if (id === undefined) return;
      out[idKey] = id;
      out[code] = id === null ? null : labels(target, id);
    };
  }
  return (rec, out) => {
    const value = rec[code];
    if (value !== undefined) out[code] = value;
  };
}
