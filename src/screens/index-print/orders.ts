/** The orders of the screen and what comes of them: their pages, or why there are none. */
import { HttpError } from '../../../runtime/data/http';
import { printClient } from '../../../runtime/data/print-client';
import type { PrintData } from '../../../runtime/data/print-types';
import { recordClient } from '../../../runtime/data/record-client';
import type { WireRow } from '../../../runtime/data/types';

export const PAGE = 'purchaseOrder';
export const ACTION = 'print';
const QUIET = { quiet: true };

export interface Order {
  readonly id: string;
  readonly nbr: string;
  readonly supplier: string;
  readonly supplierId: string | undefined;
  readonly printCount: number;
  readonly isAudited: boolean;
}
/** What is wished of every paper; fields and groups of fields that stay off it. */
export interface Wish {
  readonly print?: string;
  readonly without: readonly string[];
}
export type Paper =
  | { readonly data: PrintData; readonly failure?: undefined }
  | { readonly data?: undefined; readonly failure: string };

/** In the order of the ids; one that is gone or out of reach keeps its place without a number. */
export async function readOrders(ids: readonly string[]): Promise<readonly Order[]> {
  const { records } = await recordClient.list(PAGE, { current: 1, size: ids.length, ids }, QUIET);
  const found = new Map(records.map((row) => [row.id, row]));
  return ids.map((id) => orderOf(id, found.get(id)));
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const orderOf = (id: string, row: WireRow | undefined): Order => ({
  id,
  nbr: text(row?.nbr),
  supplier: text(row?.supplier),
  supplierId: typeof row?.supplierId === 'string' ? row.supplierId : undefined,
  printCount: Number(row?.printCount ?? 0),
  isAudited: String(row?.auditStatus ?? '') === '2',
});

export async function readPaper(id: string, wish: Wish): Promise<Paper> {
  try {
    return { data: await printClient.pages(PAGE, ACTION, { ids: [id], ...wish }) };
  } catch (error) {
    if (error instanceof HttpError && error.code === 404) return { failure: '未找到打印模板，请在打印模板中配置' };
    return { failure: said(error) };
  }
}
export const said = (error: unknown): string => (error instanceof Error ? error.message : '打印没有完成，请重试');

/** Papers of one layout go to the printer together: they have one size. */
export function byLayout(
  orders: readonly Order[],
  papers: ReadonlyMap<string, Paper>,
): readonly { readonly print: string; readonly orders: readonly Order[]; readonly sheets: readonly PrintData[] }[] {
  const groups = new Map<string, { print: string; orders: Order[]; sheets: PrintData[] }>();
  for (const order of orders) {
    const data = papers.get(order.id)?.data;
    if (data === undefined) continue;
    const { code } = data.layout;
    const group = groups.get(code) ?? { print: code, orders: [], sheets: [] };
    group.orders.push(order);
    group.sheets.push(data);
    groups.set(code, group);
  }
  return [...groups.values()];
}

/** Where mail for a supplier goes; empty = nobody wrote it down, or it is not the reader's. */
export async function mailOf(supplierId: string | undefined): Promise<string> {
  if (supplierId === undefined) return '';
  try {
    const { contacts } = await recordClient.getOne('supplier', { id: supplierId }, QUIET);
    const all = Array.isArray(contacts) ? (contacts as readonly Readonly<Record<string, unknown>>[]) : [];
    const first = all.find(({ isDefault }) => isDefault === true) ?? all[0];
    return text(first?.email);
  } catch {
    // the letter is written all the same, its address by hand
    return '';
  }
}
