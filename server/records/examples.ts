/**
 * Examples of a document (language §2.2): given values and what must come of them, run in a transaction that is taken back. Without
 * `do` a new record is computed and judged; with `do` it is stored and the actions run one after the other.
 */

import { runChecks } from '../../schemas/language/record/checks';
import { modelOf } from '../../schemas/language/record/model';
import { newRecord } from '../../schemas/language/record/new';
import { sameValue } from '../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { validateRecord } from '../../schemas/language/validate';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { AppError } from '../errors';
import { runAction } from './act/actions';
import { inWrite } from './context';
import { makeEnv } from './env';
import type { EngineCtx } from './host';
import { isUuid } from './list/list-request';
import { accessOf } from './read/grants';

/** action, its answers, the rows it is for by their number */
type Step = readonly [action: string, ask?: Rec, at?: { readonly rows?: readonly number[] }];
export interface Example {
  /** code of a role or login name; without it the caller */
  readonly as?: string;
  /** records that are there before, in their order: `{"$in": "supplier", "code": "GYS0009", …}`; no organisation needs them of its own */
  readonly with?: readonly (Rec & { readonly $in: string })[];
  readonly given: Rec;
  readonly do?: readonly Step[];
  /** fields of the record, or one entry for each step */
  readonly expect?: Rec | readonly Rec[];
  /** the sentence, of the values or of the last step */
  readonly refuse?: string;
}
export interface ExampleOptions {
  /** a ctx of a role or a user */
  readonly as?: (who: string) => Promise<EngineCtx>;
}

/** What did not come out as the document says; empty = all examples hold. */
export async function failedExamples(
  ctx: EngineCtx,
  object: ResolvedObject,
  /** of the object's document, by code */
  examples: Readonly<Record<string, unknown>>,
  options: ExampleOptions = {},
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [code, example] of Object.entries(examples) as [string, Example][]) {
    const who = example.as;
    const own = who === undefined || options.as === undefined ? ctx : await options.as(who);
    for (const text of await run(own, object, example)) failed.push(`${object.object}.examples.${code}：${text}`);
  }
  return failed;
}

class TakenBack extends Error {}

async function run(ctx: EngineCtx, object: ResolvedObject, example: Example): Promise<readonly string[]> {
  const failed: string[] = [];
  try {
    await inWrite(ctx, async (inner) => {
      for (const { $in, ...rec } of example.with ?? []) {
        const beside = inner.registry.find($in);
        if (beside !== undefined)
          await inner.asSystem().records.save(beside.object, await named(inner.asSystem(), beside, rec as Rec));
      }
      const given = await named(inner, object, example.given);
      failed.push(
        ...(example.do === undefined
          ? await computed(inner, object, given, example)
          : await done(inner, object, given, example)),
      );
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return failed;
}

async function computed(ctx: EngineCtx, object: ResolvedObject, given: Rec, example: Example): Promise<string[]> {
  const model = modelOf(object, ctx.registry.lib);
  const env = makeEnv(ctx);
  const { rec, problems } = await env.settle((live, newId) => {
    const made = newRecord(model, live, given, { newId });
    const found = [...validateRecord(model, made, null, live), ...runChecks(model, made, live, { old: null })];
    return { rec: made, problems: found.map((problem) => problem.text) };
  });
  if (example.refuse !== undefined)
    return problems.includes(example.refuse)
      ? []
      : [`期望拒绝「${example.refuse}」，实际${problems.join('；') || '通过'}`];
  return differing(ctx, object, (example.expect ?? {}) as Rec, rec);
}

async function done(ctx: EngineCtx, object: ResolvedObject, given: Rec, example: Example): Promise<string[]> {
  const failed: string[] = [];
  const steps = example.do ?? [];
  const expected = Array.isArray(example.expect) ? (example.expect as readonly Rec[]) : undefined;
  try {
    // kept fields may be given: the engine writes them, as documents of before would have
    let rec = await ctx.asSystem().records.save(object.object, given);
    for (const [n, [action, ask = {}, at]] of steps.entries()) {
      const rows = at?.rows?.flatMap((line) => rowAt(rec, object.actions[action]?.in, line));
      const target = { id: rec.id as string, version: rec.version as number, ...(rows ? { rows } : {}) };
      const result = await runAction(ctx, object, action, { targets: [target], ask, engine: true });
      rec = result.records[0] ?? rec;
      if (expected?.[n] !== undefined) failed.push(...differing(ctx, object, expected[n], rec));
    }
    if (example.refuse !== undefined) failed.push(`期望拒绝「${example.refuse}」，实际通过`);
    else if (expected === undefined) failed.push(...differing(ctx, object, (example.expect ?? {}) as Rec, rec));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.message !== example.refuse)
      failed.push(`期望${example.refuse === undefined ? '通过' : `拒绝「${example.refuse}」`}，实际${error.message}`);
  }
  return failed;
}

const rowAt = (rec: Rec, sub: string | undefined, line: number): { readonly id: string }[] =>
  ((rec[sub ?? ''] as readonly Row[] | undefined) ?? []).filter((row) => row.lineNo === line).map(({ id }) => ({ id }));

/** References by their business key become ids, rows get theirs. */
async function named(ctx: EngineCtx, object: ResolvedObject, given: Rec): Promise<Rec> {
  const rec: Rec = {};
  for (const [code, value] of Object.entries(given)) {
    const field = object.fields[code];
    if (field?.sub === undefined) {
      rec[code] = await referenced(ctx, object, field, value as Value);
      continue;
    }
    const rows: Row[] = [];
    for (const [n, row] of (value as unknown as readonly Readonly<Record<string, Value>>[]).entries()) {
      const own: Row = { id: ctx.newId(), lineNo: (n + 1) * 10 };
      for (const [column, cell] of Object.entries(row))
        own[column] = await referenced(ctx, object, field.sub.fields[column], cell);
      rows.push(own);
    }
    rec[code] = rows;
  }
  return rec;
}

async function referenced(
  ctx: EngineCtx,
  object: ResolvedObject,
  field: ResolvedField | undefined,
  value: Value,
): Promise<Value> {
  if (field?.type !== 'ref' || field.ref === undefined || typeof value !== 'string' || isUuid(value)) return value;
  const target = ctx.registry.find(field.ref === 'self' ? object.object : field.ref);
  const [key] = target?.label ?? [];
  if (target === undefined || key === undefined) return null;
  const [found] = await ctx.records.find(target.object, `${key} == param.key`, { param: { key: value }, limit: 1 });
  return (found?.id as string | undefined) ?? null;
}

/** Values of field groups the caller does not hold are not told: an example may have brought them from any record. */
function differing(ctx: EngineCtx, object: ResolvedObject, expected: Rec, rec: Rec): string[] {
  const shown = (field: ResolvedField | undefined): boolean =>
    field === undefined || accessOf(object, field, ctx.session.rights) === 'value';
  return Object.entries(expected).flatMap(([code, value]) => {
    const title = object.fields[code]?.title ?? code;
    if (object.fields[code]?.sub === undefined)
      return one(title, value as Value, rec[code] as Value, shown(object.fields[code]));
    const rows = (rec[code] as readonly Row[] | undefined) ?? [];
    return (value as unknown as readonly Readonly<Record<string, Value>>[]).flatMap((row, n) =>
      Object.entries(row).flatMap(([column, cell]) =>
        one(
          `${title}第${n + 1}行${column}`,
          cell,
          rows[n]?.[column] as Value,
          shown(object.fields[code]) && shown(object.fields[code]?.sub?.fields[column]),
        ),
      ),
    );
  });
}
const one = (title: string, expected: Value, value: Value, isShown: boolean): string[] =>
  sameValue(expected, value ?? null)
    ? []
    : [`${title}期望${JSON.stringify(expected)}，实际${isShown ? JSON.stringify(value ?? null) : '******'}`];
