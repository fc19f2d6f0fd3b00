import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { EngineCtx } from '../../../server/records/host';
import { loadRecords } from '../../../server/records/store/source';
import { checkpoint } from '../../../server/records/unit';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
let id: string;
beforeAll(async () => {
  factory = await demoFactory();
  id = await inOne(async (ctx) => (await ctx.records.find('purchaseOrder', 'true', { limit: 1 }))[0]!.id as string);
});
afterAll(() => factory?.database.drop());

const inOne = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx) => work(ctx as EngineCtx));
const read = async (ctx: EngineCtx, lock = false): Promise<Rec> =>
  (await loadRecords(ctx, ctx.records.object('purchaseOrder'), [id], { rows: true, stored: true, lock }))[0]!;
const remarkOf = async (ctx: EngineCtx): Promise<unknown> => (await read(ctx)).remark;
/** Statements that some work sends. */
const sentBy = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text));
  } finally {
    sent.mockRestore();
  }
};

it('reads a record that it has locked once, and gives each caller his own', async () => {
  await inOne(async (ctx) => {
    const first = await read(ctx, true);
    const sent = await sentBy(async () => {
      first.remark = '改了';
      (first.items as Row[])[0]!.qty = -1;
      for (const lock of [false, true]) {
        const again = await read(ctx, lock);
        expect(again.remark).not.toBe('改了');
        expect((again.items as readonly Row[])[0]!.qty).not.toBe(-1);
      }
    });
    expect(sent).toEqual([]);
  });
});

it('reads anew what is not locked: another transaction may have changed it', async () => {
  await inOne(async (ctx) => {
    await read(ctx);
    await inOne((other) => other.records.patch('purchaseOrder', id, { head: { remark: '别人改的' } }));
    expect(await remarkOf(ctx)).toBe('别人改的');
  });
});

it('sees its own writes, by records and past them', async () => {
  await inOne(async (ctx) => {
    await read(ctx, true);
    await ctx.records.patch('purchaseOrder', id, { head: { remark: '一' } });
    expect(await remarkOf(ctx)).toBe('一');
    await ctx.trx.updateTable('purchase_order').set({ remark: '二' }).where('id', '=', id).execute();
    expect(await remarkOf(ctx)).toBe('二');
    await ctx.trx.updateTable('purchase_order as t').set({ remark: '三' }).where('t.id', '=', id).execute();
    expect(await remarkOf(ctx)).toBe('三');
    await sql`update org_demo.purchase_order set remark = ${'四'} where id = ${id}::uuid`.execute(ctx.trx);
    expect(await remarkOf(ctx)).toBe('四');
    await sql`with w as (update org_demo.purchase_order set remark = ${'五'} where id = ${id}::uuid returning id)
      select * from w`.execute(ctx.trx);
    expect(await remarkOf(ctx)).toBe('五');
    await sql`update org_demo.purchase_order_items set over_rate = ${7} where head_id = ${id}::uuid`.execute(ctx.trx);
    expect(((await read(ctx)).items as readonly Row[])[0]!.overRate).toBe(7);
  });
});

it('locks anew after the way back to a savepoint', async () => {
  await inOne(async (ctx) => {
    const restore = checkpoint(ctx);
    await sql`savepoint s`.execute(ctx.trx);
    await read(ctx, true);
    await ctx.records.patch('purchaseOrder', id, { head: { remark: '不算' } });
    await sql`rollback to savepoint s`.execute(ctx.trx);
    restore();
    expect(await remarkOf(ctx)).not.toBe('不算');
    expect((await sentBy(() => read(ctx, true))).some((text) => text.includes('for update'))).toBe(true);
  });
});

it('keeps what it has written itself, as it stands in its table', async () => {
  await inOne(async (ctx) => {
    const before = await read(ctx, true);
    await ctx.records.patch('purchaseOrder', id, { head: { remark: '写了' } });
    let kept: Rec | undefined;
    expect(
      await sentBy(async () => {
        kept = await read(ctx);
      }),
    ).toEqual([]);
    expect(kept).toMatchObject({ remark: '写了', version: (before.version as number) + 1, items: before.items });
    // nothing is known that the table does not say
    const { rows } = await sql<{ id: string }>`update org_demo.purchase_order set remark = remark`.execute(ctx.trx);
    expect(rows).toEqual([]);
    expect(await read(ctx)).toEqual(kept);
  });
});

it('asks once for what a find has locked, until the transaction changes what is found', async () => {
  await inOne(async (ctx) => {
    const { supplier, remark } = await read(ctx);
    const found = async (lock: boolean): Promise<readonly (readonly [unknown, unknown])[]> =>
      (
        await ctx.records.find('purchaseOrder', 'supplier == param.supplier', {
          param: { supplier },
          sort: '-nbr',
          lock,
        })
      ).map((rec) => [rec.id, rec.remark]);
    const plain = await found(false);
    const sent = await sentBy(async () => expect(await found(true)).toEqual(plain));
    expect(sent.filter((text) => text.endsWith('for update of t'))).toHaveLength(1);
    expect(await sentBy(async () => expect(await found(false)).toEqual(plain))).toEqual([]);
    // what does not tell which are found is told as it is now
    await ctx.records.patch('purchaseOrder', id, { head: { remark: '找到' } });
    const now = plain.map(([other, said]) => [other, other === id ? '找到' : said]);
    expect(await sentBy(async () => expect(await found(false)).toEqual(now))).toEqual([]);
    // past records, and what decides about it
    await sql`update org_demo.purchase_order set remark = ${remark} where id = ${id}::uuid`.execute(ctx.trx);
    expect(await found(true)).toEqual(plain);
    await ctx.records.patch('purchaseOrder', id, { head: { isDeleted: 1 } });
    expect(await found(false)).toEqual(plain.filter(([other]) => other !== id));
    throw new Error('back');
  }).catch((error: Error) => expect(error.message).toBe('back'));
});
