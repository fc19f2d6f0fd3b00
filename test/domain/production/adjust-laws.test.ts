/**
 * Whatever people do in whatever order (30 §10, 15): starts, reports, rework, reversals and adjustments leave balances that are what their
 * documents say, no piece is lost and nothing is below 0. What is refused writes nothing.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { hourSums } from '../../../server/datasets/production/sums';
import { floorOf } from '../../../server/domain/production/operations';
import { operationValues } from '../../../server/domain/production/rebalance';
import { AppError } from '../../../server/errors';
import { newId } from '../../../server/ids';
import { piecesOf } from '../../../server/production/pieces';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Floor, openFloor } from './floor';

let floor: Floor;
let reason: string;
beforeAll(async () => {
  floor = await openFloor();
  reason = await floor.idOf('badReason', 'BL001');
});
afterAll(() => floor?.factory.database.drop());

/** The same choices for the same seed. */
const dice = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    upTo: (most: number): number => Math.floor(next() * (most + 1)),
    of: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
  };
};
type Dice = ReturnType<typeof dice>;

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

type Act = (work: Rec, d: Dice) => Promise<unknown>;
const ACTS: Readonly<Record<string, Act>> = {
  start: (work, d) => floor.start(work, d.of([10, 20, 30])!, 1 + d.upTo(40)),
  report: async (work, d) => {
    const start = d.of(await find('prdStart', work, 'docStatus in [30, 40]'));
    if (!start) return;
    const bad = d.upTo(3);
    const rows = bad === 0 ? [] : [[d.of(['10', '20', '30', '40'])!, bad] as const];
    return floor.act('audit', await floor.report(start, 1 + d.upTo(20), rows));
  },
  rework: async (work, d) => {
    const task = d.of(await find('reworkTask', work, 'docStatus in [10, 30]'));
    if (task) await floor.act('report', task, { goodQty: d.upTo(2), workScrapQty: d.upTo(1) });
  },
  reverse: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 60'));
    if (report) await floor.act('reverse', report, { reason: '错报' });
  },
  adjustStart: async (work, d) => {
    const start = d.of(await find('prdStart', work, 'docStatus in [30, 40, 60]'));
    if (start) await adjust(start, { startQty: 1 + d.upTo(50) });
  },
  adjustReport: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 60'));
    const rows = badRows(d.upTo(3), d.of(['10', '20', '30', '40'])!);
    if (report) await adjust(report, { qualifiedQty: d.upTo(25), badRows: rows as never });
  },
  delReport: async (work, d) => {
    const report = d.of(await find('prdReport', work, 'docStatus == 60'));
    if (report) await adjust(report, {}, 'delReport');
  },
};
const KINDS = [
  'start',
  'start',
  'report',
  'report',
  'report',
  'rework',
  'reverse',
  'adjustStart',
  'adjustReport',
  'adjustReport',
  'delReport',
];

const NEVER_BELOW = [
  'inQty',
  'startQty',
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
    const hours = await hourSums(ctx, [...now.records.keys()]);
    for (const [id, values] of operationValues(now, hours)) {
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

const FULL = process.env.LAWS === 'full';
it('random work keeps every balance', { timeout: FULL ? 900_000 : 300_000 }, async () => {
  const did: Record<string, number> = {};
  for (let seed = 1; seed <= (FULL ? 60 : 6); seed++) {
    const d = dice(seed * 7919);
    const work = await floor.workOrder(
      60,
      [10, 20, 30].map((opNbr) => ({ opNbr, process: 'XL' })),
      { overRate: 10 },
    );
    for (let step = 0; step < 25; step++) {
      const kind = d.of(KINDS)!;
      await ACTS[kind]!(work, d).then(
        () => {
          did[kind] = (did[kind] ?? 0) + 1;
        },
        (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 203) throw error;
        },
      );
      expect(await broken(work), `seed ${seed}, step ${step}, ${kind}`).toEqual([]);
    }
  }
  for (const kind of Object.keys(ACTS)) expect(did[kind] ?? 0, kind).toBeGreaterThan(0);
});
