/**
 * P6 over the running sum of the rows of a 补报单 (30 §4): each row as its audit would report it after those above it, so that a card with
 * all steps of a work order passes while it could be reported. What a terminal converts by itself is kept as it was made, and judged by the
 * audit alone.
 */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { balancesOf, together } from '../../production/balance';
import { binding, notReady, type Part, reportLimits, reportSentence } from '../../production/limits';
import { NOTHING, type Sums } from '../../production/types';
import type { JudgedOf, LineOf } from '../../rows';
import { ownStart, totalOf } from './afdd-rows';
import { around, type Floor, floorOf, grouped } from './operations';
import { startPart } from './report-limit';
import { limitRefusal } from './ways';

type Line = LineOf<'afddDoc', 'rows'>;

export const limitProblems = async (
  { isOffline, rows }: Pick<JudgedOf<'afddDoc'>, 'isOffline' | 'rows'>,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  if (isOffline === true) return [];
  const { records } = ctx.asSystem();
  const found = await records.many(
    'orderProcess',
    rows.map(({ orderProcess }) => orderProcess),
    { stored: true },
  );
  const workOrderOf = new Map(found.map(({ id, workOrderNbr }) => [id, workOrderNbr]));
  const problems: Problem[] = [];
  for (const [workOrder, own] of grouped(rows, ({ orderProcess }) => workOrderOf.get(orderProcess) ?? null))
    if (workOrder !== null) problems.push(...(await walked(await floorOf(ctx, workOrder), own, ctx)));
  return problems;
};

/** The rows of one work order on its floor, one after the other; what is refused moves nothing. */
const walked = async (floor: Floor, rows: readonly Line[], ctx: Ctx): Promise<readonly Problem[]> => {
  const { operations, records } = floor;
  const sums = new Map<string, Sums>(operations.map(({ id, opNbr }) => [id, sumsIn(floor, opNbr)]));
  const declared = new Map<string, number>();
  const problems: Problem[] = [];
  for (const row of rows) {
    const at = around({ ...floor, balances: balancesOf(operations, sums) }, row.orderProcess);
    const { op } = at;
    const start = op.startRequired ? await ownStart(row, ctx) : null;
    const say = (code: string, text: string): Problem => ({ code, path: `rows[${row.id}].qualifiedQty`, text });
    const waiting = op.mode === '1' && start === null ? notReady(at) : null;
    if (waiting !== null) {
      problems.push(say('prdReport.ready', waiting));
      continue;
    }
    const qty = totalOf(row);
    const part = start === null ? implied(qty) : await partOf(start, declared.get(start) ?? 0, ctx);
    const limits = reportLimits(at, op.startRequired ? { start: part } : {});
    const limit = limits.length === 0 ? null : binding(limits);
    if (limit !== null && qty > limit.max) {
      const { code, path, text } = say(`prdReport.${limit.kind}`, reportSentence(limit, qty));
      problems.push(limitRefusal(limit, { rule: code, path, text }, { orderProcess: op.id, prdStart: start }));
      continue;
    }
    if (start !== null) declared.set(start, addDec(declared.get(start) ?? 0, qty));
    const isInspected = records.get(op.id)?.inspectFlag === true;
    sums.set(op.id, together([sums.get(op.id) ?? {}, saidBy(row, { isInspected, isStarted: start === null })]));
  }
  return problems;
};

/** What the documents of an operation say of it, of its balance. */
const sumsIn = ({ balances }: Floor, opNbr: number): Sums => {
  const balance = balances.get(opNbr);
  if (!balance) throw new Error(`no balance of operation ${opNbr}`);
  return together([Object.fromEntries(Object.entries(balance).filter(isSaid))]);
};
const isSaid = (entry: [string, number | string]): entry is [string, number] => Object.hasOwn(NOTHING, entry[0]);

/** The start that comes with the report. */
const implied = (qty: number): Part => ({ qty, reported: 0, submitted: 0 });
const partOf = async (start: string, declared: number, ctx: Ctx): Promise<Part | undefined> => {
  const part = await startPart({ prdStart: start }, ctx);
  return part && { ...part, reported: addDec(part.reported, declared) };
};

/** What the report of a row says of its operation; an inspected one waits for its verdict. */
const saidBy = (
  row: Line,
  { isInspected, isStarted }: { readonly isInspected: boolean; readonly isStarted: boolean },
): Partial<Sums> => {
  const started = isStarted ? totalOf(row) : 0;
  if (isInspected) return { started, submitted: totalOf(row) };
  return {
    started,
    good: row.qualifiedQty ?? 0,
    rework: row.reworkQty ?? 0,
    pending: row.pendingQty ?? 0,
    workScrap: row.workScrapQty ?? 0,
    materialScrap: row.materialScrapQty ?? 0,
  };
};
