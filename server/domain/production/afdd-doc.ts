/** 补报单 (30 §4): what was done without being reported is declared late with its proof; the audit makes normal reports of it. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { JudgedOf, LineOf, RowOf } from '../../rows';
import { limitProblems } from './afdd-limit';
import { BAD, GRACE_HOURS, ownStart, serialsOf, totalOf } from './afdd-rows';
import { lockOperations } from './locks';
import { limitProblem } from './report-limit';
import { spanOfShift } from './work-shift';

type Doc = Pick<JudgedOf<'afddDoc'>, 'id' | 'nbr' | 'shift' | 'shiftDate' | 'team' | 'isOffline' | 'rows'>;
type Line = LineOf<'afddDoc', 'rows'>;
const LATE = '20';

export const afddDoc: DomainModule<'afddDoc'> = {
  async lock(_action, ids, ctx) {
    const docs = await ctx.asSystem().records.many('afddDoc', ids, { rows: ['rows'], stored: true });
    await lockOperations(
      ctx,
      docs.flatMap(({ rows }) => rows.map(({ orderProcess }) => orderProcess)),
    );
  },
  async check(record, old, ctx) {
    if (old !== null && old.docStatus !== '10') return [];
    return [
      ...windowProblems(record, ctx),
      ...(await shiftProblems(record, ctx)),
      ...(await twiceProblems(record, ctx)),
      ...(await limitProblems(record, ctx)),
    ];
  },
  actions: {
    async audit(record, _ask, ctx) {
      // what a terminal declared by itself gets its proof from whoever audits it
      if ((record.proof ?? []).length === 0) throw refuse('请填写凭证', { rule: 'field.required' });
      for (const problem of [...windowProblems(record, ctx), ...(await twiceProblems(record, ctx))])
        throw refuse(problem.text, { rule: problem.code });
      const rows: Line[] = [];
      for (const row of record.rows) rows.push({ ...row, sourceOrderNbr: await reported(record, row, ctx) });
      return { rows };
    },
    async unaudit(record, _ask, ctx) {
      const { records } = ctx.asSystem();
      for (const row of [...record.rows].reverse()) {
        const [report] = await records.find('prdReport', 'nbr == param.nbr && docStatus != 90', {
          param: { nbr: row.sourceOrderNbr ?? '' },
        });
        if (!report) continue;
        if (report.docStatus === '60')
          await records.act('prdReport', 'reverse', report.id, { reason: `${record.nbr}反审核` });
        else await records.act('prdReport', 'del', report.id);
      }
      return { rows: record.rows.map((row) => ({ ...row, sourceOrderNbr: null })) };
    },
  },
};

/** A report of a row, with a start of that person where the operation wants one; the audit of the declaration is its audit. */
const reported = async (doc: RowOf<'afddDoc'>, row: Line, ctx: Ctx): Promise<string> => {
  const { records } = ctx.asSystem();
  const [operation] = await records.many('orderProcess', [row.orderProcess], { stored: true });
  const start = operation?.startRequired === true ? await startOf(doc, row, ctx) : null;
  const workOrderNbr = operation?.workOrderNbr ?? null;
  // more than the plan is for who stands at the device
  const wanted = {
    orderProcess: row.orderProcess,
    workOrderNbr,
    prdStart: start,
    reportQty: totalOf(row),
    overReason: null,
  };
  const problem = await limitProblem(wanted, false, ctx);
  if (problem) throw refuse(problem.text, { rule: problem.code });
  const { startTime, endTime, equipment } = row;
  const saved = await records.save('prdReport', {
    id: ctx.newId(),
    prdStart: start,
    orderProcess: row.orderProcess,
    source: LATE,
    equipment,
    team: doc.team,
    shift: doc.shift,
    shiftDate: doc.shiftDate,
    startTime,
    endTime,
    qualifiedQty: row.qualifiedQty,
    manualHours: row.workHours,
    remark: row.rowRemark,
    badRows: BAD.flatMap(([code, disposal]) => {
      const qty = row[code] ?? 0;
      return qty > 0 && row.badReason !== null ? [{ id: ctx.newId(), badReason: row.badReason, disposal, qty }] : [];
    }),
    workers: [{ id: ctx.newId(), employee: row.employee, ratio: 1 }],
    serials: serialsOf(row.serials).map((serial) => ({ id: ctx.newId(), serial, result: '1' as const })),
  });
  const [report] = await records.many('prdReport', [saved.id], { stored: true });
  if (report?.docStatus === '50') await records.act('prdReport', 'audit', saved.id);
  return saved.nbr;
};
const startOf = async (doc: RowOf<'afddDoc'>, row: Line, ctx: Ctx): Promise<string> => {
  const own = await ownStart(row, ctx);
  if (own !== null) return own;
  const { records } = ctx.asSystem();
  const { startTime, endTime, equipment, employee } = row;
  const made = await records.save('prdStart', {
    id: ctx.newId(),
    orderProcess: row.orderProcess,
    docStatus: '60',
    atOnce: false,
    isImplied: true,
    equipment,
    team: doc.team,
    shift: doc.shift,
    shiftDate: doc.shiftDate,
    startQty: totalOf(row),
    startTime,
    endTime,
    workers: [{ id: ctx.newId(), employee, ratio: 1, joinTime: startTime, leaveTime: endTime }],
  });
  return made.id;
};

/** Late is allowed for some days only (afdd.windowDays). */
const windowProblems = ({ shiftDate }: Pick<Doc, 'shiftDate'>, ctx: Ctx): readonly Problem[] => {
  const days = Number(ctx.setting('afdd.windowDays'));
  const first = dateAdd(ctx.today, -days, 'day') ?? '';
  return shiftDate >= first
    ? []
    : [
        {
          code: 'afdd.window',
          path: 'shiftDate',
          text: `补报日期${shiftDate}超过补报期限${days}天，最早可补${first}`,
        },
      ];
};

/** What was done in the shift began in it, two hours more or less. */
const shiftProblems = async (record: Doc, ctx: Ctx): Promise<readonly Problem[]> => {
  const [shift] = await ctx.asSystem().records.many('shift', [record.shift], { stored: true });
  if (!shift) return [];
  const { from, to } = spanOfShift(shift, record.shiftDate, GRACE_HOURS);
  return record.rows
    .filter(({ startTime }) => startTime < from || startTime > to)
    .map(({ id }) => ({ code: 'afdd.shift', path: `rows[${id}].startTime`, text: '时间不在所选班次内' }));
};

/** Nobody reports the same time at the same operation twice, here or elsewhere. */
const twiceProblems = async (record: Doc, ctx: Ctx): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  for (const [index, row] of record.rows.entries()) {
    const own = record.rows.slice(0, index).find((other) => isSame(row, other) && meets(row, other));
    const found = own ? { nbr: record.nbr ?? '' } : await reportOf(row, ctx);
    if (found === null) continue;
    const { records } = ctx.asSystem();
    const [employee] = await records.many('employee', [row.employee], { stored: true });
    const [operation] = await records.many('orderProcess', [row.orderProcess], { stored: true });
    const span = `${row.startTime.slice(0, 16)}～${row.endTime.slice(11, 16)}`;
    problems.push({
      code: 'afdd.twice',
      path: `rows[${row.id}].startTime`,
      text: `员工「${employee?.name ?? ''}」在${span}已有报工${found.nbr}（工序${operation?.opNbr ?? ''}），不能重复补报`,
    });
  }
  return problems;
};
type Span = Pick<Line, 'startTime' | 'endTime'>;
const isSame = (a: Line, b: Line): boolean => a.orderProcess === b.orderProcess && a.employee === b.employee;
const meets = (a: Span, b: Span): boolean => a.startTime < b.endTime && b.startTime < a.endTime;
const reportOf = async (row: Line, ctx: Ctx): Promise<{ readonly nbr: string } | null> => {
  const { records } = ctx.asSystem();
  const heads = await records.find(
    'prdReport',
    'orderProcess == param.operation && docStatus != 90 && startTime < param.to && endTime > param.from',
    { param: { operation: row.orderProcess, from: row.startTime, to: row.endTime } },
  );
  const full = await records.many(
    'prdReport',
    heads.map(({ id }) => id),
    { rows: ['workers'], stored: true },
  );
  return full.find(({ workers }) => workers.some(({ employee }) => employee === row.employee)) ?? null;
};
