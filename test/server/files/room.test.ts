/** A disk that fills up, and people who fill it: writes are refused in a sentence, reading goes on, and all goes on by itself. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diskRoom } from '../../../server/files/room';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { upload } from '../../support/upload';

const MB = 1024 * 1024;
const FULL = { status: 503, code: 503, msg: '磁盘空间不足，请联系管理员', data: { rule: 'disk.full' } };

describe('room', () => {
  it('keeps 100 MB for records and 300 MB beside what is coming for uploads', async () => {
    let free = 1_000 * MB;
    const room = diskRoom('/nowhere', () => free);
    const take = (bytes: number) => room.take(bytes);
    const first = take(400 * MB);
    const second = take(300 * MB);
    expect(() => take(1)).toThrow(FULL.msg);
    first();
    first();
    take(400 * MB)();
    expect(() => take(401 * MB)).toThrow(FULL.msg);
    second();
    expect(room.isFull()).toBe(false);
    free = 100 * MB - 1;
    await expect.poll(() => room.isFull()).toBe(true);
    expect(() => room.assert()).toThrow(FULL.msg);
    free = 100 * MB;
    await expect.poll(() => room.isFull()).toBe(false);
    room.assert();
  });
  it('says nothing about a disk it cannot see', () => {
    expect(diskRoom('/nowhere/at/all').isFull()).toBe(false);
  });
});

describe('a disk without room', () => {
  let at: TestApp;
  let token = '';
  let free = 10_000 * MB;
  beforeAll(async () => {
    const fail = (code: string) => () => {
      throw Object.assign(new Error(`could not write (${code})`), { code });
    };
    at = await testApp({
      engine: true,
      free: () => free,
      routes: [
        { method: 'POST', path: '/test/enospc', rule: 'session', handler: fail('ENOSPC') },
        {
          method: 'POST',
          path: '/test/sqlstate',
          rule: 'session',
          handler: () =>
            sql.raw("DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$").execute(at.database.app),
        },
      ],
    });
    // what an hour and an organisation may take
    for (const [key, value] of [
      ['file.hourMB', 3],
      ['file.orgGB', 1],
    ])
      await at.database.db
        .withSchema(at.org.schema)
        .insertInto('mw_setting')
        .values({ key, value: JSON.stringify(value) })
        .execute();
    token = (await at.signIn('admin', PASSWORD)).data.access_token;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    free = 10_000 * MB;
    await sleep(600);
  });

  const save = (code: string) =>
    at.call('POST', '/lcdp/data/unit/save', {
      token,
      body: { record: { code, name: code, symbol: code, unitGroup: '1' }, token: newId() },
    });
  const units = async () => {
    const answer = await at.call<{ total: number }>('POST', '/lcdp/data/unit/getPageList', {
      token,
      body: { current: 1, size: 10 },
    });
    expect(answer.code).toBe(200);
    return answer.data.total;
  };
  const ready = async () => {
    const { statusCode, body } = await at.app.inject({ url: '/ready' });
    const { status, disk } = JSON.parse(body) as { status: string; disk: boolean };
    return { statusCode, status, disk };
  };
  const put = (megabytes: number, name = 'a.txt') => upload(at.app, token, { name, bytes: 'x'.repeat(megabytes * MB) });
  const stored = async () =>
    Number(
      (
        await sql<{ n: string }>`select count(*) as n from ${sql.table(`${at.org.schema}.mw_file`)}`.execute(
          at.database.db,
        )
      ).rows[0]?.n,
    );

  it('refuses every write at once, reads on, says degraded, and writes again by itself', async () => {
    const before = await units();
    free = 99 * MB;
    await sleep(600);
    expect(await save('U1')).toEqual(FULL);
    expect(await put(1)).toEqual(FULL);
    expect(await units()).toBe(before);
    await expect.poll(ready, { timeout: 5_000 }).toEqual({ statusCode: 200, status: 'degraded', disk: false });
    free = 10_000 * MB;
    await expect.poll(async () => (await save('U1')).code, { timeout: 5_000 }).toBe(200);
    expect(await units()).toBe(before + 1);
    await expect.poll(ready, { timeout: 5_000 }).toEqual({ statusCode: 200, status: 'ready', disk: true });
  });

  it('keeps nobody from reading what is noted as read', async () => {
    const body = { title: '停电', type: '10', content: '<p>周六</p>', receiverKind: '1', token: newId() };
    const { data } = await at.call<{ id: string }>('POST', '/pageMessage/add', { token, body });
    free = 99 * MB;
    await sleep(600);
    expect(await at.call('GET', `/pageMessage/getDetail?id=${data.id}`, { token })).toMatchObject({ code: 200 });
  });

  it('says the same of what the file system or the database says by itself', async () => {
    expect(await at.call('POST', '/test/enospc', { token, body: {} })).toEqual(FULL);
    expect(await at.call('POST', '/test/sqlstate', { token, body: {} })).toEqual(FULL);
  });

  it('refuses uploads earlier than records, and leaves nothing behind', async () => {
    const before = await stored();
    free = 250 * MB;
    await sleep(600);
    expect(await put(1)).toEqual(FULL);
    expect((await save('U2')).code).toBe(200);
    expect(await stored()).toBe(before);
  });

  it('takes so much of a user in an hour, at once or one after the other', async () => {
    const hour = { status: 200, code: 203, msg: '一小时内最多上传3MB，请稍后再试', data: { rule: 'file.hour' } };
    const before = await stored();
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => put(1, `${name}.txt`)));
    const taken = answers.filter(({ code }) => code === 200).length;
    expect(taken).toBeLessThanOrEqual(3);
    expect(answers.filter(({ code }) => code !== 200)).toEqual(Array(5 - taken).fill(hour));
    for (let n = taken; n < 2; n++) await put(1);
    expect(await put(2)).toEqual(hour);
    expect(await stored()).toBe(before + Math.max(2, taken));
    expect(readdirSync(join(at.dataDir, 'files', 'tmp'))).toEqual([]);
    // an hour later
    const files = sql.table(`${at.org.schema}.mw_file`);
    await sql`update ${files} set uploaded_at = now() - interval '61 minutes'`.execute(at.database.db);
    expect((await put(1)).code).toBe(200);
    // and what the organisation keeps
    await sql`update ${files} set size = ${1024 * MB}, uploaded_at = now() - interval '61 minutes'`.execute(
      at.database.db,
    );
    expect(await put(1)).toEqual({
      status: 200,
      code: 203,
      msg: '企业的文件已达1GB上限，请联系管理员',
      data: { rule: 'file.org' },
    });
  });
});
