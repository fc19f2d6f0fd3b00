/** The order of a save and an action, and the built-in life of documents, on a document of our own with a module that keeps a diary. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import type { Rec } from '../../../schemas/language/value';
import type { DomainModule } from '../../../server/ctx';
import { refuse } from '../../../server/errors';
import { newId } from '../../../server/ids';
import { makeCtx } from '../../../server/records/context';
import { actCall, saveAllCall } from '../../../server/records/save/write-calls';
import { forgetSettings } from '../../../server/records/settings/settings';
import { brokenEntries } from '../../../server/records/trail/audit-trail';
import { openWorld, refusal, type Wire, type World } from '../../support/writes';

const NOTE: ObjectDoc = {
  $schema: 'object/2',
  object: 'note',
  title: '便签',
  use: ['document'],
  fields: {
    nbr: { rule: 'BQ{seq:4}' },
    name: { title: '名称', required: true },
    qty: { title: '数量', type: 'decimal', default: 1 },
    kept: { title: '派生', type: 'decimal', readonly: true },
    twice: { title: '两倍', type: 'decimal', formula: 'kept * 2' },
    secret: { title: '口令', secret: true },
    hint: { title: '提示' },
    rows: { title: '明细', kind: 'tabTable', fields: { part: { title: '部件' }, n: { title: '数', type: 'int' } } },
  },
  rules: { hint: { when: 'qty > 5', show: ['hint'] } },
  actions: {
    mark: {
      title: '标记',
      at: ['bulk'],
      from: ['10'],
      to: '20',
      each: true,
      ask: { by: { title: '加', type: 'decimal', required: true } },
      set: { qty: '=qty + ask.by' },
    },
    code: { title: '口令', once: true, shows: { columns: ['password'] } },
    shape: { title: '试算', draft: true },
    grow: { from: ['20'], to: '30', auto: 'qty > 100' },
  },
};

const diary: string[] = [];
const module: DomainModule = {
  async derive(record) {
    diary.push('derive');
    return { kept: Number(record.qty ?? 0) + 1 };
  },
  async check(record) {
    diary.push(`check twice=${String(record.twice)} nbr=${String(record.nbr)}`);
    if (record.name === 'no') return [{ code: 'note.no', path: 'name', text: '名称不能是no' }];
    return record.name === 'hm' ? [{ code: 'note.hm', path: 'name', text: '名称少见', level: 'warn' }] : [];
  },
  async before(write) {
    diary.push(`before ${write.action ?? (write.old ? 'edit' : 'add')} nbr=${write.record.nbr ? 'yes' : 'no'}`);
  },
  async after(write) {
    diary.push(`after v${String(write.record.version)}`);
  },
  actions: {
    async mark(record) {
      diary.push(`mark qty=${String(record.qty)}`);
      if (record.name === 'stuck') throw refuse('「stuck」不能标记');
      return undefined;
    },
    async audit(record) {
      diary.push(`audit ${String(record.auditStatus)}`);
      return { hint: '已审' };
    },
    async code() {
      return { password: 'p-1' } as Rec;
    },
    async shape(record) {
      return { qty: Number(record.qty) * 10 } as Rec;
    },
  },
};

let world: World;
beforeAll(async () => {
  world = await openWorld({ documents: [NOTE], modules: new Map([['note', module]]) });
});
afterAll(() => world?.close());
beforeEach(() => {
  diary.length = 0;
});

const fresh = (more: Wire = {}): Promise<Wire> => world.save('note', { name: '一', ...more });
const target = (saved: Wire): Wire => ({ id: saved.id, version: saved.version });
const stored = async (id: unknown): Promise<Wire> => (await world.admin.records.get('note', id as string)) as Wire;
const setting = async (key: string, value: unknown): Promise<void> => {
  const row = { key, value: JSON.stringify(value) };
  await world.db
    .withSchema(world.org.schema)
    .insertInto('mw_setting')
    .values(row)
    .onConflict((builder) => builder.column('key').doUpdateSet({ value: row.value }))
    .execute();
  forgetSettings(world.org.id);
};

describe('a save', () => {
  it('runs derive, formulas, check, number, before, write, after in this order', async () => {
    const saved = await fresh({ qty: 4 });
    expect(diary).toEqual(['derive', 'check twice=10 nbr=null', 'before add nbr=yes', 'after v1']);
    expect(saved.record).toMatchObject({ kept: 5, twice: 10 });
  });
  it('is refused by the module before a number is given', async () => {
    const record = (await fresh()).record as Wire;
    const answer = await refusal(fresh({ name: 'no' }));
    expect(answer).toMatchObject({
      code: 203,
      text: '名称不能是no',
      data: { problems: [{ code: 'note.no', path: 'name' }] },
    });
    const next = (await fresh()).record as Wire;
    expect(Number(String(next.nbr).slice(2))).toBe(Number(String(record.nbr).slice(2)) + 1);
    const asked = await refusal(fresh({ name: 'hm' }));
    expect(asked.data.warnings).toMatchObject([{ code: 'note.hm' }]);
    expect(await world.save('note', { name: 'hm' }, { accept: ['note.hm'] })).toMatchObject({ version: 1 });
  });
  it('keeps secrets out of answers and trail', async () => {
    const saved = await fresh({ secret: 'geheim' });
    expect(saved.record).toMatchObject({ secret: '******' });
    const after = await world.save('note', { ...target(saved), secret: '******', name: '二' });
    const kept = (await stored(after.id)) as { readonly secret: string };
    expect(kept.secret).not.toContain('geheim');
    expect(world.admin.reveal(kept.secret)).toBe('geheim');
    await world.save('note', { ...target(after), secret: 'neu' });
    const trail = await world.db
      .withSchema(world.org.schema)
      .selectFrom('mw_trail')
      .select('changes')
      .where('record_id', '=', saved.id)
      .execute();
    expect(JSON.stringify(trail)).not.toContain('geheim');
    expect(JSON.stringify(trail)).not.toContain('neu');
  });
  it('puts hidden values back', async () => {
    const saved = await fresh({ qty: 9, hint: '看' });
    expect(saved.record).toMatchObject({ hint: '看' });
    const hidden = await world.save('note', { ...target(saved), qty: 2, hint: '改' });
    expect(hidden.record).toMatchObject({ qty: 2, hint: '看' });
  });
  it('of a grid is one transaction; the refusal names the record', async () => {
    const page = world.registry.page('note')!;
    const before = await world.count('note');
    const call = (records: Wire[]): Promise<Wire> => saveAllCall(world.admin, page, { records });
    const bad = await refusal(call([{ name: 'a' }, { qty: 1 }]));
    expect(bad).toMatchObject({ code: 203, text: '请填写名称', data: { index: 1 } });
    expect(await world.count('note')).toBe(before);
    expect((await call([{ name: 'a' }, { name: 'b' }])).records).toHaveLength(2);
  });
  it('with keys of an older document says which are gone', async () => {
    const answer = await refusal(world.save('note', { name: 'x', former: 1 }, { schema: 'old' }));
    expect(answer).toMatchObject({ code: 203, data: { rule: 'schema.changed', fields: ['former'] } });
    expect(await refusal(world.save('note', { name: 'x', former: 1 }))).toMatchObject({
      code: 400,
      text: '页面已更新，请刷新后再保存',
    });
  });
});

describe('the trail', () => {
  it('shows a row that was changed behind its back', async () => {
    const saved = await fresh();
    await world.save('note', { ...target(saved), name: '二', rows: [{ id: newId(), part: 'a', n: 1 }] });
    expect(await brokenEntries(world.admin, 'note', saved.id as string)).toEqual([]);
    const { sql } = await import('kysely');
    const change = sql`update org_test.mw_trail set user_name = 'x', changes = '[]' where record_id = ${saved.id as string}`;
    await expect(change.execute(world.db)).rejects.toThrow('append only');
    await sql`alter table org_test.mw_trail disable trigger mw_trail_append_only`.execute(world.db);
    await change.execute(world.db);
    await sql`alter table org_test.mw_trail enable trigger mw_trail_append_only`.execute(world.db);
    expect(await brokenEntries(world.admin, 'note', saved.id as string)).toHaveLength(2);
  });
});

describe('an action', () => {
  it('runs set, module, to, then what follows; check comes before', async () => {
    const saved = await fresh({ qty: 4 });
    diary.length = 0;
    const after = await world.act('note', 'mark', [target(saved)], { ask: { by: 200 } });
    expect(diary).toEqual([
      `check twice=10 nbr=${String((saved.record as Wire).nbr)}`,
      'mark qty=204',
      'before mark nbr=yes',
      'after v2',
    ]);
    // the auto action fired after it
    expect(after).toMatchObject({ version: 3, record: { qty: 204, docStatus: '30' } });
  });
  it('each by each tells what went and what did not', async () => {
    const [record, two, three] = [await fresh(), await fresh({ name: 'stuck' }), await fresh()];
    const answer = await world.act('note', 'mark', [record, two, three].map(target), { ask: { by: 1 } });
    expect(answer).toMatchObject({
      failed: [{ id: two.id, label: (await stored(two.id)).nbr, text: '「stuck」不能标记' }],
    });
    expect((answer.done as string[]).sort()).toEqual([record.id, three.id].sort());
    expect([(await stored(record.id)).docStatus, (await stored(two.id)).docStatus]).toEqual(['20', '10']);
    expect(await stored(two.id)).toMatchObject({ version: 1, qty: 1 });
  });
  it('over the unsaved form answers a patch and writes nothing', async () => {
    const before = await world.count('note');
    const page = world.registry.page('note')!;
    const answer = await actCall(world.admin, page, 'shape', { record: { qty: 3 } });
    expect(answer.patch).toEqual({ qty: 30 });
    expect(await world.count('note')).toBe(before);
  });
  it('shows a secret once', async () => {
    const saved = await fresh();
    const token = newId();
    const call = async (): Promise<Wire> =>
      actCall(
        await makeCtx(world.host, world.admin.session, { requestId: newId(), token }),
        world.registry.page('note')!,
        'code',
        { targets: [target(saved)] },
      );
    expect(await call()).toMatchObject({ answer: { password: 'p-1' } });
    expect(await refusal(call())).toMatchObject({ code: 203, text: '已执行，密码仅显示一次' });
    const row = await world.db
      .withSchema(world.org.schema)
      .selectFrom('mw_call')
      .select('answer')
      .where('token', '=', token)
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain('p-1');
  });
  it('of the module of a built-in runs inside its effect', async () => {
    const saved = await fresh();
    diary.length = 0;
    const after = await world.act('note', 'audit', [target(saved)]);
    expect(diary.filter((line) => line.startsWith('audit'))).toEqual(['audit 2']);
    expect(after).toMatchObject({ version: 2, record: { auditStatus: '2' } });
    expect(await stored(saved.id)).toMatchObject({ hint: '已审' });
  });
});

describe('audit.mode 0', () => {
  it('audits with the save, whoever saved', async () => {
    await setting('audit.mode', '0');
    await setting('audit.self', false);
    const clerk = await world.as([{ functions: ['note:add', 'note:edit', 'note:view'] }], {
      id: world.admin.session.me.id,
    });
    const saved = await world.save('note', { name: '自动' }, {}, clerk);
    expect(saved).toMatchObject({ version: 2, record: { auditStatus: '2' } });
    await setting('audit.mode', '1');
    await setting('audit.self', true);
  });
});
