/** What the columns of a sheet become in a new object: fields of its own with their dictionaries, or fields it has by its sort. */
import type { BlockDoc, FieldDoc, Many } from '../../schemas/language/document';
import { factsOfDoc, typeOfDoc } from '../../schemas/language/kinds/index';
import type { NewDict } from './acts';
import { dictOf } from './begin-states';
import { freeTitle, type Guessed, type SheetColumn } from './guess';

export interface PlacedColumn extends SheetColumn {
  /** its sort brings the field along */
  readonly isBrought: boolean;
}
/** Fields that blocks bring, with those of the blocks they use. */
export function broughtBy(use: readonly string[], blocks: ReadonlyMap<string, BlockDoc>): Many<FieldDoc> {
  const all = new Map<string, FieldDoc>();
  const walk = (codes: readonly string[]): void => {
    for (const code of codes) {
      const block = blocks.get(code);
      walk(block?.use ?? []);
      for (const [field, doc] of Object.entries(block?.fields ?? {})) all.set(field, doc);
    }
  };
  walk(use);
  return Object.fromEntries(all);
}

/** A column called like a field that is there anyway is that field, if it can hold its values; else it is called otherwise. */
export function placed(columns: readonly SheetColumn[], brought: Many<FieldDoc>): readonly PlacedColumn[] {
  const byTitle = new Map(Object.entries(brought).map(([code, field]) => [field.title ?? code, { code, field }]));
  const titles = new Set([...byTitle.keys(), ...columns.map(({ title }) => title)]);
  return columns.map((column) => {
    const known = byTitle.get(column.title);
    if (known === undefined) return { ...column, isBrought: false };
    if (holds(known.field, column))
      return { ...column, code: known.code, items: [], kind: '已有字段', isBrought: true };
    const title = freeTitle(column.title, titles);
    titles.add(title);
    return { ...column, title, field: { ...column.field, title }, isBrought: false };
  });
}
function holds(known: FieldDoc, { field }: SheetColumn): boolean {
  if (known.readonly === true || known.many === true) return false;
  if (factsOfDoc(known).isNumbered) return known.manual === true;
  const type = typeOfDoc(known);
  return type === 'text' || ((type === 'int' || type === 'date') && typeOfDoc(field) === type);
}

export interface SheetFields {
  readonly columns: readonly Guessed[];
  readonly dicts: readonly Omit<NewDict, 'app'>[];
}
/** Its own fields; those that are chosen from get dictionaries. `taken`: codes of the dictionaries there are. */
export async function ownFields(columns: readonly PlacedColumn[], taken: Iterable<string>): Promise<SheetFields> {
  const codes = new Set(taken);
  const dicts: Omit<NewDict, 'app'>[] = [];
  const own: Guessed[] = [];
  for (const { items, field, ...column } of columns.filter(({ isBrought }) => !isBrought)) {
    const dict = items.length === 0 ? undefined : await dictOf(column.title, items, codes);
    if (dict !== undefined) {
      codes.add(dict.code);
      dicts.push(dict);
    }
    own.push({ ...column, field: dict === undefined ? field : { ...field, dict: dict.code } });
  }
  return { columns: own, dicts };
}
