/** Documents the paper is tried with: a real one, or one that is made up; with no row, one, or as many as make pages. */
import type { Env, Scope } from '../../schemas/language/env';
import { layoutLabels, layoutPrint, type PrintSheets, type Strip, stripOf } from '../../schemas/language/print/index';
import type { ObjectType, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { Sample } from '../expression/index';
import { type Layout, sayingOf } from './model';

/** How many rows the sub-tables have; undefined = their own. */
export type RowCount = 0 | 1 | 200 | undefined;

export function withRows(object: ResolvedObject, rec: Rec, count: RowCount): Rec {
  if (count === undefined) return rec;
  const out: Rec = { ...rec };
  for (const { code, sub } of Object.values(object.fields)) {
    if (sub === undefined) continue;
    const own = ((rec[code] ?? []) as readonly Row[]).filter((row) => row !== null);
    out[code] =
      own.length === 0
        ? []
        : Array.from({ length: count }, (_, i) => ({
            ...(own[i % own.length] as Row),
            id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
            lineNo: (i + 1) * 10,
          }));
  }
  return out;
}

/** An env that knows something of every record: what is not at hand is made up by its type, so that no place stays empty. */
export function sampleEnv(env: Env, lib: TypeLib): Env {
  return {
    ...bound(env),
    hop: (object, id, field) => env.hop(object, id, field) ?? madeUp(lib.object(object), field),
    label: (object, id) => env.label(object, id) ?? lib.object(object)?.title,
  };
}
/** Methods of an env keep their owner when they are lent to another. */
const bound = (env: Env): Env => ({
  now: env.now,
  me: env.me,
  sys: (key) => env.sys(key),
  dict: (code) => env.dict(code),
  can: (right) => env.can(right),
  hop: (object, id, field) => env.hop(object, id, field),
  label: (object, id) => env.label(object, id),
  query: (need) => env.query(need),
  call: (name, args) => env.call(name, args),
});
function madeUp(object: ObjectType | undefined, code: string): Value {
  const field = object?.fields[code];
  switch (field?.type) {
    case 'text':
      return field.title;
    case 'decimal':
    case 'int':
      return 12;
    case 'date':
      return '2026-01-15';
    case 'datetime':
      return '2026-01-15 08:30:00';
    default:
      return null;
  }
}

/** What names mean on the paper, by the sub-table of the band. */
export const scopingOf =
  ({ doc: rec, env }: Sample, lib: TypeLib) =>
  (rows: string | undefined): Scope => {
    const own = sampleEnv(env, lib);
    const extra = { page: 1, pages: 1 };
    if (rows === undefined) return { env: own, self: rec, doc: rec, extra };
    const all = (rec[rows] ?? []) as readonly Row[];
    const [row = null] = all;
    const it = row ?? rec;
    return { env: own, self: it, it, doc: rec, row, rows: all, extra, print: { page: all, run: all, doc: all } };
  };
/** Nothing is known: for a strip that says names only. */
export const NO_SCOPE: Scope = {
  env: {
    now: '2026-01-15 08:30:00',
    me: { id: '', name: '', employee: null, dept: null, depts: [], team: null, roles: [], org: '', super: false },
    sys: () => null,
    dict: () => undefined,
    can: () => true,
    hop: () => null,
    label: () => undefined,
    query: () => null,
    call: () => null,
  },
  self: null,
};

const TRAIL = ['审核 周敏 2026-01-08 10:22:00', '反审核 周敏 2026-01-09 09:05:00', '审核 周敏 2026-01-09 09:12:00'];
/** Pages of a document as the printer would have them. */
export function sheetsOf({ bound: print, object, library }: Layout, sample: Sample, count: RowCount): PrintSheets {
  const rec = withRows(object, sample.doc, count);
  const input = {
    rec,
    env: sampleEnv(sample.env, library.types),
    trail: TRAIL,
    signs: ['周敏 2026-01-09'],
    watermark: sample.env.me.name,
  };
  return print.doc.sort === 'label' ? layoutLabels(print, [input]) : layoutPrint(print, input);
}

/** The strip of a layout: names of fields, or values of a document. */
export function stripFor(layout: Layout, sample: Sample | undefined): Strip {
  return sample === undefined
    ? stripOf(layout.bound, () => NO_SCOPE, sayingOf(layout))
    : stripOf(layout.bound, scopingOf(sample, layout.library.types));
}
