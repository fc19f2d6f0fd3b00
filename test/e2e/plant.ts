/** What lies in the warehouses before people of a journey begin, brought there as the factory itself does: by documents. */
import { type Client, newId, type Wire } from '../support/client';
import type { Factory } from './support';

/** a code of a material, how much of it, of which lot */
export type Lying = readonly [code: string, qty: number, batchNbr?: string];

/** A record by its code or number. */
export const found = async (client: Client, object: string, code: string): Promise<Wire> => {
  for (let current = 1; ; current++) {
    const { records, total } = await client.list(object, { current, size: 200 });
    const hit = records.find((record) => record.code === code || record.nbr === code);
    if (hit !== undefined) return hit;
    if (records.length === 0 || current * 200 >= total) throw new Error(`no ${object} ${code}`);
  }
};
/** An action on a record as it stands now; a refusal is an exception. */
export const acted = async (
  client: Client,
  object: string,
  id: unknown,
  action: string,
  ask: Wire = {},
): Promise<Wire> => {
  const { version } = await client.one(object, String(id));
  return client.must(`/lcdp/data/${object}/act/${action}`, {
    targets: [{ id, version }],
    ask,
    accept: [],
    token: crypto.randomUUID(),
  });
};
/** A record that is saved; a refusal is an exception. */
export const savedAs = async (client: Client, object: string, record: Wire): Promise<Wire> => {
  const { code, msg, data } = await client.save(object, record);
  if (code !== 200) throw new Error(`${object}: ${code} ${msg}`);
  return data;
};

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

/** 周涛 takes into a warehouse what was found there. */
export const received = async (factory: Factory, warehouse: string, lying: readonly Lying[]): Promise<void> => {
  const keeper = await factory.client('zhoutao');
  const items: Wire[] = [];
  for (const [code, qty, batchNbr = null] of lying) {
    const { id: materialId, unitId } = await found(keeper, 'material', code);
    items.push({ id: newId(), materialId, unitId, qty, batchNbr, produceDate: daysAgo(30) });
  }
  const { id: warehouseId } = await found(keeper, 'warehouse', warehouse);
  const { id } = await savedAs(keeper, 'otherReceipt', { kind: '6', reason: '盘点后补录', warehouseId, items });
  await acted(keeper, 'otherReceipt', id, 'audit');
};

/** 核对 of everything: what differs between numbers and the documents they come from. */
export const differences = async (admin: Client): Promise<readonly Wire[]> => {
  const checks = [
    'balance',
    'value',
    'promise',
    'counter',
    'total',
    'stamp',
    'operation',
    'state',
    'fed',
    'order',
    'outside',
    'trace',
  ];
  await admin.must('/lcdp/data/dataMaintRun/act/verify', { targets: [], ask: { checks }, token: crypto.randomUUID() });
  const { records } = await admin.list('dataMaintRun', { current: 1, size: 1 });
  return (await admin.one('dataMaintRun', String(records[0]?.id))).differences as readonly Wire[];
};
