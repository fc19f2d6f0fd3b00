import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { Rec } from '../../../schemas/language/value';
import type { ServerFunction } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { factoryTime, inWrite, makeCtx } from '../../../server/records/context';
import { makeEnv } from '../../../server/records/env';
import { bindText } from '../../../server/records/expression';
import { type Factory, openFactory } from '../../support/records';
import { ids, seedToys, TOYS, toys } from '../../support/toys';

const asked: unknown[][] = [];
const twice: ServerFunction = {
  name: 'twice',
  args: ['decimal'],
  result: 'decimal',
  run: async (calls) => {
    asked.push([...calls]);
    return calls.map(([call]) => Number(call) * 2);
  },
};
const queries: string[] = [];
let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({ documents: TOYS, functions: [twice] });
  await seedToys(factory);
});
afterAll(() => factory?.close());

const value = async (text: string, rec: Rec = {}): Promise<unknown> => {
  const ctx = await factory.root();
  const bound = bindText(ctx.registry.lib, 'toy', text);
  return makeEnv(ctx).settle((env) => evaluate(bound, scopeAt(env, rec)));
};
const a1 = { id: toys[0]!.id, maker: ids.east, shelf: ids.low, qty: 5.5, code: 'A1', parts: [] };

describe('the environment', () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ['a field of a referenced record', 'maker.region', '东'],
    ['the label of a reference', 'label(maker)', 'M1 东厂'],
    ['a query over an object', 'count(toy, maker == row.maker)', 2],
    ['a query with the values of the record', 'first(toy.code, qty == doc.qty)', 'A1'],
    ['a query that finds nothing', "exists(toy, code == 'nope')", false],
    ['a sum over nothing', "sum(toy.qty, code == 'nope')", 0],
    ['a list', 'values(toy.code, qty > 1)', ['A1', 'A2']],
    ['a server function', 'twice(qty)', 11],
    ['a server function of a hop of a query', 'twice(count(toy, maker == row.maker))', 4],
    ['what is above in a tree', 'ancestors(shelf)', [ids.low, ids.top]],
    ['what is below in a tree', `count(toy, shelf in subtree('${ids.top}'))`, 2],
    ['a setting', 'sys.listDataShowNum', 30],
    ['whether a record is used', 'used()', false],
  ];
  for (const [title, text, expected] of cases)
    it(`gives ${title}`, async () => {
      expect(await value(text, a1)).toEqual(expected);
    });
  it('asks a server function once for all its calls of a round', async () => {
    const ctx = await factory.root();
    const bound = bindText(ctx.registry.lib, 'toy', 'twice(qty)');
    asked.length = 0;
    const values = await makeEnv(ctx).settle((env) =>
      [1, 2, 2, 3].map((qty) => evaluate(bound, scopeAt(env, { qty }))),
    );
    expect(values).toEqual([2, 4, 4, 6]);
    expect(asked).toEqual([[[1], [2], [3]]]);
  });
  it('reads the records behind a reference in one query', async () => {
    const ctx = await factory.root();
    const bound = bindText(ctx.registry.lib, 'toy', 'maker.name');
    queries.length = 0;
    const spied = {
      ...ctx,
      heads: (...args: Parameters<typeof ctx.heads>) => {
        queries.push(args[0].object);
        return ctx.heads(...args);
      },
    };
    const names = await makeEnv(spied).settle((env) =>
      [ids.east, ids.west, ids.east].map((maker) => evaluate(bound, scopeAt(env, { maker }))),
    );
    expect(names).toEqual(['东厂', '西厂', '东厂']);
    expect(queries).toEqual(['maker']);
  });
  it('counts what an unknown id stands for as null', async () => {
    expect(await value('maker.name', { maker: newId() })).toBeNull();
    expect(await value('maker.name', { maker: 'no uuid' })).toBeNull();
  });
  it('gives the rows of a new record the same ids in each round, so that a service about a row is asked once', async () => {
    asked.length = 0;
    const made = await makeEnv(await factory.root()).settle((env, next) => {
      const [first, second] = [next(), next()];
      const [one, two] = [first, second].map((id) => Number.parseInt(id.slice(-6), 16)) as [number, number];
      return [one, two, env.call('twice', [one]), env.call('twice', [two])];
    });
    expect(new Set(made.slice(0, 2)).size).toBe(2);
    expect(asked).toEqual([[[made[0]], [made[1]]]]);
  });
  it('stops expressions that feed each other without end', async () => {
    let n = 0;
    const env = makeEnv(await factory.root());
    await expect(env.settle((now) => now.call('twice', [n++]))).rejects.toThrow(/10 rounds/);
  });
});

describe('records of a ctx', () => {
  it('gives a whole record, its live formulas included, or null', async () => {
    const { records } = await factory.root();
    const toy = await records.get('toy', toys[0]!.id);
    expect(toy).toMatchObject({
      code: 'A1',
      maker: ids.east,
      makers: [ids.east, ids.west],
      late: true,
      qty: 5.5,
      span: ['2026-01-01 00:00:00', '2026-01-05 00:00:00'],
    });
    const parts = (toy?.parts ?? []) as Rec[];
    expect(parts.map((row) => [row.lineNo, row.size, row.maker])).toEqual([
      [10, 3, ids.west],
      [20, 4, ids.east],
    ]);
    expect(await records.get('toy', newId())).toBeNull();
    expect(await records.get('toy', 'x')).toBeNull();
  });
  it('keeps to the rows of the user when asked', async () => {
    const ctx = await factory.as([{ functions: ['toy:view'], scope: { scope: '4', depts: [] } }], { id: ids.me });
    expect(await ctx.records.get('toy', toys[1]!.id, { scoped: true })).toBeNull();
    expect((await ctx.records.get('toy', toys[1]!.id))?.code).toBe('A2');
    expect((await ctx.records.get('toy', toys[0]!.id, { scoped: true }))?.code).toBe('A1');
  });
  it('gives many in the order of their ids', async () => {
    const { records } = await factory.root();
    const wanted = [toys[2]!.id, newId(), toys[0]!.id];
    expect((await records.many('toy', wanted)).map((record) => record.code)).toEqual(['B1', 'A1']);
  });
  it('finds by a condition with parameters of any type, sorted and limited', async () => {
    const { records } = await factory.root();
    const codes = async (where: string, param: Rec = {}, more = {}) =>
      (await records.find('toy', where, { param, sort: 'code', ...more })).map((record) => record.code);
    expect(await codes('maker == param.maker', { maker: ids.east })).toEqual(['A1', 'B1']);
    expect(await codes('maker in param.makers', { makers: [ids.west] })).toEqual(['A2']);
    expect(await codes('code == param.code', { code: 'A1' })).toEqual(['A1']);
    expect(await codes('made > param.day', { day: '2026-01-20' })).toEqual(['A2']);
    expect(await codes('qty >= param.qty', { qty: 5.5 })).toEqual(['A1', 'A2']);
    expect(await codes('param.maker in makers', { maker: ids.west })).toEqual(['A1']);
    expect(await codes('true', {}, { sort: '-code', limit: 2 })).toEqual(['B2', 'B1']);
    // a text may look like a day, a moment or an id and is none beside a text
    for (const code of ['2026-01-20', '2026-01-20 10:00:00', newId(), '2026-02-30']) {
      expect(await codes('code == param.code || contains(code, param.code)', { code })).toEqual([]);
      expect(await codes('code in param.codes', { codes: [code, 'A1'] })).toEqual(['A1']);
      expect(await codes('code == param.code || made > param.day', { code, day: '2026-01-20' })).toEqual(['A2']);
    }
    // nothing to look for says nothing of its type
    expect(await codes('code in param.none', { none: [] })).toEqual([]);
    expect(await codes('maker in param.none', { none: [] })).toEqual([]);
    expect(await codes('maker in param.none', { none: [ids.west] })).toEqual(['A2']);
  });
  it('labels', async () => {
    expect(await (await factory.root()).records.label('maker', ids.west)).toBe('M2 西厂');
  });
});

describe('a ctx', () => {
  it('stands at one moment of factory time', async () => {
    const ctx = await factory.root();
    expect([ctx.now, ctx.today]).toEqual(['2026-01-15 10:00:00', '2026-01-15']);
    expect(factoryTime(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01 00:00:00');
  });
  it('takes settings of the organisation over shipped ones, anew with its rights version', async () => {
    await factory.insert('mw_setting', [{ key: 'listDataShowNum', value: JSON.stringify(50) }]);
    const session = (await factory.root()).session;
    const later = { ...session, org: { ...session.org, rightsVersion: 2 } };
    expect((await makeCtx(factory.host, later, { requestId: 'x' })).setting('listDataShowNum')).toBe(50);
    expect((await factory.root()).setting('nope')).toBeNull();
  });
  it('sees its own writes inside a transaction, and nobody else does before the end', async () => {
    const ctx = await factory.root();
    await inWrite(ctx, async (write) => {
      await write.trx.updateTable('maker').set({ name: '新东厂' }).where('id', '=', ids.east).execute();
      expect(await write.records.label('maker', ids.east)).toBe('M1 新东厂');
      expect(await ctx.records.label('maker', ids.east)).toBe('M1 东厂');
      expect(await inWrite(write, async (inner) => inner === write)).toBe(true);
      await write.trx.updateTable('maker').set({ name: '东厂' }).where('id', '=', ids.east).execute();
    });
  });
  it('holds everything as the system, in the name of the user', async () => {
    const clerk = await factory.as([{ functions: [] }]);
    const system = clerk.asSystem();
    expect([clerk.session.rights.has('toy:view'), system.session.rights.has('toy:view'), system.session.me.id]).toEqual(
      [false, true, clerk.session.me.id],
    );
    expect(system.asSystem()).toBe(system);
  });
});
