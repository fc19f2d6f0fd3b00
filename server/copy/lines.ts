/** What a copy did or would do, record by record, as rows of dataCopyLine: thousands at a time, and nobody edits them. */
import type { Rec } from '../../schemas/language/value';
import type { EngineCtx } from '../records/host';
import type { Outcome } from './apply';
import type { Line, Plan } from './plan';

const TABLE = 'data_copy_line';
const CHUNK = 500;

export interface Target {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}
/** A row as undo reads it. */
export interface Kept {
  readonly object: string;
  readonly code: string;
  readonly result: string | null;
  readonly record_id: string | null;
  readonly record_version: string | null;
  readonly before: Rec | null;
}

/** What a preview found in place of what was found before. */
export async function keepPlans(
  ctx: EngineCtx,
  job: string,
  plans: readonly { readonly target: Target; readonly plan: Plan }[],
): Promise<void> {
  await ctx.trx.deleteFrom(TABLE).where('job_id', '=', job).execute();
  for (const { target, plan } of plans)
    await insert(
      ctx,
      plan.lines.map((line, n) => rowOf(ctx, job, target, line, n)),
    );
}

/** What came of a target, in place of its preview. */
export async function keepOutcomes(
  ctx: EngineCtx,
  job: string,
  target: Target,
  outcomes: readonly Outcome[],
): Promise<void> {
  await ctx.trx.deleteFrom(TABLE).where('job_id', '=', job).where('target_code', '=', target.code).execute();
  await insert(
    ctx,
    outcomes.map(({ line, result, id, version, before }, n) => ({
      ...rowOf(ctx, job, target, line, n),
      result,
      record_id: id,
      record_version: version,
      before: before === null ? null : JSON.stringify(before),
    })),
  );
}

export const keptLines = async (ctx: EngineCtx, job: string, target: Target): Promise<readonly Kept[]> =>
  (await ctx.trx
    .selectFrom(TABLE)
    .select(['object', 'code', 'result', 'record_id', 'record_version', 'before'])
    .where('job_id', '=', job)
    .where('target_code', '=', target.code)
    .where('result', 'in', ['added', 'changed'])
    .orderBy('line_nbr', 'desc')
    .execute()) as unknown as readonly Kept[];

export const markUndone = async (ctx: EngineCtx, job: string): Promise<void> => {
  await ctx.trx
    .updateTable(TABLE)
    .set({ result: 'undone' })
    .where('job_id', '=', job)
    .where('result', 'in', ['added', 'changed'])
    .execute();
};

const rowOf = (ctx: EngineCtx, job: string, target: Target, line: Line, n: number): Record<string, unknown> => ({
  id: ctx.newId(),
  job_id: job,
  line_nbr: n + 1,
  target_code: target.code,
  target_name: target.name,
  object: line.object.object,
  code: line.key,
  name: line.name,
  kind: line.kind,
  say: line.say,
});
async function insert(ctx: EngineCtx, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK)
    await ctx.trx
      .insertInto(TABLE)
      .values(rows.slice(at, at + CHUNK))
      .execute();
}
