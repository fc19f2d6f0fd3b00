/** A work order whose first operation uses ten materials, all of them fed; its reports of one piece wait for their audit. */
import { listOrgs } from '../../server/auth/organisation';
import { composeEngine } from '../../server/compose';
import { connect } from '../../server/db/connect';
import { postStock } from '../../server/stock/posting';
import { newId, type Wire } from '../../test/support/client';
import type { BenchServer } from './server';

const PIECES = 1_000;
export const MATERIALS = 10;

export interface Waiting {
  readonly id: string;
  readonly version: number;
}
export const waitingReports = async (bench: BenchServer, count: number): Promise<readonly Waiting[]> => {
  const { client } = bench;
  const idOf = async (table: string, code: string): Promise<string> =>
    String((await bench.sql(`select id from org_demo.${table} where code = $1`, [code])).rows[0]!.id);
  const must = async (page: string, record: Wire): Promise<Wire> => {
    const answer = await client.save(page, record);
    if (answer.code !== 200)
      throw new Error(`${page}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 800)}`);
    return { id: answer.data.id, version: answer.data.version };
  };
  const act = async (page: string, action: string, of: Wire, ask: Wire = {}): Promise<void> => {
    const answer = await client.act(page, action, [of], { ask });
    if (answer.code !== 200)
      throw new Error(`${page} ${action}: ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 800)}`);
  };
  const [workshop, lineSide] = [await idOf('factory_unit', 'ZP'), await idOf('warehouse', 'XB-ZP')];
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
  const order = await must('prdOrder', {
    materialId: await idOf('material', 'LA-100'),
    planQty: PIECES,
    workshopId: workshop,
    warehouseId: await idOf('warehouse', 'CK01'),
    dueDate: today,
  });
  await act('prdOrder', 'audit', order);
  await act(
    'prdOrder',
    'release',
    { id: order.id, version: (await client.one('prdOrder', String(order.id))).version },
    {
      qty: PIECES,
      lotQty: 0,
    },
  );
  const [work] = (await bench.sql(`select id from org_demo.work_order where prd_order_nbr_id = $1`, [order.id])).rows;
  const [operation] = (
    await bench.sql(
      `select id, op_nbr from org_demo.order_process where work_order_nbr_id = $1 order by op_nbr limit 1`,
      [work!.id],
    )
  ).rows;
  const materials = (await client.one('workOrder', String(work!.id))).materials as Wire[];
  if (materials.length < MATERIALS) throw new Error(`expected ${MATERIALS} materials, got ${materials.length}`);
  const used = materials.slice(0, MATERIALS);
  const lots = await prepare(bench, {
    order: String(order.id),
    work: String(work!.id),
    opNbr: Number(operation!.op_nbr),
    materials,
    lineSide,
  });
  for (const { materialId } of used)
    await must('feedRecord', {
      orderProcessId: operation!.id,
      materialId,
      batchNbr: lots.get(String(materialId)),
      qty: PIECES,
      fifoReason: '试验',
    });
  // somebody of the demo factory who has worked there: the process may ask for a skill
  const [hand] = (
    await bench.sql(
      `select w.employee_id as id from org_demo.prd_start_workers w join org_demo.prd_start s on s.id = w.head_id
         join org_demo.order_process o on o.process_id = s.process_id where o.id = $1 limit 1`,
      [operation!.id],
    )
  ).rows;
  const startTime = new Date(Date.now() - 7_200_000).toLocaleString('sv', { timeZone: 'Asia/Shanghai' });
  const endTime = new Date(Date.now() - 60_000).toLocaleString('sv', { timeZone: 'Asia/Shanghai' });
  // the device is at what the story of the demo, or the bench before, has left running on it
  await bench.sql(
    `update org_demo.prd_start set doc_status = '60' where doc_status in ('30', '40')
        and equipment_id = (select id from org_demo.equipment where code = 'AL-01')`,
  );
  const start = await must('prdStart', {
    orderProcessId: operation!.id,
    equipmentId: await idOf('equipment', 'AL-01'),
    startQty: PIECES,
    startTime,
    workers: [{ id: newId(), employeeId: hand!.id }],
  });
  const reports: Waiting[] = [];
  for (let n = 0; n < count; n++) {
    const made = await must('prdReport', {
      prdStartId: start.id,
      orderProcessId: operation!.id,
      qualifiedQty: 1,
      startTime,
      endTime,
    });
    reports.push({ id: String(made.id), version: Number(made.version) });
  }
  return reports;
};

interface Prepared {
  readonly order: string;
  readonly work: string;
  readonly opNbr: number;
  readonly materials: readonly Wire[];
  readonly lineSide: string;
}
/** Every material is used one a piece by the operation and lies beside its line; answers the lot of each that is kept by lots. */
const prepare = async (bench: BenchServer, { order, work, opNbr, materials, lineSide }: Prepared) => {
  const { db, close } = connect({ url: bench.url });
  try {
    const engine = composeEngine({ db, keys: [Buffer.alloc(32, 7)], dataDir: '.cache/bench' });
    const org = (await listOrgs(db)).find(({ code }) => code === 'demo');
    if (!org) throw new Error('no organisation');
    const lots = new Map<string, string>();
    await engine.asSystem(org, async (ctx) => {
      const rows = materials.map((row, n) => ({
        id: String(row.id),
        opNbr,
        feedMode: n < MATERIALS ? ('1' as const) : ('3' as const),
      }));
      await ctx.records.patch('workOrder', work, { rows: { materials: rows } });
      const above = materials.map(({ orderRow }) => ({ id: String(orderRow), perQty: 1, perBase: 1 }));
      await ctx.records.patch('prdOrder', order, { rows: { materials: above } });
      const docId = newId();
      const legs = [];
      for (const [n, { materialId, attrKey }] of materials.slice(0, MATERIALS).entries()) {
        const material = await ctx.records.get('material', String(materialId));
        if (material?.traceMode === '1') lots.set(String(materialId), `BENCH-${docId.slice(-6)}-${n}`);
        legs.push({
          rowId: newId(),
          leg: 1,
          moveKind: '50',
          key: {
            material: String(materialId),
            warehouse: lineSide,
            attrKey: typeof attrKey === 'string' ? attrKey : null,
            batchNbr: lots.get(String(materialId)) ?? null,
          },
          qty: PIECES,
          cost: { by: 'price', price: 1 } as const,
          batch: { expireDate: null },
        });
      }
      await postStock(ctx, {
        docType: 'otherReceipt',
        docId,
        docNbr: `BENCH-${docId.slice(-6)}`,
        bizDate: ctx.today,
        legs,
      });
    });
    return lots;
  } finally {
    await close();
  }
};
