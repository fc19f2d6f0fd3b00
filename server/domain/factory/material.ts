/** 物料 (20 §3): one material taken over by another. */
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';

/** Sub-tables that name materials, and when their document is still a draft; what was audited or published stays as it is. */
const DRAFTS: readonly (readonly [object: string, subs: readonly string[], isDraft: string])[] = [
  ['purchaseOrder', ['items'], 'auditStatus != 2'],
  ['purchaseIn', ['items'], 'auditStatus != 2'],
  ['otherReceipt', ['items'], 'auditStatus != 2'],
  ['otherIssue', ['items'], 'auditStatus != 2'],
  ['bom', ['items', 'subs', 'outputs'], 'docStatus == 10'],
];

export const material: DomainModule = {
  actions: {
    async mergeTo(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const [target] = await records.many('material', [ask.target as string], { lock: true });
      if (!target || target.id === record.id) throw refuse('请选择另一个物料');
      if (target.isDisabled === '1') throw refuse(`「${target.name}」已停用，请重新选择`);
      if (target.unit !== record.unit) throw refuse(`「${target.code}」的基本单位不同，不能合并`);
      if (target.traceMode !== record.traceMode) throw refuse(`「${target.code}」的追溯方式不同，不能合并`);
      const left = await records.find('stockBalance', 'material == param.id && qty != 0', {
        param: { id: record.id as string },
        limit: 1,
      });
      if (left.length > 0) throw refuse(`「${record.code}」还有库存，不能合并`);
      for (const [object, subs, isDraft] of DRAFTS) await moveIn(ctx, object, subs, isDraft, record, target);
      return { isDisabled: '1', mergedInto: target.id as string };
    },
  },
};

const moveIn = async (
  ctx: Ctx,
  object: string,
  subs: readonly string[],
  isDraft: string,
  from: Rec,
  to: Rec,
): Promise<void> => {
  const { records } = ctx.asSystem();
  const named = subs.map((sub) => `exists(${sub}, material == param.id)`).join(' || ');
  for (const { id } of await records.find(object, `${isDraft} && (${named})`, { param: { id: from.id as string } })) {
    const doc = await records.get(object, id as string);
    if (!doc) continue;
    const rows = subs.map((sub): [string, Row[]] => [
      sub,
      ((doc[sub] as readonly Row[] | undefined) ?? []).map((row) =>
        row.material === from.id ? { ...row, material: to.id as string } : row,
      ),
    ]);
    await records.save(object, { id: id as string, ...Object.fromEntries(rows) });
  }
};
