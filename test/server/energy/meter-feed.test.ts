/** Meters of the monitors live (50 §6.4): values as they change, in the rows of who looks, without amounts and without who is above. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScopeGrant, Session } from '../../../server/ctx';
import { type Live, openLive } from '../../../server/live/live';
import { demoFactory, type Factory } from '../../domain/factory';
import { actsOf } from '../../support/demo-acts';

let factory: Factory;
let live: Live;
let own = '';
let other = '';
let sessions: Readonly<Record<string, Session>> = {};
beforeAll(async () => {
  factory = await demoFactory();
  const acts = actsOf(() => factory);
  own = await acts.id('energyMeter', 'EM-10');
  other = await acts.id('energyMeter', 'EM-30');
  const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
  const shop = await factory.as('liuqiang', async (ctx): Promise<Session> => {
    const [dept] = await ctx.asSystem().records.find('dept', "code == '111'");
    const { me, rights } = ctx.session;
    const mine = { ...me, dept: String(dept?.id), depts: [String(dept?.id)] };
    return { ...ctx.session, me: mine, rights: { ...rights, super: false, scopes: () => scopes } };
  });
  sessions = { shop, none: { ...shop, rights: { ...shop.rights, has: () => false } } };
  live = openLive({
    host: factory.engine.host,
    url: factory.database.appUrl,
    sessionOf: async (token) => sessions[token] ?? null,
    asSystem: factory.engine.asSystem,
    flushMs: 20,
    deviceMs: 50,
  });
  await live.ready;
});
afterAll(async () => {
  await live?.stop();
  await factory?.database.drop();
});

interface Told {
  readonly topic?: string;
  readonly row?: Readonly<Record<string, unknown>> | null;
}
const open = async (who: string, topics: readonly string[]) => {
  const told: Told[] = [];
  const session = sessions[who];
  if (session === undefined) throw new Error(who);
  const stream = live.hub.open(session, who, {
    write: (text) => {
      for (const [, data = ''] of text.matchAll(/event: meter\ndata: (.*)\n\n/g)) told.push(JSON.parse(data) as Told);
      return true;
    },
    onDrain: () => undefined,
    end: () => undefined,
  });
  return { told, stream, granted: await live.hub.subscribe(session, stream.id, topics) };
};
const reads = (meter: string, kw: number) =>
  sql
    .raw(
      `update ${factory.org.schema}.data_point set value = ${kw}, value_at = '2026-01-15 09:59:30+08', q = '0'
        where id = (select point_power_id from ${factory.org.schema}.energy_meter where id = '${meter}');
       select pg_notify('mw_live', 'l ${factory.org.schema}')`,
    )
    .execute(factory.database.db);

describe('meters over the channel', () => {
  it('are those of the own workshop, whole at once and then as they change', async () => {
    const line = await open('shop', [`meter:${own}`, `meter:${other}`, `meter:${own}:x`, `device:${own}`]);
    expect(line.granted).toEqual([`meter:${own}`]);
    await expect.poll(() => line.told.length).toBe(1);
    expect(line.told[0]).toMatchObject({ topic: `meter:${own}`, row: { id: own, code: 'EM-10', flow: null } });
    await reads(other, 12);
    await reads(own, 33.5);
    await expect.poll(() => line.told.at(-1)?.row?.flow).toMatchObject({ value: 33.5 });
    expect(new Set(line.told.map(({ row }) => row?.id))).toEqual(new Set([own]));
    expect(Object.keys(line.told.at(-1)?.row ?? {})).not.toContain('parent');
    live.hub.close(line.stream.id);
  });

  it('are not for who may open no monitor, and end with the right to', async () => {
    expect((await open('none', [`meter:${own}`])).granted).toEqual([]);
    const line = await open('shop', [`meter:${own}`]);
    await expect.poll(() => line.told.length).toBe(1);
    const { shop, none } = sessions;
    if (shop === undefined || none === undefined) throw new Error('no session');
    sessions = { shop: { ...shop, rights: { ...shop.rights, has: () => false } }, none };
    await live.hub.rightsChanged(factory.org.schema);
    await reads(own, 44);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(line.told.map(({ row }) => (row?.flow as { value: number } | null)?.value)).not.toContain(44);
    live.hub.close(line.stream.id);
  });
});
