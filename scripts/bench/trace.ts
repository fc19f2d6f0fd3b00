/** 追溯: the walk over 30,000 lots in ten levels, both ways, whole, with balances and lists, as the call answers it. */
import type { TraceDirection } from '../../schemas/language/wire-trace';
import { listOrgs } from '../../server/auth/organisation';
import { composeEngine } from '../../server/compose';
import { connect } from '../../server/db/connect';
import { graph } from '../../server/domain/trace/graph';
import { median, type Result, spread } from './measure';
import { openBench } from './server';

const TIMES = 15;
const NODES = 30_000;
const LEVELS = 10;
const idOf = (n: string): string => `md5('trace' || (${n}))::uuid`;

export const benchTrace = async (): Promise<Result[]> => {
  const bench = await openBench(18_947);
  const have = Number((await bench.sql(`select count(*) n from org_demo.batch where batch_nbr like 'TB%'`)).rows[0]!.n);
  if (have < NODES) {
    const material = `(select id from org_demo.material where code = 'NT-M4')`;
    await bench.sql(`insert into org_demo.batch (id, batch_nbr, material_id, kind)
      select ${idOf('n')}, 'TR' || n, ${material}, '1' from generate_series(1, ${NODES}) n`);
    // each lot of a level comes of one of the level above
    await bench.sql(`insert into org_demo.genealogy_edge (id, edge_kind, from_type, from_id, from_nbr, from_material_id, to_type, to_id, to_nbr,
        to_material_id, qty, weak, occurred_at)
      select gen_random_uuid(), '3', '1', ${idOf(`case when n <= ${NODES / LEVELS} then 1 else n - ${NODES / LEVELS} end`)}, 'TR', ${material},
             '1', ${idOf('n')}, 'TR' || n, ${material}, 1, false, now() from generate_series(2, ${NODES}) n`);
    // and the other way round: all of them went into one
    await bench.sql(`insert into org_demo.batch (id, batch_nbr, material_id, kind)
      select ${idOf(`'b' || n`)}, 'TB' || n, ${material}, '1' from generate_series(1, ${NODES}) n`);
    await bench.sql(`insert into org_demo.genealogy_edge (id, edge_kind, from_type, from_id, from_nbr, from_material_id, to_type, to_id, to_nbr,
        to_material_id, qty, weak, occurred_at)
      select gen_random_uuid(), '3', '1', ${idOf(`'b' || n`)}, 'TB' || n, ${material},
             '1', ${idOf(`'b' || case when n <= ${NODES / LEVELS} then 1 else n - ${NODES / LEVELS} end`)}, 'TB', ${material}, 1, false, now()
        from generate_series(2, ${NODES}) n`);
    for (const table of ['batch', 'genealogy_edge']) await bench.sql(`vacuum analyze org_demo.${table}`);
  }
  const { db, close } = connect({ url: bench.url });
  try {
    const engine = composeEngine({ db, keys: [Buffer.alloc(32, 7)], dataDir: '.cache/bench' });
    const org = (await listOrgs(db)).find(({ code }) => code === 'demo');
    if (!org) throw new Error('no organisation');
    const walked = async (nbr: string, direction: TraceDirection): Promise<Result> => {
      const root = String((await bench.sql('select id from org_demo.batch where batch_nbr = $1', [nbr])).rows[0]!.id);
      const ms: number[] = [];
      for (let n = 0; n <= TIMES; n++) {
        const begun = performance.now();
        const { batches } = await engine.asSystem(org, (ctx) =>
          graph(ctx, { roots: [{ type: '1', id: root }], direction, weak: true, narrow: false }),
        );
        if (batches.length !== NODES) throw new Error(`expected ${NODES} lots, got ${batches.length}`);
        // the first one warms up
        if (n > 0) ms.push(performance.now() - begun);
      }
      return {
        subject: `30,000 lots in ten levels walked ${direction}, with balances and lists, ms`,
        ours: spread(ms, 1),
        bare: '–',
        ratio: '–',
        goal: '≤ 1000 ms',
        met: median(ms) <= 1000,
      };
    };
    return [await walked('TR1', 'forward'), await walked('TB1', 'back')];
  } finally {
    await close();
    await bench.stop();
  }
};
