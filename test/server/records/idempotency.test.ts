import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { makeCtx } from '../../../server/records/context';
import type { EngineCtx } from '../../../server/records/host';
import { callOnce, dropOldCalls } from '../../../server/records/save/idempotency';
import { openWorld, order, refusal, type Wire, type World } from '../../support/writes';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const withToken = (token: string, ctx = world.admin): Promise<EngineCtx> =>
  makeCtx(world.host, ctx.session, { requestId: newId(), token });
const PO = 'purchaseOrder';

describe('a token', () => {
  it('has one effect and one answer when the call comes again', async () => {
    const token = newId();
    const record = order(world);
    const first = await world.save(PO, record, {}, await withToken(token));
    const before = await world.count('purchase_order');
    expect(await world.save(PO, record, {}, await withToken(token))).toEqual(first);
    expect(await world.count('purchase_order')).toBe(before);
  });
  it('has one effect when 16 calls come at once', async () => {
    const token = newId();
    const record = order(world);
    const before = await world.count('purchase_order');
    const answers = await Promise.all(
      Array.from({ length: 16 }, async () => world.save(PO, record, {}, await withToken(token))),
    );
    expect(await world.count('purchase_order')).toBe(before + 1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
  it('waits for a call that is under way no longer than its limit: what became of it is not known', async () => {
    const token = newId();
    const body = { qty: 1 };
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const limit = (ctx: EngineCtx) =>
      sql<{ ms: string }>`select current_setting('lock_timeout') as ms`
        .execute(ctx.trx)
        .then(({ rows }) => rows[0]?.ms);
    const first = callOnce(await withToken(token), 'slow', body, async (ctx) => {
      begun();
      await held;
      return limit(ctx);
    });
    await started;
    let ran = 0;
    const twin = async () => {
      ran += 1;
      return 'twin';
    };
    const began = Date.now();
    expect(await refusal(callOnce(await withToken(token), 'slow', body, twin, { twinMs: 300 }))).toMatchObject({
      code: 503,
      text: '处理超时，结果未知，请稍后重试',
    });
    expect(Date.now() - began).toBeLessThan(5000);
    finish();
    // what the first does itself waits as everything else
    expect(await first).toBe('20s');
    expect(await callOnce(await withToken(token), 'slow', body, twin)).toBe('20s');
    expect(ran).toBe(0);
  });
  it('posts an audit once', async () => {
    const saved = await world.save(PO, order(world));
    const token = newId();
    const audit = async (): Promise<Wire> =>
      world.act(PO, 'audit', [{ id: saved.id, version: 1 }], {}, await withToken(token));
    const [record, two] = await Promise.all([audit(), audit()]);
    expect(record).toEqual(two);
    const events = await world.db
      .withSchema(world.org.schema)
      .selectFrom('mw_outbox')
      .select('event')
      .where('record_id', '=', saved.id)
      .where('event', '=', 'purchaseOrder.audit')
      .execute();
    expect(events).toHaveLength(1);
  });
  it('with another body is refused', async () => {
    const token = newId();
    const record = order(world);
    await world.save(PO, record, {}, await withToken(token));
    expect(await refusal(world.save(PO, { ...record, remark: 'x' }, {}, await withToken(token)))).toMatchObject({
      code: 400,
    });
  });
  it('of a refused call is free again', async () => {
    const token = newId();
    await refusal(world.save(PO, order(world, { supplierId: world.ids.gone }), {}, await withToken(token)));
    expect(await world.save(PO, order(world), {}, await withToken(token))).toMatchObject({ version: 1 });
  });
  it('is the user’s own', async () => {
    const token = newId();
    const record = order(world);
    const first = await world.save(PO, record, {}, await withToken(token));
    const other = newId();
    await world.insert('user', [{ id: other, login_name: other.slice(-12), name: '别人' }]);
    const ctx = await world.as([{ isSuper: true }], { id: other });
    const rows = (record.items as Wire[]).map((record) => ({ ...record, id: newId() }));
    const second = await world.save(PO, { ...record, items: rows }, {}, await withToken(token, ctx));
    expect(second.id).not.toBe(first.id);
  });
  it('is forgotten after 30 days', async () => {
    const token = newId();
    await world.save(PO, order(world), {}, await withToken(token));
    const rows = () =>
      world.db.withSchema(world.org.schema).selectFrom('mw_call').select('token').where('token', '=', token).execute();
    await dropOldCalls(world.admin);
    expect(await rows()).toHaveLength(1);
    await world.db
      .withSchema(world.org.schema)
      .updateTable('mw_call')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('token', '=', token)
      .execute();
    await dropOldCalls(world.admin);
    expect(await rows()).toHaveLength(0);
  });
});
