/** 追溯关系 (40 §10.1; 30 acceptance 10): an edge for what is used and made, taken back with its source, always the quantity of the ledger. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { mendTrace, traceDifferences } from '../../../server/stock/genealogy-proof';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { type Floor, openFloor } from '../production/floor';
import { makeStory, type Story } from './story';

let floor: Floor;
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

/** kind, from, to and quantity of the edges of a document, live ones unless told */
const edgesOf = (doc: Rec, live = true): Promise<readonly unknown[]> =>
  floor.factory.as('admin', async (ctx) =>
    (
      await ctx.records.find('genealogyEdge', `docId == param.id && ${live ? 'empty' : '!empty'}(reversedAt)`, {
        param: { id: doc.id },
        sort: 'ledgerSeq',
      })
    ).map(({ edgeKind, fromNbr, toNbr, qty }) => [edgeKind, fromNbr, toNbr, qty]),
  );
const differences = () => floor.factory.as('admin', (ctx) => traceDifferences(ctx, 10));

describe('what is fed', () => {
  it('60 and 60, report 70: two edges 60 and 10; taken back no live edge is left', async () => {
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }], { uses: true, overRate: 100 });
    const motor = await acts.id('material', 'MT-12');
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('workOrder', work.id as string, {
        rows: {
          materials: (work.materials as readonly Row[]).map(({ id, material }) => ({
            id,
            feedMode: material === motor ? '1' : '3',
            mustFeed: false,
            opNbr: null,
          })) as never,
        },
      }),
    );
    const orderProcess = (await floor.op(work, 10)).id;
    for (const [n, batchNbr] of ['2601130001', '2601130002'].entries()) {
      await shop.beside('XB-ZP', 'MT-12', 60, { batchNbr });
      floor.factory.setNow(`2026-01-15 10:0${n}:00`);
      await floor.save('feedRecord', { orderProcess, material: motor, batchNbr, qty: 60, fifoReason: '试验' });
    }
    floor.factory.setNow('2026-01-15 10:30:00');
    const start = await floor.start(work, 10, 100);
    const report = await floor.act('audit', await floor.report(start, 70));
    expect(await edgesOf(report)).toEqual([
      ['1', '2601130001', work.nbr, 60],
      ['1', '2601130002', work.nbr, 10],
    ]);
    const [edge] = await floor.find('genealogyEdge', 'docId == param.id', { id: report.id }, 'ledgerSeq');
    expect(edge).toMatchObject({
      workOrder: work.id,
      orderProcess,
      weak: false,
      occurredAt: '2026-01-15 10:00:00',
      endAt: '2026-01-15 09:00:00',
    });
    expect(await differences()).toEqual([]);
    await floor.act('reverse', report, { reason: '数错' });
    expect(await edgesOf(report)).toEqual([]);
    expect(await edgesOf(report, false)).toHaveLength(2);
    expect(await differences()).toEqual([]);
  });
});

describe('from a lot to what was made of it (SCDD202601080001)', () => {
  let story: Story;
  beforeAll(async () => {
    story = await makeStory(floor, acts, shop);
  });
  it('120 and 74 seals go into the work order, 60 and 36 serial numbers come of it', async () => {
    const { report, work, first, second } = story;
    expect(await edgesOf(report)).toEqual([
      ['2', '2601050001', work.nbr, 120],
      ['2', '2601120001', work.nbr, 74],
    ]);
    const serials = (rec: Rec) => (rec.items as readonly Row[])[0]?.serials as readonly string[];
    expect(await edgesOf(first)).toEqual(serials(first).map((serial) => ['5', work.nbr, serial, 1]));
    expect(await edgesOf(second)).toHaveLength(36);
    expect(await differences()).toEqual([]);
  });
  it('a receipt that is taken back leaves no live edge', async () => {
    await floor.act('unaudit', await floor.read('enterWarehouse', story.second.id as string));
    expect(await edgesOf(story.second)).toEqual([]);
    expect(await edgesOf(story.second, false)).toHaveLength(36);
    expect(await edgesOf(story.first)).toHaveLength(60);
    expect(await differences()).toEqual([]);
  });
  it('what does not balance is named and written anew from the ledger', async () => {
    const { report, work } = story;
    await sql`update org_demo.genealogy_edge set qty = 100 where doc_id = ${report.id} and from_nbr = '2601050001'`.execute(
      floor.factory.database.db,
    );
    await sql`delete from org_demo.genealogy_edge where doc_id = ${report.id} and from_nbr = '2601120001'`.execute(
      floor.factory.database.db,
    );
    expect(await differences()).toEqual([
      { title: `${report.nbr} 2601050001`, found: 100, expected: 120, workOrder: work.id },
      { title: `${report.nbr} 2601120001`, found: 0, expected: 74, workOrder: work.id },
    ]);
    await floor.factory.as('admin', (ctx) => mendTrace(ctx, 10));
    expect(await differences()).toEqual([]);
    expect(await edgesOf(report)).toEqual([
      ['2', '2601050001', work.nbr, 120],
      ['2', '2601120001', work.nbr, 74],
    ]);
  });
});
