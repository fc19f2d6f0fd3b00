/** 条码档案 (20 §3): a label becomes several, several become one. The ledger is not touched. */
import { cmpNum, parseNum, sumDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { writeLabels } from '../../labels/make';
import { contentOf } from '../../labels/sorts';
import { engineOf } from '../../records/host';
import type { HeadOf } from '../../rows';

const MOST = 100;
type Label = HeadOf<'codeLabel'>;

export const codeLabel: DomainModule<'codeLabel'> = {
  /** what a scanner reads of it stays for ever */
  async derive(record, old) {
    return old === null && record.labelNo ? { content: contentOf(record) } : undefined;
  },
  actions: {
    async split(record, ask, ctx) {
      const parts = quantitiesOf(ask.quantities);
      const sum = sumDec(parts);
      if (cmpNum(sum, Number(record.qty)) !== 0) throw refuse(`拆分数量合计${sum}必须等于原数量${record.qty}`);
      await writeLabels(
        engineOf(ctx),
        parts.map((qty) => ({ ...likeness(record), qty, parentLabel: record.id })),
      );
      return { labelStatus: '3' };
    },
    async merge(record, ask, ctx) {
      const others = await othersOf(record, ask.labels, ctx);
      await writeLabels(engineOf(ctx), [
        {
          ...likeness(record),
          qty: sumDec([record, ...others].map(({ qty }) => Number(qty))),
          parentLabel: record.id,
        },
      ]);
      for (const { id } of others) await ctx.asSystem().records.patch('codeLabel', id, { head: { labelStatus: '4' } });
      return { labelStatus: '4' };
    },
  },
};

/** `20,40`: at least two numbers above nothing. */
function quantitiesOf(text: string): readonly number[] {
  const parts = text.split(/[,，、;；\s+]+/).filter((part) => part !== '');
  const numbers = parts.map((part) => {
    const number = parseNum(part);
    return number === null ? 0 : toNumber(number);
  });
  if (numbers.length < 2 || numbers.length > MOST || numbers.some((number) => !(number > 0)))
    throw refuse('请填写两个以上大于0的数量，用逗号分开');
  return numbers;
}

async function othersOf(record: Label, given: readonly string[], ctx: Ctx): Promise<readonly Label[]> {
  const ids = [...new Set(given)].filter((id) => id !== record.id);
  const others = await ctx.records.many('codeLabel', ids.sort(), { lock: true, stored: true });
  if (others.length === 0) throw refuse('请选择另一张标签');
  const same = (a: Label, b: Label): boolean =>
    a.material === b.material && (a.attrKey ?? '') === (b.attrKey ?? '') && (a.batchNbr ?? '') === (b.batchNbr ?? '');
  for (const other of others) {
    if (!same(other, record) || other.unit !== record.unit || other.type !== 'LB')
      throw refuse('只有物料、属性、批次相同的标签才能合并');
    if (other.labelStatus !== '1') throw refuse(`标签「${other.labelNo}」已不是有效标签，请刷新后重试`);
  }
  return others;
}

/** What labels made of another one keep of it. */
const KEPT = [
  'type',
  'refId',
  'refCode',
  'name',
  'spec',
  'place',
  'material',
  'attrKey',
  'batchNbr',
  'unit',
  'tpl',
  'srcType',
  'srcNbr',
] as const;
const likeness = (record: Label) => ({
  ...Object.fromEntries(KEPT.map((code) => [code, record[code]])),
  printCount: 0,
  reprintCount: 0,
  labelStatus: '1' as const,
});
