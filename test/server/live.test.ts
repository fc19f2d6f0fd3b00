/** The live channel over real transactions, sockets and sessions. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../../server/auth/accounts';
import { inTx } from '../../server/db/tx';
import { newId } from '../../server/ids';
import { LiveHub, type Sink } from '../../server/live/hub';
import { PASSWORD, type TestApp, testApp } from '../support/app';

let at: TestApp;
let base = '';
let admin = '';
let own = '';
beforeAll(async () => {
  at = await testApp({ live: true });
  base = `${await at.app.listen({ port: 0, host: '127.0.0.1' })}/v2/api/mes`;
  admin = (await at.signIn('admin')).data.access_token;
  const { data: tree } = await at.call<{ id: string }[]>('GET', '/application/appdata/getFirstTreeData', {
    token: admin,
    query: { object: 'dept' },
  });
  const add = async (code: string, dataScope: string): Promise<string> => {
    const functions = ['unit:view', 'unit:add', 'unit:edit'];
    const role = await save(admin, 'role', { code, name: code, dataScope, functions });
    const user = await save(admin, 'user', { loginName: code, name: code, deptId: tree[0]?.id, roles: [role.id] });
    await inTx(at.database.db, (trx) =>
      openAccount(trx, { org: at.org, userId: user.id, loginName: code, password: PASSWORD, mustChange: false }),
    );
    return (await at.signIn(code)).data.access_token;
  };
  own = await add('ownrows', '4');
});
afterAll(() => at?.close());

interface Saved {
  readonly id: string;
  readonly version: number;
}
const save = async (token: string, page: string, record: Record<string, unknown>): Promise<Saved> => {
  const body = { record, token: newId() };
  const answer = await at.call<Saved>('POST', `/lcdp/data/${page}/save`, { token, body });
  if (answer.code !== 200) throw new Error(`${page}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
let n = 0;
const unit = (token: string): Promise<Saved> => {
  n += 1;
  return save(token, 'unit', {
    code: `L${n}`,
    name: `量${n}`,
    symbol: `l${n}`,
    unitGroup: '1',
    decimals: 0,
  });
};

interface Event {
  readonly event: string;
  readonly topic?: string;
  readonly ids?: readonly string[];
  readonly seq?: number;
  readonly stream?: string;
  readonly people?: readonly { readonly id: string; readonly name: string }[];
}
interface Listener {
  readonly events: Event[];
  readonly over: Promise<void>;
  topics(topics: readonly string[], token?: string): Promise<{ known: boolean; topics: string[] }>;
  until(test: (event: Event) => boolean): Promise<Event>;
  close(): void;
}
const listeners: Listener[] = [];
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});

const listen = async (token: string): Promise<Listener> => {
  const gone = new AbortController();
  const response = await fetch(`${base}/live`, { headers: { authorization: `Bearer ${token}` }, signal: gone.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const over = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for (;;) {
      const part = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (part.done) return;
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (event !== undefined) events.push({ event, ...(JSON.parse(data ?? '{}') as object) });
      }
      for (const tell of waiting) tell();
    }
  })();
  const until: Listener['until'] = (test) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not heard in time: ${JSON.stringify(events)}`)), 30_000);
      const look = (): void => {
        const found = events.find(test);
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const { stream } = await until((event) => event.event === 'hello');
  const listener: Listener = {
    events,
    over,
    until,
    topics: async (topics, by = token) =>
      (
        await at.call<{ known: boolean; topics: string[] }>('POST', '/live/topics', {
          token: by,
          body: { stream, topics },
        })
      ).data,
    close: () => gone.abort(),
  };
  listeners.push(listener);
  return listener;
};
const heard = (listener: Listener, id: string) => listener.until((event) => event.ids?.includes(id) === true);

describe('the stream', () => {
  it('needs a session, and its topics the same one', async () => {
    expect((await fetch(`${base}/live`)).status).toBe(401);
    const line = await listen(admin);
    expect(await line.topics(['object:unit'], own)).toEqual({ known: false, topics: [] });
  });

  it('tells of a write after its commit, with the id and never a value', async () => {
    const line = await listen(admin);
    expect(await line.topics(['object:unit'])).toEqual({ known: true, topics: ['object:unit'] });
    const { id, version } = await unit(admin);
    await heard(line, id);
    await save(admin, 'unit', { id, version, name: '量新名' });
    await line.until((event) => event.seq === 2);
    const told = line.events.filter((event) => event.event === 'change');
    expect(told).toEqual([
      { event: 'change', topic: 'object:unit', ids: [id], seq: 1 },
      { event: 'change', topic: 'object:unit', ids: [id], seq: 2 },
    ]);
  });

  it('says nothing of a write that was rolled back', async () => {
    const line = await listen(admin);
    await line.topics(['object:unit']);
    const lost = newId();
    await inTx(at.database.db, async (trx) => {
      await trx
        .withSchema(at.org.schema)
        .insertInto('mw_trail')
        .values({
          at: '2026-01-15 08:00:00',
          object: 'unit',
          record_id: lost,
          action: 'edit',
          changes: '[]',
          hash: 'x',
        })
        .execute();
      throw new Error('back');
    }).catch(() => undefined);
    const { id } = await unit(admin);
    await heard(line, id);
    expect(line.events.flatMap((event) => event.ids ?? [])).not.toContain(lost);
  });

  it('many writers at once: every id arrives once a burst, in unbroken sequence', async () => {
    const line = await listen(admin);
    await line.topics(['object:unit']);
    const made = await Promise.all(Array.from({ length: 24 }, () => unit(admin)));
    for (const { id } of made) await heard(line, id);
    const seqs = line.events.filter((event) => event.event === 'change').map((event) => event.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });
});

describe('rights', () => {
  it('grants what the user may view, and no record out of his rows', async () => {
    const foreign = await unit(admin);
    const mine = await unit(own);
    const line = await listen(own);
    const asked = [
      'object:unit',
      'object:material',
      'object:nothing',
      `record:unit:${foreign.id}`,
      `record:unit:${mine.id}`,
      'record:unit:1 or true',
      'user',
      'schema',
    ];
    expect((await line.topics(asked)).topics).toEqual(['object:unit', `record:unit:${mine.id}`, 'user', 'schema']);
  });

  it('tells everybody of an organisation which documents were published, and nobody else', async () => {
    const line = await listen(own);
    await line.topics(['schema']);
    await sql`select pg_notify('mw_live', ${`d org_other object:tool`})`.execute(at.database.db);
    await sql`select pg_notify('mw_live', ${`d ${at.org.schema} object:unit,report:unitStat`})`.execute(at.database.db);
    const told = await line.until((event) => event.topic === 'schema');
    expect(told).toMatchObject({ ids: ['object:unit', 'report:unitStat'], seq: 1 });
  });

  it('tells who may design how many steps a draft has, and nobody else', async () => {
    const design = async <T>(name: string, body: object): Promise<T> =>
      (await at.call<T>('POST', `/lcdp/design/${name}`, { token: admin, body: { ...body, token: newId() } })).data;
    await design('apps/save', { code: 'xLine', title: '线' });
    const { draft } = await design<{ draft: { id: string } }>('open', { app: 'xLine', documents: [] });
    const topic = `draft:${draft.id}`;
    const line = await listen(admin);
    expect((await line.topics([topic, 'draft:1', `${topic}:1`])).topics).toEqual([topic]);
    const other = await listen(own);
    expect((await other.topics([topic])).topics).toEqual([]);
    const document = 'dictionaries:xLine';
    const to = { $schema: 'dictionaries/1', area: 'xLine', dicts: {} };
    await design('steps', { draft: draft.id, seq: 0, steps: [{ document, step: { set: '', to } }] });
    const told = await line.until((event) => event.event === 'change' && event.topic === topic);
    // behind the word that nobody else is there
    expect(told).toMatchObject({ ids: ['1'], seq: 2 });
    expect(line.events.find((event) => event.event === 'present')).toMatchObject({ topic, people: [] });
  });

  it('tells who has a draft open who else has, here and in other processes, and who left', async () => {
    const rights = ['dataModel:view', 'dataModel:edit'];
    const role = await save(admin, 'role', { code: 'designs', name: '设计', dataScope: '1', functions: rights });
    const { data: dept } = await at.call<{ id: string }[]>('GET', '/application/appdata/getFirstTreeData', {
      token: admin,
      query: { object: 'dept' },
    });
    const wang = await save(admin, 'user', { loginName: 'wang', name: '王敏', deptId: dept[0]?.id, roles: [role.id] });
    await inTx(at.database.db, (trx) =>
      openAccount(trx, { org: at.org, userId: wang.id, loginName: 'wang', password: PASSWORD, mustChange: false }),
    );
    const topic = `draft:${newId()}`;
    const [line, none] = [await listen(admin), await listen(own)];
    const here = () => line.events.findLast((event) => event.event === 'present')?.people?.map(({ name }) => name);
    await line.topics([topic]);
    await none.topics([topic]);
    await expect.poll(here).toEqual([]);
    const hers = (await at.signIn('wang')).data.access_token;
    const [her, again] = [await listen(hers), await listen(hers)];
    await her.topics([topic], hers);
    await again.topics([topic], hers);
    await expect.poll(here).toEqual(['王敏']);
    const theirs = await her.until((event) => event.event === 'present' && event.people?.length === 1);
    expect(theirs.people).toEqual([expect.objectContaining({ name: expect.stringMatching(/管理员/) })]);
    const say = (people: string) =>
      sql`select pg_notify('mw_live', ${`e ${at.org.schema} ${topic.slice(6)} p2 ${people}`})`.execute(at.database.db);
    await say('[{"id":"7","name":"刘 强"}]');
    await expect.poll(here).toEqual(['王敏', '刘 强']);
    await say('[]');
    await expect.poll(here).toEqual(['王敏']);
    // one of two tabs is closed
    again.close();
    await her.topics([topic, 'user'], hers);
    expect(here()).toEqual(['王敏']);
    her.close();
    await expect.poll(here).toEqual([]);
    expect(none.events.filter((event) => event.event === 'present')).toEqual([]);
  });

  it('ids out of his rows are not told', async () => {
    const line = await listen(own);
    const all = await listen(admin);
    await line.topics(['object:unit']);
    await all.topics(['object:unit']);
    const foreign = await unit(admin);
    await heard(all, foreign.id);
    const mine = await unit(own);
    await heard(line, mine.id);
    expect(line.events.flatMap((event) => event.ids ?? [])).toEqual([mine.id]);
  });

  it('a record that leaves his rows takes its topic: he hears of that change and of none after it', async () => {
    const [line, all] = [await listen(own), await listen(admin)];
    // told as it was made before anybody follows it: a word that comes late would count as a write
    const told = async (): Promise<Saved> => {
      await all.topics(['object:unit']);
      const made = await unit(own);
      await heard(all, made.id);
      return made;
    };
    const made = await told();
    const topic = `record:unit:${made.id}`;
    expect((await line.topics([topic])).topics).toEqual([topic]);
    await all.topics([topic]);
    const write = (version: number) => save(admin, 'unit', { id: made.id, version, remark: `第${version}次` });
    const toldTo = ({ events }: Listener) => events.filter((event) => event.topic === topic).length;
    await write(1);
    await expect.poll(() => [toldTo(line), toldTo(all)]).toEqual([1, 1]);
    await sql`update ${sql.ref(`${at.org.schema}.unit`)} set created_by_id = (select id from ${sql.ref(
      `${at.org.schema}.user`,
    )} where login_name = 'admin') where id = ${made.id}`.execute(at.database.db);
    await write(2);
    await expect.poll(() => [toldTo(line), toldTo(all)]).toEqual([2, 2]);
    await write(3);
    await expect.poll(() => toldTo(all)).toBe(3);
    // what he may still hear of comes after it on the same stream
    const after = await told();
    await line.topics([topic, `record:unit:${after.id}`]);
    await save(own, 'unit', { id: after.id, version: 1, remark: '我的' });
    await line.until((event) => event.topic === `record:unit:${after.id}`);
    expect(toldTo(line)).toBe(2);
  });

  it('a right that is taken away takes its topics, and the browser hears that its rights changed', async () => {
    const line = await listen(own);
    await line.topics(['object:unit', 'user']);
    await sql`update ${sql.ref(`${at.org.schema}.role`)} set functions = array['unit:add'] where code = 'ownrows'`.execute(
      at.database.db,
    );
    await line.until((event) => event.topic === 'user');
    const before = line.events.length;
    const all = await listen(admin);
    await all.topics(['object:unit']);
    await heard(all, (await unit(admin)).id);
    expect(line.events.length).toBe(before);
    await at.database.db
      .withSchema(at.org.schema)
      .updateTable('role')
      .set({ functions: ['unit:view', 'unit:add', 'unit:edit'] })
      .where('code', '=', 'ownrows')
      .execute();
  });

  it('a session that is signed out ends its stream at once', async () => {
    const token = (await at.signIn('ownrows')).data.access_token;
    const line = await listen(token);
    const started = Date.now();
    await at.call('POST', '/sys/signOut', { token });
    await line.over;
    expect(Date.now() - started).toBeLessThan(15_000);
  });

  it('an account that is switched off ends it with the next look', async () => {
    const token = (await at.signIn('ownrows')).data.access_token;
    const line = await listen(token);
    await sql`update platform.auth_session set expires_at = now() - interval '1 second' where revoked_at is null and user_id in (select user_id from platform.member where login_name = 'ownrows')`.execute(
      at.database.db,
    );
    await at.live?.heartbeat();
    await line.over;
  });
});

describe('a browser that does not keep up', () => {
  const session = { id: 's', me: { id: 'u' }, org: { schema: 'org_x' }, rights: {} } as never;
  const open = async (write: () => boolean) => {
    const told: string[] = [];
    let drained: () => void = () => undefined;
    let ended = false;
    let now = 0;
    const sink: Sink = {
      write: (text) => {
        told.push(text);
        return write();
      },
      onDrain: (ready) => {
        drained = ready;
      },
      end: () => {
        ended = true;
      },
    };
    const hub = new LiveHub({
      sessionOf: async () => session,
      readable: async () => 'all',
      flushMs: 1,
      heartbeatMs: 1e8,
      now: () => now,
    });
    const { id } = hub.open(session, 't', sink);
    await hub.subscribe(session, id, ['object:unit']);
    return { hub, told, drain: () => drained(), isOver: () => ended, pass: (ms: number) => (now += ms) };
  };
  const burst = (hub: LiveHub, count: number): void => {
    for (let i = 0; i < count; i++) hub.changed({ schema: 'org_x', object: 'unit', id: newId() });
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

  it('gets one message for all that happened meanwhile, without ids when they are many', async () => {
    let full = false;
    const { hub, told, drain } = await open(() => !full);
    full = true;
    burst(hub, 1);
    await soon();
    burst(hub, 5_000);
    await soon();
    expect(told).toHaveLength(2);
    full = false;
    drain();
    await soon();
    expect(told.slice(2)).toEqual(['event: change\ndata: {"topic":"object:unit","seq":2}\n\n']);
    hub.stop();
  });
  it('is let go when it takes nothing for a minute', async () => {
    const { hub, isOver, pass } = await open(() => false);
    pass(30_000);
    await hub.heartbeat();
    expect(isOver()).toBe(false);
    pass(31_000);
    await hub.heartbeat();
    expect([isOver(), hub.size]).toEqual([true, 0]);
    hub.stop();
  });
});

describe('the connection to the database', () => {
  it('that breaks is made anew, and everybody is told to fetch again', async () => {
    const line = await listen(admin);
    await line.topics(['object:unit']);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'millwright live' and datname = current_database()`.execute(
      at.database.db,
    );
    await line.until((event) => event.event === 'gap');
    const { id } = await unit(admin);
    await heard(line, id);
  });
});

describe('a large board', () => {
  const open = (token: string | null, signal: AbortSignal) =>
    fetch(`${base}/screen/stream?board=deviceOperation`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      signal,
    });

  it('is told whole first, then as something it shows changes; to nobody without its right', async () => {
    const gone = new AbortController();
    expect((await open(null, gone.signal)).status).toBe(401);
    const { data: other } = await at.signIn('ownrows');
    expect((await open(other.access_token, gone.signal)).status).toBe(403);
    const response = await open(admin, gone.signal);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async (): Promise<{ readonly board: string; readonly data: Readonly<Record<string, unknown>> }> => {
      const { value } = await reader.read();
      const text = new TextDecoder().decode(value);
      return JSON.parse(/^event: board\ndata: (.*)$/m.exec(text)?.[1] ?? '{}') as never;
    };
    const whole = await next();
    expect(whole.board).toBe('deviceOperation');
    expect(Object.keys(whole.data)).toEqual(expect.arrayContaining(['stateCount', 'deviceTiles', 'openWarnings']));
    // what is as it was is not sent again
    await sql`SELECT pg_notify('mw_live', ${`l ${at.org.schema}`})`.execute(at.database.db);
    expect((await next()).data).not.toHaveProperty('openWarnings');
    gone.abort();
  });
});
