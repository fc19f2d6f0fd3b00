/** Numbers of batches (20 §7, codeRule 批次): by the rule the material names, else by the rules for batches, else `yyMMdd` + 4. */
import type { CodeRule } from '../../schemas/language/code-rule';
import { type Model, modelOf } from '../../schemas/language/record/model';
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../ctx';
import { ruleOfRecord, SHIPPED } from '../records/codes/code-rules';
import { nextCode } from '../records/codes/codes';
import type { EngineCtx } from '../records/host';

const modelFor = (ctx: EngineCtx): Model => modelOf(ctx.records.object('batch'), ctx.registry.lib);

/** The next number for a batch of this material; it is taken. */
export async function nextBatchNbr(ctx: EngineCtx, material: Rec): Promise<string> {
  const record: Rec = { material: material.id as string, bizDate: ctx.today };
  return nextCode(ctx, modelFor(ctx), record, await ruleOf(ctx, material));
}

/** Materials whose batches are numbered otherwise than shipped: all of them when the organisation has rules for batches. */
export async function ownNumbered(ctx: Ctx, materials: readonly string[]): Promise<ReadonlySet<string>> {
  const [rule] = await ctx.trx
    .selectFrom('code_rule')
    .select('id')
    .where('doc_type', '=', 'batch')
    .where('is_deleted', '=', 0)
    .where('is_disabled', '=', '0')
    .where('origin', '<>', SHIPPED)
    .limit(1)
    .execute();
  if (rule) return new Set(materials);
  const named = await ctx.trx
    .selectFrom('material')
    .select('id')
    .where('id', 'in', [...new Set(materials)])
    .where('batch_rule_id', 'is not', null)
    .execute();
  return new Set(named.map((row) => row.id as string));
}

/** The rule the material names; one that was switched off counts no more. */
async function ruleOf(ctx: EngineCtx, { batchRule }: Rec): Promise<CodeRule | undefined> {
  if (typeof batchRule !== 'string') return undefined;
  const record = await ctx.asSystem().records.get('codeRule', batchRule);
  if (!record || record.isDisabled === '1' || record.docType !== 'batch') return undefined;
  const rule = ruleOfRecord(record, modelFor(ctx));
  return 'segments' in rule ? rule : undefined;
}
