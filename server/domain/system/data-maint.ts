/** 数据维护 (domain 10 §6.9): derived figures held against what they come from; 重建 writes those alone, and each run is kept. */
import type { Ctx, DomainModule } from '../../ctx';
import { mendTotals, totalDifferences } from '../../design/fill';
import { refuse } from '../../errors';
import { counterDifferences, mendCounters } from '../../records/codes/counter-proof';
import { type EngineCtx, engineOf } from '../../records/host';
import { holdMaintenance } from '../../records/maint-lock';
import { mendStamps, stampDifferences } from '../../records/push/stamps';
import { answer, type LineOf, type RowOf } from '../../rows';
import { mendTrace, traceDifferences } from '../../stock/genealogy-proof';
import {
  balanceDifferences,
  holdStock,
  mendBalances,
  mendPromises,
  mendValues,
  promiseDifferences,
  valueDifferences,
} from '../../stock/mend';
import { mendOut, outDifferences } from '../out/plan-proof';
import { floorDifferences, type Law, mendFed, mendFloor } from '../production/laws';
import { CLEARED, clearTrial, countTrial } from './clear-trial';

interface Difference {
  readonly title: string;
  readonly found: number;
  readonly expected: number;
  /** records whose documents tell it */
  readonly prdOrder?: string | null;
  readonly workOrder?: string | null;
  readonly orderProcess?: string | null;
  readonly feedRecord?: string | null;
  /** any other document that is wrong */
  readonly doc?: { readonly type: string; readonly id: string; readonly nbr: string | null };
}
interface Check {
  readonly find: (ctx: EngineCtx) => Promise<readonly Difference[]>;
  readonly mend: (ctx: EngineCtx) => Promise<void>;
  /** nobody writes what is written anew */
  readonly hold?: (ctx: EngineCtx) => Promise<void>;
}
type Run = RowOf<'dataMaintRun'>;
type Code = Run['checks'][number];
type Found = LineOf<'dataMaintRun', 'differences'>;
/** differences one run keeps */
const MAX_ROWS = 1000;
/** By their code in the dictionary maintCheck; in this order they are written anew. */
const CODES: readonly Code[] = [
  ...(['balance', 'value', 'promise', 'counter', 'total', 'stamp'] as const),
  ...(['operation', 'state', 'fed', 'order', 'outside', 'trace'] as const),
];
/** A law of the floor; its figures follow from documents, so all of what a difference stands on is written anew. */
const ofFloor = (law: Law): Check => ({
  find: (ctx) => floorDifferences(ctx, [law], MAX_ROWS),
  mend: async (ctx) => mendFloor(ctx, await floorDifferences(ctx, [law], MAX_ROWS)),
});
const CHECKS: Readonly<Record<Code, Check>> = {
  balance: {
    find: balanceDifferences,
    hold: holdStock,
    mend: async (ctx) => mendBalances(ctx, await balanceDifferences(ctx)),
  },
  value: {
    find: async (ctx) =>
      (await valueDifferences(ctx)).map((difference) => ({
        ...difference,
        title: `${difference.title} ${difference.what === 'qty' ? '数量' : '金额'}`,
      })),
    hold: holdStock,
    mend: mendValues,
  },
  counter: { find: counterDifferences, mend: async (ctx) => mendCounters(ctx, await counterDifferences(ctx)) },
  promise: { find: promiseDifferences, hold: holdStock, mend: mendPromises },
  stamp: { find: (ctx) => stampDifferences(ctx, MAX_ROWS), mend: (ctx) => mendStamps(ctx, MAX_ROWS) },
  total: {
    find: async (ctx) =>
      (await totalDifferences(ctx, MAX_ROWS)).map(({ object, id, nbr, title, found, expected }) => {
        return { title, found, expected, doc: { type: object.object, id, nbr } };
      }),
    mend: mendTotals,
  },
  operation: ofFloor('operation'),
  state: ofFloor('state'),
  fed: { find: (ctx) => floorDifferences(ctx, ['fed'], MAX_ROWS), mend: mendFed },
  order: ofFloor('order'),
  outside: { find: (ctx) => outDifferences(ctx, MAX_ROWS), mend: (ctx) => mendOut(ctx, MAX_ROWS) },
  trace: { find: (ctx) => traceDifferences(ctx, MAX_ROWS), hold: holdStock, mend: (ctx) => mendTrace(ctx, MAX_ROWS) },
};
const VERIFIED = '10';
const REBUILT = '20';
const OPEN = '10';
const DONE = '60';

export const dataMaintRun: DomainModule<'dataMaintRun'> = {
  byOwner: ['clear'],
  actions: {
    async verify(_record, ask, ctx) {
      await holdMaintenance(ctx, 'verify');
      const checks = codesOf(ask.checks);
      const rows = await differences(ctx, checks);
      await keep(ctx, { kind: VERIFIED, checks }, rows);
      return answer({ rows: rows.length === 0 ? [{ id: '0', title: '核对完成，没有差异' }] : [...rows] });
    },
    /** of what was looked at; what differs by now counts, not what did then */
    async rebuild(record, _ask, ctx) {
      await holdMaintenance(ctx, 'rebuild');
      const engine = engineOf(ctx.asSystem());
      const checks = codesOf(record.checks);
      for (const code of checks) await CHECKS[code].hold?.(engine);
      const rows = await differences(ctx, checks);
      if (rows.length === 0) throw refuse('现在没有差异，不需要重建');
      for (const code of checks) await CHECKS[code].mend(engine);
      const left = await differences(ctx, checks);
      if (left.length > 0) throw refuse(`重建后仍有${left.length}处差异，没有保存：${left[0]?.title}`);
      await keep(ctx, { kind: REBUILT, checks, source: record.id }, rows);
      return answer({ rows: [...rows] });
    },
    async askClear(_record, ask, ctx) {
      const counts = await countTrial(ask, ctx);
      await ctx.asSystem().records.save('dataMaintRun', {
        kind: CLEARED,
        areas: ask.areas,
        until: ask.until,
        requestedBy: ctx.session.me.id,
        startedAt: ctx.now,
        docStatus: OPEN,
        counts: [...counts],
      });
      return answer({ rows: [...counts] });
    },
    async clear(record, ask, ctx) {
      const counts = await clearTrial(record, ask, ctx);
      return {
        confirmedBy: ctx.session.me.id,
        backupAt: ask.backupAt,
        finishedAt: ctx.now,
        counts: [...counts],
      };
    },
  },
};

/** In the order of the checks, whatever order was asked for. */
const codesOf = (asked: readonly Code[]): readonly Code[] => CODES.filter((code) => asked.includes(code));
async function differences(ctx: Ctx, checks: readonly Code[]): Promise<readonly Found[]> {
  const engine = engineOf(ctx.asSystem());
  const rows: Found[] = [];
  for (const code of checks)
    for (const difference of await CHECKS[code].find(engine)) {
      if (rows.length >= MAX_ROWS) return rows;
      const { title, found, expected } = difference;
      const { prdOrder = null, workOrder = null, orderProcess = null, feedRecord = null, doc } = difference;
      rows.push({
        id: ctx.newId(),
        lineNo: (rows.length + 1) * 10,
        check: code,
        title: title.slice(0, 200),
        found,
        expected,
        delta: Math.round((found - expected) * 10_000) / 10_000,
        prdOrder,
        workOrder,
        orderProcess,
        feedRecord,
        docType: doc?.type ?? null,
        docId: doc?.id ?? null,
        docNbr: doc?.nbr ?? null,
      });
    }
  return rows;
}
async function keep(
  ctx: Ctx,
  run: Pick<Run, 'kind' | 'checks'> & { readonly source?: string },
  rows: readonly Found[],
): Promise<void> {
  const system = ctx.asSystem();
  await system.records.save('dataMaintRun', {
    kind: run.kind,
    checks: [...run.checks],
    source: run.source ?? null,
    differenceCount: rows.length,
    requestedBy: ctx.session.me.id,
    startedAt: ctx.now,
    docStatus: DONE,
    differences: [...rows],
  });
}
