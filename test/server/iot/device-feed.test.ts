/** 设备监控 live (50 §5.10, §7): the full state first, then what changed, once a second at most, and nothing to who may not see it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrgInfo, ScopeGrant, Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { DeviceFeed, type DeviceRow } from '../../../server/live/device-feed';
import { type Live, openLive } from '../../../server/live/live';
import { demoFactory, type Factory } from '../../domain/factory';

describe('the feed', () => {
  const session = { org: { schema: 'org_a' } as OrgInfo } as Session;
  const feedOf = (ms = 20) => {
    const rows = new Map<string, string>([
      ['a', '1'],
      ['b', '1'],
    ]);
    const hidden = new Set<string>();
    let runs = 0;
    const feed = new DeviceFeed(
      {
        watched: async (_session, ids) => new Set(ids.filter((id) => !hidden.has(id))),
        rows: async (_org, ids) => {
          runs += 1;
          return ids.flatMap((id): DeviceRow[] => {
            const version = rows.get(id);
            return version === undefined ? [] : [{ id, version }];
          });
        },
      },
      ms,
    );
    const told: string[] = [];
    const listener = {
      session,
      isFull: false,
      tell: (id: string, row: DeviceRow | null): void => void told.push(`${id}${row?.version ?? '-'}`),
    };
    return { feed, rows, hidden, told, listener, runs: () => runs };
  };
  const soon = <T>(what: () => T) => expect.poll(what, { interval: 5 });

  it('tells the state of new devices, then only those that changed', async () => {
    const { feed, rows, told, listener } = feedOf();
    feed.set('s', listener, ['a']);
    await soon(() => told).toEqual(['a1']);
    feed.set('s', listener, ['a', 'b']);
    await soon(() => told).toEqual(['a1', 'b1']);
    rows.set('b', '2');
    feed.changed('org_a');
    await soon(() => told).toEqual(['a1', 'b1', 'b2']);
    feed.drop('s');
  });

  it('runs once for many changes of one moment, and not at all for others', async () => {
    const { feed, rows, told, listener, runs } = feedOf(200);
    feed.set('s', listener, ['a']);
    await soon(() => told).toEqual(['a1']);
    for (const version of ['2', '3', '4']) {
      rows.set('a', version);
      feed.changed('org_a');
      feed.changed('org_b');
    }
    await soon(() => told).toEqual(['a1', 'a4']);
    expect(runs()).toBe(2);
    feed.drop('s');
  });

  it('keeps what changed for a listener that takes nothing now, the newest alone', async () => {
    const { feed, rows, told, listener } = feedOf();
    feed.set('s', listener, ['a']);
    await soon(() => told).toEqual(['a1']);
    listener.isFull = true;
    for (const version of ['2', '3']) {
      rows.set('a', version);
      feed.changed('org_a');
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(told).toEqual(['a1']);
    listener.isFull = false;
    await soon(() => told).toEqual(['a1', 'a3']);
    feed.drop('s');
  });

  it('says once that a device is not to be seen any more, and shows it when it comes back', async () => {
    const { feed, hidden, told, listener } = feedOf();
    feed.set('s', listener, ['a']);
    await soon(() => told).toEqual(['a1']);
    hidden.add('a');
    feed.changed('org_a');
    await soon(() => told).toEqual(['a1', 'a-']);
    feed.changed('org_a');
    hidden.clear();
    feed.changed('org_a');
    await soon(() => told).toEqual(['a1', 'a-', 'a1']);
    feed.drop('s');
  });

  it('looks again from time to time: time alone changes a share of the shift', async () => {
    vi.useFakeTimers();
    const { feed, rows, told, listener } = feedOf(1_000);
    feed.set('s', listener, ['a']);
    await vi.advanceTimersByTimeAsync(0);
    rows.set('a', '2');
    await vi.advanceTimersByTimeAsync(14_000);
    expect(told).toEqual(['a1']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual(['a1', 'a2']);
    feed.drop('s');
    vi.useRealTimers();
  });
});

describe('over the channel', () => {
  let factory: Factory;
  let live: Live;
  let device = '';
  let moulding = '';
  let sessions: Readonly<Record<string, Session | null>> = {};
  beforeAll(async () => {
    factory = await demoFactory();
    await factory.as('admin', async (ctx) => {
      const all = await ctx.records.find('equipment', "code in ['CNC-05', 'IM-01']");
      device = String(all.find(({ code }) => code === 'CNC-05')?.id);
      moulding = String(all.find(({ code }) => code === 'IM-01')?.id);
    });
    const all = await factory.as('admin', async (ctx) => ctx.session);
    const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
    const shop = await factory.as('liuqiang', async (ctx): Promise<Session> => {
      const [dept] = await ctx.asSystem().records.find('dept', "code == '111'");
      const { me, rights } = ctx.session;
      const mine = { ...me, dept: String(dept?.id), depts: [String(dept?.id)] };
      return { ...ctx.session, me: mine, rights: { ...rights, super: false, has: () => true, scopes: () => scopes } };
    });
    sessions = { all, shop };
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
    readonly row?: { readonly id: string; readonly state: string | null; readonly version: string } | null;
  }
  const open = async (who: string, topics: readonly string[]) => {
    const told: Told[] = [];
    const session = sessions[who];
    if (!session) throw new Error(who);
    const stream = live.hub.open(session, who, {
      write: (text) => {
        for (const [, event, data = ''] of text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g))
          if (event === 'device') told.push(JSON.parse(data) as Told);
        return true;
      },
      onDrain: () => undefined,
      end: () => undefined,
    });
    return { told, stream, granted: await live.hub.subscribe(session, stream.id, topics) };
  };
  const state = (of: string, to: string) =>
    sql
      .raw(
        `update ${factory.org.schema}.device_state set end_at = now() where equipment_id = '${of}' and end_at is null;
         insert into ${factory.org.schema}.device_state (id, equipment_id, factory_unit_id, state, source, split, start_at)
         select '${newId()}', e.id, e.factory_unit_id, '${to}', '1', false, clock_timestamp() from ${factory.org.schema}.equipment e where e.id = '${of}';
         select pg_notify('mw_live', 'l ${factory.org.schema}')`,
      )
      .execute(factory.database.db);

  it('shows a device of the own workshop and what becomes of it; another workshop stays unseen', async () => {
    const topics = [`device:${device}`, `device:${moulding}`, 'device:1 or true'];
    const line = await open('shop', topics);
    expect(line.granted).toEqual([`device:${device}`]);
    await expect.poll(() => line.told.length).toBe(1);
    expect(line.told[0]).toMatchObject({ topic: `device:${device}`, row: { id: device, state: null } });
    await state(moulding, '1');
    await state(device, '3');
    await expect.poll(() => line.told.at(-1)?.row?.state).toBe('3');
    expect(line.told.map(({ row }) => row?.id)).toEqual([device, device]);
    live.hub.close(line.stream.id);
  });

  it('takes no topic for a device that is more than one: it would hold everybody back', async () => {
    const topics = [`device:${moulding}:x`, `device:${device}:`, `device:${device}`];
    const line = await open('all', topics);
    expect(line.granted).toEqual([`device:${device}`]);
    await expect.poll(() => line.told.length).toBe(1);
    live.hub.close(line.stream.id);
  });

  it('ends what it shows with the right to see it', async () => {
    const { shop } = sessions;
    if (!shop) throw new Error('no session');
    const line = await open('shop', [`device:${device}`]);
    await expect.poll(() => line.told.length).toBe(1);
    sessions = {
      ...sessions,
      shop: { ...shop, rights: { ...shop.rights, has: (right) => right !== 'dvcwatch:view' } },
    };
    await live.hub.rightsChanged(factory.org.schema);
    await state(device, '1');
    const other = await open('all', [`device:${device}`]);
    await expect.poll(() => other.told.at(-1)?.row?.state).toBe('1');
    expect(line.told.map(({ row }) => row?.state)).not.toContain('1');
    live.hub.close(line.stream.id);
    live.hub.close(other.stream.id);
  });
});
