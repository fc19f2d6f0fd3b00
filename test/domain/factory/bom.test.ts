/** Bills of materials of the demo factory: acceptance scenarios 2, 3 and 4 of 20 §13, and what the page offers. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { bomExplode, bomWhereUsed } from '../../../server/domain/factory/bom-services';
import { inForceOn } from '../../../server/domain/versions';
import { AppError } from '../../../server/errors';
import { retireExpired } from '../../../server/records/act/versions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import type { ActionOf } from '../../../server/rows';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const ids = new Map<string, string>();
beforeAll(async () => {
  factory = await demoFactory();
  await admin(async (ctx) => {
    for (const row of await ctx.records.find('material', 'isDisabled == 0', { limit: 200 }))
      ids.set(String(row.code), String(row.id));
    for (const row of await ctx.records.find('unit', 'isDisabled == 0')) ids.set(`unit ${row.code}`, String(row.id));
  });
});
const admin = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => factory.as('admin', work);
const of = (code: string): string => ids.get(code) ?? '';
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return error.message;
};
const row = (ctx: Ctx, material: string, perQty = 1, unit = 'PCS', more: Rec = {}): Row =>
  ({ id: ctx.newId(), material: of(material), perQty, unit: of(`unit ${unit}`), ...more }) as Row;
const versionsOf = (ctx: Ctx, code: string) =>
  ctx.records.find('bom', 'code == param.code', { param: { code: `BOM-${code}` }, sort: 'revision' });
const first = async (ctx: Ctx, code: string): Promise<Rec> => (await versionsOf(ctx, code))[0] as Rec;
const act = (action: ActionOf<'bom'>, id: unknown, ask: Rec = {}) =>
  admin((ctx) => ctx.asSystem().records.act('bom', action, id as string, ask));
const makeBom = (material: string, rows: readonly (readonly [string, number?])[], more: Rec = {}): Promise<Rec> =>
  admin((ctx) =>
    ctx.records.save('bom', {
      code: `BOM-${material}`,
      material: of(material),
      items: rows.map(([code, perQty]) => row(ctx, code, perQty)),
      ...more,
    }),
  );
let numbers = 0;
/** A made material of its own. */
const made = async (): Promise<string> => {
  const code = `XT-${++numbers}`;
  const saved = await admin((ctx) =>
    ctx.records
      .find('material', "code == 'GB-20'")
      .then(([like]) =>
        ctx.records.save('material', { ...copyOf(like as Rec), code, name: code, spec: code, makeType: '1' }),
      ),
  );
  ids.set(code, String(saved.id));
  return code;
};
const copyOf = (rec: Rec): Rec => ({
  materialCategory: rec.materialCategory ?? null,
  materialType: rec.materialType ?? null,
  unit: rec.unit ?? null,
});

describe('the demo structure', () => {
  it('is in force since the year began, numbered by its product, with low-level codes', async () => {
    await admin(async (ctx) => {
      const [v10, v11] = await versionsOf(ctx, 'LA-100');
      expect([v10?.docStatus, v10?.revision, v10?.name, v10?.rowCount]).toEqual(['60', 'V1.0', '电动推杆', 9]);
      expect([v11?.docStatus, v11?.revision, v11?.effectDate]).toEqual(['10', 'V1.1', '2026-02-01']);
      const levels = await ctx.records.find('material', "code in ['LA-100','GB-20','WG-100','DG-100','SR-08','PA66']");
      expect(Object.fromEntries(levels.map((level) => [level.code, level.lowLevel]))).toEqual({
        'LA-100': 0,
        'GB-20': 1,
        'WG-100': 1,
        'SR-08': 2,
        'DG-100': 2,
        PA66: 3,
      });
      const [la] = await ctx.records.find('material', "code == 'LA-100'");
      expect(la?.defBom).toBe('BOM-LA-100');
    });
  });

  it('explodes to what an order needs (scenario 4)', async () => {
    const totals = (qty: number, mode: string) =>
      admin(async (ctx) => {
        const rows = (await bomExplode.run(
          { bom: (await first(ctx, 'LA-100')).id as string, qty, mode },
          ctx,
        )) as Rec[];
        const codes = new Map([...ids].map(([code, id]) => [id, code]));
        return Object.fromEntries(rows.map((row) => [codes.get(row.material as string), row.total]));
      });
    const hundred = await totals(100, '1');
    expect(hundred).toMatchObject({ 'SR-08': 204, 'SC-M4': 404, 'NT-M4': 200, 'CTN-20': 5, 'GR-01': 0.5 });
    expect(hundred['KIT-01']).toBeUndefined();
    expect(await totals(33, '1')).toMatchObject({
      'SR-08': 68,
      'SC-M4': 134,
      'NT-M4': 66,
      'CTN-20': 2,
      'GR-01': 0.165,
    });
    const all = await totals(100, '3');
    expect(all).toMatchObject({ 'SR-08': 408, 'GR-01': 6 });
    expect(all['KIT-01']).toBeUndefined();
    expect(await totals(100, '2')).toMatchObject({ 'SR-08': 408, 'GR-01': 6 });
  });

  it('is found from below, with the quantity per 1', async () => {
    const rows = await admin(async (ctx) => (await bomWhereUsed.run({ child: of('GR-01') }, ctx)) as Rec[]);
    const tops = rows.filter((row) => row.top === true && row.material === of('LA-100')).map((row) => row.per);
    expect(tops.map(Number).sort()).toEqual([0.005, 0.005, 0.05]);
  });

  it('rolls its cost, and says what has none', async () => {
    const dg = await admin((ctx) => first(ctx, 'DG-100'));
    await act('costRoll', dg.id);
    // (28 × 18 + 2 × 6) × 60 % ÷ 1000, without operations
    expect(await admin((ctx) => first(ctx, 'DG-100'))).toMatchObject({ cost: 0.3096 });
    // 500 minutes of the route at 45 an hour: 891.00 for 1000, 60 % of it
    const [draft, route] = await admin(async (ctx) => {
      const [way] = await ctx.records.find('route', "code == 'GY0005' && docStatus == 60", { limit: 1 });
      const ops = (await ctx.records.get('route', way!.id as string))!.ops as readonly Row[];
      await ctx.records.patch('workGroup', ops[0]!.workGroup as string, { head: { hourCost: null } });
      const copy = await ctx.records.act('bom', 'newVersion', dg.id as string, { changeNote: '工时' });
      return [copy, { id: way!.id as string, group: ops[0]!.workGroup as string }] as const;
    });
    const next = await admin(async (ctx) => {
      const [row] = await ctx.records.find('bom', "code == 'BOM-DG-100' && docStatus == 10", { limit: 1 });
      return ctx.records.save('bom', { id: (row ?? draft).id as string, route: route.id });
    });
    expect(await refusal(act('costRoll', next.id as string))).toBe(
      '「BOM-DG-100」无法卷算，这些工作组没有工时成本：注塑组',
    );
    await admin((ctx) => ctx.records.patch('workGroup', route.group, { head: { hourCost: 45 } }));
    await act('costRoll', next.id as string);
    expect(await admin((ctx) => ctx.records.get('bom', next.id as string))).toMatchObject({ cost: 0.5346 });
    await act('del', next.id);
    const product = await made();
    const part = await made();
    const { id } = await makeBom(product, [[part]]);
    await act('publish', id, { effectDate: '2026-01-15' });
    expect(await refusal(act('costRoll', id))).toBe(`「BOM-${product}」无法卷算，这些物料没有标准成本：${part}`);
  });
});

describe('loops (scenario 2)', () => {
  it('a version that leads back is refused with the way', async () => {
    const draft = await admin(async (ctx) => {
      const dg = await first(ctx, 'DG-100');
      await ctx.asSystem().records.act('bom', 'newVersion', dg.id as string, { changeNote: '试' });
      return (await versionsOf(ctx, 'DG-100'))[1] as Rec;
    });
    const saved = (more: readonly string[]) =>
      admin(async (ctx) => {
        const rec = (await ctx.records.get('bom', draft.id as string)) as Rec;
        const items = rec.items as readonly Row[];
        return ctx.records.save('bom', {
          id: rec.id as string,
          items: [...items, ...more.map((code) => row(ctx, code))],
        });
      });
    expect(await refusal(saved(['LA-100']))).toBe('物料清单存在循环引用：DG-100 → LA-100 → GB-20 → DG-100');
    // SK-PA is a row and an output of it already
    await saved(['NT-M4']);
    expect(await refusal(saved(['DG-100']))).toBe('子件不能是产品本身');
  });

  it('of two that close a loop at the same moment one is refused', async () => {
    const [a, b] = [await made(), await made()];
    const both = await Promise.allSettled([makeBom(a, [[b]]), makeBom(b, [[a]])]);
    expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((outcome) => outcome.status === 'rejected') as PromiseRejectedResult;
    expect((lost.reason as AppError).message).toContain('物料清单存在循环引用');
  });

  it('返工改制 may take the product itself and counts in no level', async () => {
    const product = await made();
    await makeBom(product, [[product]], { code: `RW-${product}`, bomKind: '4' });
    await admin(async (ctx) => {
      const [row] = await ctx.records.find('material', 'code == param.code', { param: { code: product } });
      expect(row?.lowLevel).toBe(0);
    });
  });

  it('30 levels and no more', async () => {
    const chain = [];
    for (let n = 0; n < 32; n++) chain.push(await made());
    for (let n = 30; n > 0; n--) await makeBom(chain[n] as string, [[chain[n + 1] as string]]);
    expect(await refusal(makeBom(chain[0] as string, [[chain[1] as string]]))).toBe('物料清单层级超过30，请检查');
  });
});

describe('low-level codes', () => {
  it('follow additions, and what is deleted or retired', async () => {
    const [a, b, c] = [await made(), await made(), await made()] as [string, string, string];
    const levels = () =>
      admin(async (ctx) => {
        const found = await ctx.records.find('material', 'code in param.codes', {
          param: { codes: [a, b, c] } as never,
        });
        return [a, b, c].map((code) => found.find((row) => row.code === code)?.lowLevel);
      });
    const low = await makeBom(b, [[c]]);
    expect(await levels()).toEqual([0, 0, 1]);
    const top = await makeBom(a, [[b], [c]]);
    expect(await levels()).toEqual([0, 1, 2]);
    await act('del', top.id);
    expect(await levels()).toEqual([0, 0, 1]);
    await act('publish', low.id, { effectDate: '2026-01-15' });
    await act('retire', low.id, { expireDate: '2026-01-15' }).catch(() => undefined);
  });
});

describe('versions of a product (scenario 3)', () => {
  it('V1.1 for February leaves V1.0 in force to the end of January', async () => {
    const on = (date: string) =>
      admin(async (ctx) =>
        (await inForceOn(ctx, 'bom', { where: 'material == param.m', param: { m: of('LA-100') }, date })).map(
          (row) => row.revision,
        ),
      );
    factory.setNow('2026-01-20 09:00:00');
    const [, v11] = await admin((ctx) => versionsOf(ctx, 'LA-100'));
    await act('publish', v11?.id, { effectDate: '2026-02-01' });
    const [v10] = await admin((ctx) => versionsOf(ctx, 'LA-100'));
    expect(v10).toMatchObject({ docStatus: '60', expireDate: '2026-01-31' });
    expect(await on('2026-01-31')).toEqual(['V1.0']);
    expect(await on('2026-02-01')).toEqual(['V1.1']);
    factory.setNow('2026-01-25 09:00:00');
    await act('newVersion', v11?.id, { changeNote: '试' });
    const [, , v12] = await admin((ctx) => versionsOf(ctx, 'LA-100'));
    expect(await refusal(act('publish', v12?.id, { effectDate: '2026-01-20' }))).toBe('生效日期不能早于今天');
    factory.setNow('2026-02-01 00:01:00');
    await factory.engine.asSystem(factory.org, (ctx) => retireExpired(ctx as EngineCtx));
    expect((await admin((ctx) => versionsOf(ctx, 'LA-100'))).map((row) => row.docStatus)).toEqual(['80', '60', '10']);
    factory.setNow('2026-01-15 10:00:00');
  });

  it('of other attributes or of a workshop stands beside the default', async () => {
    const [product, part] = [await made(), await made()];
    const plain = await makeBom(product, [[part]]);
    await act('publish', plain.id, { effectDate: '2026-01-15' });
    const black = await makeBom(product, [[part, 2]], { code: `BOM-${product}-BK`, attrKey: 'COLOR:BK' });
    await act('publish', black.id, { effectDate: '2026-01-15' });
    const again = await makeBom(product, [[part, 3]], { code: `BOM-${product}-2` });
    await act('publish', again.id, { effectDate: '2026-01-20' });
    const states = await admin((ctx) =>
      ctx.records.find('bom', 'material == param.m', { param: { m: of(product) }, sort: 'code' }),
    );
    expect(states.map((state) => [state.code, state.expireDate])).toEqual([
      [`BOM-${product}`, '2026-01-19'],
      [`BOM-${product}-2`, null],
      [`BOM-${product}-BK`, null],
    ]);
    // past the engine the database keeps the promise
    const schema = sql.id(factory.org.schema, 'bom');
    await expect(
      sql`update ${schema} set expire_date = null where code = ${`BOM-${product}`}`.execute(factory.database.db),
    ).rejects.toMatchObject({ code: '23P01' });
  });
});

describe('replacing a material', () => {
  it('makes drafts and leaves what is in force', async () => {
    const [a, b, part, other] = [await made(), await made(), await made(), await made()];
    const bom = await makeBom(a, [[part, 2], [other]]);
    const two = await makeBom(b, [[other]]);
    for (const { id } of [bom, two]) await act('publish', id, { effectDate: '2026-01-15' });
    const ask = { from: of(part), into: of('SR-08'), factor: 1.5, effectDate: '2026-02-01', changeNote: '改料' };
    await act('replace', bom.id, ask);
    const [kept, draft] = await admin((ctx) => versionsOf(ctx, a));
    expect([kept?.docStatus, draft?.docStatus, draft?.effectDate]).toEqual(['60', '10', '2026-02-01']);
    const rows = (await admin((ctx) => ctx.records.get('bom', draft?.id as string)))?.items as readonly Row[];
    expect(rows.map((item) => [item.material, item.perQty])).toEqual([
      [of('SR-08'), 3],
      [of(other), 1],
    ]);
    expect(await refusal(act('replace', two.id, ask))).toBe(`「BOM-${b}」没有子件「${part}」`);
  });
});

describe('what a form refuses', () => {
  it('says it in its own words', async () => {
    const product = await made();
    const save = (rec: (ctx: Ctx) => Rec) =>
      refusal(admin((ctx) => ctx.records.save('bom', { code: `BOM-${product}`, material: of(product), ...rec(ctx) })));
    expect(await save(() => ({}))).toBe('物料清单至少需要一行子件');
    expect(await save((ctx) => ({ items: [row(ctx, 'SR-08', 0)] }))).toBe('用量必须大于0');
    const main = (ctx: Ctx) => ({ items: [row(ctx, 'SR-08')] });
    const sub = (ctx: Ctx, material: string, mainLine: number): Row =>
      ({ id: ctx.newId(), material: of(material), mainLine, ratio: 1 }) as Row;
    expect(await save((ctx) => ({ ...main(ctx), subs: [sub(ctx, 'NT-M4', 90)] }))).toBe('替代料引用的主料行90不存在');
    expect(await save((ctx) => ({ ...main(ctx), subs: [sub(ctx, 'SR-08', 10)] }))).toBe('替代料不能与主料相同');
    const out = (ctx: Ctx, costShare: number, opNbr: number | null = null): Row =>
      ({ id: ctx.newId(), material: of('NT-M4'), perQty: 1, unit: of('unit PCS'), costShare, opNbr }) as Row;
    expect(await save((ctx) => ({ ...main(ctx), outputs: [out(ctx, 60), out(ctx, 40)] }))).toBe(
      '联副产品成本比例合计100%，必须小于100%',
    );
    expect(await save((ctx) => ({ items: [row(ctx, 'SR-08', 1, 'KG')] }))).toMatch(
      /^单位「(千克|kg)」不是物料「SR-08」的可用单位$|不在可选范围内/,
    );
    const route = await admin(async (ctx) => (await ctx.records.find('route', "code == 'GY0003'"))[0]?.id as string);
    const at15 = admin((ctx) =>
      ctx.records.save('bom', {
        code: 'BOM-SG-100-15',
        material: of('SG-100'),
        route,
        items: [row(ctx, 'RB-12', 1, 'KG', { opNbr: 15 })],
      }),
    );
    expect(await refusal(at15)).toMatch(/^投料工序15不在工艺路线「.+」中$/);
    // an operation of the route alone, where there is one
    const made10 = (ctx: Ctx, opNbr: number) => ({ ...main(ctx), route, outputs: [out(ctx, 10, opNbr)] });
    expect(await save((ctx) => made10(ctx, 15))).toMatch(/^产出工序没有该选项：15$/);
    const at10 = (ctx: Ctx): Row => row(ctx, 'SR-08', 1, 'PCS', { opNbr: 10 });
    const twice = await admin((ctx) =>
      saveRecord(ctx as EngineCtx, 'bom', {
        rec: { code: `BOM-${product}`, material: of(product), items: [at10(ctx), at10(ctx)] },
        accept: [],
      }),
    ).catch((error: AppError) => (error.data as { warnings: { text: string }[] }).warnings.map(({ text }) => text));
    expect(twice).toEqual(['子件「SR-08」在工序10重复', '子件「SR-08」在工序10重复']);
    expect(await admin((ctx) => versionsOf(ctx, product))).toEqual([]);
  });

  it('a substitute rule stands once', async () => {
    const rule = {
      material: of('SG-100'),
      subMaterial: of('LS-100'),
      ratio: 1,
      validFrom: '2026-01-10',
      reason: '再来一次',
    };
    expect(await refusal(admin((ctx) => ctx.records.save('substitute', rule)))).toBe('相同条件的替代关系已存在');
    const self = { ...rule, subMaterial: of('SG-100') };
    expect(await refusal(admin((ctx) => ctx.records.save('substitute', self)))).toBe('替代料不能与主料相同');
  });
});

describe('a material taken over by another', () => {
  it('moves drafts, keeps what is in force, and is switched off', async () => {
    const [product, old, fresh] = [await made(), await made(), await made()];
    const published = await makeBom(product, [[old]]);
    await act('publish', published.id, { effectDate: '2026-01-15' });
    await act('newVersion', published.id, { changeNote: '合并' });
    const merge = (target: string) =>
      admin((ctx) => ctx.asSystem().records.act('material', 'mergeTo', of(old), { target: of(target) }));
    expect(await refusal(merge('TB-30'))).toBe('「TB-30」的基本单位不同，不能合并');
    expect(await refusal(merge('MT-12'))).toBe('「MT-12」的追溯方式不同，不能合并');
    await merge(fresh);
    const rows = await admin(async (ctx) => {
      const all = await versionsOf(ctx, product);
      const docs = await Promise.all(all.map((row) => ctx.records.get('bom', row.id as string)));
      return docs.map((doc) => (doc as Rec).items as readonly Row[]).map(([top]) => top?.material);
    });
    expect(rows).toEqual([of(old), of(fresh)]);
    const [gone] = await admin((ctx) => ctx.records.many('material', [of(old)]));
    expect(gone).toMatchObject({ isDisabled: '1', mergedInto: of(fresh) });
  });
});
