/**
 * The rows of the sheet an object began with, kept on this computer until the object is published: then they come in by its ordinary
 * import. They lie where unsaved forms lie (encrypted, seven days, gone with the sign-out).
 */
import { type DraftOwner, openDrafts } from '../../runtime/data/draft-store';
import { printTable } from '../../runtime/grid/paste';
import { importPathsOf, mayImport } from '../../schemas/language/import-columns';
import type { ResolvedObject } from '../../schemas/language/resolved';

export interface KeptSheet {
  /** of the file */
  readonly name: string;
  /** the field that each column became, and how it was called then */
  readonly columns: readonly { readonly field: string; readonly title: string }[];
  readonly rows: readonly (readonly string[])[];
}
export interface KeptRows {
  readonly sheet: KeptSheet;
  /** it stays when the browser is closed */
  readonly isOnDevice: boolean;
}
const placeOf = (object: string): string => `sheet/${object}`;
const idOf = ({ org, user }: DraftOwner, object: string): string => `${org}/${user}/${placeOf(object)}`;

/** false = there is no room for them here */
export async function keepSheet(owner: DraftOwner, object: string, sheet: KeptSheet, now: number): Promise<boolean> {
  try {
    await openDrafts(owner).put({
      id: idOf(owner, object),
      place: placeOf(object),
      at: now,
      text: JSON.stringify(sheet),
    });
    return true;
  } catch {
    return false;
  }
}
export async function keptSheet(owner: DraftOwner, object: string, now: number): Promise<KeptRows | undefined> {
  const store = openDrafts(owner);
  try {
    const [kept] = await store.list(placeOf(object), now);
    return kept && { sheet: JSON.parse(kept.text) as KeptSheet, isOnDevice: store.scope === 'device' };
  } catch {
    return undefined;
  }
}
export const forgetSheet = (owner: DraftOwner, object: string): Promise<void> =>
  openDrafts(owner)
    .remove([idOf(owner, object)])
    .catch(() => undefined);

/** Lines that hold something. */
export const countRows = (rows: KeptSheet['rows']): number =>
  rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;

export interface Fitting {
  readonly file: File;
  /** titles of columns that cannot come in */
  readonly left: readonly string[];
}
/** The rows as a file that the import of the object reads: its columns are called as its fields are now, the rest is left out. */
export function fileFor({ name, columns, rows }: KeptSheet, object: ResolvedObject): Fitting {
  const open = importPathsOf(object).flatMap((path) => {
    const field = object.fields[path];
    return field !== undefined && mayImport(object, path, field) ? [field] : [];
  });
  const taken = columns.map(
    ({ field, title }) => open.find((known) => known.code === field) ?? open.find((known) => known.title === title),
  );
  // the tab behind says what parts the cells of a single column from one another
  const line = (cells: readonly string[]): string[] => [...cells.filter((_, n) => taken[n] !== undefined), ''];
  const lines = [
    line(taken.map((field) => field?.title ?? '')),
    ...rows.map((row) => line(columns.map((_, n) => row[n] ?? ''))),
  ];
  return {
    file: new File([printTable(lines)], `${name.replace(/\.xlsx$/i, '')}.csv`, { type: 'text/csv' }),
    left: columns.flatMap(({ title }, n) => (taken[n] === undefined ? [title] : [])),
  };
}
