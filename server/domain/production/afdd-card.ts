/** 扫流转卡 (30 §4 afddDoc): a row for each operation of the work order that may still be reported. */
import type { Service } from '../../ctx';
import { reportLimits } from '../../production/limits';
import { draftSent } from '../../rows';
import { around, type Floor, floorOf } from './operations';
import { spanOfShift } from './work-shift';

/** What of its plan nobody has reported: the start is made with the declaration. */
const left = (floor: Floor, id: string): number =>
  reportLimits(around(floor, id)).find(({ kind }) => kind === 'plan')?.max ?? 0;
/** Operations a report may still be made of: 可开工, 加工中, 已暂停. */
const OPEN: readonly string[] = ['20', '30', '40'];

export const afddOfCard: Service = {
  name: 'afddDoc.ofCard',
  right: null,
  async run(args, ctx) {
    const record = draftSent('afddDoc', args.record);
    const { card } = record;
    const workOrder = typeof card === 'string' ? await ctx.records.get('workOrder', card, { scoped: true }) : null;
    if (!workOrder) return {};
    const rows = record.rows ?? [];
    const there = new Set(rows.map(({ orderProcess }) => orderProcess));
    const { records } = ctx.asSystem();
    const [shift] =
      typeof record.shift === 'string' ? await records.many('shift', [record.shift], { stored: true }) : [];
    const day = record.shiftDate ?? null;
    const span = shift && day !== null ? spanOfShift(shift, day) : null;
    const floor = await floorOf(ctx, workOrder.id);
    const added = floor.operations
      .filter(({ id }) => !there.has(id) && floor.records.get(id)?.outFlag !== true)
      .filter(({ opNbr, id }) => OPEN.includes(floor.balances.get(opNbr)?.docStatus ?? '') && left(floor, id) > 0)
      .map(({ id }) => ({
        id: ctx.newId(),
        orderProcess: id,
        employee: ctx.session.me.employee,
        startTime: span?.from ?? null,
        endTime: span?.to ?? null,
        qualifiedQty: 0,
      }));
    return { rows: [...rows, ...added] };
  },
};
