/** 盘点 (40 §3.6, acceptance 17): a sheet of the books, what is counted, and the documents of the differences. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { makeBook } from '../../../server/excel/write';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { reserveStock } from '../../../server/stock/reserve';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { openSignedApp, sessionOf } from '../../support/sessions';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { asked } from '../production/floor';

let factory: Factory;
let app: FastifyInstance;
let headers: Record<string, string>;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
  const root = sessionOf(factory.org, [{ isSuper: true }]);
  const signed = await openSignedApp({ root }, { db: factory.database.db, mount: factory.engine.mount });
  app = signed.app;
  headers = signed.headers('root');
});
afterAll(async () => {
  await app?.close();
  await factory?.database.drop();
});

const LOT = '2601120009';
const lines = (rec: Rec): readonly Row[] => rec.items as readonly Row[];
const rowOf = (rec: Rec, batchNbr: string | null = LOT): Row =>
  lines(rec).find((row) => row.batchNbr === batchNbr && row.materialName === '密封圈')!;
/** 周涛 makes a sheet of 原材料仓 */
const sheet = async (more: Rec = {}): Promise<Stored> =>
  acts.save('stockCount', { warehouse: await acts.id('warehouse', 'CK01'), ...more }, 'zhoutao');
/** and writes down what lies there */
const counted = async (of: Stored, rows: readonly (readonly [Row, number])[]): Promise<Stored> => {
  const now = await shop.get('stockCount', of.id);
  const values = new Map(rows.map(([row, qty]) => [row.id, qty]));
  const items = lines(now).map((row) =>
    values.has(row.id) ? { id: row.id, countQty: values.get(row.id)! } : { id: row.id },
  );
  return acts.save('stockCount', { id: now.id, version: now.version, items: items as unknown as Row[] }, 'zhoutao');
};
const post = async (of: Stored, accept: readonly string[] = ['actions.post.checks.left']): Promise<Stored> => {
  const now = await shop.get('stockCount', of.id);
  await factory.as('zhoutao', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('stockCount'), 'post', {
      targets: [{ id: now.id, version: now.version }],
      accept: [...accept],
    }),
  );
  return shop.get('stockCount', of.id);
};
const issued = async (qty: number): Promise<void> => {
  const [material, warehouse] = [await acts.id('material', 'SR-08'), await acts.id('warehouse', 'CK01')];
  const key = { material, warehouse, batchNbr: LOT };
  await factory.as('admin', (ctx) =>
    postStock(ctx, {
      docType: 'otherIssue',
      docId: newId(),
      docNbr: 'T-OUT',
      bizDate: ctx.today,
      legs: [{ rowId: newId(), leg: 1, moveKind: '51', key, qty: -qty, cost: { by: 'avg' } }],
    }),
  );
};
const balance = async (batchNbr = LOT): Promise<readonly [number, number] | undefined> =>
  (await shop.balances('CK01', 'SR-08'))[batchNbr];
const documents = async (object: string, of: Stored): Promise<readonly Stored[]> =>
  factory.as('admin', async (ctx) => {
    const heads = await ctx.records.find(object, 'count == param.id', { param: { id: of.id } });
    return Promise.all(heads.map(async ({ id }) => (await ctx.records.get(object, id as string)) as Stored));
  });
const sound = async (): Promise<void> => {
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('a sheet', () => {
  it('says what the books say, of its category and of no other store', async () => {
    await shop.beside('CK01', 'SR-08', 204, { batchNbr: LOT });
    await shop.beside('CK02', 'SR-08', 7, { batchNbr: 'ELSEWHERE' });
    const made = await sheet();
    expect(made).toMatchObject({ nbr: 'PD202601150002', docStatus: '10' });
    expect(rowOf(made)).toMatchObject({ bookQty: 204, countQty: null, diffQty: null, qualityStatus: '1' });
    expect(lines(made).some(({ batchNbr }) => batchNbr === 'ELSEWHERE')).toBe(false);
    const category = await factory.as('admin', async (ctx) => {
      const [material] = await ctx.records.find('material', "code == 'SR-08'");
      return material!.materialCategory as string;
    });
    const part = await sheet({ category });
    expect(lines(part).length).toBeLessThan(lines(made).length);
    expect(lines(part).map(({ materialName }) => materialName)).toContain('密封圈');
  });
  it('of an empty place is empty, whatever rows were sent along', async () => {
    const warehouse = await acts.id('warehouse', 'CK03');
    const items = [{ id: newId(), material: await acts.id('material', 'LA-100'), countQty: 1 }] as unknown as Row[];
    expect(lines(await acts.save('stockCount', { warehouse, items }, 'jianglei'))).toEqual([]);
  });
  it('is one of his own warehouse', async () => {
    const warehouse = await acts.id('warehouse', 'CK01');
    expect(await refusal(acts.save('stockCount', { warehouse }, 'jianglei'))).toBe('仓库的数据不在可选范围内');
  });
});

describe('differences', () => {
  it('204 in the books and 200 counted are 盘亏 4, audited by somebody else (acceptance 17)', async () => {
    const made = await sheet();
    expect(await refusal(post(made))).toBe('请先填写实盘数');
    await counted(made, [[rowOf(made), 200]]);
    const left = lines(made).length - 1;
    expect(await asked(post(made, []))).toEqual([`还有${left}行未填实盘数，这些行不调整，是否继续？`]);
    const done = await post(made);
    expect(done).toMatchObject({ docStatus: '60', gain: null });
    const [loss, ...more] = await documents('otherIssue', made);
    expect(more).toEqual([]);
    expect(await documents('otherReceipt', made)).toEqual([]);
    expect(loss).toMatchObject({ kind: '1', auditStatus: '1', id: done.loss, reason: `盘点单${made.nbr}` });
    expect(lines(loss!)).toMatchObject([{ qty: 4, batchNbr: LOT, qualityStatus: '1' }]);
    expect(await balance()).toEqual([204, 0]);
    expect(await refusal(acts.act('otherIssue', 'audit', loss!, {}, [], 'zhoutao'))).toBe('不能审核本人提交的单据');
    expect(await balance()).toEqual([204, 0]);
    await acts.act('otherIssue', 'audit', loss!);
    expect(await balance()).toEqual([200, 0]);
    await sound();
    await acts.act('otherIssue', 'unaudit', await shop.get('otherIssue', loss!.id));
    expect(await balance()).toEqual([204, 0]);
  });
  it('are refused for a row that moved since, until it is taken anew (acceptance 17)', async () => {
    const made = await sheet();
    await counted(made, [[rowOf(made), 200]]);
    await issued(1);
    expect(await refusal(post(made))).toBe(`「密封圈」批次${LOT}盘点期间有1笔出入库，请重新导出该行`);
    expect(await documents('otherIssue', made)).toEqual([]);
    expect(await shop.get('stockCount', made.id)).toMatchObject({ docStatus: '10', loss: null });
    await acts.act('stockCount', 'refresh', await shop.get('stockCount', made.id), {}, [], 'zhoutao');
    const anew = await shop.get('stockCount', made.id);
    expect(rowOf(anew)).toMatchObject({ bookQty: 203, countQty: null });
    expect(await refusal(acts.act('stockCount', 'refresh', anew, {}, [], 'zhoutao'))).toBe('盘点明细没有新的出入库');
    await counted(made, [[rowOf(anew), 200]]);
    await post(made);
    expect(lines((await documents('otherIssue', made))[0]!)).toMatchObject([{ qty: 3 }]);
  });
  it('of nothing make no document', async () => {
    const made = await sheet();
    await counted(made, [[rowOf(made), 203]]);
    expect(await post(made)).toMatchObject({ docStatus: '60', gain: null, loss: null });
  });
  it('of what was found come in at the average, in the status it lies in', async () => {
    const made = await sheet();
    const [material, unit] = [await acts.id('material', 'SR-08'), await acts.id('unit', 'PCS')];
    const found = { id: newId(), material, unit, batchNbr: LOT, qualityStatus: '3', countQty: 2 };
    const now = await shop.get('stockCount', made.id);
    const items = [...lines(now).map(({ id }) => ({ id })), found] as unknown as Row[];
    const full = await acts.save('stockCount', { id: now.id, version: now.version, items }, 'zhoutao');
    expect(lines(full).at(-1)).toMatchObject({ bookQty: 0, diffQty: 2 });
    await counted(made, [[rowOf(made), 205]]);
    const { gain } = await post(made);
    const receipt = await shop.get('otherReceipt', gain as string);
    expect(lines(receipt).map(({ qty, qualityStatus }) => [qty, qualityStatus])).toEqual([
      [2, '1'],
      [2, '3'],
    ]);
    await acts.act('otherReceipt', 'audit', receipt);
    expect(await balance()).toEqual([205, 0]);
    const posted = lines(await shop.get('otherReceipt', receipt.id));
    expect(posted.map(({ qualityStatus }) => qualityStatus)).toEqual(['1', '3']);
    await sound();
    await acts.act('otherReceipt', 'unaudit', await shop.get('otherReceipt', receipt.id));
    expect(await balance()).toEqual([203, 0]);
    await sound();
  });
});

describe('a count', () => {
  it('that is blind keeps the books back until it is done', async () => {
    const made = await sheet({ blind: true });
    expect(lines(made).every(({ bookQty, diffQty }) => bookQty === null && diffQty === null)).toBe(true);
    await counted(made, [[rowOf(made), 199]]);
    expect(rowOf(await shop.get('stockCount', made.id))).toMatchObject({ bookQty: null, diffQty: null });
    await post(made);
    expect(rowOf(await shop.get('stockCount', made.id))).toMatchObject({ bookQty: 203, diffQty: -4 });
    expect(lines((await documents('otherIssue', made))[0]!)).toMatchObject([{ qty: 4 }]);
  });
  it('may hold the store until it ends', async () => {
    const made = await sheet({ holds: true });
    expect(await refusal(issued(1))).toBe(`「原材料仓」正在盘点（${made.nbr}），盘点结束前不能出入库`);
    expect((await balance())?.[0]).toBe(203);
    await acts.act('stockCount', 'void', await shop.get('stockCount', made.id), {}, [], 'zhoutao');
    await issued(1);
    expect((await balance())?.[0]).toBe(202);
    await sound();
  });
});

describe('a filled sheet', () => {
  const load = async (rows: readonly (readonly (string | number | null)[])[], token: string) => {
    const file = await makeBook([{ spec: { name: '盘点', columns: rows[0]!.map(() => ({ width: 10 })) }, rows }]);
    const { payload } = await app.inject({
      method: 'POST',
      url: `/v2/api/mes/lcdp/data/stockCount/import?code=countResult&token=${token}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: file,
    });
    return JSON.parse(payload.trim().split('\n').at(-1)!);
  };
  const HEAD = ['盘点单号', '物料', '物料名称', '批次号', '质量状态', '账面数', '实盘数', '说明'];
  it('finds its rows, leaves the others and takes what was found', async () => {
    const made = await sheet();
    const before = lines(made).length;
    const row = (batch: string, qty: number, note: string) => [
      String(made.nbr),
      'SR-08',
      '密封圈',
      batch,
      '合格',
      999,
      qty,
      note,
    ];
    const answer = await load([HEAD, row(LOT, 198, '少4件'), row('FOUND-1', 3, '角落里')], 'c1');
    expect(answer).toMatchObject({ code: 200, data: { changed: 1, added: 0 } });
    const now = await shop.get('stockCount', made.id);
    expect(lines(now)).toHaveLength(before + 1);
    expect(rowOf(now)).toMatchObject({ id: rowOf(made).id, bookQty: 202, countQty: 198, diffQty: -4, note: '少4件' });
    expect(rowOf(now, 'FOUND-1')).toMatchObject({ bookQty: 0, countQty: 3 });
  });
  it('takes no line that several rows fit', async () => {
    const made = await sheet();
    const without = HEAD.filter((title) => title !== '批次号');
    const answer = await load([without, [String(made.nbr), 'SR-08', '密封圈', '合格', 999, 198, null]], 'c4');
    expect(answer.data.errors).toMatchObject([{ row: 2, text: '对应多条明细，请补上能区分它们的列' }]);
    expect(lines(await shop.get('stockCount', made.id)).every(({ countQty }) => countQty === null)).toBe(true);
  });
  it('names columns that nobody knows and a sheet that is none', async () => {
    expect(
      (
        await load(
          [
            ['盘点单号', '颜色'],
            ['PD202601150001', '红'],
          ],
          'c2',
        )
      ).msg,
    ).toBe('未知的列：颜色');
    const none = await load([HEAD, ['PD209901010001', 'SR-08', null, LOT, '合格', null, 1, null]], 'c3');
    expect(none.data.errors).toMatchObject([{ row: 2, text: '没有找到要更新的记录' }]);
  });
});

describe('what was reserved', () => {
  it('is given up where it is not there', async () => {
    const [material, warehouse] = [await acts.id('material', 'SR-08'), await acts.id('warehouse', 'CK01')];
    const source = { srcType: 'salesOrder', srcId: newId(), srcNbr: 'T-RES', srcRowId: newId() };
    await factory.as('admin', (ctx) =>
      reserveStock(ctx, [{ ...source, material, attrKey: null, warehouse, need: 10_000, decimals: 0 }]),
    );
    expect(await balance()).toEqual([202, 202]);
    const made = await sheet();
    await counted(made, [[rowOf(made), 190]]);
    const { loss } = await post(made);
    await acts.act('otherIssue', 'audit', await shop.get('otherIssue', loss as string));
    expect(await balance()).toEqual([190, 190]);
    await sound();
  });
});
