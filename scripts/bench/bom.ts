/**
 * Master data of size: the first page of 100,000 materials over HTTP; the explosion of 10 levels and 2,000 rows against the one
 * recursive statement that gives the same rows; the check for loops of a save among 5,000 bills of materials.
 */
import { listOrgs } from '../../server/auth/organisation';
import { composeEngine } from '../../server/compose';
import type { Ctx } from '../../server/ctx';
import { connect } from '../../server/db/connect';
import { bom as bomModule } from '../../server/domain/factory/bom';
import { bomExplode } from '../../server/domain/factory/bom-services';
import { fillBoms, TOP } from './boms';
import { median, type Result, spread } from './measure';
import { openBench } from './server';

const TIMES = 15;

const EXPLODE = `
  with recursive tree as (
    select i.material_id, i.per_qty / b.base_qty * (1 + i.loss_rate / 100) as need, 1 as level, i.line_no::text as path
      from org_demo.bom b join org_demo.bom_items i on i.head_id = b.id where b.id = $1
    union all
    select i.material_id, t.need * i.per_qty / b.base_qty * (1 + i.loss_rate / 100), t.level + 1, t.path || '.' || i.line_no
      from tree t join org_demo.bom b on b.material_id = t.material_id and b.is_deleted = 0 and b.doc_status in ('60', '80')
        and b.effect_date <= current_date and (b.expire_date is null or b.expire_date >= current_date)
      join org_demo.bom_items i on i.head_id = b.id
  )
  select t.*, m.code, m.name, m.spec, m.make_type, m.unit_id from tree t join org_demo.material m on m.id = t.material_id`;

export const benchBom = async (): Promise<Result[]> => {
  const bench = await openBench(18_941);
  await fillBoms(bench.sql);
  const { db, close } = connect({ url: bench.url });
  try {
    const engine = composeEngine({ db, keys: [Buffer.alloc(32, 7)], dataDir: '.cache/bench' });
    const org = (await listOrgs(db)).find(({ code }) => code === 'demo');
    if (!org) throw new Error('no organisation');
    const within = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => engine.asSystem(org, work);
    const top = String((await bench.sql(`select id from org_demo.bom where code = 'BOM-${TOP}'`)).rows[0]!.id);

    const page = await times(TIMES, async () => {
      const { records } = await bench.client.list('material', { current: 1, size: 30 });
      if (records.length !== 30) throw new Error('expected 30 materials');
    });
    const ours: number[] = [];
    const bare: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      ours.push(await once(() => within(async (ctx) => expectRows((await rowsOf(ctx, top)).length))));
      bare.push(await once(async () => expectRows((await bench.sql(EXPLODE, [top])).rows.length)));
    }
    const draft = await within((ctx) => ctx.records.get('bom', top));
    const check = await within((ctx) =>
      times(TIMES, async () => {
        const problems = await bomModule.check!(draft!, null, ctx);
        if (problems.length > 0) throw new Error(problems[0]!.text);
      }),
    );
    const ratio = median(ours) / median(bare);
    return [
      row('first page of 100,000 materials, ms over HTTP', page, 100),
      {
        subject: '10 levels, 2,000 rows exploded with stock and names, ms (bare: one recursive statement)',
        ours: spread(ours, 1),
        bare: spread(bare, 1),
        ratio: ratio.toFixed(2),
        goal: '≤ 3, < 200 ms',
        met: ratio <= 3 && median(ours) < 200,
      },
      row('check for loops of the top one among 5,000, ms', check, 50),
    ];
  } finally {
    await close();
    await bench.stop();
  }
};

const rowsOf = async (ctx: Ctx, bom: string): Promise<readonly unknown[]> =>
  (await bomExplode.run({ bom, qty: 100, mode: '2' }, ctx)) as readonly unknown[];
const expectRows = (count: number): void => {
  if (count !== 2000) throw new Error(`expected 2000 rows, got ${count}`);
};
const row = (subject: string, ms: readonly number[], most: number): Result => ({
  subject,
  ours: spread(ms, 1),
  bare: '–',
  ratio: '–',
  goal: `< ${most} ms`,
  met: median(ms) < most,
});
const once = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const times = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
  await work();
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push(await once(work));
  return all;
};
