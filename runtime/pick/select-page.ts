/** The address of the selection page (windowSelect) as a request of the pick dialog, and what it answers to who opened it. */
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { PickBody, PickData, PickRow, WireRow } from '../data/types';
import { factoryTime } from '../page/factory-time';
import type { Page } from '../page/types';
import { pickLook } from './pick-look';
import type { PickRequest } from './request';

export interface SelectAsk {
  /** page whose document is loaded: that of the field, else that of the object itself */
  readonly page: string;
  /** `supplier`, `items.material`: its `pick` and `where` apply */
  readonly field?: string;
  readonly many: boolean;
  readonly record: Json;
  readonly checked: readonly string[];
  readonly max?: number;
}
/** What the opener gets of a row. */
export interface SelectedRow {
  readonly id: string;
  readonly label: string;
  readonly [field: string]: Json | undefined;
}

/** Query: `obj`, `multi`, `pick` (page.field), `ctx` (the form as JSON), `checked` (ids), `max`. Undefined = it names nothing. */
export function selectAsk(params: URLSearchParams): SelectAsk | undefined {
  const [first = '', ...path] = (params.get('pick') ?? '').split('.');
  const page = path.length > 0 ? first : (params.get('obj') ?? '');
  if (!/^\w{1,40}(\.\w{1,40})?$/.test(page)) return undefined;
  const max = Number(params.get('max') ?? '');
  return {
    page,
    ...(path.length > 0 ? { field: path.join('.') } : {}),
    many: params.get('multi') === '1',
    record: jsonOf(params.get('ctx')),
    checked: (params.get('checked') ?? '').split(',').filter((id) => id !== ''),
    ...(Number.isInteger(max) && max > 0 ? { max } : {}),
  };
}
function jsonOf(text: string | null): Json {
  try {
    return text === null ? {} : (JSON.parse(text) as Json);
  } catch {
    return {};
  }
}

/** Null = the page has no such reference. `now` is the server's clock. */
export async function selectRequest(ask: SelectAsk, page: Page, now: number): Promise<PickRequest | null> {
  const field = ask.field === undefined ? ownField(page) : fieldAt(page, ask.field);
  if (field?.ref === undefined) return null;
  const { object, lib } = page;
  const many = ask.many && object.list.select !== 'single';
  const target = field.ref === 'self' ? object.object : field.ref;
  const load = ask.field === undefined ? listed(page) : picked(ask, page, field);
  const look = pickLook(field, target, {
    object,
    lib,
    dict: (code) => page.dicts.get(code),
    now: () => factoryTime(now),
  });
  const chosen = ask.checked.length === 0 ? [] : (await load({ ids: ask.checked, size: ask.checked.length })).records;
  return {
    field,
    title: isDialog(page) ? page.title : `选择${ask.field === undefined ? object.title : field.title}`,
    many,
    chosen,
    whole: many && chosen.length > 0,
    ...(ask.max === undefined ? {} : { max: ask.max }),
    ...look,
    load,
    loadTree: (code, parent, part = 1) => recordClient.tree(code, parent, { part }),
  };
}

/** A page made for choosing (`list.as`) has its own columns, its title and says whether several may be taken. */
const isDialog = ({ object }: Page): boolean => object.list.as.includes('select');

/** Every object can be chosen from: by its label, among the rows the user may see. */
function ownField(page: Page): ResolvedField | undefined {
  const { object } = page;
  const { id } = object.fields;
  const known = (codes: readonly string[]): readonly string[] =>
    [...new Set(codes)].filter((code) => object.fields[code] !== undefined);
  const own = object.list.columns.flatMap((column) => column.field ?? []);
  const columns = isDialog(page) ? known(own) : known([...object.label, ...own]).slice(0, COLUMNS);
  return id && { ...id, kind: 'dialogSelect', type: 'ref', ref: object.object, pick: { columns } };
}
const COLUMNS = 5;

function fieldAt({ object }: Page, path: string): ResolvedField | undefined {
  const [first = '', inner] = path.split('.');
  const field = object.fields[first];
  return inner === undefined ? field : field?.sub?.fields[inner];
}

const picked =
  ({ record }: SelectAsk, page: Page, field: ResolvedField) =>
  (body: PickBody): Promise<PickData> =>
    recordClient.pick(page.code, field.path, { ...body, record }, { quiet: true });

const listed =
  (page: Page) =>
  async ({ search, current = 1, size = 50, ids }: PickBody): Promise<PickData> => {
    const { label } = page.object;
    const key = page.object.list.search.find((item) => item.fields !== undefined)?.fields?.join(',') ?? label[0] ?? '';
    const words = search === undefined || search === '' ? {} : { search: { [key]: search } };
    const body = { current, size, ...words, ...(ids === undefined ? {} : { ids }) };
    const data = await recordClient.list(page.code, body as never, { quiet: true });
    const records = data.records.map(
      (row: WireRow): PickRow => ({
        ...row,
        label: labelOf(row, label),
        // a master that was switched off is seen, and not taken
        ...(row.isDisabled === '1' ? { $isDisabled: true, _lock: '已停用' } : {}),
      }),
    );
    return { records, total: data.total };
  };
const labelOf = (row: WireRow, codes: readonly string[]): string =>
  codes.flatMap((code) => (typeof row[code] === 'string' && row[code] !== '' ? [row[code]] : [])).join(' ');

/** Id, label and what the field fills from; nothing else of the row leaves the page. */
export function selectedRows(request: PickRequest, rows: readonly PickRow[]): readonly SelectedRow[] {
  const fields = Object.values(request.field.fill ?? {});
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    ...Object.fromEntries(
      fields.flatMap((code) => [code, `${code}Id`].flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]]))),
    ),
  }));
}
