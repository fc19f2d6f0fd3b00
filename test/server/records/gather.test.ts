import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { loadRecords } from '../../../server/records/store/source';
import { tableOf } from '../../../server/tables/names';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

/** One transaction: nothing read in one is kept for the next. */
const inOne = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx) => work(ctx as EngineCtx));
/** Ids of a few records of every object that has some. */
const samples = () =>
  inOne(async (ctx) => {
    const found = [];
    for (const object of ctx.registry.objects.values()) {
      if (object.storage !== 'table' || object.settings) continue;
      const rows = await ctx.trx.selectFrom(tableOf(object.object)).select('id').orderBy('id').limit(20).execute();
      if (rows.length > 0) found.push({ object, ids: rows.map(({ id }) => String(id)) });
    }
    return found;
  });

it('reads joined into one statement what it reads one after the other, values and order of rows alike', async () => {
  const wanted = await samples();
  expect(wanted.length).toBeGreaterThan(15);
  const options = { rows: true, deleted: true, stored: true };
  const apart = await inOne(async (ctx) => {
    const found = [];
    for (const { object, ids } of wanted) found.push(await loadRecords(ctx, object, ids, options));
    return found;
  });
  const joined = await inOne((ctx) =>
    Promise.all(wanted.map(({ object, ids }) => loadRecords(ctx, object, ids, options))),
  );
  expect(joined).toEqual(apart);
});

it('answers each its own rows, and an error to all that asked', async () => {
  const [first, second] = await samples();
  const [one, two, none] = await inOne((ctx) =>
    Promise.all([
      ctx.heads(first!.object, [first!.ids[0]!], false),
      ctx.heads(second!.object, second!.ids, false),
      ctx.heads(first!.object, ['00000000-0000-7000-8000-000000000000'], false),
    ]),
  );
  expect(one.map(({ id }) => id)).toEqual([first!.ids[0]]);
  expect(two.map(({ id }) => id)).toEqual(second!.ids);
  expect(none).toEqual([]);
  const gone = { ...second!.object, object: 'nowhere', fields: { ...second!.object.fields } };
  let asked: readonly PromiseSettledResult<unknown>[] = [];
  await inOne(async (ctx) => {
    asked = await Promise.allSettled([
      ctx.heads(first!.object, first!.ids, false),
      ctx.heads(gone, second!.ids, false),
    ]);
  });
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
