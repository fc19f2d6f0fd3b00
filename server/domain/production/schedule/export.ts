/** The plan as a workbook: its tasks in the order of their starts, and the load of each resource and day. */
import type { PlanQuery } from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import type { BookColumn, Cell } from '../../../excel/book';
import { makeBook } from '../../../excel/write';
import { planAnswer } from './answer';

const head = (titles: readonly string[]): readonly Cell[] => titles.map((v) => ({ v, s: 'head' }));
const at = (v: string): Cell => ({ v, s: 'datetime' });
const wide = (...widths: readonly number[]): readonly BookColumn[] => widths.map((width) => ({ width }));

export async function exportPlan(
  ctx: Ctx,
  query: PlanQuery,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const plan = await planAnswer(ctx, query);
  const resource = new Map(plan.resources.map((one) => [one.id, one]));
  const label = (id: string): string => {
    const found = resource.get(id);
    return found === undefined || found.code === found.name ? (found?.name ?? '') : `${found.code} ${found.name}`;
  };
  const tasks = plan.tasks.map((task): readonly Cell[] => [
    task.workOrderNbr,
    task.opNbr,
    task.part,
    task.processName,
    task.materialCode,
    task.materialName,
    resource.get(task.resourceId)?.groupName ?? '',
    label(task.resourceId),
    task.qty,
    task.setupMin,
    task.runMin,
    at(task.start),
    at(task.end),
    task.dueDate.slice(0, 10),
    task.lateMin,
    task.status === 1 ? '确认' : '计划',
    task.locked ? '是' : '',
    task.waits.map(({ text, minutes }) => `${text}（${minutes}分）`).join('；'),
  ]);
  const loads = plan.loads.map(({ resourceId, day, availableMin, plannedMin, load }): readonly Cell[] => [
    label(resourceId),
    day,
    availableMin,
    plannedMin,
    load,
  ]);
  const content = await makeBook([
    {
      spec: {
        name: '排产计划',
        columns: wide(20, 8, 8, 12, 14, 18, 12, 20, 10, 10, 10, 20, 20, 12, 10, 8, 8, 60),
        frozen: 1,
      },
      rows: [
        head([
          '工单号',
          '工序号',
          '分段',
          '工序',
          '产品编码',
          '产品名称',
          '工作组',
          '资源',
          '数量',
          '准备(分)',
          '加工(分)',
          '开始',
          '结束',
          '交期',
          '延误(分)',
          '状态',
          '锁定',
          '等待原因',
        ]),
        ...tasks,
      ],
    },
    {
      spec: { name: '负荷', columns: wide(24, 12, 12, 12, 12), frozen: 1 },
      rows: [head(['资源', '日期', '可用(分)', '已排(分)', '负荷(%)']), ...loads],
    },
  ]);
  return { name: `排产计划_${query.from}_${query.to}.xlsx`, content };
}
