/** Masters a posting needs, by three to five small queries. Numbers come as text from the driver. */
import type { Trx } from '../ctx';
import {
  type BatchFact,
  batchKey,
  type Facts,
  type MaterialFact,
  type PositionFact,
  type WarehouseFact,
} from './facts';
import type { KeyInput } from './keys';

type Raw = Readonly<Record<string, unknown>>;

export const readFacts = async (trx: Trx, keys: readonly KeyInput[]): Promise<Facts> => {
  const materials = await readMaterials(trx, unique(keys.map(({ material }) => material)));
  const warehouses = await readWarehouses(trx, unique(keys.map(({ warehouse }) => warehouse)));
  const positions = await readPositions(trx, unique(keys.map(({ position }) => position)));
  return { materials, warehouses, positions, batches: new Map() };
};

const readMaterials = async (trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, MaterialFact>> => {
  if (ids.length === 0) return new Map();
  const rows: Raw[] = await trx
    .selectFrom('material as m')
    .leftJoin('unit as u', 'u.id', 'm.unit_id')
    .select(['m.id', 'm.code', 'm.name', 'm.trace_mode', 'm.material_category_id', 'm.std_cost', 'm.is_disabled'])
    .select(['u.name as unit', 'u.decimals'])
    .where('m.id', 'in', ids)
    .where('m.is_deleted', '=', 0)
    .execute();
  return byId(rows, (row) => ({
    id: String(row.id),
    code: String(row.code),
    name: String(row.name),
    unit: String(row.unit ?? ''),
    decimals: Number(row.decimals ?? 4),
    traceMode: String(row.trace_mode ?? '0'),
    category: text(row.material_category_id),
    stdCost: Number(row.std_cost ?? 0),
    disabled: row.is_disabled === '1',
  }));
};

const readWarehouses = async (trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, WarehouseFact>> => {
  if (ids.length === 0) return new Map();
  const rows: Raw[] = await trx
    .selectFrom('warehouse')
    .select(['id', 'name', 'kind', 'use_position', 'allow_negative', 'allow_status', 'categories', 'keepers'])
    .select(['is_virtual', 'is_disabled'])
    .select(({ selectFrom }) =>
      selectFrom('stock_count as c')
        .select(({ fn }) => fn.min('c.nbr').as('nbr'))
        .whereRef('c.warehouse_id', '=', 'warehouse.id')
        .where('c.doc_status', '=', '10')
        .where('c.holds', '=', true)
        .where('c.is_deleted', '=', 0)
        .as('counting'),
    )
    .where('id', 'in', ids)
    .where('is_deleted', '=', 0)
    .execute();
  const allowed = await withChildren(trx, unique(rows.flatMap((row) => texts(row.categories))));
  return byId(rows, (row) => ({
    id: String(row.id),
    name: String(row.name),
    kind: String(row.kind),
    usePosition: row.use_position === true,
    allowNegative: row.allow_negative === true,
    allowStatus: texts(row.allow_status),
    categories: texts(row.categories).flatMap((id) => allowed.get(id) ?? [id]),
    keepers: texts(row.keepers),
    isVirtual: row.is_virtual === true,
    counting: text(row.counting),
    disabled: row.is_disabled === '1',
  }));
};

/** Each category with everything below it; a tree of at most ten levels. */
const withChildren = async (trx: Trx, roots: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (roots.length === 0) return new Map();
  const rows: Raw[] = await trx
    .selectFrom('material_category')
    .select(['id', 'parent_id'])
    .where('is_deleted', '=', 0)
    .execute();
  const children = new Map<string, string[]>();
  for (const row of rows) {
    const parent = text(row.parent_id) ?? '';
    children.set(parent, [...(children.get(parent) ?? []), String(row.id)]);
  }
  const below = (id: string, depth: number): string[] =>
    depth > 10 ? [id] : [id, ...(children.get(id) ?? []).flatMap((child) => below(child, depth + 1))];
  return new Map(roots.map((root) => [root, below(root, 1)]));
};

const readPositions = async (trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, PositionFact>> => {
  if (ids.length === 0) return new Map();
  const rows: Raw[] = await trx
    .selectFrom('position')
    .select(['id', 'code', 'warehouse_id', 'lock_status', 'mix_rule', 'max_qty', 'is_disabled'])
    .where('id', 'in', ids)
    .where('is_deleted', '=', 0)
    .execute();
  return byId(rows, (row) => ({
    id: String(row.id),
    code: String(row.code),
    warehouse: String(row.warehouse_id),
    lockStatus: String(row.lock_status ?? '0'),
    mixRule: String(row.mix_rule ?? '0'),
    maxQty: row.max_qty === null ? null : Number(row.max_qty),
    disabled: row.is_disabled === '1',
  }));
};

/** Lots by material and number; with `lock` in the order of their ids, for writing when one gets its first receipt. */
export const readBatches = async (
  trx: Trx,
  wanted: readonly { readonly material: string; readonly batchNbr: string }[],
  lock?: 'share' | 'update',
): Promise<ReadonlyMap<string, BatchFact>> => {
  if (wanted.length === 0) return new Map();
  let query = trx
    .selectFrom('batch')
    .select(['id', 'material_id', 'batch_nbr', 'kind', 'supplier_id', 'supplier_batch', 'expire_date', 'hold_flag'])
    .select(['freeze_nbr', 'first_in_at'])
    .where('material_id', 'in', unique(wanted.map(({ material }) => material)))
    .where('batch_nbr', 'in', unique(wanted.map(({ batchNbr }) => batchNbr)))
    .where('is_deleted', '=', 0)
    .orderBy('id');
  if (lock === 'share') query = query.forShare();
  if (lock === 'update') query = query.forUpdate();
  const rows: Raw[] = await query.execute();
  return new Map(
    rows.map((row) => [
      batchKey(String(row.material_id), String(row.batch_nbr)),
      {
        id: String(row.id),
        material: String(row.material_id),
        batchNbr: String(row.batch_nbr),
        kind: String(row.kind ?? '1'),
        supplier: text(row.supplier_id),
        supplierBatch: text(row.supplier_batch),
        expireDate: text(row.expire_date),
        holdFlag: row.hold_flag === true,
        freezeNbr: text(row.freeze_nbr),
        firstInAt: text(row.first_in_at),
      },
    ]),
  );
};

const byId = <T extends { readonly id: string }>(rows: readonly Raw[], fact: (row: Raw) => T): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [String(row.id), fact(row)]));
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const unique = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null && value !== undefined && value !== '')),
];
