/**
 * Whatever people do in whatever order (30 §10, 15): starts, reports, rework, reversals, adjustments, splits and what terminals send later
 * leave balances that are what their documents say, no piece is lost and nothing is below 0. What is refused writes nothing.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { floorDifferences, LAWS } from '../../../server/domain/production/laws';
import { floorOf } from '../../../server/domain/production/operations';
import { operationValues } from '../../../server/domain/production/rebalance';
import { AppError } from '../../../server/errors';
import { insertFile } from '../../../server/files/table';
import { newId } from '../../../server/ids';
import { piecesOf } from '../../../server/production/pieces';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Dice, dice } from '../random';
import { type Floor, type Operation, openFloor } from './floor';
import { before, type Item, type Terminal, terminalOf } from './terminal';

const FULL = process.env.LAWS === 'full';
/** work orders of one order, each with a sequence of its own */
const LOTS = FULL ? 40 : 4;
/** `SEED=1001 ORDERS=25` is the second half of the whole run */
const ORDERS = Number(process.env.ORDERS ?? (FULL ? 50 : 4));
/** orders at a time: the server works on one while the database does on the other */
const AT_ONCE = 2;
const STEPS = 12;
const LOT = 40;
const FIRST = Number(process.env.SEED ?? 1);
const NOW = '2026-01-15 22:00:00';
const SHIFT = { startTime: '2026-01-15 08:00:00', endTime: '2026-01-15 09:00:00' };

/** pieces pass on as they are good, when all are done, by branches that meet, by other numbers of pieces, without starts */
const XL = { process: 'XL' };
const LINES: readonly (readonly Operation[])[] = [
  [10, 20, 30].map((opNbr) => ({ ...XL, opNbr })),
  [
    { ...XL, opNbr: 10, inspect: true },
    { ...XL, opNbr: 20, predecessors: ['0'] },
    { ...XL, opNbr: 30, predecessors: ['10', '20'] },
  ],
  [
    { ...XL, opNbr: 10, ratio: 0.5 },
    { ...XL, opNbr: 20, ratio: 2 },
    { ...XL, opNbr: 30, start: false },
  ],
  [
    { ...XL, opNbr: 10, inspect: true },
    { ...XL, opNbr: 20, mode: '1' },
    { ...XL, opNbr: 30 },
  ],
];

let floor: Floor;
let terminals: readonly Terminal[];
let reason: string;
let people: readonly string[];
beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow(NOW);
  reason = await floor.idOf('badReason', 'BL001');
  people = await Promise.all(['YG0007', 'YG0008', 'YG0019', 'YG0020'].map((code) => floor.idOf('employee', code)));
  terminals = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const values = { name: `终端${n + 1}`, status: '60' } as const;
      const { id } = await floor.factory.as('admin', (ctx) => ctx.records.save('terminal', values));
      return terminalOf(floor, 'admin', () => NOW, id);
    }),
  );
});
afterAll(() => floor?.factory.database.drop());

const adjust = async (rec: Rec, ask: Rec, action = 'adjust'): Promise<void> => {
  await floor.factory.as('admin', (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page(`${rec.object}.adjust`)!;
    const target = { id: rec.id as string, version: rec.version as number };
    return runAction(ctx, page.object, action, { page, targets: [target], ask: { reason: '10', ...ask } });
  });
};
const find = (object: string, work: Rec, where: string): Promise<readonly Rec[]> =>
  floor.find(object, `workOrderNbr == param.id && ${where}`, { id: work.id });
const badRows = (qty: number, disposal: string): readonly Row[] =>
  qty === 0 ? [] : [{ id: newId(), badReasonId: reason, disposal, qty }];
const DISPOSALS = ['10', '20', '30', '40'] as const;

/** done = something was done; what there is nothing to do it with is not */
type Act = (work: Rec, d: Dice, terminal: Terminal) => Promise<unknown>;
const NOTHING = Symbol('nothing');

/** a start that runs, or an operation that needs none */
const reported = async (work: Rec, d: Dice): Promise<Rec | undefined> => {
  const free = (await floor.ops(work)).filter(
    ({ startRequired, docStatus }) => startRequired !== true && docStatus !== '10',
  );
  return d.of([...(await find('prdStart', work, 'docStatus in [30, 40]')), ...free]);
};
const queued = async (...[work, d, terminal]: Parameters<Act>) => {
  const start = await reported(work, d);
  if (!start) return undefined;
  const isLate = d.upTo(2) === 0;
  const bad = d.upTo(2) === 0 ? badRows(1 + d.upTo(1), d.of(DISPOSALS)!) : [];
  const workers = [{ id: newId(), employeeId: d.of(people), ratio: 1 }];
  const record = { ...SHIFT, workers, ...(bad.length === 0 ? {} : { badRows: bad }) };
  const occurAt = isLate ? before(NOW, 13) : NOW;
  return terminal.report(start, d.upTo(15), { record, occurAt });
};
/** What a terminal sends, and sends again because the answer was lost: it is answered alike and done once. */
const replayed = async (work: Rec, terminal: Terminal, items: readonly Item[]): Promise<unknown> => {
  const answers = await terminal.send(items);
  const done = answers.filter(({ code }) => code === 200);
  const counted = await written(work);
  const taken = new Set(done.map(({ token }) => token));
  expect(await terminal.send(items.filter(({ token }) => taken.has(String(token))))).toEqual(done);
  expect(await written(work)).toEqual(counted);
  const strange = answers.find(({ code }) => code !== 200 && code !== 203);
  if (strange) throw new Error(`${strange.code} ${strange.msg}`);
  return done.length === 0 ? NOTHING : undefined;
};
/** how many rows there are of what a terminal may write about a work order */
const written = async ({ id }: Rec): Promise<unknown> => {
  const { rows } = await sql`
    select (select count(*) from org_demo.prd_report where work_order_nbr_id = ${id}) as reports,
           (select count(*) from org_demo.prd_start where work_order_nbr_id = ${id}) as starts,
           (select count(*) from org_demo.afdd_doc_rows r join org_demo.order_process p on p.id = r.order_process_id
             where p.work_order_nbr_id = ${id}) as late`.execute(floor.factory.database.db);
  return rows;
};
/** what terminals sent too late of a work order and nobody has completed */
const lateDrafts = async ({ id }: Rec): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from org_demo.afdd_doc d
     where d.is_deleted = 0 and d.is_offline and d.doc_status = '10' and exists (
       select 1 from org_demo.afdd_doc_rows r join org_demo.order_process p on p.id = r.order_process_id
        where r.head_id = d.id and p.work_order_nbr_id = ${id})
     order by d.id`.execute(floor.factory.database.db);
  return rows.map((row) => row.id);
};

const proofOf = async () => {
  const file = { id: newId(), name: '停电记录.jpg', size: 1 };
  const bytes = { ext: 'jpg', mime: 'image/jpeg', fileType: 'image', sha256: 'b'.repeat(64) };
  await floor.factory.as('admin', (ctx) =>
    insertFile(ctx.trx, {
      ...file,
      ...bytes,
      uploadedById: ctx.session.me.id,
      uploadedBy: ctx.session.me.name,
    } as never),
  );
  return file;
};

const ACTS: Readonly<Record<string, Act>> = {
  start: (work, d) => floor.start(work, d.of([10, 20, 30])!, 1 + d.upTo(25)),
  report: async (work, d) => {
    const start = await reported(work, d);
    if (!start) return NOTHING;
    const bad = d.upTo(3);
    const report = await floor.report(start, 1 + d.upTo(9), bad === 0 ? [] : [[d.of(DISPOSALS)!, bad]]);
    return report.docStatus === '50' && d.upTo(1) > 0 ? floor.act('audit', report) : report;
  },
  audit: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 50'));
    return report ? floor.act('audit', report) : NOTHING;
  },
  judge: async (work, d) => {
    const testing = d.of(await find('qualityTesting', work, 'docStatus in [10, 30]'));
    if (!testing) return NOTHING;
    const id = testing.id as string;
    await floor.factory.as('admin', (ctx) => ctx.records.save('qualityTesting', { id, defects: [] }));
    const bad = Math.min(d.upTo(2), Number(testing.checkQty));
    const fresh = await floor.read('qualityTesting', id);
    const defects = [{ id: newId(), badReason: reason, disposal: d.of(DISPOSALS)!, qty: bad }];
    const verdict = { qualifiedQty: Number(fresh.checkQty) - bad, ...(bad === 0 ? {} : { defects }) };
    await floor.save('qualityTesting', { id, version: fresh.version, ...verdict });
    return floor.act('judge', await floor.read('qualityTesting', id));
  },
  rework: async (work, d) => {
    const task = d.of(await find('reworkTask', work, 'docStatus in [10, 30]'));
    return task ? floor.act('report', task, { goodQty: d.upTo(2), workScrapQty: d.upTo(1) }) : NOTHING;
  },
  reverse: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 60'));
    return report ? floor.act('reverse', report, { reason: '错报' }) : NOTHING;
  },
  adjustStart: async (work, d) => {
    const start = d.of(await find('prdStart', work, 'docStatus in [30, 40, 60]'));
    return start ? adjust(start, { startQty: 1 + d.upTo(45) }) : NOTHING;
  },
  adjustReport: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 60'));
    const rows = badRows(d.upTo(3), d.of(DISPOSALS)!);
    return report ? adjust(report, { qualifiedQty: d.upTo(25), badRows: rows as never }) : NOTHING;
  },
  delReport: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 60'));
    return report ? adjust(report, {}, 'delReport') : NOTHING;
  },
  end: async (work, d) => {
    const start = d.of(await find('prdStart', work, 'docStatus in [30, 40]'));
    return start ? floor.act('end', start, {}, ['prdStart.rest']) : NOTHING;
  },
  split: async (work, d) =>
    floor.act('split', await floor.read('workOrder', work.id as string), { qty: 1 + d.upTo(30) }),
  offline: async (work, d, terminal) => {
    const operation = d.of(await floor.ops(work))!;
    const begun = { startTime: SHIFT.startTime, shiftDate: '2026-01-15' };
    const items = [
      ...(d.upTo(1) === 0 ? [terminal.start(operation, 1 + d.upTo(15), { record: begun })] : []),
      await queued(work, d, terminal),
      await queued(work, d, terminal),
    ].filter((item) => item !== undefined);
    return items.length === 0 ? NOTHING : replayed(work, terminal, items);
  },
  /** what came too late is completed and audited; what is refused then is given up */
  late: async (work) => {
    const [draft] = await lateDrafts(work);
    if (!draft) return NOTHING;
    const proof = [await proofOf()];
    await floor.factory.as('admin', (ctx) => ctx.records.patch('afddDoc', draft, { head: { proof: proof as never } }));
    const complete = await floor.read('afddDoc', draft);
    return floor.act('audit', complete).catch(async (error: unknown) => {
      await floor.act('void', complete);
      throw error;
    });
  },
};
const KINDS = [
  ...[
    'start',
    'start',
    'start',
    'report',
    'report',
    'report',
    'report',
    'audit',
    'audit',
    'judge',
    'judge',
    'rework',
    'rework',
    'reverse',
  ],
  ...[
    'adjustStart',
    'adjustReport',
    'adjustReport',
    'delReport',
    'end',
    'split',
    'offline',
    'offline',
    'offline',
    'late',
  ],
] as const;

const NEVER_BELOW = [
  'inQty',
  'startQty',
  'submittedQty',
  'reportQty',
  'qualifiedQty',
  'firstPassQty',
  'reworkQty',
  'pendingQty',
  'scrapQty',
  'wipQty',
];
/** What is wrong with a work order: nothing, or the laws that do not hold. */
const broken = (work: Rec): Promise<readonly string[]> =>
  floor.factory.as('admin', async (ctx) => {
    const now = await floorOf(ctx, work.id as string);
    const found: string[] = [];
    for (const [id, values] of operationValues(now)) {
      const stored = now.records.get(id) as unknown as Rec;
      for (const [code, value] of Object.entries(values))
        if (stored[code] !== value) found.push(`${stored.opNbr} ${code} ${stored[code]} is ${value}`);
      for (const code of NEVER_BELOW)
        if ((stored[code] as number) < 0) found.push(`${stored.opNbr} ${code} ${stored[code]}`);
    }
    for (const { difference } of piecesOf(now.operations, now.balances))
      if (difference !== 0) found.push(`lost ${difference}`);
    const starts = await ctx.records.find('prdStart', 'workOrderNbr == param.id && docStatus in [30, 40, 60]', {
      param: { id: work.id as string },
    });
    for (const { nbr, startQty, reportQty, submittedQty } of starts)
      if ((reportQty ?? 0) + (submittedQty ?? 0) > startQty) found.push(`${nbr} ${reportQty} of ${startQty}`);
    return found;
  });

const done = new Map<string, number>();
/** the last thing that stood in the way of each */
const last = new Map<string, string>();
/** One work order through a sequence; says what was done when a law does not hold. */
const sequence = async (work: Rec, seed: number, terminal: Terminal): Promise<void> => {
  const d = dice(seed * 7919);
  const log: string[] = [];
  const seen = new Set<string>();
  for (let step = 0; step < STEPS; step++) {
    // a lot is divided before anything is done with it, or not at all
    // half of the time something this lot has not seen
    const kinds = d.upTo(1) === 0 ? KINDS : KINDS.filter((kind) => !seen.has(kind));
    const wanted = step === 0 && d.upTo(3) === 0 ? ['split'] : Array.from({ length: 6 }, () => d.of(kinds) ?? 'report');
    // what cannot be done is no step
    for (let told = ''; told !== 'done' && wanted.length > 0; ) {
      const kind = wanted.pop()!;
      const outcome = await ACTS[kind]!(work, d, terminal).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 203) throw error;
        return error.message;
      });
      told = typeof outcome === 'string' ? outcome : outcome === NOTHING ? 'nothing' : 'done';
      if (told === 'done') {
        done.set(kind, (done.get(kind) ?? 0) + 1);
        seen.add(kind);
      }
      last.set(kind, told);
      log.push(`${kind}: ${told}`);
    }
    if (!FULL || step === STEPS - 1) expect(await broken(work), `SEED=${seed}\n${log.join('\n')}`).toEqual([]);
  }
};

it(`random work of ${ORDERS * LOTS} work orders keeps every balance`, {
  timeout: FULL ? 7_200_000 : 300_000,
}, async () => {
  for (let order = 0; order < ORDERS; order += AT_ONCE) {
    await Promise.all(
      terminals.slice(0, ORDERS - order).map(async (terminal, ahead) => {
        const line = LINES[(order + ahead) % LINES.length]!;
        const lots = await floor.workOrders(LOT * LOTS, line, { overRate: 10, lotQty: LOT });
        for (const [n, work] of lots.entries()) await sequence(work, FIRST + (order + ahead) * LOTS + n, terminal);
      }),
    );
    // split-off lots, orders and what was fed among them
    const found = await floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 5));
    expect(found, `order ${order}`).toEqual([]);
  }
  for (const kind of Object.keys(ACTS)) expect(done.get(kind) ?? 0, `${kind}: ${last.get(kind)}`).toBeGreaterThan(0);
});
