/** Lines of an update that are about rows of their record: found by what the sheet says a row is; the other rows stay. */
import type { RowsChange } from '../../../schemas/language/kinds/record-codec';
import { sameValue } from '../../../schemas/language/record/values';
import { type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import type { Draft, Line } from './lines';
import type { ImportSheet } from './sheet';

export interface OwnRows {
  readonly rec: Rec;
  readonly changes: { readonly [sub: string]: RowsChange };
  readonly draft: Draft;
  readonly problems: readonly Problem[];
}

/** Rows of the record by those fields that tell them apart which the workbook has; a line that finds none is a new row. */
export async function toOwnRows(
  ctx: EngineCtx,
  sheet: ImportSheet,
  draft: Draft,
  { rec, id }: { readonly rec: Rec; readonly id: string },
): Promise<OwnRows> {
  const stored = await ctx.records.get(sheet.object.object, id);
  const head: Rec = { ...rec };
  const changes: { [sub: string]: RowsChange } = {};
  const ids = new Map<string, string>();
  const problems: Problem[] = [];
  for (const sub of new Set(sheet.columns.flatMap((column) => column.sub ?? []))) {
    const sent = head[sub] as readonly Row[] | undefined;
    if (sent === undefined) continue;
    const before = (stored?.[sub] as readonly Row[] | undefined) ?? [];
    const set = sent.map((row) => {
      const said = sheet.rows.filter((code) => row[code] !== undefined);
      const [known, another] = before.filter((old) => said.every((code) => isSame(old[code], row[code])));
      if (another)
        problems.push(
          problem('import.rows', `${sub}[${row.id}].${said[0] ?? ''}`, '对应多条明细，请补上能区分它们的列'),
        );
      if (known) ids.set(row.id, known.id);
      return known ? { ...row, id: known.id } : row;
    });
    changes[sub] = { set, del: [] };
    delete head[sub];
  }
  const lines = draft.lines.map(
    ({ row, rowIds }): Line => ({ row, rowIds: new Map([...rowIds].map(([sub, own]) => [sub, ids.get(own) ?? own])) }),
  );
  return { rec: head, changes, draft: { ...draft, lines }, problems };
}

const isSame = (a: Value | undefined, b: Value | undefined): boolean => sameValue(a ?? null, b ?? null);
