/** trace.find, trace.graph, trace.path, trace.resource and trace.freezeAll (40 §10.2 to 10.4): the worked example, both ways. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/language/value';
import type { TraceGraph, TraceKind, TraceRoot } from '../../../schemas/language/wire-trace';
import { find, graph, MAX_NODES } from '../../../server/domain/trace/graph';
import { path, resource } from '../../../server/domain/trace/path';
import { freezeAll } from '../../../server/domain/trace/recall';
import { newId } from '../../../server/ids';
import { proveStock } from '../../../server/stock/proof';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { type Floor, openFloor, refusal } from '../production/floor';
import { makeStory, type Story } from './story';

let floor: Floor;
let story: Story;
let serials: readonly string[];
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);
beforeAll(async () => {
  floor = await openFloor();
  story = await makeStory(floor, acts, shop);
  serials = [story.first, story.second].flatMap((rec) => (rec.items as readonly Row[])[0]?.serials as string[]);
});
afterAll(() => floor?.factory.database.drop());

const found = (text: string): Promise<readonly TraceRoot[]> => floor.factory.as('admin', (ctx) => find(ctx, text));
const from = async (text: string, direction: 'forward' | 'back', more = {}): Promise<TraceGraph> => {
  const roots = await found(text);
  return floor.factory.as('admin', (ctx) => graph(ctx, { roots, direction, weak: true, narrow: false, ...more }));
};
const nbrs = (rows: readonly { readonly nbr: string }[]) => rows.map(({ nbr }) => nbr).sort();

describe('what a number is', () => {
  it('a lot, a serial number, a work order, an order, a document that moved lots', async () => {
    expect(await found('2601050001')).toMatchObject([{ type: '1', nbr: '2601050001', materialName: '密封圈' }]);
    expect(await found(serials[0]!)).toMatchObject([{ type: '1', nbr: serials[0], materialCode: 'LA-100' }]);
    expect(await found(story.work.nbr as string)).toMatchObject([{ type: '2', id: story.work.id }]);
    const order = await floor.read('prdOrder', story.work.prdOrderNbr as string);
    expect(await found(order.nbr as string)).toMatchObject([{ type: '2', id: story.work.id }]);
    expect(await found(story.second.nbr as string)).toHaveLength(36);
  });
  it('an order of a customer, a lot of a supplier', async () => {
    await floor.factory.as('admin', (ctx) =>
      sql`update ${sql.table(`${ctx.org.schema}.prd_order`)} set sales_order_nbr = 'XS-1', contract_nbr = 'PO-7'
           where id = ${story.work.prdOrderNbr}`.execute(ctx.trx),
    );
    for (const text of ['XS-1', 'PO-7']) expect(await found(text)).toMatchObject([{ type: '2', id: story.work.id }]);
    await floor.factory.as('admin', (ctx) =>
      sql`update ${sql.table(`${ctx.org.schema}.batch`)} set supplier_batch = 'HD-33' where batch_nbr = '2601050001'`.execute(
        ctx.trx,
      ),
    );
    expect(await found('HD-33')).toMatchObject([{ type: '1', nbr: '2601050001' }]);
  });
  it('what it is looked up as, when that is said', async () => {
    const as = (text: string, kind: TraceKind) => floor.factory.as('admin', (ctx) => find(ctx, text, { kind }));
    expect(await as('2601050001', 'lot')).toHaveLength(1);
    expect(await as('SR-08', 'material')).toHaveLength(2);
    await expect(as('SR-08', 'lot')).rejects.toThrow('未找到SR-08');
    await expect(as('2601050001', 'doc')).rejects.toThrow('未找到2601050001');
  });
  it('a material: its lots of some days', async () => {
    const lots = async (days: object) => nbrs(await floor.factory.as('admin', (ctx) => find(ctx, 'SR-08', days)));
    expect(await lots({})).toEqual(['2601050001', '2601120001']);
    expect(await lots({ from: '2026-01-05', to: '2026-01-05' })).toEqual(['2601050001']);
    expect(await lots({ from: '2026-01-06' })).toEqual(['2601120001']);
  });
  it('nothing: it is named', async () => {
    expect(await refusal(found('GIBTESNICHT'))).toBe('未找到GIBTESNICHT');
  });
});

describe('forward from 2601050001', () => {
  it('one work order, 96 serial numbers, and where each of them is', async () => {
    const { roots, nodes, edges, orders, batches, stock, truncated } = await from('2601050001', 'forward');
    expect(roots).toMatchObject([{ nbr: '2601050001', made: 120, used: 120, good: 0, difference: 0 }]);
    expect(orders).toMatchObject([{ nbr: story.work.nbr, qualifiedQty: 96, scrapQty: 1, receivedQty: 96 }]);
    expect(batches).toHaveLength(97);
    const made = batches.filter(({ materialCode }) => materialCode === 'LA-100');
    expect(nbrs(made)).toEqual([...serials].sort());
    expect(made.reduce((sum, { good }) => sum + good, 0)).toBe(96);
    expect(batches.filter(({ difference }) => difference !== 0)).toEqual([]);
    expect(stock.reduce((sum, { qty }) => sum + qty, 0)).toBe(96);
    expect(truncated).toBe(false);
    expect(nodes.filter(({ aside }) => !aside)).toHaveLength(98);
    expect(nodes.slice(0, 2)).toMatchObject([
      { nbr: '2601050001', level: 0, root: true, made: false },
      { nbr: story.work.nbr, level: 1, type: '2' },
    ]);
    expect(edges.find(({ to }) => to === story.work.id)).toMatchObject({ qty: 120, weak: false });
    // the other lot of seals went into the same work order: drawn beside it, and none of it
    expect(nodes.filter(({ aside }) => aside)).toMatchObject([
      { nbr: '2601120001', materialName: '密封圈', root: false },
    ]);
    expect(nbrs(batches)).not.toContain('2601120001');
  });
  it('what is no lot and no work order of this organisation is not there', async () => {
    const asked = (type: '1' | '2', id: string) =>
      floor.factory.as('admin', (ctx) =>
        graph(ctx, { roots: [{ type, id }], direction: 'forward', weak: true, narrow: false }),
      );
    const [lot] = await found('2601050001');
    for (const [type, id] of [
      ['1', newId()],
      ['2', newId()],
      ['2', lot!.id],
      ['1', story.work.id as string],
    ] as const)
      await expect(asked(type, id)).rejects.toThrow('未找到追溯对象，请重新扫描');
  });
  it('a keeper is told where they lie in his warehouse, and nothing of another', async () => {
    const of = async (login: string) => {
      const roots = await found('2601050001');
      return floor.factory.as(login, (ctx) => graph(ctx, { roots, direction: 'forward', weak: true, narrow: false }));
    };
    const { stock, shipped } = await of('zhoutao');
    expect(stock.reduce((sum, { qty }) => sum + qty, 0)).toBe(96);
    expect(new Set(stock.map(({ warehouse }) => warehouse))).toEqual(new Set(['原材料仓']));
    expect(await of('jianglei')).toMatchObject({ stock: [], shipped: shipped.map(({ docNbr: _, ...each }) => each) });
  });
  it('narrowed, what came out before it went in is left out', async () => {
    await sql`update org_demo.genealogy_edge set occurred_at = '2026-01-16 08:00:00Z' where from_nbr = '2601050001'`.execute(
      floor.factory.database.db,
    );
    expect((await from('2601050001', 'forward', { narrow: true })).batches).toHaveLength(1);
    expect((await from('2601050001', 'forward')).batches).toHaveLength(97);
    await sql`update org_demo.genealogy_edge set occurred_at = '2026-01-15 08:00:00+08' where from_nbr = '2601050001'`.execute(
      floor.factory.database.db,
    );
    expect((await from('2601050001', 'forward', { narrow: true })).batches).toHaveLength(97);
  });
});

describe('back from a serial number', () => {
  it('its work order and both lots of seals', async () => {
    const { nodes, batches, orders, ops, reports } = await from(serials[0]!, 'back');
    expect([ops.length, reports.length]).toEqual([2, 2]);
    expect(nbrs(batches)).toEqual(['2601050001', '2601120001', serials[0]].sort());
    expect(nbrs(orders)).toEqual([story.work.nbr]);
    expect(nodes.map(({ level }) => level)).toEqual([0, -1, -2, -2]);
  });
  it('its way: two operations, their reports, what went in', async () => {
    const roots = await found(serials[0]!);
    const { ops, reports, inputs, outputs, events } = await floor.factory.as('admin', (ctx) => path(ctx, { roots }));
    expect(ops).toMatchObject([
      { opNbr: 10, good: 96, scrap: 1 },
      { opNbr: 20, good: 96, inQty: 96, scrap: 0 },
    ]);
    expect(reports.map(({ opNbr, qualifiedQty }) => [opNbr, qualifiedQty])).toEqual([
      [10, 96],
      [20, 96],
    ]);
    expect(nbrs(inputs)).toEqual(['2601050001', '2601120001']);
    const fed = events.filter(({ sort }) => sort === 'feed').map(({ what, qty, opNbr }) => [what, qty, opNbr]);
    expect(fed.sort()).toEqual([
      ['密封圈 2601050001', 120, 10],
      ['密封圈 2601120001', 74, 10],
    ]);
    expect(nbrs(outputs)).toEqual([serials[0]]);
  });
});

describe('a resource', () => {
  const asked = (window: { readonly from: string; readonly to: string }, login = 'admin') =>
    floor.factory.as(login, (ctx) => resource(ctx, { type: '1', code: 'AL-01', ...window }));
  it('at most 31 days are looked at', async () => {
    expect(await refusal(asked({ from: '2026-01-01 00:00:00', to: '2026-02-02 00:00:00' }))).toBe(
      '时间范围不能超过31天',
    );
  });
  it('its reports in the time, and what came of their work orders', async () => {
    const work = await floor.workOrder(5, [{ opNbr: 10, process: 'XL' }]);
    const start = await floor.start(work, 10, 5, { equipment: await acts.id('equipment', 'AL-01') });
    const report = await floor.act('audit', await floor.report(start, 5));
    const { lanes } = await asked({ from: '2026-01-15 08:30:00', to: '2026-01-15 10:00:00' });
    expect(lanes).toMatchObject([{ nbr: report.nbr, workOrder: work.nbr, qualifiedQty: 5 }]);
    // as everywhere: the time of the factory
    expect(lanes.map(({ from, to }) => [from, to])).toEqual([[report.startTime, report.endTime]]);
    expect((await asked({ from: '2026-01-15 09:00:00', to: '2026-01-15 10:00:00' })).lanes).toEqual([]);
  });
  it('what was fed on it for a work order out of reach is told by its day alone', async () => {
    await sql`update org_demo.genealogy_edge set equipment_id = ${await acts.id('equipment', 'AL-01')}
      where edge_kind = '2' and from_nbr = '2601050001'`.execute(floor.factory.database.db);
    const day = { from: '2026-01-15 00:00:00', to: '2026-01-16 00:00:00' };
    const { events } = await asked(day);
    expect(events).toMatchObject([{ sort: 'feed', workOrder: story.work.nbr, opNbr: 10, what: '密封圈 2601050001' }]);
    // a buyer may trace, and has no rows of the workshop
    const [seen, ...more] = (await asked(day, 'xumin')).events;
    expect([Object.values(seen ?? {}).filter((value) => value !== null && value !== false), more]).toEqual([
      [events[0]?.id, 'feed', '2026-01-15'],
      [],
    ]);
  });
});

describe('a recall', () => {
  it('freezes the 96 and holds 97 lots; shipping is told by whom', async () => {
    const roots = await found('2601050001');
    const done = await floor.factory.as('admin', (ctx) =>
      freezeAll(ctx, { roots, reason: '密封圈漏油', weak: true, releaseReserve: true, pauseWork: true }),
    );
    expect(done).toMatchObject({ moved: 96, held: 97 });
    const { batches } = await from('2601050001', 'forward');
    expect(batches.every(({ holdFlag, freezeNbr }) => holdFlag && freezeNbr === done.freezeNbr)).toBe(true);
    expect(batches.reduce((sum, { frozen }) => sum + frozen, 0)).toBe(96);
    expect(batches.reduce((sum, { good }) => sum + good, 0)).toBe(0);
    expect(batches.filter(({ difference }) => difference !== 0)).toEqual([]);
    const [other] = await found('2601120001');
    expect(await floor.read('batch', other!.id)).toMatchObject({ holdFlag: false });
    expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
    expect(await refusal(floor.act('unaudit', await floor.read('enterWarehouse', story.second.id as string)))).toBe(
      `序列号${serials[60]}已被${done.freezeNbr}召回冻结，不能反审核`,
    );
  });
});

describe('a wide recall', () => {
  it('the lists are whole where the graph stops drawing', async () => {
    const [root] = await found('2601120001');
    const { db } = floor.factory.database;
    const material = root!.material;
    await sql`insert into org_demo.batch (id, batch_nbr, material_id, kind)
      select md5('wide' || n)::uuid, 'WIDE' || n, ${material}, '1' from generate_series(1, ${MAX_NODES + 100}) n`.execute(
      db,
    );
    await sql`insert into org_demo.genealogy_edge (id, edge_kind, from_type, from_id, from_nbr, from_material_id, to_type, to_id, to_nbr,
        to_material_id, qty, weak, occurred_at)
      select gen_random_uuid(), '3', '1', case when n <= 100 then ${root!.id}::uuid else md5('wide' || (n % 100 + 1))::uuid end, 'x', ${material},
             '1', md5('wide' || n)::uuid, 'WIDE' || n, ${material}, 1, false, now() from generate_series(1, ${MAX_NODES + 100}) n`.execute(
      db,
    );
    const { nodes, batches, truncated } = await from('2601120001', 'forward');
    expect(truncated).toBe(true);
    expect(nodes).toHaveLength(MAX_NODES);
    expect(batches.filter(({ nbr }) => nbr.startsWith('WIDE'))).toHaveLength(MAX_NODES + 100);
  });
});
