/** 设备服务 (50 §3): what a service team does to a device, from the order to the person who confirms it. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import type { JudgedOf, RowOf } from '../../rows';
import { freeWarning } from './warning';

type Order = RowOf<'serviceOrder'>;
type Files = Order['trail'][number]['files'];

export const serviceOrder: DomainModule<'serviceOrder'> = {
  check: async (record, old, ctx) => (old === null ? twiceProblems(record, ctx) : []),
  async after({ record, old }, ctx) {
    if (old === null || old.docStatus === record.docStatus) return;
    const { id, nbr } = record;
    if (record.docStatus === '90') await freeWarning(record, ctx);
    if (record.docStatus === '30' && old.docStatus === '10') await ctx.emit('serviceOrder.assigned', { id, nbr });
    if (record.docStatus === '50') await ctx.emit('serviceOrder.finished', { id, nbr });
  },
  actions: {
    note: async (record, ask, ctx) => said(record, ask.text, ask.files ?? [], ctx),
    back: async (record, ask, ctx) => said(record, `退回：${ask.reason}`, [], ctx),
  },
};

/** The trail with one entry more: nobody writes into those that are there. */
const said = (record: Order, text: string, files: Files, ctx: Ctx) => ({
  trail: [...record.trail, { id: ctx.newId(), at: ctx.now, by: ctx.session.me.id, text, files }],
});

/** One live order for what it was made from. */
const twiceProblems = async ({ id, srcId }: JudgedOf<'serviceOrder'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (!srcId) return [];
  const { records } = ctx.asSystem();
  const [other] = await records.find('serviceOrder', 'srcId == param.source && docStatus != 90 && id != param.id', {
    param: { source: srcId, id },
    limit: 1,
  });
  return other === undefined
    ? []
    : [{ code: 'serviceOrder.twice', path: '', text: `该单据已生成设备服务单${other.nbr}，不可重复生成` }];
};
