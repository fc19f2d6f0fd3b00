/** 流程效率 (10 §7.8), with the numbers of its example: 8 tasks, 410 minutes, 5 with a limit of which 1 is late. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { getReportList } from '../../../server/records/report/list';
import { flowStat } from '../../../server/workflow/stat';
import { type Factory, openFactory } from '../../support/records';

let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({ services: [flowStat] });
});
afterAll(() => factory?.close());

it('tells hours, late ones, refusals and what passed by itself', async () => {
  const minutes = [10, 20, 30, 40, 50, 60, 80, 120];
  await factory.insert(
    'flow_task',
    minutes.map((cost, n) => ({
      id: newId(),
      title: `任务${n}`,
      node: 'head',
      node_name: '部门负责人',
      sort: '1',
      doc_status: '60',
      result: n === 0 ? '2' : n === 1 ? '8' : '1',
      arrived_at: '2026-01-14 08:00:00+08',
      handled_at: '2026-01-14 12:00:00+08',
      due_at: n < 4 ? '2026-01-14 16:00:00+08' : n === 4 ? '2026-01-14 11:00:00+08' : null,
      cost_minutes: cost,
    })),
  );
  const { records } = await getReportList(await factory.root(), factory.registry.page('flowStat')!, {
    groupBy: ['nodeName'],
    size: 10,
  });
  expect(records).toMatchObject([
    {
      nodeName: '部门负责人',
      tasks: 8,
      avgHours: 0.85,
      limited: 5,
      late: 1,
      overdueRate: 20,
      rejectRate: 12.5,
      autoRate: 12.5,
    },
  ]);
});
