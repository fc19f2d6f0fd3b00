/**
 * A report that reaches the server long after it was made without network (30 §7): it is declared late instead, as rows of one draft for
 * each terminal and shift, which people complete and audit like any other declaration.
 */
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Converted, Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { splitBy } from '../../production/split';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import { APART, BAD, GRACE_HOURS } from './afdd-rows';
import { badProblems } from './bad-rows';
import { ms } from './intervals';
import { decimalsOf } from './prd-units';
import { workersOf } from './report-hours';
import { shiftAround, shiftAtWork } from './work-shift';

type Given = ChangeOf<'prdReport'>;
type Draft = RowOf<'afddDoc'>;
type NewRow = NonNullable<ChangeOf<'afddDoc'>['rows']>[number];
const CUT_OFF = '10';
const HOUR = 3_600_000;
const MOST_ROWS = 200;
/** minutes a terminal's clock may be off unsaid (30 §7) */
const DRIFT = 5;

interface Work {
  readonly start: RowOf<'prdStart'> | null;
  readonly operation: RowOf<'orderProcess'>;
  readonly startTime: string;
  readonly endTime: string;
}

export const lateReport = async (given: Given, ctx: Ctx): Promise<Converted | undefined> => {
  const hours = Number(ctx.setting('floor.offlineHours'));
  if (ms(ctx.now) - ms(ctx.occurAt) <= hours * HOUR) return undefined;
  const work = await workOf(given, ctx);
  // what is wrong with it is told by the report it would have been
  const { qualifiedQty, badRows = [] } = given;
  if (work === null || badProblems(given, { qualifiedQty: qualifiedQty ?? 0, badRows }).length > 0) return undefined;
  const parts = await partsOf(given, work, hours, ctx);
  if (parts.length === 0) return undefined;
  const { records } = ctx.asSystem();
  await onePerTerminal(ctx);
  const since = await sinceOf(parts[0]?.employee ?? '', work, ctx);
  const shift = await shiftOf(given, { ...work, startTime: since }, ctx);
  if (shift === null) throw refuse(`报工超过${hours}小时未上传，无法确定班次，请填写补报单`);
  const draft = await draftOf(shift, parts.length, ctx);
  const rows = await Promise.all(parts.map((part) => rowOf(part, { given, work, draft }, ctx)));
  const team = given.team ?? work.start?.team ?? null;
  const saved = draft
    ? await records.save('afddDoc', {
        id: draft.id,
        version: draft.version,
        rows: [...draft.rows.map(({ id }) => ({ id })), ...rows],
      })
    : await records.save('afddDoc', {
        ...shift,
        id: ctx.newId(),
        reason: CUT_OFF,
        isOffline: true,
        terminal: ctx.session.terminal ?? null,
        team,
        rows,
      });
  return { converted: 'afdd', text: `已转补报单${saved.nbr}`, id: saved.id, nbr: saved.nbr };
};

/** What it was done at, as far as its reporter may see it. */
const workOf = async (given: Given, ctx: Ctx): Promise<Work | null> => {
  const start =
    typeof given.prdStart === 'string' ? await ctx.records.get('prdStart', given.prdStart, { scoped: true }) : null;
  if (typeof given.prdStart === 'string' && start === null) return null;
  const id = start?.orderProcess ?? given.orderProcess;
  const operation = typeof id === 'string' ? await ctx.records.get('orderProcess', id, { scoped: true }) : null;
  const endTime = given.endTime ?? ctx.occurAt;
  const startTime = given.startTime ?? start?.startTime ?? endTime;
  return operation && { start, operation, startTime, endTime };
};

interface Part extends Bad {
  readonly employee: string;
  readonly qualifiedQty: number;
  /** of its pieces */
  readonly serials: readonly string[];
}
/** Good pieces by the people there; bad ones and what is said of them with the first. */
const partsOf = async (given: Given, { start, operation }: Work, hours: number, ctx: Ctx): Promise<readonly Part[]> => {
  const named = workersOf({ workers: given.workers ?? [] }, start, ctx);
  // a declaration is of somebody: of who reports where nobody is told
  const workers = named.length > 0 ? named : workersOf({ workers: [] }, null, ctx);
  if (workers.length === 0) throw refuse(`报工超过${hours}小时未上传，没有人员，请填写补报单`);
  const bad = await badOf(given, ctx);
  const good = given.qualifiedQty ?? 0;
  const decimals = await decimalsOf(operation.workOrderNbr, ctx);
  const typed = sumDec(workers.map(({ qty }) => qty ?? 0)) === good;
  const shares = splitBy(
    good,
    workers.map(({ qty, ratio }) => (typed ? (qty ?? 0) : (ratio ?? 1))),
    decimals,
  );
  const serials = (given.serials ?? []).map(({ serial }) => serial ?? '');
  return workers
    .map(({ employee }, n): Part => {
      const { counts, ...own } = n === 0 ? bad : NO_BAD;
      const qualifiedQty = shares[n] ?? 0;
      const pieces = sumDec([qualifiedQty, ...Object.values(counts).map((qty) => qty ?? 0)]);
      return { ...own, counts, employee: employee ?? '', qualifiedQty, serials: serials.splice(0, pieces) };
    })
    .filter(({ qualifiedQty, counts }) => qualifiedQty > 0 || Object.keys(counts).length > 0);
};

interface Bad {
  readonly counts: Pick<NewRow, (typeof BAD)[number][0]>;
  readonly badReason: string | null;
  /** every reason with its pieces, where a row cannot say it */
  readonly told: string;
}
const NO_BAD: Bad = { counts: {}, badReason: null, told: '' };
const badOf = async ({ badRows = [] }: Given, ctx: Ctx): Promise<Bad> => {
  const { records } = ctx.asSystem();
  const reasons = await records.many(
    'badReason',
    badRows.flatMap(({ badReason }) => badReason ?? []),
    { stored: true },
  );
  const rows = badRows
    .map(({ badReason, disposal, qty }) => {
      const reason = reasons.find(({ id }) => id === badReason);
      return { reason, disposal: disposal ?? reason?.disposal, qty: qty ?? 1 };
    })
    .sort((a, b) => b.qty - a.qty);
  const counts = BAD.flatMap(([code, disposal]) => {
    const qty = sumDec(rows.filter((row) => row.disposal === disposal).map((row) => row.qty));
    return qty > 0 ? [[code, qty]] : [];
  });
  return {
    counts: Object.fromEntries(counts),
    badReason: rows[0]?.reason?.id ?? null,
    told: rows.length > 1 ? rows.map(({ reason, qty }) => `${reason?.name ?? ''}${qty}`).join('、') : '',
  };
};

interface About {
  readonly given: Given;
  readonly work: Work;
  readonly draft: Draft | null;
}
const rowOf = async (part: Part, { given, work, draft }: About, ctx: Ctx): Promise<NewRow> => {
  const drift = Math.round(Math.abs(ctx.clockOffset) / 60_000);
  const said = [given.remark ?? '', part.told, drift > DRIFT ? `时钟偏差${drift}分钟` : ''].filter(
    (text) => text !== '',
  );
  return {
    id: ctx.newId(),
    orderProcess: work.operation.id,
    employee: part.employee,
    equipment: given.equipment ?? work.start?.equipment ?? null,
    startTime: await sinceOf(part.employee, work, ctx, draft?.rows),
    endTime: work.endTime,
    qualifiedQty: part.qualifiedQty,
    ...part.counts,
    badReason: part.badReason,
    serials: part.serials.join(APART) || null,
    rowRemark: said.join('；').slice(0, 200) || null,
  };
};

/** A terminal does not know what it reported before while it was cut off: nobody's time counts twice. */
const sinceOf = async (
  employee: string,
  { operation, startTime, endTime }: Work,
  ctx: Ctx,
  declared: readonly LineOf<'afddDoc', 'rows'>[] = [],
): Promise<string> => {
  const [last] = await ctx
    .asSystem()
    .records.find(
      'prdReport',
      'orderProcess == param.operation && docStatus != 90 && endTime > param.from && endTime < param.to && exists(workers, employee == param.employee)',
      { param: { operation: operation.id, from: startTime, to: endTime, employee }, sort: '-endTime', limit: 1 },
    );
  const ends = declared
    .filter((row) => row.orderProcess === operation.id && row.employee === employee && row.endTime < endTime)
    .map((row) => row.endTime);
  return [startTime, last?.endTime ?? startTime, ...ends].sort().at(-1) ?? startTime;
};

type Shift = Pick<Draft, 'shift' | 'shiftDate'>;
const shiftOf = async (given: Given, { start, startTime }: Work, ctx: Ctx): Promise<Shift | null> => {
  const team = given.team ?? start?.team;
  const own = await shiftAtWork({ team, startTime, workers: given.workers ?? start?.workers }, ctx);
  const { shift, shiftDate } = own.shift === undefined ? await shiftAround(startTime, GRACE_HOURS, ctx) : own;
  return shift === undefined || shiftDate === undefined ? null : { shift, shiftDate };
};

/** Two queues of one terminal make no two drafts: the second waits for the first. */
const onePerTerminal = async (ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const { terminal, me } = ctx.session;
  if (typeof terminal === 'string') await records.get('terminal', terminal, { lock: true });
  else await records.get('user', me.id, { lock: true });
};

/** The draft of this terminal (of this user, where there is none) and shift that has room for more rows and is with nobody. */
const draftOf = async (shift: Shift, more: number, ctx: Ctx): Promise<Draft | null> => {
  const { records } = ctx.asSystem();
  const { terminal, me } = ctx.session;
  const own = typeof terminal === 'string' ? 'terminal == param.terminal' : 'empty(terminal) && createdBy == param.me';
  const found = await records.find(
    'afddDoc',
    `isOffline && docStatus == 10 && (empty(flowStatus) || flowStatus != 30) && shiftDate == param.shiftDate && shift == param.shift && ${own}`,
    { param: { ...shift, terminal: terminal ?? null, me: me.id }, sort: 'id' },
  );
  for (const { id } of found) {
    const draft = await records.get('afddDoc', id, { lock: true });
    if (draft?.docStatus === '10' && draft.rows.length + more <= MOST_ROWS) return draft;
  }
  return null;
};
