/** Versioned masters over the demo factory: publish, cut, retire, copy, compare, and the night that ends what is over. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { inForceOn } from '../../../server/domain/versions';
import { AppError } from '../../../server/errors';
import { retireExpired } from '../../../server/records/act/versions';
import type { EngineCtx } from '../../../server/records/host';
import { actCall } from '../../../server/records/save/write-calls';
import { compareVersions } from '../../../server/records/trail/compare';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const admin = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx) => work(ctx as EngineCtx));
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};

const add = (code: string, more: Rec = {}): Promise<Rec> =>
  admin(async (ctx) => {
    const [material] = await ctx.records.find('material', "code == 'LA-100'");
    return ctx.records.save('demoVersion', {
      code,
      name: `方案${code}`,
      material: material?.id as string,
      steps: [
        { id: ctx.newId(), lineNo: 10, step: '装配', minutes: 3 },
        { id: ctx.newId(), lineNo: 20, step: '终检', minutes: 1 },
      ],
      ...more,
    });
  });
const versions = (code: string): Promise<Rec[]> =>
  admin((ctx) => ctx.records.find('demoVersion', 'code == param.code', { param: { code }, sort: 'revision' }));
const states = async (code: string) =>
  (await versions(code)).map((version) => [
    version.revision,
    version.docStatus,
    version.effectDate,
    version.expireDate,
  ]);
const act = (action: string, id: unknown, ask: Rec = {}, accept: string[] = []) =>
  admin(async (ctx) => {
    const page = ctx.registry.page('demoVersion');
    const rec = await ctx.records.get('demoVersion', id as string);
    if (!page) throw new Error('no page');
    return actCall(ctx, page, action, { targets: [{ id, version: rec?.version }], ask, accept, token: ctx.newId() });
  });
/** The id of the draft that a new version made. */
const copied = async (id: unknown, changeNote = '改工时'): Promise<string> => {
  const { created } = (await act('newVersion', id, { changeNote })) as { created: { id: string }[] };
  return created[0]?.id as string;
};

describe('publishing', () => {
  it('takes effect, keeps who and when, and is never edited afterwards', async () => {
    const { id } = await add('T1');
    await act('publish', id, { effectDate: '2026-01-01' });
    const [version] = await versions('T1');
    expect(version).toMatchObject({ docStatus: '60', effectDate: '2026-01-01', publishedAt: '2026-01-15 10:00:00' });
    expect(version?.publishedBy).toBeTruthy();
    const page = factory.engine.registries.shipped.page('demoVersion');
    expect(page?.actions.edit?.from).toEqual(['10']);
    expect(page?.actions.del?.from).toEqual(['10']);
  });

  it('ends the default version the day before; a future one leaves it in force until then', async () => {
    const { id } = await add('T2');
    await act('publish', id, { effectDate: '2026-01-01' });
    const second = await copied(id);
    await act('publish', second, { effectDate: '2026-01-20' });
    expect(await states('T2')).toEqual([
      ['V1.0', '60', '2026-01-01', '2026-01-19'],
      ['V1.1', '60', '2026-01-20', null],
    ]);
    const third = await copied(second);
    const early = await refusal(act('publish', third, { effectDate: '2026-01-18' }));
    expect(early.message).toBe('已有2026-01-20生效的版本V1.1，请先处理');
    expect((await refusal(act('publish', third, { effectDate: '2026-01-14' }))).message).toBe('生效日期不能早于今天');
  });

  it('of today replaces at once; what is no default leaves the others alone', async () => {
    const { id } = await add('T3');
    await act('publish', id, { effectDate: '2026-01-01' });
    const second = await copied(id);
    await act('publish', second, { effectDate: '2026-01-15' });
    expect((await states('T3')).map(([, state]) => state)).toEqual(['80', '60']);
    const side = await copied(second);
    await admin((ctx) => ctx.records.save('demoVersion', { id: side, isDefault: false }));
    await act('publish', side, { effectDate: '2026-01-15' });
    expect((await states('T3')).map(([, state]) => state)).toEqual(['80', '60', '60']);
  });

  it('runs the checks of the object again', async () => {
    const { id } = await add('T4', { expireDate: '2026-02-01' });
    const late = await refusal(act('publish', id, { effectDate: '2026-03-01' }));
    expect(late.message).toBe('失效日期不能早于生效日期');
  });

  it('two at a time leaves one default for every day', async () => {
    const { id } = await add('T5');
    await act('publish', id, { effectDate: '2026-01-01' });
    const a = await copied(id);
    const b = await add('T5', { revision: 'V7.0', changeNote: '并行' });
    const done = await Promise.allSettled([
      act('publish', a, { effectDate: '2026-01-16' }),
      act('publish', b.id, { effectDate: '2026-01-16' }),
    ]);
    expect(done.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a new version', () => {
  it('is a draft with the content, the next revision and the reason; one draft a thing', async () => {
    const { id } = await add('T6');
    await act('publish', id, { effectDate: '2026-01-01' });
    const draft = await copied(id, '终检改全检');
    const rec = await admin((ctx) => ctx.records.get('demoVersion', draft));
    expect(rec).toMatchObject({
      code: 'T6',
      revision: 'V1.1',
      docStatus: '10',
      changeNote: '终检改全检',
      publishedAt: null,
    });
    expect(((rec?.steps ?? []) as Rec[]).map((row) => row.step)).toEqual(['装配', '终检']);
    expect((await refusal(act('newVersion', id, { changeNote: '再改' }))).message).toBe(
      '「T6」已有草稿版本V1.1，请先处理',
    );
    // a deleted draft keeps its number
    await act('del', draft);
    const next = await copied(id);
    expect(await admin((ctx) => ctx.records.get('demoVersion', next))).toMatchObject({ revision: 'V1.2' });
  });

  it('is not made of a draft, and asks for the reason', async () => {
    const { id } = await add('T7');
    expect((await refusal(act('newVersion', id, { changeNote: '改' }))).message).toBe('当前状态不能新版本');
    await act('publish', id, { effectDate: '2026-01-01' });
    expect((await refusal(act('newVersion', id))).message).toContain('变更说明');
  });
});

describe('the version of a day', () => {
  const on = (code: string, date: string) =>
    admin(async (ctx) =>
      (await inForceOn(ctx, 'demoVersion', { where: 'code == param.code', param: { code }, date })).map(
        (row) => row.revision,
      ),
    );
  it('is the one in force then: a future one is not seen, a retired one is', async () => {
    const { id } = await add('T10');
    await act('publish', id, { effectDate: '2026-01-01' });
    await act('publish', await copied(id), { effectDate: '2026-02-01' });
    expect(await on('T10', '2026-01-31')).toEqual(['V1.0']);
    expect(await on('T10', '2026-02-01')).toEqual(['V1.1']);
    expect(await on('T10', '2025-12-31')).toEqual([]);
    await act('retire', id, { expireDate: '2026-01-10' }, ['version.none']);
    expect(await on('T10', '2026-01-05')).toEqual(['V1.0']);
    expect(await on('T10', '2026-01-11')).toEqual([]);
  });
  it('puts the default first', async () => {
    const { id } = await add('T11');
    await act('publish', id, { effectDate: '2026-01-01' });
    const side = await copied(id);
    await admin((ctx) => ctx.records.save('demoVersion', { id: side, isDefault: false }));
    await act('publish', side, { effectDate: '2026-01-15' });
    expect(await on('T11', '2026-01-20')).toEqual(['V1.0', 'V1.1']);
  });
});

describe('retiring', () => {
  it('asks when nothing stays in force', async () => {
    const { id } = await add('T8');
    await act('publish', id, { effectDate: '2026-01-01' });
    const asked = await refusal(act('retire', id, { expireDate: '2026-01-15' }));
    expect((asked.data as { warnings: { text: string }[] }).warnings[0]?.text).toBe(
      '停用后「方案T8」将没有生效版本，新单据不能选用',
    );
    await act('retire', id, { expireDate: '2026-01-15' }, ['version.none']);
    expect(await states('T8')).toEqual([['V1.0', '80', '2026-01-01', '2026-01-15']]);
  });

  it('happens by itself in the night after the last day', async () => {
    const { id } = await add('T9');
    await act('publish', id, { effectDate: '2026-01-01' });
    await act('publish', await copied(id), { effectDate: '2026-01-17' });
    const night = () => factory.engine.asSystem(factory.org, retireExpired);
    factory.setNow('2026-01-16 00:01:00');
    await night();
    expect((await states('T9'))[0]?.[1]).toBe('60');
    factory.setNow('2026-01-17 00:01:00');
    expect(await night()).toBeGreaterThan(0);
    expect((await states('T9')).map(([, state]) => state)).toEqual(['80', '60']);
    expect(await night()).toBe(0);
    factory.setNow('2026-01-15 10:00:00');
  });
});

describe('comparing', () => {
  const compare = (login: string, body: Readonly<Record<string, unknown>>) =>
    factory.as(login, async (ctx) => {
      const engine = ctx as EngineCtx;
      const page = engine.registry.page('demoVersion');
      if (!page) throw new Error('no page');
      return compareVersions(engine, page, body);
    });

  it('shows both, the older one left, rows matched by what is unique in them', async () => {
    const [first, second] = await versions('FA001');
    const found = await compare('admin', { id: second?.id });
    expect([found.left, found.right]).toEqual([first?.id, second?.id]);
    expect(found.versions.map((version) => [version.revision, version.state])).toEqual([
      ['V1.0', '已生效'],
      ['V1.1', '草稿'],
    ]);
    const changed = found.head.filter((line) => line.changed).map((line) => [line.field, line.left, line.right]);
    expect(changed).toContainEqual(['batch', 100, 120]);
    expect(found.head.find((line) => line.field === 'name')?.changed).toBe(false);
    const [steps] = found.tables;
    const at = steps?.columns.findIndex((column) => column.field === 'step') ?? 0;
    expect(steps?.rows.map((row) => [row.mark, (row.right ?? row.left)?.[at]])).toEqual([
      ['same', '压装轴承'],
      ['changed', '装丝杆'],
      ['changed', '装电机'],
      ['gone', '打螺丝'],
      ['added', '老化'],
      ['changed', '终检'],
    ]);
    // the same pair from the other end
    expect(await compare('admin', { id: first?.id, with: second?.id })).toEqual(found);
  });

  it('refuses versions of something else and strangers', async () => {
    const [version] = await versions('FA001');
    const [other] = await versions('FA002');
    expect((await refusal(compare('admin', { id: version?.id, with: other?.id }))).message).toBe(
      '数据不存在或无权查看',
    );
    expect((await refusal(compare('admin', { id: '00000000-0000-4000-8000-000000000000' }))).message).toBe(
      '数据不存在或无权查看',
    );
  });
});
