/** 报工 (30 §4): what came of an operation. Submitted it holds its pieces, effective it moves them on, taken back it never was. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Way } from '../../../schemas/language/record/checks';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { reversalRefusal } from '../../production/limits';
import { answer, type ChangeOf, type DraftOf, type RowOf } from '../../rows';
import { adjustReport, deleteReport, told } from './adjust-make';
import { badProblems } from './bad-rows';
import { reportMany } from './batch-report';
import { countProblems, goodOf } from './device-report';
import { reportEffects } from './effects';
import { impactOf } from './impact';
import { lateReport } from './late-report';
import { lockOperations } from './locks';
import { around, floorOf, headOfOperation } from './operations';
import { decimalsOf, finerThanUnit } from './prd-units';
import { rebalance } from './rebalance';
import { endStart, recountDispatches, recountStarts } from './recount';
import { hoursSum, tooManyHours, withHours, withShares, workersOf } from './report-hours';
import { limitProblem } from './report-limit';
import { windowProblems } from './report-window';
import { reverseChain } from './reverse-chain';
import { refusedBy, waysOfNodes } from './ways';
import { shiftAtWork } from './work-shift';

type Report = RowOf<'prdReport'>;
const WAITING: readonly string[] = ['30', '50'];
const OFFLINE = '30';
const ON_SITE = '10';
/** What is said of a report after an action. */
const TOLD: Readonly<Record<string, string>> = { audit: 'effective', reverse: 'reversed' };

export const prdReport: DomainModule<'prdReport'> = {
  async lock(_action, ids, ctx) {
    const reports = await ctx.asSystem().records.many('prdReport', ids, { stored: true });
    await lockOperations(
      ctx,
      reports.map(({ orderProcess }) => orderProcess),
    );
    await lockStarts(
      reports.map(({ prdStart }) => prdStart),
      ctx,
    );
  },
  async derive(given, old, ctx) {
    if (old !== null && !WAITING.includes(old.docStatus ?? '')) return undefined;
    const good = goodOf(given);
    const record = good === null ? given : { ...given, qualifiedQty: good };
    const [begun] = await startsOf([record.prdStart], ctx);
    const named = begun?.orderProcess ?? record.orderProcess;
    await lockOperations(ctx, [named]);
    await lockStarts([record.prdStart], ctx);
    const [start, operation] = [await startOf(record.prdStart, ctx), await operationOf(named, ctx)];
    if (!operation) return undefined;
    return {
      ...(good === null ? {} : { qualifiedQty: good }),
      ...(await headOf(record, { old, start, operation }, ctx)),
      ...(await peopleOf(record, { old, start, operation }, ctx)),
    };
  },
  late: lateReport,
  against: badProblems,
  async check(record, old, ctx) {
    if (old !== null && !WAITING.includes(old.docStatus ?? '')) return [];
    const start = await startOf(record.prdStart, ctx);
    const operation = await operationOf(record.orderProcess, ctx);
    if (!operation) return [];
    return [
      ...windowProblems(record, old, ctx),
      ...startProblems(record.prdStart, start, operation),
      ...hoursProblems(record),
      ...modeProblems(record),
      ...countProblems(record),
      ...(await unitProblems(record, ctx)),
      ...(await quantityProblems(record, old, ctx)),
    ];
  },
  async after({ record, action, old }, ctx) {
    if (record.workOrderNbr === null) return;
    if (action === undefined)
      for (const effect of reportEffects) if (old === null) await effect.submitted?.(record, ctx);
    if (action === 'reject')
      await ctx.emit('prdReport.rejected', { object: 'prdReport', id: record.id, nbr: record.nbr });
    if (action === 'del') for (const effect of reportEffects) await effect.withdrawn?.(record, ctx);
    // what an adjustment does is done by its record, what a chain does by the reversals in it
    if (action === 'reject' || action === 'adjust' || action === 'delReport' || action === 'reverseChain') return;
    await recountStarts(ctx, [record.prdStart], record.endTime);
    if (action === undefined && record.finish === true && old?.finish !== true)
      await endStart(record.prdStart, record.endTime, ctx);
    await recountDispatches(ctx, [record.dispatchOrder]);
    await rebalance(ctx, [record.workOrderNbr]);
    if (action === 'audit' || action === 'reverse')
      for (const effect of reportEffects) await effect.settled?.(record, ctx);
    const told = action === undefined ? (old === null ? 'submitted' : undefined) : TOLD[action];
    const about = { object: 'prdReport', id: record.id, nbr: record.nbr };
    if (told !== undefined) await ctx.emit(`prdReport.${told}`, about);
    if (told === 'submitted' && (record.overReason ?? '') !== '') await ctx.emit('prdReport.over', about);
  },
  actions: {
    async audit(record, _ask, ctx) {
      const problem = await limitProblem(record, (record.overReason ?? '') !== '', ctx);
      if (problem) throw refuse(problem.text, refusedBy(problem));
      // good as it was first told: a verdict has put its own split in place by now
      return through(reportEffects, { way: 'apply', record, first: { firstPassQty: record.qualifiedQty } }, ctx);
    },
    async adjust(record, { qualifiedQty, workHours, badRows, ...why }, ctx) {
      // rows of the dialog: their kinds were judged with the answers
      const bad = (badRows ?? record.badRows) as RowOf<'prdReport'>['badRows'];
      return told([await adjustReport(record, { qualifiedQty, badRows: bad, workHours }, why, ctx)], ctx);
    },
    async delReport(record, ask, ctx) {
      return told([await deleteReport(record, ask, ctx)], ctx);
    },
    async batch(_record, ask, ctx) {
      return answer({ text: `已报工${await reportMany(ask, ctx)}项` });
    },
    async reverseChain(record, { reason }, ctx) {
      await reverseChain(record, reason, ctx);
      return undefined;
    },
    async reverse(record, ask, ctx) {
      await guardReversal(record, ctx);
      return through(
        [...reportEffects].reverse(),
        { way: 'reverse', record, first: { reverseReason: ask.reason } },
        ctx,
      );
    },
  },
};

/** One effect after the other, each with what those before it changed of the report. */
const through = async (
  effects: typeof reportEffects,
  {
    way,
    record,
    first,
  }: { readonly way: 'apply' | 'reverse'; readonly record: Report; readonly first: ChangeOf<'prdReport'> },
  ctx: Ctx,
): Promise<ChangeOf<'prdReport'>> => {
  let change = first;
  for (const effect of effects) {
    // what effects change of a report are values a report has
    const report = { ...record, ...change } as Report;
    change = { ...change, ...(await effect[way](report, ctx)) };
  }
  return change;
};

const startsOf = (ids: readonly (string | null | undefined)[], ctx: Ctx, lock = false) =>
  ctx.asSystem().records.many(
    'prdStart',
    ids.filter((id) => typeof id === 'string'),
    { stored: true, lock },
  );
/** What reports say of their starts is written to them: after the operations, before the report itself. */
const lockStarts = (ids: readonly (string | null | undefined)[], ctx: Ctx) => startsOf(ids, ctx, true);
const startOf = (id: string | null | undefined, ctx: Ctx) =>
  typeof id === 'string' ? ctx.asSystem().records.get('prdStart', id) : Promise.resolve(null);
const operationOf = (id: string | null | undefined, ctx: Ctx) =>
  typeof id === 'string' ? ctx.asSystem().records.get('orderProcess', id) : Promise.resolve(null);

interface About {
  readonly old: Report | null;
  readonly start: RowOf<'prdStart'> | null;
  readonly operation: RowOf<'orderProcess'>;
}
const headOf = async (
  record: DraftOf<'prdReport'>,
  { old, start, operation }: About,
  ctx: Ctx,
): Promise<ChangeOf<'prdReport'>> => {
  return {
    orderProcess: operation.id,
    ...(start === null ? {} : { dispatchOrder: start.dispatchOrder }),
    ...(await headOfOperation(operation, ctx)),
    stdMin: operation.stdMin,
    runBase: operation.runBase,
    reportMode: operation.reportMode,
    ...(await shiftAtWork(record, ctx)),
    // verdict of an inspected operation, else the audit
    ...(old === null ? { docStatus: operation.inspectFlag === true ? '30' : '50' } : {}),
    ...(old === null && record.source === ON_SITE && ctx.offline ? { source: OFFLINE } : {}),
  };
};

const peopleOf = async (
  record: DraftOf<'prdReport'>,
  { old, start, operation }: About,
  ctx: Ctx,
): Promise<ChangeOf<'prdReport'>> => {
  const decimals = await decimalsOf(operation.workOrderNbr, ctx);
  const timed = await withHours(record, workersOf(record, start, ctx), start, ctx);
  const workers = await withShares(record, { workers: timed, old, decimals }, ctx);
  return {
    workers,
    workHours: record.manualHours ?? (workers.length === 0 ? null : hoursSum(workers)),
  };
};

const startProblems = (
  id: string | null,
  start: RowOf<'prdStart'> | null,
  operation: RowOf<'orderProcess'>,
): readonly Problem[] => {
  if (id === null)
    return operation.startRequired === true
      ? [{ code: 'prdReport.start', path: 'prdStart', text: `工序${operation.opNbr}需先开工，请选择开工单` }]
      : [];
  if (!start || start.isImplied === true) return [];
  if (start.docStatus === '10' || start.docStatus === '90')
    return [{ code: 'prdReport.start', path: 'prdStart', text: `开工单${start.nbr}未在生产，不能报工` }];
  return [];
};

/** What the way of reporting asks for: readings of a counter, a serial number for each piece. */
const modeProblems = ({ reportMode, reportQty, counterFrom, counterTo, serials }: ByMode): readonly Problem[] => {
  const qty = reportQty ?? 0;
  const twice = serials.find(({ serial }, n) => serials.findIndex((row) => row.serial === serial) < n);
  if (twice)
    return [{ code: 'prdReport.serial', path: `serials[${twice.id}].serial`, text: `序列号${twice.serial}重复` }];
  if ((reportMode === '3' || serials.length > 0) && serials.length !== qty)
    return [{ code: 'prdReport.serials', path: 'serials', text: `序列号${serials.length}个与报工数量${qty}不一致` }];
  const counted = subDec(counterTo ?? 0, counterFrom ?? 0);
  if (reportMode === '2' && counterTo !== null && counted !== qty)
    return [{ code: 'prdReport.counter', path: 'counterTo', text: `读数差${counted}与报工数${qty}不一致` }];
  return [];
};
type ByMode = Pick<Report, 'reportMode' | 'reportQty' | 'counterFrom' | 'counterTo' | 'serials'>;

/** Hours by hand are no more than everybody could have worked. */
const hoursProblems = (record: Hours): readonly Problem[] => {
  const text = record.manualHours === null ? null : tooManyHours(record, record.manualHours);
  return text === null ? [] : [{ code: 'prdReport.hours', path: 'manualHours', text: `手工${text}` }];
};
type Hours = Pick<Report, 'manualHours' | 'startTime' | 'endTime' | 'workers'>;

const unitProblems = async (
  { workOrderNbr, qualifiedQty, badRows }: Pick<Report, 'workOrderNbr' | 'qualifiedQty' | 'badRows'>,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const text = await finerThanUnit(workOrderNbr, [qualifiedQty, ...badRows.map(({ qty }) => qty)], ctx);
  return text === null ? [] : [{ code: 'field.unit', path: 'qualifiedQty', text }];
};

const quantityProblems = async (
  record: Parameters<NonNullable<(typeof prdReport)['check']>>[0],
  old: Report | null,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  if (old !== null && old.reportQty === record.reportQty && old.overReason === record.overReason) return [];
  const problem = await limitProblem(record, ctx.session.rights.has('prdReport:over'), ctx);
  return problem ? [problem] : [];
};

/** 30 P11: what comes after must do without these pieces, and nothing that was made of the report may stand. */
const guardReversal = async (report: Report, ctx: Ctx): Promise<void> => {
  const floor = await floorOf(ctx, report.workOrderNbr ?? '');
  const used = reversalRefusal(around(floor, report.orderProcess), report.qualifiedQty);
  if (used !== null)
    throw refuse(used.text, {
      rule: 'prdReport.used',
      terms: used.terms,
      ways: [...CHAIN, ...(await waysOfNodes(await before(report, ctx), ctx))],
    });
  for (const effect of reportEffects) {
    const text = (await effect.holds?.(report, ctx)) ?? null;
    if (text === null) continue;
    const ways = await waysOfNodes((await effect.holders?.(report, ctx)) ?? [], ctx);
    throw refuse(text, { rule: `prdReport.${effect.name}`, ways });
  }
};
const CHAIN: readonly Way[] = [{ title: '一键冲销', action: 'reverseChain' }];
const before = async (report: Report, ctx: Ctx) => {
  const { nodes } = await impactOf(report, ctx);
  return nodes.filter(({ id }) => id !== report.id);
};
