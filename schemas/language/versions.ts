/** Versions of a master (block `versioned`): what makes records versions of one thing, their numbers, and which rows of two are the same. */
import type { Ast } from './expr/ast';
import { parseExpr } from './expr/parse';
import type { ResolvedObject } from './resolved';
import type { Rec, Row } from './value';

/** Field that names a version; the block brings it. */
export const REVISION = 'revision';

/**
 * Fields that versions of one thing share: those that are unique together with the revision.
 * Undefined = the object has no versions.
 */
export function versionKey(object: ResolvedObject): readonly string[] | undefined {
  const entry = Object.values(object.unique).find(({ fields }) => fields.includes(REVISION) && fields.length > 1);
  return entry?.fields.filter((code) => code !== REVISION);
}

/**
 * Fields that one version in force by default shares with no other on the same day: those unique `during` days, else what versions of
 * one thing share.
 */
export function defaultKey(object: ResolvedObject): readonly string[] | undefined {
  const entry = Object.values(object.unique).find(({ during }) => during !== undefined);
  return entry?.fields ?? versionKey(object);
}

/**
 * The revision after `from`: its last number one higher, and higher than every one in use of the same form.
 * V1.9 is followed by V2.0, a whole number or a word gets its first minor: V3 → V3.1, A → A.1.
 */
export function nextRevision(from: string, used: readonly string[]): string {
  const own = partsOf(from);
  const highest = used
    .map(partsOf)
    .filter((parts) => parts.prefix === own.prefix)
    .reduce((a, b) => (isBelow(a, b) ? b : a), own);
  const { prefix, major, minor } = highest;
  if (major === undefined) return `${prefix}.${minor + 1}`;
  return minor % 10 === 9 ? `${prefix}${major + 1}.0` : `${prefix}${major}.${minor + 1}`;
}

interface Parts {
  readonly prefix: string;
  readonly major: number | undefined;
  readonly minor: number;
}
function partsOf(revision: string): Parts {
  const [, prefix = '', major, minor] = /^(.*?)(\d{1,6})(?:\.(\d{1,6}))?$/.exec(revision) ?? [];
  if (major !== undefined && !prefix.endsWith('.')) return { prefix, major: Number(major), minor: Number(minor ?? 0) };
  const [, word = revision, number] = /^(.*)\.(\d{1,6})$/.exec(revision) ?? [];
  return { prefix: word, major: undefined, minor: Number(number ?? 0) };
}
const isBelow = (a: Parts, b: Parts): boolean =>
  (a.major ?? 0) < (b.major ?? 0) || ((a.major ?? 0) === (b.major ?? 0) && a.minor < b.minor);

/**
 * Columns that tell which rows of two versions are the same row: what a check holds unique (`uniqueBy(items, material)`), else the
 * required references, else the line number.
 */
export function rowKey(object: ResolvedObject, sub: string): readonly string[] {
  const fields = object.fields[sub]?.sub?.fields ?? {};
  for (const check of object.checks) {
    const { ast } = parseExpr(check.that);
    const codes = ast === undefined ? undefined : uniqueCodes(ast, sub);
    if (codes?.every((code) => fields[code] !== undefined)) return codes;
  }
  const references = Object.values(fields).filter(
    (field) => field.type === 'ref' && field.many !== true && field.required === true,
  );
  return references.length > 0
    ? references.map((field) => field.code)
    : [object.fields[sub]?.sub?.rows.number ?? 'lineNo'];
}

function uniqueCodes(ast: Ast, sub: string): readonly string[] | undefined {
  if (ast.k === 'binary') return uniqueCodes(ast.left, sub) ?? uniqueCodes(ast.right, sub);
  if (ast.k !== 'call' || ast.name !== 'uniqueBy') return undefined;
  const [first, ...rest] = ast.args;
  if (first?.k !== 'path' || first.names.join('.') !== sub || rest.length === 0) return undefined;
  const codes = rest.flatMap((node) => (node.k === 'path' ? [node.names[node.names.length - 1] as string] : []));
  return codes.length === rest.length ? codes : undefined;
}

/** A row of one version beside the same row of the other. */
export interface RowPair {
  readonly left?: Row;
  readonly right?: Row;
}
/**
 * Rows of two versions side by side, in the order of the right one; rows only the left one has stand where they stood.
 * Where several rows share a key, the first is matched with the first.
 */
export function matchRows(left: readonly Row[], right: readonly Row[], key: readonly string[]): RowPair[] {
  const keyOf = (row: Row): string => JSON.stringify(key.map((code) => (row as unknown as Rec)[code] ?? null));
  const waiting = new Map<string, Row[]>();
  for (const row of right) waiting.set(keyOf(row), [...(waiting.get(keyOf(row)) ?? []), row]);
  const partner = new Map<string, Row>();
  const gone: { readonly row: Row; readonly after: Row | undefined }[] = [];
  let last: Row | undefined;
  for (const row of left) {
    const found = waiting.get(keyOf(row))?.shift();
    if (found === undefined) gone.push({ row, after: last });
    else {
      partner.set(found.id, row);
      last = found;
    }
  }
  const goneAfter = (at: Row | undefined): RowPair[] =>
    gone.filter(({ after }) => after?.id === at?.id).map(({ row }) => ({ left: row }));
  return [
    ...goneAfter(undefined),
    ...right.flatMap((row): RowPair[] => {
      const same = partner.get(row.id);
      return [same === undefined ? { right: row } : { left: same, right: row }, ...goneAfter(row)];
    }),
  ];
}
