/**
 * A new record of any document as somebody makes it who fills in what the form asks for: the defaults first, then what is required, then
 * whatever the refusal names, with other values at each try.
 */
import type { ResolvedField, ResolvedObject, ResolvedSub, TypeLib } from '../../schemas/language/resolved';
import { newId } from '../../server/ids';
import type { Envelope, Wire } from './client';

export interface Filler {
  post(path: string, body: unknown): Promise<Envelope<Wire>>;
  get(path: string): Promise<Envelope<Wire>>;
  readonly lib: TypeLib;
  /** begins codes and names, so that the record is found again */
  readonly mark: string;
}
interface Problem {
  readonly path: string;
  readonly text: string;
}
const MOST_TRIES = 16;
/** after so many tries rows that may be none are filled too */
const LEAN = 3;

/** The stored record, or the sentences it was refused with at last. */
export async function fillAndSave(at: Filler, page: string, object: ResolvedObject): Promise<Wire | string> {
  const fresh = await at.post(`/lcdp/data/${page}/getNew`, {});
  if (fresh.code !== 200) return `${page}: ${fresh.msg}`;
  const record: Wire = { ...fresh.data, id: newId() };
  const tries = new Map<string, number>();
  const give = async (row: Wire, field: ResolvedField, path: string): Promise<void> => {
    const n = tries.get(path) ?? 0;
    tries.set(path, n + 1);
    const inRow = row === record ? {} : { [path.split('.')[0] as string]: [row] };
    await fillField(at, { page, object, record: { ...record, ...inRow } }, row, field, n);
  };
  for (const field of Object.values(object.fields)) if (isAsked(field, record)) await give(record, field, field.code);
  let said = '';
  for (let n = 0; n < MOST_TRIES; n++) {
    const answer = await at.post(`/lcdp/data/${page}/save`, { record, token: newId(), accept: ['*'] });
    if (answer.code === 200) return answer.data.record as Wire;
    said = answer.msg;
    const problems = ((answer.data as { problems?: Problem[] } | null)?.problems ?? []).filter(
      (problem) => problem.path !== '',
    );
    if (problems.length === 0) break;
    said = problems.map((problem) => `${problem.path} ${problem.text}`).join('; ');
    for (const { path } of problems) await mend(object, record, path, give, (text) => (tries.get(text) ?? 0) > LEAN);
    if (n === LEAN)
      for (const field of Object.values(object.fields))
        if (field.sub !== undefined && field.readonly !== true && rowsOf(record, field).length === 0)
          await give(record, field, field.code);
  }
  return said;
}

/** Code and name, and what is required and has no value yet. */
const isAsked = (field: ResolvedField, fresh: Wire): boolean => {
  if (field.base === true || field.readonly === true || field.hidden === true || field.formula !== undefined)
    return false;
  if (field.sub !== undefined) return field.sub.rows.min > 0;
  if (field.code === 'code' || field.code === 'name') return true;
  return field.required === true && (fresh[field.code] ?? null) === null;
};

/** Gives another value to the field a problem names: `name`, `items`, `items.0.qty`, `items[<id>].qty`. */
async function mend(
  object: ResolvedObject,
  record: Wire,
  path: string,
  give: (row: Wire, field: ResolvedField, path: string) => Promise<void>,
  isStuck: (path: string) => boolean,
): Promise<void> {
  const [code = '', at, column] = path.split(/[.[\]]+/);
  const field = object.fields[code];
  if (field === undefined) return;
  const own = field.sub?.fields[column ?? ''];
  const row = rowsOf(record, field).find((row, n) => row.id === at || String(n) === at);
  if (own !== undefined && row !== undefined) {
    await give(row, own, `${code}.${column}`);
    // nothing fits there: the row is of another sort
    if (isStuck(`${code}.${column}`)) {
      const sorts = typedIn(field.sub as ResolvedSub).filter(({ dict }) => dict !== undefined);
      for (const eachField of sorts) await give(row, eachField, `${code}.${eachField.code}`);
      // of no other sort either: nobody must have it
      if (sorts.length === 0 && field.sub?.rows.min === 0) record[code] = [];
    }
    return;
  }
  await give(record, field, code);
  // who leads is one of those below: references to one object agree
  for (const table of Object.values(object.fields))
    for (const eachField of Object.values(table.sub?.fields ?? {}))
      if (field.type === 'ref' && eachField.ref === field.ref)
        for (const row of rowsOf(record, table)) row[`${eachField.code}Id`] = record[`${code}Id`];
}

const rowsOf = (record: Wire, { code, sub }: ResolvedField): readonly Wire[] =>
  sub === undefined || !Array.isArray(record[code]) ? [] : (record[code] as Wire[]);

interface Place {
  readonly page: string;
  readonly object: ResolvedObject;
  readonly record: Wire;
}
async function fillField(at: Filler, place: Place, row: Wire, field: ResolvedField, n: number): Promise<void> {
  if (field.sub !== undefined) {
    const made: Wire = { id: newId() };
    row[field.code] = [...rowsOf(row, field), made];
    for (const own of typedIn(field.sub))
      await fillField(at, { ...place, record: { ...place.record, [field.code]: [made] } }, made, own, n);
    return;
  }
  if (field.type === 'ref') {
    const chosen = await choose(at, place, field, n);
    if (field.many === true || field.kind === 'commonMultipleCheck')
      row[field.code] = chosen === undefined ? [] : [chosen];
    else row[`${field.code}Id`] = chosen?.id ?? null;
    return;
  }
  if (field.type !== 'file') row[field.code] = plain(at, field, n);
}

/** What a row must say; a row that would say nothing says its first column. */
function typedIn(sub: ResolvedSub): readonly ResolvedField[] {
  const free = Object.values(sub.fields).filter(
    (field) =>
      field.readonly !== true && field.formula === undefined && field.default === undefined && field.type !== 'file',
  );
  const needed = free.filter((field) => field.required === true);
  return needed.length > 0 ? needed : free.slice(0, 1);
}

async function choose(at: Filler, { page, record }: Place, field: ResolvedField, n: number): Promise<Wire | undefined> {
  const answer = await at.post(`/lcdp/data/${page}/pick/${field.path}`, { record, size: 50 });
  const records = (answer.data?.records ?? []) as Wire[];
  const eachRecord = records[n % Math.max(1, records.length)];
  return eachRecord && { id: eachRecord.id, label: eachRecord.label };
}

function plain({ lib, mark }: Filler, field: ResolvedField, n: number): unknown {
  if (field.dict !== undefined) {
    const items = (lib.dict(field.dict)?.items ?? []).filter((item) => item.off !== true);
    const value = items[n % Math.max(1, items.length)]?.code;
    return field.many === true || field.kind === 'multipleCheck' ? [value] : value;
  }
  const least = typeof field.min === 'number' ? field.min : 1;
  const most = typeof field.max === 'number' ? field.max : Number.POSITIVE_INFINITY;
  if (field.kind === 'colour') return '#336699';
  switch (field.type) {
    case 'bool':
      return n % 2 === 0;
    case 'int':
    case 'decimal':
      return Math.min(most, Math.max(least, 1) + n);
    case 'date':
      return `2026-02-0${(n % 8) + 1}`;
    case 'datetime':
      return `2026-02-0${(n % 8) + 1} 08:00:00`;
    case 'time':
      return `${String(8 + n).padStart(2, '0')}:00:00`;
    case 'path':
      return ['320000', '320500', '320505'];
    default: {
      const text = `${mark}${field.code === 'code' ? '' : field.title.length}${n === 0 ? '' : n}`;
      return Number.isFinite(most) ? text.slice(0, most) : text;
    }
  }
}
