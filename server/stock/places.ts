/** Rules of positions and serials that look at other keys than those of the posting. */
import { addDec } from '../../schemas/language/codec/decimal';
import type { Trx } from '../ctx';
import { batchKey } from './facts';
import { stockKey } from './keys';
import { type Leg, plain, type Refusal } from './legs';
import type { Situation } from './post';

interface Content {
  readonly stockKey: string;
  readonly material: string;
  readonly batchNbr: string | null;
  qty: number;
}

/** 单一物料, 单一批次 and the greatest quantity of a position, after the posting. */
export const checkPositions = async (trx: Trx, legs: readonly Leg[], { facts }: Situation): Promise<Refusal | null> => {
  const incoming = new Map<string, number>();
  for (const { key, qty } of legs) {
    const position = key.position === null ? undefined : facts.positions.get(key.position);
    if (position && (position.mixRule !== '0' || position.maxQty !== null))
      incoming.set(position.id, addDec(incoming.get(position.id) ?? 0, qty));
  }
  for (const [id, net] of incoming) {
    if (net <= 0) continue;
    const position = facts.positions.get(id)!;
    const contents = await contentsOf(trx, id);
    const before = total(contents);
    for (const leg of legs) if (leg.key.position === id) addTo(contents, leg);
    const lots = [...contents.values()].filter(({ qty }) => qty !== 0);
    if (position.mixRule === '1' && new Set(lots.map(({ material }) => material)).size > 1)
      return { text: `库位「${position.code}」只能存放单一物料` };
    if (position.mixRule === '2' && new Set(lots.map((lot) => `${lot.material}|${lot.batchNbr}`)).size > 1)
      return { text: `库位「${position.code}」只能存放单一批次` };
    if (position.maxQty !== null && total(contents) > position.maxQty)
      return {
        text: `库位「${position.code}」最多存放${plain(position.maxQty)}，已有${plain(before)}，本次${plain(net)}`,
      };
  }
  return null;
};

/** A serial is in stock once or not at all. */
export const checkSerials = async (trx: Trx, legs: readonly Leg[], { facts }: Situation): Promise<Refusal | null> => {
  const nets = new Map<string, { material: string; serial: string; net: number }>();
  for (const { key, qty } of legs) {
    if (key.batchNbr === null || key.stage !== null || facts.materials.get(key.material)?.traceMode !== '2') continue;
    const id = batchKey(key.material, key.batchNbr);
    nets.set(id, { material: key.material, serial: key.batchNbr, net: addDec(nets.get(id)?.net ?? 0, qty) });
  }
  for (const { material, serial, net } of nets.values()) {
    if (net <= 0) continue;
    const row = await trx
      .selectFrom('stock_balance')
      .select(({ fn }) => fn.sum('qty').as('qty'))
      .where('material_id', '=', material)
      .where('batch_nbr', '=', serial)
      .where('stage_id', 'is', null)
      .executeTakeFirst();
    if (Number(row?.qty ?? 0) + net > 1) return { text: `序列号${serial}已在库，不能重复入库` };
  }
  return null;
};

const contentsOf = async (trx: Trx, position: string): Promise<Map<string, Content>> => {
  const rows = await trx
    .selectFrom('stock_balance')
    .select(['stock_key', 'material_id', 'batch_nbr', 'qty'])
    .where('position_id', '=', position)
    .where('qty', '<>', 0)
    .execute();
  return new Map(
    rows.map((row) => [
      row.stock_key,
      { stockKey: row.stock_key, material: row.material_id, batchNbr: row.batch_nbr, qty: Number(row.qty) },
    ]),
  );
};

const addTo = (contents: Map<string, Content>, { key, qty }: Leg): void => {
  const text = stockKey(key);
  const there = contents.get(text);
  if (there) there.qty = addDec(there.qty, qty);
  else contents.set(text, { stockKey: text, material: key.material, batchNbr: key.batchNbr, qty });
};

const total = (contents: ReadonlyMap<string, Content>): number =>
  [...contents.values()].reduce((sum, { qty }) => addDec(sum, qty), 0);
