/** The table of an uploaded workbook as records to save, each knowing the lines it came from. */

import { kindOf } from '../../../schemas/language/kinds';
import { isMany } from '../../../schemas/language/kinds/index';
import type { Json } from '../../../schemas/language/value';
import { refuse } from '../../errors';
import type { Table } from '../../excel/read-sheet';
import type { EngineCtx } from '../host';
import { isRef, targetOf } from '../read/wire';
import { partsOf, readCell } from './cells';
import { findParts } from './parts';
import { type Found, findTexts } from './references';
import type { ImportColumn, ImportSheet, Mode } from './sheet';

export interface CellError {
  /** number of the row in the workbook */
  readonly row: number;
  /** title of the column; '' = of the whole line */
  readonly column: string;
  readonly text: string;
  readonly level?: 'warn';
}
export interface Line {
  /** number of the row in the workbook */
  readonly row: number;
  /** id of the row of each sub-table that the line gives */
  readonly rowIds: ReadonlyMap<string, string>;
}
export interface Draft {
  readonly wire: { [field: string]: Json };
  readonly lines: readonly Line[];
}
export interface Lines {
  readonly drafts: readonly Draft[];
  readonly errors: readonly CellError[];
  /** lines with values */
  readonly rows: number;
  /** where each column of the sheet stands in the table */
  readonly places: readonly { readonly at: number; readonly column: ImportColumn }[];
}

/** Words of a template that are no data. */
const SAMPLE = '示例';
const CLEAR = '-';

export async function readLines(ctx: EngineCtx, sheet: ImportSheet, table: Table, mode: Mode): Promise<Lines> {
  const { places, groupAt } = readHead(sheet, table[0] ?? []);
  const errors: CellError[] = [];
  const refs = await lookUp(ctx, sheet, table, places);
  const partsOfLine = await findParts(ctx, sheet, table, places, refs);
  const drafts: { wire: { [field: string]: Json }; lines: Line[]; group: string | undefined }[] = [];
  const byGroup = new Map<string, (typeof drafts)[number]>();
  let rows = 0;
  for (let index = 1; index < table.length; index++) {
    const cells = table[index]!;
    if (places.every(({ at }) => isBlank(cells[at]))) continue;
    if (String(cells[0] ?? '').startsWith(SAMPLE) && index === 1) continue;
    rows++;
    const row = index + 1;
    const group = groupAt === undefined ? keyText(sheet, places, cells) : text(cells[groupAt]);
    let draft = group === undefined ? undefined : byGroup.get(group);
    const isFirst = draft === undefined;
    if (draft === undefined) {
      draft = { wire: {}, lines: [], group };
      drafts.push(draft);
      if (group !== undefined) byGroup.set(group, draft);
    }
    const rowIds = new Map<string, string>();
    const given = new Map<string, { [field: string]: Json }>();
    for (const { at, column } of places) {
      const cell = cells[at];
      const { sub } = column;
      const field = column.of ?? column.field;
      if (isBlank(cell)) continue;
      const fail = (problem: string): void => {
        errors.push({ row, column: column.title, text: problem });
      };
      const key = isRef(field) && !isMany(field) ? `${field.code}Id` : field.code;
      const put = (value: Json): void => {
        if (sub === undefined) {
          const known = draft.wire[key];
          if (!isFirst && known !== undefined && JSON.stringify(known) !== JSON.stringify(value))
            fail(`与第${draft.lines[0]?.row ?? row}行不一致，同一单据的「${column.title}」应相同`);
          else draft.wire[key] = value;
        } else {
          const values = given.get(sub) ?? {};
          given.set(sub, values);
          values[key] = value;
        }
      };
      if (mode !== 'add' && cell === CLEAR && sub === undefined && !sheet.key.includes(field.code)) {
        put(isMany(field) ? [] : null);
        continue;
      }
      if (column.of !== undefined) {
        const named = partsOfLine(column, cells);
        if (named !== undefined && 'problem' in named) fail(named.problem);
        else if (named !== undefined) put(named.id);
        continue;
      }
      if (isRef(field)) {
        const ids = refs.get(targetOf(sheet.object, field));
        const found: string[] = [];
        for (const part of isMany(field) ? partsOf(String(cell)) : [String(cell).trim()]) {
          const [id, ...more] = ids?.get(part) ?? [];
          if (id === undefined) fail(`「${part}」不存在`);
          else if (more.length > 0) fail(`名称「${part}」对应${more.length + 1}条记录，请填写编码`);
          else found.push(id);
        }
        if (isMany(field)) put(found);
        else if (found[0] !== undefined) put(found[0]);
        continue;
      }
      const read = readCell(cell as string | number, field, (code) => ctx.registry.dicts.get(code));
      if ('problem' in read) {
        fail(read.problem);
        continue;
      }
      const checked = kindOf(field.kind).codec.fromWire(read.wire, field, field.code);
      if ('problem' in checked) fail(checked.problem.text);
      else put(read.wire);
    }
    for (const [sub, values] of given) {
      const id = ctx.newId();
      rowIds.set(sub, id);
      const list = (draft.wire[sub] ?? []) as Json[];
      draft.wire[sub] = [...list, { id, ...values }];
    }
    draft.lines.push({ row, rowIds });
  }
  if (rows === 0) throw refuse('文件中没有数据，请从第2行开始填写');
  if (sheet.key.length > 0) errors.push(...doubles(sheet, drafts));
  if (sheet.key.length > 1 && sheet.mode === 'upsert') errors.push(...halfKeys(sheet, drafts));
  return { drafts, errors, rows, places };
}

/** A line that does not say which record it is of several would make another one each time the file comes. */
const halfKeys = ({ key, columns }: ImportSheet, drafts: readonly Draft[]): readonly CellError[] =>
  drafts.flatMap(({ wire, lines }) =>
    key.slice(1).flatMap((code) => {
      const value = wire[code] ?? wire[`${code}Id`];
      if (value !== undefined && value !== null && value !== '') return [];
      const title = columns.find((column) => column.sub === undefined && column.field.code === code)?.title ?? '';
      return { row: lines[0]?.row ?? 0, column: title, text: `请填写${title}` };
    }),
  );

/** Titles of the first row, in any order; required ones must be there, unknown ones are named. */
function readHead(
  sheet: ImportSheet,
  head: Table[number],
): { readonly places: Lines['places']; readonly groupAt: number | undefined } {
  const places: { at: number; column: ImportColumn }[] = [];
  let groupAt: number | undefined;
  head.forEach((cell, at) => {
    const title = String(cell ?? '')
      .replace(/[*＊\s]+$/, '')
      .trim();
    if (title === '' || title === ERRORS) return;
    const column = sheet.columns.find((column) => column.title === title);
    if (title === sheet.group) groupAt = at;
    else if (!column) {
      if (!isBeside(sheet, title)) throw refuse(`未知的列：${title}`);
    } else if (places.some((place) => place.column === column)) throw refuse(`列「${title}」重复`);
    else places.push({ at, column });
  });
  if (places.length === 0) throw refuse('没有找到表头，请使用下载的模板填写');
  return { places, groupAt };
}
/** An exported list that was filled in: what else it says of the record and its rows is not read. */
const isBeside = ({ object, rows, columns }: ImportSheet, title: string): boolean =>
  rows.length > 0 &&
  [undefined, ...new Set(columns.map(({ sub }) => sub))].some((sub) =>
    Object.values(sub === undefined ? object.fields : (object.fields[sub]?.sub?.fields ?? {})).some(
      (field) => field.title === title,
    ),
  );

/** the column a returned workbook adds: such a file may be corrected and sent again as it is */
export const ERRORS = '错误说明';

async function lookUp(
  ctx: EngineCtx,
  sheet: ImportSheet,
  table: Table,
  places: Lines['places'],
): Promise<ReadonlyMap<string, Found>> {
  const texts = new Map<string, Set<string>>();
  for (const { at, column } of places) {
    if (!isRef(column.field)) continue;
    const target = targetOf(sheet.object, column.field);
    const set = texts.get(target) ?? new Set<string>();
    texts.set(target, set);
    for (const cells of table.slice(1)) {
      const cell = cells[at];
      if (isBlank(cell)) continue;
      for (const part of isMany(column.field) ? partsOf(String(cell)) : [String(cell).trim()]) set.add(part);
    }
  }
  const found = new Map<string, Found>();
  for (const [code, set] of texts) {
    const target = ctx.registry.find(code);
    if (target && target.storage !== 'none' && set.size > 0) found.set(code, await findTexts(ctx, target, [...set]));
  }
  return found;
}

/** Several lines of one key give the rows of one record. */
function keyText(sheet: ImportSheet, places: Lines['places'], cells: Table[number]): string | undefined {
  if (!places.some(({ column }) => column.sub !== undefined) || sheet.key.length === 0) return undefined;
  const parts = sheet.key.map((code) =>
    text(cells[places.find(({ column }) => column.sub === undefined && column.field.code === code)?.at ?? -1]),
  );
  return parts.every((part) => part !== undefined) ? parts.join('\n') : undefined;
}

function doubles(sheet: ImportSheet, drafts: readonly Draft[]): CellError[] {
  const first = new Map<string, number>();
  const errors: CellError[] = [];
  const title =
    sheet.columns.find((column) => column.sub === undefined && column.field.code === sheet.key[0])?.title ?? '';
  for (const { wire, lines } of drafts) {
    const values = sheet.key.map((code) => wire[code] ?? wire[`${code}Id`]);
    if (values.some((value) => value === undefined || value === null)) continue;
    const key = JSON.stringify(values);
    const row = lines[0]?.row ?? 0;
    const known = first.get(key);
    if (known === undefined) first.set(key, row);
    else errors.push({ row, column: title, text: `第${known}行与第${row}行${title}重复` });
  }
  return errors;
}

const isBlank = (cell: string | number | null | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
const text = (cell: string | number | null | undefined): string | undefined =>
  isBlank(cell) ? undefined : String(cell).trim();
